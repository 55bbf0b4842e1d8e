/** A table of pipes whose rows and columns somebody has changed: cells that nobody edited keep the bytes that they have. */
import type { Fragment, Node } from "prosemirror-model";
import type { Column } from "../../engine/markdown/document.ts";
import { retouch } from "./retouch.ts";

/** A line of a table, cut at its pipes. */
interface PipedLine {
  readonly opening: string;
  readonly cells: readonly string[];
  readonly closing: string;
}

/** A table as it stands in a text, and how the same is printed. */
interface StandingTable {
  readonly written: string;
  readonly printed: string;
  readonly node: Node;
  /** What stands before each of its lines but the first. */
  readonly prefix: string;
}

/**
 * The text of a table after its rows or columns were changed; undefined where its lines can't be told apart, such as
 * those of HTML. Whether it says what it should has to be seen.
 * @param after how it is printed now
 */
export function tableLines(
  { written, printed, node, prefix }: StandingTable,
  after: { readonly printed: string; readonly node: Node },
): string | undefined {
  const width = node.firstChild!.childCount;
  const lineEnd = written.includes("\r\n") ? "\r\n" : "\n";
  const [here, old] = [linesOf(written, prefix, width), linesOf(printed, prefix, width)];
  const made = linesOf(after.printed, prefix, after.node.firstChild!.childCount);
  if (here === undefined || old === undefined || made === undefined) return undefined;
  if (here.length !== node.childCount + 1 || made.length !== after.node.childCount + 1) return undefined;
  const known = new KnownCells(node, after.node);
  const lines = made.map((line, index) => {
    if (index === 1) return ruleOf(line, here[1]!, known);
    const row = index === 0 ? 0 : index - 1;
    const from = known.rowOf(row);
    const [standing, was] = from === undefined ? [] : [lineAt(here, from), lineAt(old, from)];
    const cells = line.cells.map((cell, column) => {
      const source = known.columnOf(column);
      if (source === undefined || standing === undefined || was === undefined) return cell;
      return retouch(standing.cells[source]!, was.cells[source]!, cell, "characters");
    });
    const { opening, closing } = standing ?? here[0]!;
    return opening + cells.join("|") + closing;
  });
  return lines.join(lineEnd + prefix);
}

/** The line of a row: the one below the head is none. */
const lineAt = (lines: readonly PipedLine[], row: number): PipedLine => lines[row === 0 ? 0 : row + 1]!;

/** The line below the head: of columns that are aligned as they were, as it stands. */
function ruleOf(line: PipedLine, standing: PipedLine, known: KnownCells): string {
  const cells = line.cells.map((rule, column) => {
    const from = known.columnOf(column);
    const before = from === undefined ? undefined : standing.cells[from]!;
    return before !== undefined && sides(before) === sides(rule) ? before : rule;
  });
  return standing.opening + cells.join("|") + standing.closing;
}

const sides = (rule: string): string => rule.trim().replaceAll(/-+/g, "-");

/** Undefined where a line has not as many cells as there are columns. */
function linesOf(text: string, prefix: string, width: number): PipedLine[] | undefined {
  const lines: PipedLine[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (index > 0 && !line.startsWith(prefix)) return undefined;
    const [, opening = "", inner = "", closing = ""] = /^(\s*\|?)((?:\\[^]|[^\\])*?)(\|?\s*)$/.exec(
      index === 0 ? line : line.slice(prefix.length),
    )!;
    const cells = cut(inner);
    if (cells.length !== width) return undefined;
    lines.push({ opening, cells, closing });
  }
  return lines;
}

/** A line at its pipes, but for those that are words. */
function cut(line: string): string[] {
  const cells = [""];
  for (const [piece] of line.matchAll(/\\[^]|\||[^|\\]+|\\/g))
    if (piece === "|") cells.push("");
    else cells[cells.length - 1] += piece;
  return cells;
}

/** Which cells of a table are those of what it has become: their content is the very same. */
class KnownCells {
  readonly #rows: readonly (number | undefined)[];
  readonly #columns: readonly (number | undefined)[];

  constructor(before: Node, after: Node) {
    const places = new Map<Fragment, readonly [row: number, column: number]>();
    before.forEach((row, _, r) => row.forEach(({ content }, __, c) => places.set(content, [r, c])));
    const found = after.children.map((row) =>
      row.children.map(({ content }) => (content.size === 0 ? undefined : places.get(content))),
    );
    const isAsLong = before.childCount === after.childCount;
    const isAsWide = before.firstChild!.childCount === after.firstChild!.childCount;
    this.#rows = found.map(
      (cells, at) => mostly(cells.map((cell) => cell?.[0])) ?? (isAsLong ? at : undefined),
    );
    const [was, is] = [before, after].map(({ attrs }) => attrs["columns"] as readonly Column[]);
    this.#columns = found[0]!.map(
      (_, at) =>
        mostly(found.map((cells) => cells[at]?.[1])) ??
        (isAsWide ? at : is![at] !== undefined && was!.includes(is![at]) ? was!.indexOf(is![at]) : undefined),
    );
  }

  /** The row that one was before. */
  rowOf(row: number): number | undefined {
    return this.#rows[row];
  }

  /** The column that one was before. */
  columnOf(column: number): number | undefined {
    return this.#columns[column];
  }
}

/** What is there most often; undefined where nothing is. */
function mostly(places: readonly (number | undefined)[]): number | undefined {
  const counts = new Map<number, number>();
  for (const place of places) if (place !== undefined) counts.set(place, (counts.get(place) ?? 0) + 1);
  return [...counts].toSorted((a, b) => b[1] - a[1])[0]?.[0];
}
