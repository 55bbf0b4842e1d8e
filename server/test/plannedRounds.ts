/** Has rounds run that a server begins by itself, and tests only where they are about them. */
import { HOUSEKEEPING } from "../content/garbageRound.ts";
import { enqueue } from "../db/jobs.ts";
import type { Deps } from "../deps.ts";
import { REFRESH_SPECS } from "../jobs/refreshSpecs.ts";

type RoundDeps = Pick<Deps, "clock" | "db" | "newId">;

/** Where none is planned, one is due at once. */
async function planRound({ db, clock, newId }: RoundDeps, kind: string): Promise<void> {
  const planned = await db.read
    .selectFrom("jobs")
    .select("id")
    .where("key", "=", kind)
    .where("state", "in", ["queued", "running"])
    .executeTakeFirst();
  const now = clock.now();
  if (planned !== undefined) return;
  await db.transact((tx) => enqueue(tx, { id: newId(), kind, key: kind, due: now, now, organization: null }));
}

export const planHousekeeping = (deps: RoundDeps): Promise<void> => planRound(deps, HOUSEKEEPING);
export const planRefresh = (deps: RoundDeps): Promise<void> => planRound(deps, REFRESH_SPECS);
