/** What the last whole round of the collection came to: figures and `lectern doctor` tell it. */
import type { Read, Write } from "../db/database.ts";

/** The kind of the job of which a round is a part, and its key: there is one. */
export const HOUSEKEEPING = "housekeeping";

const KEY = "garbage";

/** A round over all organizations that came to its end. */
export interface GarbageRound {
  /** When it began, in milliseconds. */
  readonly at: number;
  /** When the first of the rounds began that came to their ends one soon after the other, this one the last of them. */
  readonly since: number;
  readonly organizations: number;
  readonly nodes: number;
  readonly bodies: number;
  readonly blobs: number;
  /** Files that no row was about. */
  readonly strays: number;
  /** Such files that stay, since they are more than processes that died leave behind. */
  readonly heldStrays: number;
  /** Organizations of which nothing was removed, since their content isn't whole. */
  readonly damaged: number;
}

/** Rounds further apart than this, in milliseconds, don't follow each other: the database wasn't used in between. */
const LONGEST_GAP = 3 * 24 * 3600 * 1000;

/** Since when the database is looked through without a gap, if it is now. */
export async function roundsSince(read: Read, now: number): Promise<number> {
  const last = await lastRound(read);
  return last === undefined || now - last.at > LONGEST_GAP ? now : last.since;
}

export async function lastRound(read: Read): Promise<GarbageRound | undefined> {
  const row = await read.selectFrom("meta").select("value").where("key", "=", KEY).executeTakeFirst();
  return row === undefined ? undefined : (JSON.parse(row.value) as GarbageRound);
}

export async function noteRound(tx: Write, round: GarbageRound): Promise<void> {
  const value = JSON.stringify(round);
  await tx
    .insertInto("meta")
    .values({ key: KEY, value })
    .onConflict((on) => on.column("key").doUpdateSet({ value }))
    .execute();
}

/** How many organizations a round has done, by the progress of its job. */
export function organizationsDone(progress: string | null): number {
  if (progress === null) return 0;
  return (JSON.parse(progress) as { readonly organizations?: number }).organizations ?? 0;
}
