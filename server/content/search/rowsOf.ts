import { sql, type AliasedRawBuilder, type Expression } from "kysely";
import type { Read } from "../../db/database.ts";

type ColumnKind = "text" | "int";
type RowWith<C extends Readonly<Record<string, ColumnKind>>> = {
  readonly [K in keyof C]: C[K] extends "int" ? number : string;
};

/**
 * Rows given as one parameter, to select from: one statement serves any number of them, and one round trip.
 * @param columns the fields of the rows and what they hold
 * @param json the parameter: an array of such rows as JSON
 */
export function rowsOf<C extends Readonly<Record<string, ColumnKind>>, A extends string>(
  on: Read,
  alias: A,
  columns: C,
  json: Expression<string>,
): AliasedRawBuilder<RowWith<C>, A> {
  const names = Object.keys(columns);
  if (on.link.dialect === "sqlite") {
    const selected = names.map((name) => sql`value ->> ${sql.lit(`$.${name}`)} as ${sql.ref(name)}`);
    return sql<RowWith<C>>`(select ${sql.join(selected)} from json_each(${json}))`.as(alias);
  }
  const typed = names.map(
    (name) => sql`${sql.ref(name)} ${sql.raw(columns[name] === "int" ? "bigint" : "text")}`,
  );
  const selected = names.map((name) => sql.ref(name));
  return sql<
    RowWith<C>
  >`(select ${sql.join(selected)} from json_to_recordset(${json}::json) as given(${sql.join(typed)}))`.as(
    alias,
  );
}
