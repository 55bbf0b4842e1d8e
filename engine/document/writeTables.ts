/** Tables and cards as records of typed values. */
import type { Card, Cards, Cell, Column, Inline, Table } from "../markdown/document.ts";
import { plainText } from "../markdown/plainText.ts";
import {
  type CellOption,
  type CellOptions,
  cellOfValue,
  kindOf,
  NO_COLOR,
  optionsIn,
  sameInlines,
  type TypedKind,
  valueOfCell,
} from "./cells.ts";
import { type InlineWriting, inlineNodes } from "./writeInlines.ts";
import { present } from "./writing.ts";
import type { JsonBlock, JsonFragment, TableDefinition } from "./shapes.ts";

/** All cells of a table by place: what pipes, HTML and cards have in common. */
interface Grid {
  readonly columns: readonly Column[];
  readonly header: readonly Cell[];
  readonly rows: readonly (readonly Cell[])[];
}

/** A table of rows. */
export function tableNode(table: Table, writing: InlineWriting): JsonBlock<"table"> {
  const widest = Math.max(table.columns.length, ...table.rows.slice(0, 5000).map((row) => row.length));
  const beyond = Array.from({ length: widest - table.columns.length }, (): Column => ({ hidden: true }));
  const grid = { ...table, columns: [...table.columns, ...beyond] };
  const widths = grid.columns.flatMap(({ width }, index) =>
    width === undefined ? [] : [[idOf(index), width]],
  );
  const view = {
    type: "grid" as const,
    columns: shownOf(grid),
    ...(widths.length === 0 ? {} : { columnWidths: Object.fromEntries(widths) }),
    hideHeader: table.header.every(({ children }) => children.length === 0),
  };
  return nodeOf(grid, view, writing);
}

/** A table that is shown as cards. */
export function cardsNode(cards: Cards, writing: InlineWriting): JsonBlock<"table"> {
  const { columns, header, size } = cards;
  const grid = { columns, header, rows: cards.cards.map((card) => allCells(card, columns)) };
  const withRole = (role: Column["role"]) => {
    const index = columns.findIndex((column) => column.role === role);
    return index === -1 ? undefined : idOf(index);
  };
  const view = present({
    type: "cards" as const,
    cardSize: size === "large" ? ("large" as const) : ("medium" as const),
    columns: shownOf(grid),
    targetDefinition: withRole("target"),
    coverDefinition: withRole("cover"),
    coverDefinitionDark: withRole("coverDark"),
  });
  return nodeOf(grid, view, writing);
}

/** The cells of a card as its row has them. */
function allCells({ cells, hidden }: Card, columns: readonly Column[]): Cell[] {
  const [shown, others] = [[...cells], [...hidden]];
  const row = columns.map((column) => (column.hidden === true ? others : shown).shift());
  return [...row, ...shown, ...others].filter((cell) => cell !== undefined);
}

const idOf = (index: number): string => `c${index}`;
const shownOf = ({ columns }: Grid): string[] =>
  columns.flatMap((column, index) => (column.hidden === true ? [] : [idOf(index)]));

function nodeOf(
  grid: Grid,
  view: JsonBlock<"table">["data"]["view"],
  writing: InlineWriting,
): JsonBlock<"table"> {
  const fragments: JsonFragment<"table-cell">[] = [];
  const inCell = { ...writing, oneLine: true };
  const keep = (name: string, inlines: readonly Inline[]): string => {
    const nodes = inlineNodes(inlines, inCell);
    const paragraph: JsonBlock = { object: "block", type: "paragraph", nodes };
    fragments.push({ object: "fragment", fragment: name, type: "table-cell", nodes: [paragraph] });
    return name;
  };
  const columns = grid.columns.map((column, index) => columnOf(grid, column, index));
  const definition = Object.fromEntries(
    columns.map(({ definition: told }, index) => {
      const title = grid.header[index]?.children ?? [];
      const isPlain = title.every((node) => node.type === "text");
      const header = isPlain ? {} : { header: keep(`header-${idOf(index)}`, title) };
      return [idOf(index), { ...told, ...header }];
    }),
  );
  const records = Object.fromEntries(
    grid.rows.map((row, index) => [`r${index}`, recordOf(row, index, columns, keep)]),
  );
  return { object: "block", type: "table", isVoid: true, data: { view, definition, records }, fragments };
}

interface TypedColumn {
  /** undefined: the cells are text. */
  readonly kind: TypedKind | undefined;
  readonly definition: TableDefinition;
  readonly options?: CellOptions;
}

function columnOf({ header, rows }: Grid, column: Column, index: number): TypedColumn {
  const { align, kind: written, max = 5 } = column;
  const cells = rows.map((row) => row[index]?.children ?? []);
  const known = kindOf(written);
  // A column in which a value is none of its kind is text, so that nothing of it is lost.
  const kind =
    known !== undefined && cells.every((cell) => valueOfCell(known, cell) !== undefined) ? known : undefined;
  const base = {
    id: idOf(index),
    title: plainText(header[index]?.children ?? []),
    ...(align === "left" ? { align } : {}),
  };
  const aligned = { ...base, ...(align === undefined ? {} : { align }) };
  switch (kind) {
    case undefined: {
      const told =
        written === undefined ? {} : { kind: written, ...(column.max === undefined ? {} : { max }) };
      return { kind, definition: { ...base, type: "text", textAlignment: align ?? "left", ...told } };
    }
    case "rating":
      return { kind, definition: { ...aligned, type: kind, max } };
    case "select": {
      const options = optionsOf(cells);
      const told = [...options.values()].map((option) => ({ color: NO_COLOR, ...option }));
      return { kind, options, definition: { ...aligned, type: kind, multiple: false, options: told } };
    }
    default:
      return { kind, definition: { ...aligned, type: kind } };
  }
}

/** The options that the cells of a column name, as the first says that has a colour, or else the first. */
function optionsOf(cells: readonly (readonly Inline[])[]): CellOptions {
  const found = new Map<string, CellOption>();
  for (const option of cells.flatMap((cell) => optionsIn(cell) ?? [])) {
    const known = found.get(option.value);
    if (known === undefined || (known.color === undefined && option.color !== undefined))
      found.set(option.value, option);
  }
  return found;
}

function recordOf(
  row: readonly Cell[],
  index: number,
  columns: readonly TypedColumn[],
  keep: (name: string, inlines: readonly Inline[]) => string,
) {
  const values = columns.flatMap(({ kind, options }, column) => {
    const id = idOf(column);
    const inlines = row[column]?.children ?? [];
    const name = `r${index}-${id}`;
    const value = kind === undefined ? undefined : valueOfCell(kind, inlines);
    if (kind === undefined || value === undefined)
      return [[id, inlines.length === 0 ? "" : keep(name, inlines)]];
    // What the value alone can't say again is kept beside it.
    if (!sameInlines(cellOfValue(kind, value, options), inlines)) keep(name, inlines);
    return [[id, value]];
  });
  return { orderIndex: String(index).padStart(8, "0"), values: Object.fromEntries(values) };
}
