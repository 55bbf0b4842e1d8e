import { sql, type AliasedRawBuilder } from "kysely";
import type { Read } from "../../db/database.ts";

type ColumnKind = "text" | "int";

/**
 * Rows given as one parameter, to select from: one statement serves any number of them, and one round trip.
 * @param columns the fields of the rows and what they hold
 */
export function rowsOf<R extends Readonly<Record<string, string | number>>, A extends string>(
  on: Read,
  alias: A,
  columns: Readonly<Record<keyof R & string, ColumnKind>>,
  rows: readonly R[],
): AliasedRawBuilder<R, A> {
  const names = Object.keys(columns) as (keyof R & string)[];
  const json = JSON.stringify(rows);
  if (on.link.dialect === "sqlite") {
    const selected = names.map((name) => sql`value ->> ${sql.lit(`$.${name}`)} as ${sql.ref(name)}`);
    return sql<R>`(select ${sql.join(selected)} from json_each(${json}))`.as(alias);
  }
  const typed = names.map(
    (name) => sql`${sql.ref(name)} ${sql.raw(columns[name] === "int" ? "bigint" : "text")}`,
  );
  const selected = names.map((name) => sql.ref(name));
  return sql<R>`(select ${sql.join(selected)} from json_to_recordset(${json}::json) as given(${sql.join(typed)}))`.as(
    alias,
  );
}
