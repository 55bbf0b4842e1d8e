/** Both of two tables, row by row and in rows that were edited cell by cell. */
import type { Cell, Inline, Table } from "../../../engine/markdown/document.ts";
import type { DiffMark } from "../text/marks.ts";
import { editsOf } from "./edits.ts";
import { mergeInlines } from "./words.ts";

type Row = readonly Cell[];

interface Sources {
  readonly before: string;
  readonly after: string;
  readonly mark: (one: object, change: DiffMark) => void;
}

/** The table with the rows of both; undefined where their columns are not the same. */
export function mergeRows(old: Table, now: Table, { before, after, mark }: Sources): Table | undefined {
  if (old.columns.length !== now.columns.length) return undefined;
  const markInline = (inline: Inline, change: DiffMark): void => mark(inline, change);
  const edited = (a: Row, b: Row): Row =>
    b.map((cell, at) => ({
      ...cell,
      children: mergeInlines(a[at]?.children ?? [], cell.children, markInline),
    }));
  const [a, b] = [old.rows.map((row) => written(row, before)), now.rows.map((row) => written(row, after))];
  const rows: Row[] = [];
  const marked = (row: Row, change: DiffMark): void => {
    const copy = [...row];
    mark(copy, change);
    rows.push(copy);
  };
  for (const { from, to, isSame } of editsOf(a, b)) {
    if (to === undefined) marked(old.rows[from!]!, "removed");
    else if (from === undefined) marked(now.rows[to]!, "added");
    else rows.push(isSame ? now.rows[to]! : edited(old.rows[from]!, now.rows[to]!));
  }
  return { ...now, header: edited(old.header, now.header), rows };
}

function written(row: Row, source: string): string {
  return row.map(({ start, end }) => source.slice(start, end).trim()).join(" | ");
}
