import { LINK_TITLE_MAX } from "../../engine/page.ts";
import { parseItem, readFields } from "./summaryItem.ts";
import type { YamlReader } from "./yamlApart.ts";
import { countSigns, type ReadYaml, tooMuchYaml } from "./yamlText.ts";

/** A node of a table of contents, in the order of the file. */
export interface SummaryNode {
  /** `item` is a list item with or without a link, `group` a heading, `computed` an item that is a YAML fence. */
  readonly kind: "item" | "group" | "computed";
  readonly title: string;
  /** Where an item leads: as written, but for Markdown's escapes. */
  readonly destination?: string;
  /** What navigation calls the page, where the item says that beside its title. */
  readonly linkTitle?: string;
  /** The id given to a group's heading by hand. */
  readonly anchor?: string;
  /** Page fields that a table of contents has no syntax for, from a comment behind the item. */
  readonly fields?: ReadonlyMap<string, unknown>;
  /** The value of a computed item's YAML. */
  readonly yaml?: ReadonlyMap<string, unknown>;
  readonly children: SummaryNode[];
  /** Counted from 1. */
  readonly line: number;
}

export interface Summary {
  /** None where it is refused: a part of a table of contents would have the pages of the rest be gone. */
  readonly nodes: readonly SummaryNode[];
  /** Why nothing of it is read, as a sentence about it. */
  readonly refused?: string;
  /** Sentences naming the line. */
  readonly problems: readonly string[];
}

interface SummaryReading {
  readonly lines: readonly string[];
  readonly nodes: SummaryNode[];
  readonly problems: string[];
  /** The list items that the next one may be nested in. */
  open: { node: SummaryNode; indent: number }[];
  /** Where top-level items go: the root's list or the current group's. */
  into: SummaryNode[];
  titled: boolean;
  /** Set once a comment has been found to have no end: none after it has one. */
  endless: boolean;
  /** Signs of YAML that are still read, in all fences together; below zero: it is refused. */
  room: number;
  readonly valueOf: FenceReader;
}

/** Gives what the text of a fence says. */
type FenceReader = (text: string) => ReadYaml;

/** More than six thousand computed pages have them; the parser takes a second and a half for these. */
const MOST_SIGNS = 100_000;
const TOO_MUCH = `its items hold more than ${MOST_SIGNS.toLocaleString("en")} signs of YAML, the most that are read`;
const MAX_LINE = 10_000;
const MAX_PROBLEMS = 1_000;
const CHILD_INDENT = 2;
const ITEM = /^([ \t]*)(?:[*+-]|\d{1,9}[.)])[ \t]+(\S.*)$/;
const BREAK = /^ {0,3}([*_-])[ \t]*(?:\1[ \t]*){2,}$/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;

/** Why not all of a table of contents would be read, as a sentence about it. No YAML is read to know it. */
export function refusedSummary(text: string): string | undefined {
  let tooMuch: string | undefined;
  const { refused } = parseSummary(text, (fence) => {
    tooMuch ??= tooMuchYaml(fence);
    return NOTHING;
  });
  return refused ?? (tooMuch && `the YAML of an item can't be read: ${tooMuch}`);
}

const NOTHING: ReadYaml = { value: undefined };

/**
 * Reads a SUMMARY.md as `parseSummary` does, and the YAML of its fences where that holds up nobody.
 * @throws ImportRefused when that takes longer or more memory than it may
 */
export async function readSummary(text: string, readYaml: YamlReader): Promise<Summary> {
  const fences = new Set<string>();
  const unread = parseSummary(text, (fence) => {
    fences.add(fence);
    return NOTHING;
  });
  if (unread.refused !== undefined || fences.size === 0) return unread;
  const asked = [...fences];
  const read = await readYaml.all(asked);
  const values = new Map(asked.map((fence, index) => [fence, read[index] as ReadYaml]));
  return parseSummary(text, (fence) => values.get(fence) as ReadYaml);
}

/**
 * Reads a SUMMARY.md: headings are groups (the first `#` one is the file's own title), nested lists are pages,
 * a thematic break ends a group. Lines of anything else are left out and named in `problems`. Never throws.
 */
export function parseSummary(text: string, valueOf: FenceReader): Summary {
  const lines = text.split(/\r\n|\n|\r/);
  const nodes: SummaryNode[] = [];
  const reading: SummaryReading = {
    lines,
    nodes,
    problems: [],
    open: [],
    into: nodes,
    titled: false,
    endless: false,
    room: MOST_SIGNS,
    valueOf,
  };
  for (let index = 0; index < lines.length && reading.room >= 0;) index = readLine(reading, index);
  return reading.room < 0
    ? { nodes: [], refused: TOO_MUCH, problems: [] }
    : { nodes, problems: reading.problems };
}

/** Reads the line at `index`, and those that belong to it; gives the index of the next one. */
function readLine(reading: SummaryReading, index: number): number {
  const whole = reading.lines[index] ?? "";
  const comment = openComment(reading, index);
  if (comment !== undefined) {
    // What is commented out is no page; the item in whose line the comment begins is one.
    const before = whole.slice(0, comment.start);
    if (before.trim() !== "") readEntry(reading, index, before);
    return comment.next;
  }
  return readEntry(reading, index, whole);
}

