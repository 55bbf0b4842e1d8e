/** What is done with rows and columns, by name: at their handles, and behind `/` in a cell. */
import type { Command } from "prosemirror-state";
import {
  addColumn,
  addRow,
  alignColumn,
  deleteColumn,
  deleteRow,
  moveColumn,
  moveRowTo,
  cellPlace,
  setColumnWidth,
  widenColumn,
} from "./tables.ts";

export interface TableEntry {
  readonly id: string;
  readonly label: string;
  /** What else it is found by. */
  readonly words: string;
  readonly run: Command;
  /** Whether something is gone then. */
  readonly isGrave?: boolean;
}

const moveRow =
  (step: -1 | 1): Command =>
  (state, dispatch) =>
    moveRowTo((cellPlace(state)?.row ?? 0) + step)(state, dispatch);

export const NEW_ROWS: readonly TableEntry[] = [
  { id: "row-above", label: "Row above", words: "table add insert", run: addRow(-1) },
  { id: "row-below", label: "Row below", words: "table add insert", run: addRow(1) },
];

const ROWS: readonly TableEntry[] = [
  { id: "row-up", label: "Move row up", words: "table", run: moveRow(-1) },
  { id: "row-down", label: "Move row down", words: "table", run: moveRow(1) },
  { id: "row-delete", label: "Delete row", words: "table remove", run: deleteRow, isGrave: true },
];

const NEW_COLUMNS: readonly TableEntry[] = [
  { id: "column-before", label: "Column before", words: "table add insert left", run: addColumn(-1) },
  { id: "column-behind", label: "Column after", words: "table add insert right", run: addColumn(1) },
];

const COLUMNS: readonly TableEntry[] = [
  { id: "column-left", label: "Move column left", words: "table before", run: moveColumn(-1) },
  { id: "column-right", label: "Move column right", words: "table after", run: moveColumn(1) },
];

const ALIGNMENTS: readonly TableEntry[] = [
  { id: "align-start", label: "Align left", words: "table column start", run: alignColumn("left") },
  { id: "align-center", label: "Align center", words: "table column middle", run: alignColumn("center") },
  { id: "align-end", label: "Align right", words: "table column end", run: alignColumn("right") },
  { id: "align-none", label: "No alignment", words: "table column plain", run: alignColumn(null) },
];

const WIDTHS: readonly TableEntry[] = [
  { id: "column-wider", label: "Wider", words: "table column width", run: widenColumn(40) },
  { id: "column-narrower", label: "Narrower", words: "table column width", run: widenColumn(-40) },
  { id: "column-own", label: "Width of its content", words: "table column auto", run: setColumnWidth(null) },
];

const LAST: readonly TableEntry[] = [
  { id: "column-delete", label: "Delete column", words: "table remove", run: deleteColumn, isGrave: true },
];

/** What is done with a column, in groups. */
export const COLUMN_GROUPS = [NEW_COLUMNS, COLUMNS, ALIGNMENTS, WIDTHS, LAST];

/** All of it. */
export const TABLE_MENU: readonly TableEntry[] = [
  ...NEW_ROWS,
  ...NEW_COLUMNS,
  ...ROWS,
  ...COLUMNS,
  ...ALIGNMENTS,
  ...WIDTHS,
  ...LAST,
];
