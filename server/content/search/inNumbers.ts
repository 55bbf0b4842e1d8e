import { sql, type RawBuilder } from "kysely";
import type { Read } from "../../db/database.ts";

/** A list of whole numbers of any length from one parameter, which is given as "1,2,3"; for `in`. */
export function inNumbers(on: Read, list: unknown): RawBuilder<number> {
  return on.link.dialect === "sqlite"
    ? sql<number>`(select value from json_each('[' || ${list} || ']'))`
    : sql<number>`(select unnest(string_to_array(${list}, ',')::bigint[]))`;
}
