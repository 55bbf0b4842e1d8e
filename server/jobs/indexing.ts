/** What asks for indexing besides a new head. */
import { EMPTY_ROOT } from "../../engine/revision.ts";
import type { SpaceKey } from "../db/schema.ts";
import { sql } from "kysely";
import { INDEX_SPACE, queueIndexing } from "../content/head.ts";
import type { Read, Write } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { TOKENIZER } from "../../engine/search/tokenize.ts";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Has the search index of a space made anew, from nothing. Whoever indexes the space at the moment can't write any
 * more once this has committed.
 */
export async function rebuildIndex(
  tx: Write,
  space: SpaceKey,
  now: number,
  newId: () => string,
): Promise<void> {
  await tx
    .updateTable("jobs")
    .set({ state: "cancelled", finished_at: now, lease_until: null })
    .where("key", "=", `${INDEX_SPACE}:${space.id}`)
    .where(sql<boolean>`state in ('queued', 'running')`)
    .execute();
  await queueIndexing(tx, space, now, newId, { rebuild: true });
}

/** How often it is asked whether another process has indexed a space, in milliseconds. */
const LOOK_MS = 200;

/**
 * Runs the jobs that index a space, and waits for those that another process has taken, as a server on the same
 * PostgreSQL does. A job that failed or is paused is not waited for.
 */
export async function finishIndexing(
  read: Read,
  runner: { drain(): Promise<number> },
  space: SpaceKey,
  wait: () => Promise<unknown> = () => pause(LOOK_MS),
): Promise<void> {
  const isTaken = async (): Promise<boolean> =>
    (await read
      .selectFrom("jobs")
      .select("id")
      .where("key", "=", `${INDEX_SPACE}:${space.id}`)
      .where(sql<boolean>`state = 'running'`)
      .executeTakeFirst()) !== undefined;
  for (;;) {
    const before = await isTaken();
    const ran = await runner.drain();
    if (ran === 0 && !before && !(await isTaken())) return;
    if (ran === 0) await wait();
  }
}

/**
 * The spaces whose index is not what it should be: made by an older tokenizer, left behind by a job that was given up
 * or has yet to run, or of a space that is deleted.
 */
export async function staleSpaces(read: Read): Promise<SpaceKey[]> {
  return read
    .selectFrom("spaces")
    .innerJoin("revisions", (on) =>
      on
        .onRef("revisions.organization_id", "=", "spaces.organization_id")
        .onRef("revisions.id", "=", "spaces.head"),
    )
    .leftJoin("search_state", (on) =>
      on
        .onRef("search_state.organization_id", "=", "spaces.organization_id")
        .onRef("search_state.space_id", "=", "spaces.id"),
    )
    .select(["spaces.organization_id", "spaces.id"])
    .where((eb) =>
      eb.or([
        eb.and([
          eb("spaces.deleted_at", "is", null),
          eb.or([
            // One without pages that was never indexed has nothing to find.
            eb.and([eb("search_state.space_id", "is", null), eb("revisions.root", "!=", EMPTY_ROOT)]),
            eb("search_state.root", "!=", eb.ref("revisions.root")),
            eb(
              "search_state.tokenizer",
              "!=",
              sql<string>`cast(${TOKENIZER} as text) || coalesce(${eb.ref("spaces.language")}, '')`,
            ),
          ]),
        ]),
        eb.and([eb("spaces.deleted_at", "is not", null), eb("search_state.space_id", "is not", null)]),
      ]),
    )
    .orderBy("spaces.id")
    .execute();
}

/** Queues every stale space, for the start of the process; gives how many there are. */
export async function queueStaleSpaces(deps: Pick<Deps, "db" | "clock" | "newId">): Promise<number> {
  const { db, clock, newId } = deps;
  const stale = await staleSpaces(db.read);
  for (const space of stale) await db.transact((tx) => queueIndexing(tx, space, clock.now(), newId));
  return stale.length;
}
