import { sql, type RawBuilder } from "kysely";
import type { Read } from "../../db/database.ts";

/** Between fields. Numbers, ids, terms and JSON don't hold it. */
const border = "\n";

/** Several columns as one text: each for itself costs more than twice as much to send and to read. */
export function packed(fields: readonly RawBuilder<unknown>[]): RawBuilder<string> {
  return sql<string>`concat_ws(${sql.lit(border)}, ${sql.join(fields)})`;
}

/** The packed texts of all rows of a group as one, in no order. */
export function together(on: Read, packedText: RawBuilder<string>): RawBuilder<string> {
  const aggregate = on.link.dialect === "sqlite" ? sql`group_concat` : sql`string_agg`;
  return sql<string>`${aggregate}(${packedText}, ${sql.lit(border)})`;
}

/** Takes a packed text apart; `field` gives its fields by their place. */
export function unpacked(line: string): { readonly count: number; field(index: number): string } {
  const fields = line.split(border);
  return { count: fields.length, field: (index) => fields[index] as string };
}