/** The comment that begins in the line at `index` and ends in a later one. */
function openComment(reading: SummaryReading, index: number): { start: number; next: number } | undefined {
  const line = reading.lines[index] ?? "";
  const start = line.lastIndexOf("<!--");
  if (start < 0 || reading.endless || line.includes("-->", start)) return undefined;
  let end = index + 1;
  while (end < reading.lines.length && !reading.lines[end]?.includes("-->")) end += 1;
  reading.endless = end === reading.lines.length;
  return reading.endless ? undefined : { start, next: end + 1 };
}

function readEntry(reading: SummaryReading, index: number, line: string): number {
  const trimmed = line.trim();
  if (trimmed === "" || (trimmed.startsWith("<!--") && trimmed.endsWith("-->"))) return index + 1;
  if (line.length > MAX_LINE) return problem(reading, index, `is longer than ${MAX_LINE} characters`);
  if (BREAK.test(line)) {
    reading.into = reading.nodes;
    reading.open = [];
    return index + 1;
  }
  const heading = HEADING.exec(line);
  if (heading !== null) return readHeading(reading, index, heading[1]?.length ?? 1, heading[2] ?? "");
  // Some tools list the first and last pages as bare links.
  const item = /^\[.*\]\(/.test(trimmed) ? [line, "", trimmed] : ITEM.exec(line);
  if (item === null) return problem(reading, index, "is not a heading, a list item or a link");
  const indent = columns(item[1] ?? "");
  const content = item[2] ?? "";
  const fence = /^(`{3,}|~{3,})[ \t]*(?:yaml|yml)[ \t]*$/.exec(content);
  if (fence !== null) return readComputed(reading, index, indent, fence[1] ?? "```");
  const { linkTitle = "", ...read } = parseItem(content);
  const called = [...linkTitle].slice(0, LINK_TITLE_MAX).join("").trimEnd();
  const named = called === "" ? {} : { linkTitle: called };
  place(reading, indent, { kind: "item", ...read, ...named, children: [], line: index + 1 });
  if (called !== linkTitle)
    problem(
      reading,
      index,
      `calls its page by more than ${LINK_TITLE_MAX} characters; those behind are left out`,
    );
  return index + 1;
}

function readHeading(reading: SummaryReading, index: number, level: number, content: string): number {
  if (level === 1 && !reading.titled && reading.nodes.length === 0) {
    reading.titled = true;
    return index + 1;
  }
  const { rest, fields } = readFields(content);
  const anchor = /<a\s[^<>]{0,400}?\bid="([^"<>]{1,200})"[^<>]{0,400}>\s*<\/a>/.exec(rest);
  const { title } = parseItem(
    (anchor === null ? rest : rest.replace(anchor[0], "")).replace(/[ \t]#+[ \t]*$/, ""),
  );
  const node: SummaryNode = {
    kind: "group",
    title,
    ...(anchor?.[1] === undefined ? {} : { anchor: anchor[1] }),
    ...(fields === undefined ? {} : { fields }),
    children: [],
    line: index + 1,
  };
  reading.nodes.push(node);
  reading.into = node.children;
  reading.open = [];
  return index + 1;
}

/** Reads the YAML fence that a list item consists of. */
function readComputed(reading: SummaryReading, index: number, indent: number, fence: string): number {
  const closing = new RegExp(`^[ \\t]*${fence[0]}{${fence.length},}[ \\t]*$`);
  let end = index + 1;
  while (end < reading.lines.length && !closing.test(reading.lines[end] ?? "")) end += 1;
  const content = reading.lines.slice(index + 1, end);
  const margin = content.reduce(
    (least, line) => (line.trim() === "" ? least : Math.min(least, leadingSpaces(line))),
    Infinity,
  );
  const yaml = readWithin(reading, content.map((line) => line.slice(margin)).join("\n"));
  if ("refused" in yaml || !(yaml.value instanceof Map)) {
    problem(reading, index, "refused" in yaml ? yaml.refused : "holds YAML that is not a map");
    return end + 1;
  }
  const value = yaml.value as ReadonlyMap<string, unknown>;
  const title = value.get("title");
  place(reading, indent, {
    kind: "computed",
    title: typeof title === "string" ? title : "",
    yaml: value,
    children: [],
    line: index + 1,
  });
  return end + 1;
}

function readWithin(reading: SummaryReading, text: string): ReadYaml {
  reading.room -= countSigns(text, reading.room);
  return reading.room < 0 ? { refused: TOO_MUCH } : reading.valueOf(text);
}

/** Puts a list item below the nearest open one that is indented less. */
function place(reading: SummaryReading, indent: number, node: SummaryNode): void {
  const { open } = reading;
  while ((open.at(-1)?.indent ?? -Infinity) + CHILD_INDENT > indent) open.pop();
  (open.at(-1)?.node.children ?? reading.into).push(node);
  open.push({ node, indent });
}

function problem(reading: SummaryReading, index: number, what: string): number {
  if (reading.problems.length < MAX_PROBLEMS) reading.problems.push(`line ${index + 1} ${what}`);
  return index + 1;
}

function leadingSpaces(line: string): number {
  return line.length - line.trimStart().length;
}

function columns(indent: string): number {
  let width = 0;
  for (const character of indent) width += character === "\t" ? 4 - (width % 4) : 1;
  return width;
}
