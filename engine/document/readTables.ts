/** Records of typed values as tables of pipes where those can hold them, else as tables of HTML. */
import type { Inline } from "../markdown/document.ts";
import { byCodeUnit, sameJson } from "../json.ts";
import { type CellOptions, cellOfValue, kindOf, valueOfCell } from "./cells.ts";
import type { Flow } from "./print.ts";
import { type JsonRecord, own, pointer } from "./reader.ts";
import type { NodeReading } from "./reading.ts";
import { isPlainColumn, pipesOf, type TableRow, tableOf, type WrittenColumn } from "./tableText.ts";

interface ReadColumn extends WrittenColumn {
  readonly id: string;
  readonly options: CellOptions;
}

type Fragments = ReadonlyMap<string, { readonly record: JsonRecord; readonly path: string }>;

const MAX_COLUMNS = 200;

export function readTable(node: JsonRecord, path: string, reading: NodeReading): Flow[] {
  const { reader } = reading;
  const data = reader.data(node, path);
  const view = reader.record(own(data, "view"), `${path}/data/view`) ?? {};
  const isCards = reader.oneOf(view, "type", `${path}/data/view`, ["grid", "cards"]) === "cards";
  const fragments: Fragments = new Map(
    reader.records(node, "fragments", path).map((one) => [String(own(one.record, "fragment")), one] as const),
  );
  const columns = readColumns(data, view, path, fragments, reading);
  if (columns.length === 0) return [];
  const rows = readRows(data, columns, path, fragments, reading);
  if (isCards) return [{ type: "raw", value: cardsOf(columns, rows, view) }];
  const isHeadless = own(view, "hideHeader") === true;
  const plain = columns.every(isPlainColumn);
  const titled = isHeadless ? columns.map((column) => ({ ...column, title: [] })) : columns;
  return [{ type: "raw", value: plain && !isHeadless ? pipesOf(titled, rows) : tableOf("", titled, rows) }];
}

function readColumns(
  data: JsonRecord,
  view: JsonRecord,
  path: string,
  fragments: Fragments,
  reading: NodeReading,
): ReadColumn[] {
  const { reader } = reading;
  const definitions = new Map(reader.entries(data, "definition", `${path}/data`));
  const listed = own(view, "columns");
  const shown = new Set(
    (Array.isArray(listed) ? listed : []).filter((id): id is string => definitions.has(String(id))),
  );
  if (definitions.size > MAX_COLUMNS)
    reader.problem(`${path}/data/definition`, `has more than ${MAX_COLUMNS} columns.`);
  const ids = inOrder([...definitions.keys()], shown).slice(0, MAX_COLUMNS);
  const widths = own(view, "columnWidths");
  const width = (id: string): number | undefined => {
    const value = typeof widths === "object" && widths !== null ? own(widths as JsonRecord, id) : undefined;
    return typeof value === "number" && value > 0 ? Math.round(value) : undefined;
  };
  return ids.map((id) => {
    const definition = definitions.get(id)!;
    return {
      ...readColumn(id, definition, `${path}/data/definition/${pointer(id)}`, fragments, reading),
      hidden: !shown.has(id),
      width: width(id),
      role: roleOf(id, view),
    };
  });
}

/** All ids with the shown ones in their order: as defined when that is it, else the shown ones first. */
function inOrder(defined: readonly string[], shown: ReadonlySet<string>): string[] {
  const asDefined = defined.filter((id) => shown.has(id));
  if (sameJson(asDefined, [...shown])) return [...defined];
  return [...new Set([...shown, ...defined])];
}

const ROLES = [
  ["targetDefinition", "data-card-target"],
  ["coverDefinition", "data-card-cover"],
  ["coverDefinitionDark", "data-card-cover-dark"],
] as const;

const roleOf = (id: string, view: JsonRecord): string | undefined =>
  ROLES.find(([name]) => own(view, name) === id)?.[1];

function readColumn(
  id: string,
  definition: JsonRecord,
  path: string,
  fragments: Fragments,
  reading: NodeReading,
) {
  const { reader } = reading;
  const type = reader.line(definition, "type", path) ?? "text";
  const written = reader.line(definition, "kind", path);
  const aligns = ["left", "center", "right"] as const;
  const align = reader.oneOf(definition, "align", path, aligns);
  const textAlignment = reader.oneOf(definition, "textAlignment", path, aligns);
  const header = fragments.get(String(own(definition, "header")));
  const title = reader.line(definition, "title", path) ?? "";
  const told = header === undefined ? undefined : reading.lineOf(header.record, header.path);
  const max = reader.number(definition, "max", path);
  return {
    id,
    kind: type === "text" ? written : type,
    title: told ?? (title === "" ? [] : [{ type: "text", text: title } as const]),
    align: textAlignment === undefined || textAlignment === "left" ? align : textAlignment,
    max,
    options: readOptions(definition, path, reading),
  };
}

function readOptions(definition: JsonRecord, path: string, { reader }: NodeReading): CellOptions {
  const options = reader.records(definition, "options", path).map(({ record, path: at }) => {
    const [value = "", label = value, color] = ["value", "label", "color"].map((name) =>
      reader.line(record, name, at),
    );
    return [value, { value, label, ...(color === undefined ? {} : { color }) }] as const;
  });
  return new Map(options);
}

function readRows(
  data: JsonRecord,
  columns: readonly ReadColumn[],
  path: string,
  fragments: Fragments,
  reading: NodeReading,
): TableRow[] {
  const { reader } = reading;
  const records = reader.entries(data, "records", `${path}/data`).map(([key, record]) => {
    const at = `${path}/data/records/${pointer(key)}`;
    return {
      key,
      at,
      order: reader.line(record, "orderIndex", at) ?? "",
      values: reader.record(own(record, "values"), `${at}/values`) ?? {},
    };
  });
  return records
    .toSorted((a, b) => byCodeUnit(a.order, b.order))
    .flatMap(({ key, at, values }) => {
      if (!reader.enters(at, reading.depth)) return [];
      return [columns.map((column) => cellOf(column, key, own(values, column.id), fragments, reading))];
    });
}

/** A cell: the fragment that its value names, or that says just its value; else the value alone. */
function cellOf(
  { id, kind, options }: ReadColumn,
  record: string,
  value: unknown,
  fragments: Fragments,
  reading: NodeReading,
): Inline[] {
  const typed = kindOf(kind);
  const inlines = (name: string): Inline[] | undefined => {
    const found = fragments.get(name);
    return found === undefined ? undefined : reading.lineOf(found.record, found.path);
  };
  if (typeof value === "string") {
    return inlines(value) ?? (value === "" ? [] : [{ type: "text", text: value.replace(/\s*\n\s*/g, " ") }]);
  }
  if (typed === undefined || value === undefined) return [];
  const beside = inlines(`${record}-${id}`);
  if (beside !== undefined && sameJson(valueOfCell(typed, beside), value)) return beside;
  return cellOfValue(typed, value, options);
}

function cardsOf(columns: readonly ReadColumn[], rows: readonly TableRow[], view: JsonRecord): string {
  const size = own(view, "cardSize") === "large" ? ' data-card-size="large"' : "";
  return tableOf(` data-view="cards"${size}`, columns, rows);
}
