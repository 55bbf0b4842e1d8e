/** A body, or the inside of one of its blocks, as pieces that can be put together anew: blocks, items, rows, lines. */
import { childBlocks, isOpenedAndClosed } from "./anatomy.ts";
import type { Block, Code, Document, Range } from "./document.ts";

/** One piece, where it stands in its source. */
export interface Segment extends Range {
  /** What decides whether two segments are the same: their text without what only looks different. */
  readonly key: string;
  readonly text: string;
  /** What stands before a block in its first line, a part of the text: without it the block may be another one. */
  readonly indent: string;
  /** What stands between it and the next segment; "" after the last. */
  readonly gap: string;
  readonly block: Block | undefined;
}

type SegmentKind = "blocks" | "items" | "rows" | "lines";

/** What a body or a block consists of: `before`, the segments with their gaps, and `after` are all of its text. */
export interface Inside extends Range {
  readonly kind: SegmentKind;
  readonly before: string;
  readonly segments: readonly Segment[];
  readonly after: string;
  /** The least that has to stand between two segments. */
  readonly apart: string;
}

/** A whole body. */
export function insideOfBody({ source, children }: Document): Inside {
  const range = { start: 0, end: source.length };
  const first = children[0] === undefined ? source.length : lineStart(source, children[0]);
  const segments = segmentsOf(source, children, { end: source.trimEnd().length, isIndented: true });
  const end = Math.max(first, segments.at(-1)?.end ?? first);
  const apart = lineEndOf(source).repeat(2);
  return {
    kind: "blocks",
    ...range,
    before: source.slice(0, first),
    segments,
    after: source.slice(end),
    apart,
  };
}

/** What stands inside a block; undefined for those that are one piece. */
export function insideOf(block: Block, source: string): Inside | undefined {
  switch (block.type) {
    case "code":
      return linesOf(block, source);
    case "table":
    case "cards":
      return source[block.start] === "<" ? htmlRowsOf(block, source) : pipeRowsOf(block, source);
    case "list":
      return childrenOf(block, source, { kind: "items", from: block.start });
    case "listItem":
      return itemOf(block, source);
    case "blockquote":
      return childrenOf(block, source, { kind: "blocks" });
    default:
      return isOpenedAndClosed(block)
        ? childrenOf(block, source, { kind: "blocks", isIndented: true })
        : undefined;
  }
}

interface Children {
  readonly kind: SegmentKind;
  /** Where the first begins, where that isn't where its block does. */
  readonly from?: number;
  /** Whether what stands before a block in its line is its own, and not of what it stands in. */
  readonly isIndented?: boolean;
}

