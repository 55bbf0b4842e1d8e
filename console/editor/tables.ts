/** What is done with the rows and columns of the table that the caret is in. What nobody edits of it stays the very same. */
import type { Node } from "prosemirror-model";
import { type Command, type EditorState, TextSelection, type Transaction } from "prosemirror-state";
import type { Column } from "../../engine/markdown/document.ts";
import { schema } from "./schema.ts";

const { nodes } = schema;

/** A cell of a table. */
interface CellPlace {
  readonly table: Node;
  /** Where the table begins. */
  readonly at: number;
  readonly row: number;
  readonly column: number;
}

/** The cell that the caret is in, or the first of the row that is selected. */
export function cellPlace({ selection }: EditorState): CellPlace | undefined {
  const { $from } = selection;
  for (let { depth } = $from; depth > 0; depth--) {
    const table = $from.node(depth);
    if (table.type !== nodes.table) continue;
    const column = $from.depth > depth ? $from.index(depth + 1) : 0;
    return { table, at: $from.before(depth), row: $from.index(depth), column };
  }
  return undefined;
}

/** A table as it is changed: its cells by rows, the first of which is its head. */
interface TableGrid {
  readonly rows: readonly (readonly Node[])[];
  readonly columns: readonly Column[];
}

/** A table that was changed, and where the caret is then. */
interface ChangedTable extends Partial<TableGrid> {
  readonly row?: number;
  readonly column?: number;
}

type GridEdit = (grid: TableGrid, place: CellPlace) => ChangedTable | undefined;

/** Changes the table of the caret; nothing where the edit gives nothing. */
function changing(edit: GridEdit): Command {
  return (state, dispatch) => {
    const place = cellPlace(state);
    if (place === undefined) return false;
    const { table } = place;
    const columns = table.attrs["columns"] as readonly Column[];
    const rows = table.children.map((row) => row.children as Node[]);
    const changed = edit({ rows, columns }, place);
    if (changed === undefined) return false;
    const next = { ...place, ...changed };
    const made = tableOf(table, { rows, columns, ...changed });
    const change = state.tr.replaceWith(place.at, place.at + table.nodeSize, made);
    dispatch?.(caretIn(change, { ...next, table: made }).scrollIntoView());
    return true;
  };
}

function tableOf(table: Node, { rows, columns }: TableGrid): Node {
  const made = rows.map((cells, index) => {
    const header = index === 0;
    const headed = cells.map((cell) =>
      cell.attrs["header"] === header ? cell : nodes.cell.create({ header }, cell.content),
    );
    const before = table.maybeChild(index);
    const isSame =
      before?.childCount === headed.length && headed.every((cell, at) => before.child(at) === cell);
    return isSame ? before : nodes.row.create(null, headed);
  });
  return table.type.create({ ...table.attrs, columns }, made);
}

function caretIn(change: Transaction, { table, at, row, column }: CellPlace): Transaction {
  let place = at + 1;
  for (let before = 0; before < row; before++) place += table.child(before).nodeSize;
  place += 1;
  for (let before = 0; before < column; before++) place += table.child(row).child(before).nodeSize;
  return change.setSelection(TextSelection.create(change.doc, place + 1));
}

const emptyRow = (width: number): Node[] => Array.from({ length: width }, () => nodes.cell.create());

/** Something of a list at another place among the others. */
function moved<T>(list: readonly T[], from: number, to: number): T[] {
  return list.toSpliced(from, 1).toSpliced(to, 0, list[from]!);
}

/** A row of its own beside the one of the caret. @param side -1 above, 1 below */
export const addRow = (side: -1 | 1): Command =>
  changing(({ rows, columns }, { row }) => {
    const at = side === 1 ? row + 1 : row;
    return { rows: rows.toSpliced(at, 0, emptyRow(columns.length)), row: at, column: 0 };
  });

