import { type RawBuilder, sql } from "kysely";
import type { Write } from "./handle.ts";
import type { Schema } from "./schema.ts";

/**
 * Removes rows that are over, at most `most` of them, and gives how many went.
 * @param key the columns of the table's primary key
 */
export async function forget(
  tx: Write,
  table: keyof Schema,
  key: readonly string[],
  isOver: RawBuilder<boolean>,
  most: number,
): Promise<number> {
  const names = sql.join(key.map((name) => sql.ref(name)));
  const over = sql`select ${names} from ${sql.table(table)} where ${isOver} limit ${most}`;
  // Said of both: where it names an organization, its part alone is looked into.
  const removed = sql`delete from ${sql.table(table)} where (${isOver}) and (${names}) in (${over})`;
  return Number((await removed.execute(tx)).numAffectedRows ?? 0);
}
