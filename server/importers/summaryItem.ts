import { inlineText } from "./inlineText.ts";
import { soundValue } from "./sound.ts";
import { jsonObjectOf } from "./yamlText.ts";

/** A list item of a table of contents. */
export interface SummaryItem {
  readonly title: string;
  readonly destination?: string;
  /** What stands in quotes behind the destination: what navigation calls the page. */
  readonly linkTitle?: string;
  readonly fields?: ReadonlyMap<string, unknown>;
}

/** Takes the text of a list item and gives its first link, or its text when it has none. */
export function parseItem(content: string): SummaryItem {
  const { rest, fields } = readFields(content);
  const shown = withoutComments(rest);
  const link = parseLink(shown);
  const title = inlineText(link?.text ?? shown);
  return {
    title,
    ...(link === undefined || link.destination === "" ? {} : { destination: link.destination }),
    ...named(link?.linkTitle ?? ""),
    ...(fields === undefined ? {} : { fields }),
  };
}

/** The words of a link's title, without its quotes or parentheses and their escapes. */
function named(written: string): { linkTitle?: string } {
  const linkTitle = written
    .slice(1, -1)
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .trim();
  return linkTitle === "" ? {} : { linkTitle };
}

/** How an item's link is written, beside where it leads. */
export interface LinkSpelling {
  /** Between the brackets. */
  readonly text: string;
  /** Behind the destination, with its quotes; "" for none. */
  readonly title: string;
}

/** Takes a line with an item; undefined for one without a link. */
export function linkSpelling(line: string): LinkSpelling | undefined {
  const link = parseLink(withoutComments(readFields(line).rest));
  return link && { text: link.text, title: link.linkTitle };
}

/** Takes the JSON comment off the end of a line: `<!-- {"slug": "x"} -->`. Any other comment is dropped. */
export function readFields(content: string): { rest: string; fields?: ReadonlyMap<string, unknown> } {
  const start = content.lastIndexOf("<!--");
  if (start < 0 || !content.trimEnd().endsWith("-->")) return { rest: content };
  const rest = content.slice(0, start).trimEnd();
  const comment = content.slice(start + 4, content.lastIndexOf("-->")).trim();
  if (!comment.startsWith("{")) return { rest };
  try {
    return { rest, fields: new Map(Object.entries(soundValue(JSON.parse(comment) as object))) };
  } catch {
    return { rest };
  }
}

/** Prints fields as the comment that `readFields` reads. Nothing in it can end the comment or begin a tag. */
export function printFields(fields: ReadonlyMap<string, unknown>): string {
  const json = JSON.stringify(jsonObjectOf(fields));
  return `<!-- ${json.replace(/[<>]|--/g, (match) => (match === "<" ? "\\u003c" : match === ">" ? "\\u003e" : "-\\u002d"))} -->`;
}

/** No pattern: where comments have no end, it would look for one behind each. */
function withoutComments(text: string): string {
  let shown = "";
  let at = 0;
  for (;;) {
    const open = text.indexOf("<!--", at);
    const close = open < 0 ? -1 : text.indexOf("-->", open);
    if (close < 0) return shown + text.slice(at);
    shown += text.slice(at, open);
    at = close + 3;
  }
}

/** The first inline link that is no image: text between balanced brackets, then a destination in parentheses. */
function parseLink(content: string): ({ readonly text: string } & LinkEnd) | undefined {
  for (let index = 0; index < content.length; index += 1) {
    const character = content[index];
    if (character === "\\") index += 1;
    const isImage = character === "!" && content[index + 1] === "[";
    if (character !== "[" && !isImage) continue;
    const start = isImage ? index + 1 : index;
    const end = closingBracket(content, start);
    if (end < 0) return undefined;
    if (!isImage && content[end + 1] === "(") {
      const found = parseDestination(content.slice(end + 2));
      // One without an end takes all that follows: looking behind each would cost the square of the line.
      return found === undefined ? undefined : { text: content.slice(start + 1, end), ...found };
    }
    index = end;
  }
  return undefined;
}

function closingBracket(content: string, start: number): number {
  let depth = 0;
  for (let index = start; index < content.length; index += 1) {
    const character = content[index];
    if (character === "\\") index += 1;
    else if (character === "[") depth += 1;
    else if (character === "]") {
      depth -= 1;
      if (depth === 0) return index;
    }
  }
  return -1;
}

interface LinkEnd {
  readonly destination: string;
  /** As it is written; "" for none. */
  readonly linkTitle: string;
}

/** Reads a destination up to its end, and the title behind it; undefined when the link is not closed. */
function parseDestination(text: string): LinkEnd | undefined {
  const angle = /^\s*<((?:\\.|[^<>\\])*)>/.exec(text);
  if (angle !== null) {
    const [, linkTitle = ""] = TITLE.exec(text.slice(angle[0].length)) ?? [];
    return { destination: unescape(angle[1] ?? ""), linkTitle };
  }
  const begin = text.length - text.trimStart().length;
  let depth = 0;
  for (let index = begin; index < text.length; index += 1) {
    const character = text[index] ?? "";
    if (character === "\\") index += 1;
    else if (character === "(") depth += 1;
    else if (character === ")") depth -= 1;
    if (depth < 0) return { destination: unescape(text.slice(begin, index)), linkTitle: "" };
    // White space ends it: what follows is the title, or the rest of a path written without %20.
    if (/\s/.test(character)) return beforeTitle(text.slice(begin));
  }
  return undefined;
}

const TITLE = /^\s+("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\([^()]*\))\s*\)/;

/** `my file.md "title")` → `my file.md`: people write spaces, so everything before the title counts. */
function beforeTitle(text: string): LinkEnd {
  const titled = /^(.*?)\s+("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\([^()]*\))\s*\)/.exec(text);
  const end = text.indexOf(")");
  const destination = (titled?.[1] ?? (end < 0 ? text : text.slice(0, end))).trim();
  return { destination: unescape(destination), linkTitle: titled?.[2] ?? "" };
}

function unescape(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}
