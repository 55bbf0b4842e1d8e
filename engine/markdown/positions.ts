/**
 * From places in the text the parser worked on back to places in the source. The parser sees line ends
 * normalised and container prefixes removed, but every line it sees ends where the source's line ends.
 */

const lineEnd = /\r\n?|\n/g;
const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 10 || code === 13;

export interface Source {
  readonly text: string;
  /** The text as the parser gets it: only \n, and no NUL. */
  readonly normal: string;
  /** Offset of the first character of each line, in `text`. */
  readonly starts: readonly number[];
  /** Offset after the last character of each line, without its line end, in `text`. */
  readonly ends: readonly number[];
  /** Offset of each line in `normal`; the same array as `starts` when nothing was normalised. */
  readonly normalStarts: readonly number[];
  /** For each line, the nearest line at or before it that is not blank; -1 when there is none. */
  readonly filled: readonly number[];
}

/** Splits a text into lines the way the parser will. */
export function sourceOf(text: string): Source {
  const starts: number[] = [];
  const ends: number[] = [];
  const filled: number[] = [];
  let from = 0;
  let lastFilled = -1;
  const add = (end: number): void => {
    if (!isBlank(text, from, end)) lastFilled = starts.length;
    filled.push(lastFilled);
    starts.push(from);
    ends.push(end);
  };
  for (const match of text.matchAll(lineEnd)) {
    add(match.index);
    from = match.index + match[0].length;
  }
  add(text.length);
  const plain = !text.includes("\r");
  const normal = (plain ? text : text.replace(lineEnd, "\n")).replaceAll("\0", "\ufffd");
  return { text, normal, starts, ends, filled, normalStarts: plain ? starts : startsOf(starts, ends) };
}

function startsOf(starts: readonly number[], ends: readonly number[]): number[] {
  let at = 0;
  return starts.map((start, line) => {
    const here = at;
    at += ends[line]! - start + 1;
    return here;
  });
}

function isBlank(text: string, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (!isSpace(text.charCodeAt(at))) return false;
  return true;
}

/** Where an offset into the normalised text is in the source. */
export function fromNormal(source: Source, offset: number): number {
  if (source.normalStarts === source.starts) return Math.min(offset, source.text.length);
  const line = lineAt(source.normalStarts, offset);
  return Math.min(source.starts[line]! + offset - source.normalStarts[line]!, source.text.length);
}

function lineAt(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle]! <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** End of the last line in [first, stop) that is not blank, in the source, without trailing spaces. */
export function endOfLines(source: Source, first: number, stop: number): number {
  const line = Math.max(first, source.filled[Math.min(stop, source.starts.length) - 1] ?? first);
  return trimmedEnd(source.text, source.starts[line]!, source.ends[line]!);
}

function trimmedEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}

/** Maps an offset in a piece of extracted text to an offset in the source. */
export type OffsetMap = (offset: number) => number;

export interface Extract {
  readonly content: string;
  /** Line of the source the content starts on. */
  readonly line: number;
  /** Source offset of the content's first character, when known: the rest of its line follows it. */
  readonly start?: number;
  /** Source offset after the content's last character, when its line goes on after it. */
  readonly end?: number;
}

/**
 * Locates offsets of text extracted from whole lines. Lines are aligned by their ends, which survive
 * the removal of indentation and of quote marks; a first line cut short is aligned by `start`.
 */
export function locateIn(source: Source, extract: Extract): OffsetMap {
  const { content, line, start } = extract;
  const breaks: number[] = [];
  for (let at = content.indexOf("\n"); at !== -1; at = content.indexOf("\n", at + 1)) breaks.push(at);
  return (offset) => {
    const row = breaks.length === 0 ? 0 : rowOf(breaks, offset);
    if (row === 0 && start !== undefined) return start + offset;
    const from = row === 0 ? 0 : breaks[row - 1]! + 1;
    const to = row < breaks.length ? breaks[row]! : content.length;
    const end = row < breaks.length ? source.ends[line + row] : endOf(source, extract, line + row);
    const first = source.starts[line + row] ?? source.text.length;
    return Math.max(first, (end ?? source.text.length) - (to - from)) + Math.min(offset, to) - from;
  };
}

/** Content that ends with a space or a line end is of whole lines; any other had the spaces at its end removed. */
function endOf(source: Source, extract: Extract, line: number): number | undefined {
  if (extract.end !== undefined) return extract.end;
  const end = source.ends[line];
  const { content } = extract;
  if (end === undefined || isSpace(content.charCodeAt(content.length - 1))) return end;
  return trimmedEnd(source.text, source.starts[line]!, end);
}

/** Number of line ends before the offset. */
function rowOf(breaks: readonly number[], offset: number): number {
  let low = 0;
  let high = breaks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (breaks[middle]! < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
