import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Read } from "../../db/database.ts";

/**
 * Whether a column is in a list of whole numbers of any length, which one parameter gives as "1,2,3". PostgreSQL makes
 * a join of `in` with a list of unknown length, which costs a third more than looking the numbers up.
 */
export function inNumbers(on: Read, column: string, list: unknown): RawBuilder<SqlBool> {
  return on.link.dialect === "sqlite"
    ? sql<SqlBool>`${sql.ref(column)} in (select value from json_each('[' || ${list} || ']'))`
    : sql<SqlBool>`${sql.ref(column)} = any(string_to_array(${list}, ',')::bigint[])`;
}
