/** When `lectern backup` last made a backup, or noted another program's: what `lectern doctor` and `/metrics` say its age by. */
import type { Database, Read } from "./database.ts";

const KEY = "backed-up-at";

/** Notes that a backup was made at a time, in milliseconds, unless a later one is known. */
export function noteBackup(db: Pick<Database, "transact">, at: number): Promise<unknown> {
  const value = String(at);
  return db.transact(async (tx) => {
    const known = await backedUpAt(tx);
    if (known !== undefined && known >= at) return;
    await tx
      .insertInto("meta")
      .values({ key: KEY, value })
      .onConflict((on) => on.column("key").doUpdateSet({ value }))
      .execute();
  });
}

/** @returns undefined before the first */
export async function backedUpAt(read: Read): Promise<number | undefined> {
  const row = await read.selectFrom("meta").select("value").where("key", "=", KEY).executeTakeFirst();
  return row && Number(row.value);
}
