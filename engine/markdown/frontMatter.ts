/** A page as one Markdown file: its metadata as front matter and leading heading, then its body. */
import { parseDocument, stringify } from "yaml";
import type { ParseProblem } from "./document.ts";
import { isDeepYaml } from "../yamlDepth.ts";
import { countSigns } from "../yamlSigns.ts";
import { leadingTitle } from "./leadingTitle.ts";
import { metaFrom, valuesOf, type PageMeta } from "./pageMeta.ts";

interface SplitPage {
  readonly meta: PageMeta;
  readonly body: string;
  /** Offsets count into the whole file. */
  readonly problems: readonly ParseProblem[];
  /** Why front matter stays in the body, as a sentence: nobody may take it for read. It is one of the problems, too. */
  readonly refused?: string;
}

/** Front matter longer than this many characters is taken for text. */
const maxFrontMatter = 65_536;
/**
 * The same of what its parser may make something of, which takes some 60 ms on the thread of all others. A page of
 * people has some fifty; one with as many variables as it may have, each in quotes, as many as this.
 */
const maxSigns = 4_500;
const tooMuch = `The front matter has more than ${maxFrontMatter.toLocaleString("en")} characters or ${maxSigns.toLocaleString("en")} signs of YAML (ends of lines, commas, brackets, quotes and the like), the most that are read. Keep in it what the page needs.`;
const maxAliases = 100;