/** The next row is the head where that was it. A table keeps one. */
export const deleteRow: Command = changing(({ rows }, { row }) =>
  rows.length < 2 ? undefined : { rows: rows.toSpliced(row, 1), row: Math.min(row, rows.length - 2) },
);

/** The row of the caret to another place. */
export const moveRowTo = (to: number): Command =>
  changing(({ rows }, { row }) =>
    to < 0 || to >= rows.length || to === row ? undefined : { rows: moved(rows, row, to), row: to },
  );

/** The row of the caret once more, below itself. */
export const doubleRow: Command = changing(({ rows }, { row }) => {
  const again = rows[row]!.map((cell) => nodes.cell.create(null, cell.content));
  return { rows: rows.toSpliced(row + 1, 0, again), row: row + 1 };
});

/** A column of its own beside the one of the caret. @param side -1 before, 1 behind */
export const addColumn = (side: -1 | 1): Command =>
  changing(({ rows, columns }, { column }) => {
    const at = side === 1 ? column + 1 : column;
    return {
      rows: rows.map((cells) => cells.toSpliced(at, 0, nodes.cell.create())),
      columns: columns.toSpliced(at, 0, {}),
      column: at,
    };
  });

export const deleteColumn: Command = changing(({ rows, columns }, { column }) =>
  columns.length < 2
    ? undefined
    : {
        rows: rows.map((cells) => cells.toSpliced(column, 1)),
        columns: columns.toSpliced(column, 1),
        column: Math.min(column, columns.length - 2),
      },
);

/** The column of the caret to another place. */
export const moveColumnTo = (to: number): Command =>
  changing(({ rows, columns }, { column }) =>
    to < 0 || to >= columns.length || to === column
      ? undefined
      : {
          rows: rows.map((cells) => moved(cells, column, to)),
          columns: moved(columns, column, to),
          column: to,
        },
  );

/** The column of the caret by one. */
export const moveColumn =
  (step: -1 | 1): Command =>
  (state, dispatch) =>
    moveColumnTo((cellPlace(state)?.column ?? 0) + step)(state, dispatch);

/** @param align null where the words begin by themselves */
export const alignColumn = (align: NonNullable<Column["align"]> | null): Command =>
  changing(({ columns }, { column }) => {
    const { align: before = null, ...others } = columns[column]!;
    if (before === align) return undefined;
    return { columns: columns.with(column, align === null ? others : { ...others, align }) };
  });

/** @param width pixels; null as wide as what is in it */
export const setColumnWidth = (width: number | null): Command =>
  changing(({ columns }, { column }) => {
    const { width: before = null, ...others } = columns[column]!;
    if (before === width) return undefined;
    return { columns: columns.with(column, width === null ? others : { ...others, width }) };
  });

/** The narrowest column, in pixels: a word fits into it. */
export const NARROWEST = 40;
/** As wide as a column of some words is, from which one without a width is made wider and narrower. */
const USUAL = 160;

/** The column of the caret by some pixels. */
export const widenColumn =
  (by: number): Command =>
  (state, dispatch) => {
    const place = cellPlace(state);
    const columns = place?.table.attrs["columns"] as readonly Column[] | undefined;
    const width = columns?.[place!.column]?.width ?? USUAL;
    return setColumnWidth(Math.max(NARROWEST, width + by))(state, dispatch);
  };

/** To the next cell, or the one before; behind the last a new row. @param step -1 or 1 */
export const nextCell =
  (step: -1 | 1): Command =>
  (state, dispatch) => {
    const place = cellPlace(state);
    if (place === undefined || state.selection.$from.parent.type !== nodes.cell) return false;
    const width = place.table.child(place.row).childCount;
    const index = place.row * width + place.column + step;
    if (index < 0) return true;
    const row = Math.floor(index / width);
    if (row >= place.table.childCount) return addRow(1)(state, dispatch);
    dispatch?.(caretIn(state.tr, { ...place, row, column: index % width }).scrollIntoView());
    return true;
  };
