/** Random tables and cards of the format, with columns of each kind, in the form in which this program writes them. */
import fc from "fast-check";
import type { JsonBlock, JsonFragment, TableCellValue, TableDefinition } from "./shapes.ts";
import { line, ref, type Words, wordsInLine } from "./words.fixture.ts";
import { paragraphOf, STANDS } from "./writing.ts";

/** What a cell has: a value, or words that its value names. */
type CellMade = { readonly value: TableCellValue } | { readonly words: readonly Words[] };

interface ColumnMade {
  readonly definition: Omit<TableDefinition, "id" | "title">;
  readonly title: { readonly plain: string } | { readonly bold: string };
  readonly width: number | undefined;
  readonly hidden: boolean;
  readonly cells: readonly CellMade[];
}

const OPTIONS = [
  { value: "open", label: "Open", color: "green" },
  { value: "b c", label: "Too *late* | <b>", color: "default" },
  { value: "3", label: "3", color: "#fd0" },
];

const value = <T extends TableCellValue>(made: fc.Arbitrary<T>): fc.Arbitrary<CellMade> =>
  made.map((one) => ({ value: one }));
const some = <T extends TableCellValue>(...values: T[]) => value(fc.constantFrom<T>(...values));
const aligned = fc.constantFrom<{ align?: "left" | "center" | "right" }>(
  {},
  { align: "center" },
  { align: "right" },
  { align: "left" },
);

const cellsOf: Readonly<Record<TableDefinition["type"], fc.Arbitrary<CellMade>>> = {
  text: fc.oneof(
    some(""),
    wordsInLine.map((words) => ({ words })),
  ),
  number: some(null, 0, -1.5, 12, 1e21),
  rating: some(null, 0, 3, 5),
  checkbox: some(true, false),
  "content-ref": value(fc.option(ref)),
  files: value(fc.subarray(["file1", "file2"])),
  select: value(fc.subarray(OPTIONS.map((option) => option.value))),
};

/** What a column says of itself, with its cells. */
function told(
  type: TableDefinition["type"],
  look: { readonly align?: "left" | "center" | "right" },
  cells: readonly CellMade[],
): ColumnMade["definition"] {
  if (type === "text") {
    const { align } = look;
    const left = align === "left" ? { align } : {};
    return { ...left, type, textAlignment: align ?? "left" };
  }
  if (type === "rating") return { ...look, type, max: 5 };
  if (type !== "select") return { ...look, type };
  const named = [...new Set(cells.flatMap((cell) => ("value" in cell ? (cell.value as string[]) : [])))];
  const options = named.map((name) => OPTIONS.find((option) => option.value === name)!);
  return { ...look, type, multiple: false, options };
}

const heading = line.map((text) => text.replaceAll(/\s+/g, " ").trim()).filter((text) => text !== "");
const column = (rows: number): fc.Arbitrary<ColumnMade> =>
  fc.constantFrom(...(Object.keys(cellsOf) as (keyof typeof cellsOf)[])).chain((type) =>
    fc
      .record({
        cells: fc.array(cellsOf[type], { minLength: rows, maxLength: rows }),
        look: aligned,
        title: fc.oneof(
          heading.map((plain) => ({ plain })),
          heading.map((bold) => ({ bold })),
          fc.constant({ plain: "" }),
        ),
        width: fc.option(fc.integer({ min: 1, max: 900 }), { nil: undefined }),
        hidden: fc.boolean(),
      })
      .map(({ look, ...made }) => ({ ...made, definition: told(type, look, made.cells) })),
  );

const fragment = (name: string, words: readonly Words[]): JsonFragment<"table-cell"> => ({
  object: "fragment",
  fragment: name,
  type: "table-cell",
  nodes: [{ object: "block", type: "paragraph", nodes: paragraphOf(words).nodes }],
});

function node(columns: readonly ColumnMade[], rows: number, view: object): JsonBlock<"table"> {
  const heads: JsonFragment<"table-cell">[] = [];
  const cells: JsonFragment<"table-cell">[] = [];
  const definition = Object.fromEntries(
    columns.map(({ definition: said, title }, index) => {
      const id = `c${index}`;
      if ("plain" in title) return [id, { id, title: title.plain, ...said }];
      const header = `header-${id}`;
      const mark = { object: "mark", type: "bold" } as const;
      heads.push(
        fragment(header, [{ object: "text", leaves: [{ object: "leaf", text: title.bold, marks: [mark] }] }]),
      );
      return [id, { id, title: title.bold, ...said, header }];
    }),
  );
  const records = Object.fromEntries(
    Array.from({ length: rows }, (_, row) => {
      const values = columns.map(({ cells: made }, index) => {
        const cell = made[row]!;
        if ("value" in cell) return [`c${index}`, cell.value];
        const name = `r${row}-c${index}`;
        cells.push(fragment(name, cell.words));
        return [`c${index}`, name];
      });
      return [`r${row}`, { orderIndex: String(row).padStart(8, "0"), values: Object.fromEntries(values) }];
    }),
  );
  const data = { view, definition, records } as JsonBlock<"table">["data"];
  return { ...STANDS, type: "table", data, fragments: [...heads, ...cells] };
}

const shownOf = (columns: readonly ColumnMade[]) =>
  columns.flatMap(({ hidden }, index) => (hidden ? [] : [`c${index}`]));

const isUntitled = ({ title }: ColumnMade): boolean => "plain" in title && title.plain === "";

export const grid = fc
  .nat({ max: 3 })
  .chain((rows) =>
    fc.tuple(fc.constant(rows), fc.array(column(rows), { minLength: 1, maxLength: 3 }), fc.boolean()),
  )
  .map(([rows, made, isPlain]) => {
    const columns = isPlain ? made.map((one) => ({ ...one, hidden: false, width: undefined })) : made;
    const widths = columns.flatMap(({ width }, index) => (width === undefined ? [] : [[`c${index}`, width]]));
    return node(columns, rows, {
      type: "grid",
      columns: shownOf(columns),
      ...(widths.length === 0 ? {} : { columnWidths: Object.fromEntries(widths) }),
      hideHeader: columns.every(isUntitled),
    });
  });

const ROLES = ["targetDefinition", "coverDefinition", "coverDefinitionDark"];

export const cards = fc
  .nat({ max: 3 })
  .chain((rows) =>
    fc.tuple(
      fc.constant(rows),
      fc.array(column(rows), { minLength: 1, maxLength: 4 }),
      fc.constantFrom("medium", "large"),
      fc.nat({ max: 3 }),
    ),
  )
  .map(([rows, made, cardSize, roles]) => {
    const columns = made.map((one) => ({ ...one, width: undefined }));
    const named = ROLES.slice(0, roles).flatMap((role, index) =>
      index < columns.length ? [[role, `c${index}`]] : [],
    );
    return node(columns, rows, {
      type: "cards",
      cardSize,
      columns: shownOf(columns),
      ...Object.fromEntries(named),
    });
  });
