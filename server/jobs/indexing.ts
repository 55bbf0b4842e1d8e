/** What asks for indexing besides a new head. */
import { EMPTY_ROOT } from "../../engine/revision.ts";
import type { SpaceKey } from "../db/schema.ts";
import { sql } from "kysely";
import { INDEX_SPACE, queueIndexing } from "../content/head.ts";
import type { Read, Write } from "../db/database.ts";
import { TOKENIZER } from "../../engine/search/tokenize.ts";
import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";

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

/** Spaces that one look goes through, and queues at most in one transaction. */
const SLICE = 100;

/**
 * The spaces whose index is not what it should be: made by another tokenizer, left behind by a job that was given up
 * or has yet to run, or of a space that is deleted.
 */
export async function staleSpaces(read: Read): Promise<SpaceKey[]> {
  const stale: SpaceKey[] = [];
  for await (const slice of staleSlices(read, TOKENIZER)) stale.push(...slice.stale);
  return stale;
}

interface StaleSlice {
  readonly stale: readonly SpaceKey[];
  /** The space behind which the next slice begins. */
  readonly last: SpaceKey;
}

/**
 * Goes through all spaces by their keys, some at a time: others get their turn between them.
 * @param tokenizer by which indexes should be made
 * @param after where to go on
 */
export async function* staleSlices(
  read: Read,
  tokenizer: string,
  after?: SpaceKey,
): AsyncGenerator<StaleSlice, undefined> {
  for (let last = after; ;) {
    const slice = await lookedAt(read, tokenizer, last).execute();
    const end = slice.at(-1);
    if (end === undefined) return;
    last = { organization_id: end.organization_id, id: end.id };
    yield {
      stale: slice.flatMap(({ organization_id, id, is_stale }) =>
        is_stale === 1 ? [{ organization_id, id }] : [],
      ),
      last,
    };
    if (slice.length < SLICE) return;
    await nextTurn();
  }
}

/** The next spaces behind one. */
function lookedAt(read: Read, tokenizer: string, after: SpaceKey | undefined) {
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
    .select(sql<number>`case when ${isStale(tokenizer)} then 1 else 0 end`.as("is_stale"))
    .where((eb) =>
      eb(
        eb.refTuple("spaces.organization_id", "spaces.id"),
        ">",
        eb.tuple(after?.organization_id ?? "", after?.id ?? ""),
      ),
    )
    .orderBy("spaces.organization_id")
    .orderBy("spaces.id")
    .limit(SLICE);
}

/** Whether the index of a space is behind. One without pages that was never indexed has nothing to find. */
const isStale = (
  tokenizer: string,
) => sql`case when spaces.deleted_at is not null then search_state.space_id is not null
  else search_state.root <> revisions.root
    or search_state.tokenizer <> cast(${tokenizer} as text) || coalesce(spaces.language, '')
    or (search_state.space_id is null and revisions.root <> ${EMPTY_ROOT}) end`;