function childrenOf(
  block: Block,
  source: string,
  { kind, from: given, isIndented = false }: Children,
): Inside | undefined {
  const { start, end } = block;
  const children = childBlocks(block);
  const [first, last] = [children[0], children.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const from = given ?? (isIndented ? lineStart(source, first) : first.start);
  if (from < start || last.end > end) return undefined;
  const segments = segmentsOf(source, children, { end: kind === "items" ? end : last.end, from, isIndented });
  const stop = segments.at(-1)!.end;
  const apart = apartAt(source, kind === "items" ? start : from, kind);
  return {
    kind,
    start,
    end,
    before: source.slice(start, from),
    segments,
    after: source.slice(stop, end),
    apart,
  };
}

/** An item: its marker and its box stand before what it says. */
function itemOf(item: Extract<Block, { type: "listItem" }>, source: string): Inside | undefined {
  const first = item.children[0]?.start ?? item.end;
  const box =
    item.checked === undefined
      ? 0
      : (/^\[[ xX]\][ \t]*/.exec(source.slice(first, item.end))?.[0].length ?? 0);
  return childrenOf(item, source, { kind: "blocks", from: first + box });
}

/** Where the line of a block begins, if nothing but white space stands before it there; else where the block does. */
export function lineStart(source: string, { start }: Range): number {
  let at = start;
  while (source[at - 1] === " " || source[at - 1] === "\t") at -= 1;
  return at === 0 || source[at - 1] === "\n" || source[at - 1] === "\r" ? at : start;
}

function segmentsOf(
  source: string,
  blocks: readonly Block[],
  { end, from: given, isIndented }: Omit<Children, "kind"> & { readonly end: number },
): Segment[] {
  const starts = blocks.map((block) => (isIndented ? lineStart(source, block) : block.start));
  return blocks.map((block, index) => {
    const from = index === 0 ? (given ?? starts[0]!) : starts[index]!;
    const next = starts[index + 1] ?? end;
    const between = /[\s>]*$/.exec(source.slice(Math.max(from, Math.min(block.end, next)), next))![0];
    const to = index === blocks.length - 1 ? end : next - between.length;
    const indent = isIndented ? source.slice(from, block.start) : "";
    const text = source.slice(from, to);
    const key = keyOf(block, text.slice(indent.length));
    return { start: from, end: to, key, text, indent, gap: source.slice(to, next), block };
  });
}

/**
 * Items are the same under another number or with another mark; a box that was ticked makes them differ. Words that were
 * indented so far that they are code are others.
 */
export function keyOf({ type }: Pick<Block, "type">, text: string): string {
  return `${type} ${type === "listItem" ? text.replace(/^(?:[-*+]|\d{1,9}[.)])/, "*") : text}`;
}

interface Line extends Range {
  readonly text: string;
  readonly lineEnd: string;
}

function linesIn(source: string, { start, end }: Range): Line[] {
  const lines: Line[] = [];
  let from = start;
  for (const { index, 0: lineEnd } of source.slice(start, end).matchAll(/\r\n?|\n/g)) {
    lines.push({ text: source.slice(from, start + index), start: from, end: start + index, lineEnd });
    from = start + index + lineEnd.length;
  }
  return [...lines, { text: source.slice(from, end), start: from, end, lineEnd: "" }];
}

/** Lines as segments, with the lines before and after them. */
function insideLines(
  block: Block,
  source: string,
  lines: readonly Line[],
  { kind, from, to, key }: { kind: SegmentKind; from: number; to: number; key: (line: string) => string },
): Inside {
  const segments = lines.slice(from, to).map(({ text, lineEnd, start, end }, index): Segment => {
    const gap = from + index === to - 1 ? "" : lineEnd;
    return { start, end, key: key(text), text, indent: "", gap, block: undefined };
  });
  const { start, end } = block;
  const first = segments[0]?.start ?? lines[from]?.start ?? end;
  const stop = segments.at(-1)?.end ?? first;
  const before = source.slice(start, first);
  return { kind, start, end, before, segments, after: source.slice(stop, end), apart: lineEndOf(source) };
}

const fence = /^[\s>]*(?:```|~~~)/;

function linesOf(code: Code, source: string): Inside | undefined {
  const lines = linesIn(source, code);
  const from = lines.findIndex(({ text }) => fence.test(text)) + 1;
  const to = lines.findLastIndex(({ text }) => fence.test(text));
  const isWhole = from > 0 && to >= from && to - from === code.text.split("\n").length;
  return isWhole
    ? insideLines(code, source, lines, { kind: "lines", from, to, key: (line) => line })
    : undefined;
}

/** Rows are the same however wide their cells are written. */
const rowKey = (line: string): string =>
  line
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
    .join("|");

function pipeRowsOf(table: Block, source: string): Inside | undefined {
  const lines = linesIn(source, table);
  if (table.type !== "table" || lines.length !== table.rows.length + 2) return undefined;
  return insideLines(table, source, lines, { kind: "rows", from: 2, to: lines.length, key: rowKey });
}

function htmlRowsOf(table: Extract<Block, { type: "table" | "cards" }>, source: string): Inside | undefined {
  const text = source.slice(table.start, table.end);
  const starts = [...text.matchAll(/<tr[\s>]/gi)].map(({ index }) => index);
  const rows = table.type === "table" ? table.rows.length : table.cards.length;
  const end = text.toLowerCase().lastIndexOf("</tr>") + "</tr>".length;
  const inHead = starts.length - rows;
  if (rows === 0 || inHead < 0 || inHead > 1 || end <= starts.at(-1)!) return undefined;
  const body = starts.slice(inHead);
  const segments = body.map((from, index): Segment => {
    const row = text.slice(from, body[index + 1] ?? end);
    const own = row.trimEnd();
    const [start, stop] = [table.start + from, table.start + from + own.length];
    const gap = row.slice(own.length);
    return { start, end: stop, key: own, text: own, indent: "", gap, block: undefined };
  });
  const before = text.slice(0, body[0]);
  return {
    kind: "rows",
    start: table.start,
    end: table.end,
    before,
    segments,
    after: text.slice(end),
    apart: "",
  };
}

/** What separates blocks or items that begin where the one at an offset begins, in whatever it stands. */
export function apartAt(source: string, offset: number, kind: SegmentKind): string {
  const lineEnd = lineEndOf(source);
  const from = source.lastIndexOf("\n", offset - 1) + 1;
  const prefix = source.slice(from, offset).replaceAll(/[^\s>]/g, " ");
  return kind === "items" ? lineEnd + prefix : lineEnd + prefix.trimEnd() + lineEnd + prefix;
}

export function lineEndOf(source: string): string {
  const at = source.indexOf("\n");
  return source[at - 1] === "\r" ? "\r\n" : "\n";
}
