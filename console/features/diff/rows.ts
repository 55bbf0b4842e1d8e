/** Both of two tables, row by row and in rows that were edited cell by cell. */
import { align } from "../../../engine/markdown/align.ts";
import type { Cell, Inline, Table } from "../../../engine/markdown/document.ts";
import { pairAlike } from "../../../engine/markdown/pairAlike.ts";
import { atOnce } from "../../../engine/steps.ts";
import type { DiffMark } from "../text/marks.ts";
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
  let [x, y] = [0, 0];
  for (const [nextX, nextY] of [...align(a, b), [a.length, b.length] as const]) {
    const pieces = (texts: readonly string[]) => texts.map((text) => ({ text, kind: "" }));
    const alike = new Map(
      atOnce(pairAlike(pieces(a.slice(x, nextX)), pieces(b.slice(y, nextY)))).map(([from, to]) => [
        y + to,
        x + from,
      ]),
    );
    let gone = x;
    for (let at = y; at < nextY; at++) {
      const from = alike.get(at);
      if (from === undefined) {
        marked(now.rows[at]!, "added");
        continue;
      }
      for (; gone < from; gone++) marked(old.rows[gone]!, "removed");
      gone = from + 1;
      rows.push(edited(old.rows[from]!, now.rows[at]!));
    }
    for (; gone < nextX; gone++) marked(old.rows[gone]!, "removed");
    if (nextY < b.length) rows.push(now.rows[nextY]!);
    [x, y] = [nextX + 1, nextY + 1];
  }
  return { ...now, header: edited(old.header, now.header), rows };
}

function written(row: Row, source: string): string {
  return row.map(({ start, end }) => source.slice(start, end).trim()).join(" | ");
}
