/** Files that pages take in: each in its place, within bounds, and never itself. */
import type { Pause } from "../../../engine/node.ts";
import { openPace } from "../../turns/pace.ts";
import { folderOf } from "../pageNames.ts";
import { codeRanges, codeTest, indented, lineBefore } from "./code.ts";
import type { ReadingNotes } from "./told.ts";
import type { ProjectFiles } from "./projectFiles.ts";

export interface FileInclusion {
  /** Paths to look at, the first that is there counts. */
  readonly paths: readonly string[];
  /** What is taken of the file; undefined for a part that it doesn't have. */
  readonly select?: (text: string) => string | undefined;
  /** What stands in its place; by default the text itself. */
  readonly write?: (text: string, path: string) => string;
}

export interface IncludeRule {
  /** Global; its cost is that of the text's length. */
  readonly pattern: RegExp;
  readonly inCode: boolean;
  /** What a match includes into the file `from`; undefined when it is none. */
  readonly read: (match: RegExpExecArray, from: string) => FileInclusion | undefined;
}

const DEEPEST = 12;
const MOST_CHARACTERS = 2_000_000;
/** Each is read, split and written, however little it gives. */
const MOST_INCLUDES = 1_000;
const MOST_READ = 50_000_000;

interface Including {
  readonly files: ProjectFiles;
  readonly rules: readonly IncludeRule[];
  readonly told: ReadingNotes;
  /** The page that it is for. */
  readonly page: string;
  readonly signal: AbortSignal | undefined;
  readonly pace: Pause;
  /** The files of the page by their paths, each read once. */
  readonly texts: Map<string, string>;
  room: number;
  left: number;
  /** Characters of the files that may still be looked through for their parts. */
  unread: number;
  isFull: boolean;
}

/** A page's text with what it includes. What is missing, too much or in a circle is told, and stands as written. */
export function includeFiles(
  text: string,
  page: string,
  rules: readonly IncludeRule[],
  files: ProjectFiles,
  told: ReadingNotes,
  signal?: AbortSignal,
): Promise<string> {
  const bounds = {
    texts: new Map<string, string>(),
    room: MOST_CHARACTERS,
    left: MOST_INCLUDES,
    unread: MOST_READ,
    isFull: false,
  };
  return including({ files, rules, told, page, signal, pace: openPace(), ...bounds }, text, [page]);
}

async function including(state: Including, text: string, above: readonly string[]): Promise<string> {
  let made = text;
  for (const rule of state.rules) made = await applyRule(state, rule, made, above);
  return made;
}

async function applyRule(
  state: Including,
  { pattern, inCode, read }: IncludeRule,
  text: string,
  above: readonly string[],
): Promise<string> {
  const from = above.at(-1) ?? state.page;
  const isCode = inCode ? () => false : codeTest(codeRanges(text));
  const parts: string[] = [];
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    if (state.isFull) break;
    if (isCode(match.index)) continue;
    const inclusion = read(match, from);
    if (inclusion === undefined) continue;
    const taken = await take(state, inclusion, above);
    if (taken === undefined) continue;
    parts.push(text.slice(at, match.index), inPlace(text, match.index, taken));
    at = match.index + match[0].length;
  }
  return at === 0 ? text : parts.join("") + text.slice(at);
}

async function take(
  state: Including,
  { paths, select = (text) => text, write = (text) => text }: FileInclusion,
  above: readonly string[],
): Promise<string | undefined> {
  const { files, told, page } = state;
  const path = paths.find((one) => files.has(one));
  if (path === undefined) {
    told.problem(page, `it includes ${(paths[0] ?? "a file").slice(0, 200)}, which is not there`);
    return undefined;
  }
  if (above.includes(path) || above.length > DEEPEST) {
    told.problem(page, `it includes ${path} within itself, or too deep: that is left as it is written`);
    return undefined;
  }
  state.left -= 1;
  if (state.left < 0) return full(state, `it includes more than ${MOST_INCLUDES.toLocaleString("en")} files`);
  state.signal?.throwIfAborted();
  await state.pace();
  const whole = state.texts.get(path) ?? (await files.text(path)) ?? "";
  state.unread -= whole.length;
  if (state.unread < 0) return full(state, "it includes parts of more than 50,000,000 characters");
  state.texts.set(path, whole);
  const part = select(whole);
  if (part === undefined) {
    told.problem(page, `it includes a part of ${path} that is not there`);
    return undefined;
  }
  state.room -= part.length;
  if (state.room < 0) return full(state, "it includes more than 2,000,000 characters");
  return write(await including(state, part, [...above, path]), path);
}

/** Nothing more is taken into the page: that is told once. */
function full(state: Including, why: string): undefined {
  if (!state.isFull) state.told.problem(state.page, `${why}: the rest is left as it is written`);
  state.isFull = true;
}

/** Lines begin where the line of the include does. */
function inPlace(text: string, at: number, taken: string): string {
  const before = lineBefore(text, at) ?? "text";
  const lines = taken.replace(/\n$/, "");
  return /^[ \t]*$/.test(before) ? indented(lines, before).trimStart() : lines;
}

/** A path as it is written in the file `from`, from the top of the source; undefined when it leads out of it. */
export function resolvePath(from: string, written: string): string | undefined {
  return joinPath(folderOf(from), written);
}

/** A path below a folder; undefined when it leads out of the source. */
export function joinPath(folder: string, written: string): string | undefined {
  const segments = folder === "" ? [] : folder.split("/");
  for (const segment of written.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join("/");
}

/** Lines from one to another, both counted from 1. */
export function lineRange(text: string, first: number, last: number): string {
  return text
    .split("\n")
    .slice(Math.max(0, first - 1), last)
    .join("\n");
}

/** The lines between two marks; undefined without them. Lines with other marks are left out. */
export function between(
  text: string,
  isStart: (line: string) => boolean,
  isEnd: (line: string) => boolean,
): string | undefined {
  const lines = text.split("\n");
  const start = lines.findIndex(isStart);
  if (start < 0) return undefined;
  const end = lines.findIndex((line, index) => index > start && isEnd(line));
  return lines.slice(start + 1, end < 0 ? undefined : end).join("\n");
}
