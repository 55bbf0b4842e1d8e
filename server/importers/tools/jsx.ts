/** Tags of components, as MDX has them: `<Card title="x" icon={"y"} open />`. Nothing in braces is run. */
import { codeRanges, codeTest } from "./code.ts";

/** ComponentAttributes by name: text, a switch, or what braces hold where it is a plain value; else undefined. */
export type ComponentAttributes = ReadonlyMap<string, string | boolean | readonly string[] | undefined>;

export interface ComponentTag {
  readonly kind: "open" | "close" | "single";
  /** "Tabs.Tab"; "" for a fragment. */
  readonly name: string;
  readonly attributes: ComponentAttributes;
  readonly start: number;
  readonly end: number;
}

/** A tag longer than this is text. */
const LONGEST = 20_000;
const MOST_ATTRIBUTES = 100;
/** After so many that have no end, the rest of a text is none of components. */
const MOST_BROKEN = 500;

/** The tags of components, and of fragments, that a text has outside of code, in its order. */
export function componentTags(text: string): ComponentTag[] {
  const found: ComponentTag[] = [];
  const isCode = codeTest(codeRanges(text));
  let broken = 0;
  const begin = /<(\/?)(?=[A-Z>])([A-Z][\w.]{0,80})?/g;
  for (let match = begin.exec(text); match !== null; match = begin.exec(text)) {
    const [whole, slash, name = ""] = match;
    if (isCode(match.index) || text[match.index - 1] === "\\") continue;
    const read = readTag(text, match.index + whole.length);
    if (read === undefined) {
      broken += 1;
      if (broken > MOST_BROKEN) break;
      continue;
    }
    const kind = slash === "/" ? "close" : read.isSingle ? "single" : "open";
    found.push({ kind, name, attributes: read.attributes, start: match.index, end: read.end });
    begin.lastIndex = read.end;
  }
  return found;
}

/** Reads what follows a tag's name up to its end; undefined when there is none. */
export function readTag(
  text: string,
  from: number,
): { attributes: ComponentAttributes; isSingle: boolean; end: number } | undefined {
  const attributes = new Map<string, string | boolean | readonly string[] | undefined>();
  const limit = Math.min(text.length, from + LONGEST);
  let at = from;
  while (at < limit && attributes.size < MOST_ATTRIBUTES) {
    at = afterSpace(text, at);
    if (text[at] === ">") return { attributes, isSingle: false, end: at + 1 };
    if (text.startsWith("/>", at)) return { attributes, isSingle: true, end: at + 2 };
    if (text[at] === "{") {
      // Spread attributes, which nobody here can know.
      at = closingBrace(text, at, limit);
      if (at < 0) return undefined;
      continue;
    }
    const name = /^[A-Za-z_:@][\w:.-]{0,80}/.exec(text.slice(at, at + 82))?.[0];
    if (name === undefined) return undefined;
    const value = readValue(text, at + name.length, limit);
    if (value === undefined) return undefined;
    attributes.set(name, value.value);
    at = value.end;
  }
  return undefined;
}

function readValue(
  text: string,
  from: number,
  limit: number,
): { value: string | boolean | readonly string[] | undefined; end: number } | undefined {
  const equals = afterSpace(text, from);
  if (text[equals] !== "=") return { value: true, end: from };
  const at = afterSpace(text, equals + 1);
  const quote = text[at];
  if (quote === '"' || quote === "'") {
    const length = text.slice(at + 1, limit).indexOf(quote);
    return length < 0 ? undefined : { value: text.slice(at + 1, at + 1 + length), end: at + length + 2 };
  }
  if (quote === "{") {
    const end = closingBrace(text, at, limit);
    return end < 0 ? undefined : { value: plainValue(text.slice(at + 1, end - 1)), end };
  }
  const bare = /^[^\s>"'{}]{1,500}/.exec(text.slice(at, at + 501))?.[0];
  return bare === undefined ? undefined : { value: bare, end: at + bare.length };
}

/** What stands in braces, where it says a text, a number, a switch, or a list of texts. */
export function plainValue(expression: string): string | boolean | readonly string[] | undefined {
  const text = expression.trim();
  if (text === "true" || text === "false") return text === "true";
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return text;
  const quoted = textOf(text);
  if (quoted !== undefined) return quoted;
  if (text.startsWith("[") && text.endsWith("]")) {
    const items = [
      ...text.matchAll(/"((?:[^"\\\n]|\\.)*)(?:"|(?=[\\\n])|$)|'((?:[^'\\\n]|\\.)*)(?:'|(?=[\\\n])|$)/g),
    ].slice(0, 100);
    return items.length === 0 ? undefined : items.map(([, double, single]) => double ?? single ?? "");
  }
  return undefined;
}

function textOf(text: string): string | undefined {
  const match = /^(["'`])([^]*)\1$/.exec(text);
  const inside = match?.[2];
  if (match === null || inside === undefined) return undefined;
  if (match[1] === "`" ? inside.includes("${") || inside.includes("`") : inside.includes(match[1] ?? ""))
    return undefined;
  return inside.replace(/\\([`"'\\])/g, "$1");
}

/** The offset behind the brace that closes the one at `at`, or -1. Braces in quotes don't count. */
export function closingBrace(text: string, at: number, limit: number): number {
  const within = text.slice(at, limit);
  // Quotes that have no partner any more are looked for once.
  const alone = new Set<string>();
  let depth = 0;
  for (let index = 0; index < within.length; index += 1) {
    const character = within[index] as string;
    if (character === "{") depth += 1;
    else if (character === "}") {
      depth -= 1;
      if (depth === 0) return at + index + 1;
    } else if ((character === '"' || character === "'" || character === "`") && !alone.has(character)) {
      const end = within.indexOf(character, index + 1);
      if (end < 0) alone.add(character);
      // An apostrophe in a text is no quote.
      else if (character === "`" || !within.slice(index, Math.min(end, index + 500)).includes("\n"))
        index = end;
    }
  }
  return -1;
}

function afterSpace(text: string, at: number): number {
  let index = at;
  while (index < text.length && index < at + 1_000 && /\s/.test(text[index] as string)) index += 1;
  return index;
}