const fenced = /^---[ \t]*(?:\r\n|\n)(?:([^]*?)(?:\r\n|\n))??---[ \t]*(?:\r\n|\n|$)/;
/** How a mapping begins. A rule that begins a text is followed by words, or by a block. */
const beginsMapping = /^---[ \t]*\r?\n(?:[ \t]*(?:#.*)?\r?\n)*(?:\{["']|[^\s#-][^\r\n]*?:(?:\s|$))/;
const fenceBelow = /\n---[ \t]*(?:\r\n|\n|$)/g;
const blankLine = /^[ \t]*(?:\r\n?|\n)/;

/**
 * Splits a file into metadata and body. The title is the front matter's, or else the leading level-one heading;
 * the heading is no part of the body when it says the title. Unknown keys are kept in `extra`. Never throws.
 * @param given the title that the page has when the front matter says none: then the heading doesn't say it either
 */
export function splitPage(source: string, given?: string): SplitPage {
  const text = source.startsWith("\ufeff") ? source.slice(1) : source;
  const shift = source.length - text.length;
  const front = readFrontMatter(text);
  const problems = front.problems.map((one) => ({ ...one, start: one.start + shift, end: one.end + shift }));
  const rest = text.slice(front.end);
  const after = front.end === 0 ? rest : rest.replace(blankLine, "");
  const { title, ...meta } = metaFrom(front.values);
  const heading = leadingTitle(rest);
  const said = title ?? given;
  const refused = front.refused === undefined ? {} : { refused: front.refused };
  if (heading === undefined || (said !== undefined && said !== heading.title))
    return { meta: title ? { title, ...meta } : meta, body: after, problems, ...refused };
  return {
    meta: { title: heading.title, ...meta },
    body: rest.slice(heading.end).replace(blankLine, ""),
    problems,
  };
}

/**
 * Writes a page as one file, which `splitPage` reads back to the same metadata and exactly the same body.
 * A title that no heading can express, such as one of two lines, is written in the front matter.
 */
export function joinPage(meta: PageMeta, body: string): string {
  const heading = meta.title === undefined ? undefined : headingFor(meta.title);
  const values = valuesOf(meta);
  const title = meta.title !== undefined && heading === undefined ? meta.title : undefined;
  const hides = meta.title === undefined && leadingTitle(body) !== undefined;
  const all = title !== undefined || hides ? { title: title ?? "", ...values } : values;
  const guards = heading === undefined && (fenced.test(body) || body.startsWith("\ufeff"));
  const none = Object.keys(all).length === 0;
  const front = none ? (guards ? "---\n---\n" : "") : `---\n${stringify(all, { lineWidth: 0 })}---\n`;
  const parts = [front, heading === undefined ? "" : `${heading}\n`, body];
  return parts.filter((part) => part !== "").join("\n");
}

/** Where the YAML of a file's front matter stands, and where the front matter ends; undefined when there is none. */
export function frontMatterRange(
  source: string,
): { readonly start: number; readonly end: number; readonly after: number } | undefined {
  const shift = source.startsWith("\ufeff") ? 1 : 0;
  const text = source.slice(shift);
  const front = readFrontMatter(text);
  if (front.end === 0) return undefined;
  const start = text.indexOf("\n") + 1;
  const yaml = fenced.exec(text.slice(0, front.end))?.[1] ?? "";
  return { start: start + shift, end: start + yaml.length + shift, after: front.end + shift };
}

/**
 * Why front matter is more than is read, as a sentence; undefined where it isn't, or there is none. It is not parsed for
 * that: who takes such a page without it takes it without its condition.
 */
export function whyUnread(source: string): string | undefined {
  const front = fenceIn(source.startsWith("\ufeff") ? source.slice(1) : source);
  return "yaml" in front ? undefined : front.refused;
}

interface FrontMatter {
  readonly values: Readonly<Record<string, unknown>>;
  /** Where the front matter ends; 0 when there is none. */
  readonly end: number;
  readonly problems: readonly ParseProblem[];
  readonly refused?: string;
}

const none: FrontMatter = { values: {}, end: 0, problems: [] };

function readFrontMatter(text: string): FrontMatter {
  const front = fenceIn(text);
  if (!("yaml" in front)) return front;
  const { yaml, end } = front;
  const values = readYaml(yaml);
  if (values !== undefined) return { values, end, problems: [] };
  const lines = readLines(yaml);
  if (lines === undefined) return none;
  const message = "The front matter is not valid YAML: put values with special characters in quotes.";
  return { values: lines, end, problems: [{ message, start: 0, end }] };
}

/** What stands between the fences at the beginning of a text, where it may be read. */
function fenceIn(text: string): FrontMatter | { readonly yaml: string; readonly end: number } {
  if (!text.startsWith("---")) return none;
  const match = fenced.exec(text.slice(0, maxFrontMatter));
  if (match === null || (match[0].length === maxFrontMatter && text.length > maxFrontMatter))
    return isClosedFrom(text, maxFrontMatter - 5) ? unread(text) : none;
  const yaml = match[1] ?? "";
  return countSigns(yaml, maxSigns) > maxSigns ? unread(text) : { yaml, end: match[0].length };
}

function isClosedFrom(text: string, from: number): boolean {
  if (text.length <= maxFrontMatter) return false;
  fenceBelow.lastIndex = from;
  return fenceBelow.test(text);
}

/** What is too much to be read: told where it is meant as front matter, and otherwise the text that it is. */
function unread(text: string): FrontMatter {
  if (!beginsMapping.test(text)) return none;
  const message = `${tooMuch} It stays in the text.`;
  return { ...none, problems: [{ message, start: 0, end: text.indexOf("\n") }], refused: tooMuch };
}

/** A mapping; undefined when it is none, or not YAML, or grows too large by aliases. */
function readYaml(yaml: string): FrontMatter["values"] | undefined {
  if (isDeepYaml(yaml)) return undefined;
  try {
    const document = parseDocument(yaml, { schema: "core", logLevel: "silent", stringKeys: true });
    if (document.errors.length > 0) return undefined;
    const value: unknown = document.toJS({ maxAliasCount: maxAliases });
    if (value === null && yaml.trim().replace(/^#.*$/gm, "").trim() === "") return {};
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
    return value as FrontMatter["values"];
  } catch {
    // Too deep, or aliases of aliases: as good as invalid.
    return undefined;
  }
}

/** What people mean by `description: Install: how`, which YAML refuses: one key and text a line. */
function readLines(yaml: string): FrontMatter["values"] | undefined {
  const values: [string, unknown][] = [];
  for (const line of yaml.split(/\r?\n/)) {
    const match = /^([A-Za-z][\w-]*):[ \t]*(.*)$/.exec(line);
    if (match === null && line.trim() !== "") return undefined;
    if (match === null) continue;
    const text = match[2]!.trim();
    values.push([match[1]!, text === "true" ? true : text === "false" ? false : text]);
  }
  return Object.fromEntries(values);
}

/** The heading that reads back as this title; undefined when there is none. */
function headingFor(title: string): string | undefined {
  const escaped = title.replace(/[\\`*_{}[\]<>()#+!|~$:&@-]/g, "\\$&");
  for (const written of [title, escaped]) {
    if (leadingTitle(`# ${written}\n`)?.title === title) return `# ${written}`;
  }
  return undefined;
}
