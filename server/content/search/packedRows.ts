import { sql } from "kysely";
import type { Read } from "../../db/database.ts";
import { inNumbers } from "./inNumbers.ts";

/** Between fields and between rows. Numbers, ids, terms and lists in JSON don't hold it. */
const border = "\n";

/** What a query of packed rows answers; null when there is nothing to pack. */
export interface Packed {
  readonly rows: string | null;
}

/**
 * Selects columns of the rows whose `key` is among the numbers as one text: a row for each, with an object made of
 * it, costs two or three times as much. `unpacked` takes it apart. They come in no order.
 * @param columns of the table, all filled, that hold no line breaks
 * @param numbers given as "1,2,3"
 */
export function packedRows(
  on: Read,
  table: string,
  columns: readonly string[],
  key: string,
  numbers: unknown,
) {
  const line = sql`concat_ws(${sql.lit(border)}, ${sql.join(columns.map((column) => sql.ref(column)))})`;
  const all =
    on.link.dialect === "sqlite"
      ? sql<string | null>`group_concat(${line}, ${sql.lit(border)})`
      : sql<string | null>`string_agg(${line}, ${sql.lit(border)})`;
  return on
    .selectFrom(sql<object>`${sql.table(table)}`.as("packed"))
    .select(all.as("rows"))
    .where(inNumbers(on, key, numbers));
}

/** Makes something of each row; `field` gives its columns in the order in which they were selected. */
export function unpacked<T>(
  packed: Packed | undefined,
  columns: number,
  make: (field: (index: number) => string) => T,
): T[] {
  if (packed === undefined || packed.rows === null) return [];
  const fields = packed.rows.split(border);
  const made: T[] = [];
  for (let at = 0; at + columns <= fields.length; at += columns) {
    made.push(make((index) => fields[at + index] as string));
  }
  return made;
}
