/** Kinds of jobs of which none begins, in any process, since an operator has paused them. */
import type { Read, Write } from "./database.ts";

/** Begins the names of the rows of `meta` that say which kinds of jobs are paused; what follows is the kind. */
export const PAUSED = "paused-jobs/";

/** Has no job of a kind begin until it is resumed; what runs goes on. False when that is so already. */
export async function pauseKind(tx: Write, kind: string, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("meta")
    .values({ key: PAUSED + kind, value: String(now) })
    .onConflict((on) => on.column("key").doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Lets jobs of a kind begin again. False when they did. */
export async function resumeKind(tx: Write, kind: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("meta")
    .where("key", "=", PAUSED + kind)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** The kinds of which no job begins. */
export async function pausedKinds(read: Read): Promise<string[]> {
  const rows = await read
    .selectFrom("meta")
    .select("key")
    .where("key", ">=", PAUSED)
    .where("key", "<", `${PAUSED}\u{10ffff}`)
    .orderBy("key")
    .execute();
  return rows.map(({ key }) => key.slice(PAUSED.length));
}
