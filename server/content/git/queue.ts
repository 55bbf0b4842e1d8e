/** Asking for a space, or a site, to be brought in step with its branch. */
import { enqueue, type NewJob } from "../../db/jobs.ts";
import { type Params, prepared, type Read, type Write } from "../../db/database.ts";
import type { Row, SpaceKey } from "../../db/schema.ts";

/** The kind of the jobs that ask hosts' APIs. */
export const GIT_HOST = "git-host";
/** The kind of the jobs that bring a space, or a site, and its branch in step. */
export const GIT_SYNC = "git-sync";
/** The kind of the job that asks hosts where their branches are. */
export const GIT_POLL = "git-poll";

/** What a sync is asked for by. */
export type SyncCause = Row<"git_runs">["cause"];

export interface SyncOrder {
  readonly installation: string;
  readonly cause: SyncCause;
  /** Whether it keeps its distance from the run before: what is published often goes out together. */
  readonly keepsDistance?: true;
}

type SyncedKey = Pick<Row<"git_installations">, "organization_id" | "id" | "space_id" | "parent_id">;

/** How long a space rests before edits go out together, and how long they wait for that at most; milliseconds. */
const REST_MS = 10_000;
const LONGEST_REST_MS = 60_000;

interface SyncWish extends Omit<SyncOrder, "installation"> {
  /** Milliseconds. */
  readonly now: number;
  /** By default at once, whatever else waits. */
  readonly when?: Pick<NewJob, "due" | "within" | "joins">;
  readonly newId: () => string;
}

/** Has a space brought in step with its branch: one of a site with all of that. */
export async function queueSync(
  tx: Write,
  { organization_id: organization, id, parent_id, space_id }: SyncedKey,
  { cause, now, when, newId, ...how }: SyncWish,
): Promise<void> {
  const installation = parent_id ?? id;
  const payload: SyncOrder = { installation, cause, ...how };
  const space = parent_id === null && space_id !== null ? { space: space_id } : {};
  const of = { kind: GIT_SYNC, key: `${GIT_SYNC}:${installation}`, payload, ...space, organization };
  await enqueue(tx, { id: newId(), now, ...of, ...(when ?? { due: now, hastens: true }) });
}

/** Has a sync that runs run again then, for what it was asked for. @param due milliseconds */
export async function putSyncOff(
  tx: Write,
  { organization_id: organization, id }: Pick<SyncedKey, "organization_id" | "id">,
  { due, now, newId }: { readonly due: number } & Pick<SyncWish, "now" | "newId">,
): Promise<void> {
  const of = { kind: GIT_SYNC, key: `${GIT_SYNC}:${id}`, organization };
  // Edits that came since it began don't put it off further.
  await enqueue(tx, { id: newId(), due, now, ...of, hastens: true });
}

/** Whether a sync is asked for that has not ended. */
export async function isSyncAsked(
  read: Read,
  { organization_id, id, parent_id }: SyncedKey,
): Promise<boolean> {
  const job = await read
    .selectFrom("jobs")
    .select("id")
    .where("organization_id", "=", organization_id)
    .where("key", "=", `${GIT_SYNC}:${parent_id ?? id}`)
    .where("state", "in", ["queued", "running"])
    .executeTakeFirst();
  return job !== undefined;
}

const syncedWith = prepared((read, p: Params<{ organization: string; space: string }>) =>
  read
    .selectFrom("git_installations as own")
    .innerJoin("git_installations as asked", (on) =>
      on
        .onRef("asked.organization_id", "=", "own.organization_id")
        .on((eb) => eb("asked.id", "=", eb.fn.coalesce("own.parent_id", "own.id"))),
    )
    .select(["own.organization_id", "own.id", "own.space_id", "own.parent_id"])
    .select(["asked.paused_at", "asked.driven", "asked.state"])
    .where("own.organization_id", "=", p("organization"))
    .where("own.space_id", "=", p("space")),
);

/** Has a space brought in step, where it is kept so with a branch: at once, or when its edits rest. */
export async function queueSyncAfter(
  tx: Write,
  { organization_id: organization, id: space }: SpaceKey,
  {
    now,
    isAtOnce,
    newId,
  }: { readonly now: number; readonly isAtOnce: boolean; readonly newId: () => string },
): Promise<void> {
  const [synced] = await syncedWith.all(tx, { organization, space });
  if (synced === undefined || synced.paused_at !== null || synced.driven === 1) return;
  // Of a site each space waits for itself.
  if (synced.state === "attention" && synced.parent_id === null) return;
  const how = isAtOnce
    ? { keepsDistance: true as const }
    : // What is asked for otherwise, such as a merge, isn't put off by who goes on writing.
      { when: { due: now + REST_MS, within: LONGEST_REST_MS, joins: true as const } };
  await queueSync(tx, synced, { cause: "content", now, newId, ...how });
}

/** Has a site that is kept in step with a branch brought in step at once. */
export async function queueSiteSync(
  { tx, now, newId }: GitChange,
  organization: string,
  site: string,
): Promise<void> {
  const synced = await tx
    .selectFrom("git_installations")
    .select(["organization_id", "id", "space_id", "parent_id"])
    .where("organization_id", "=", organization)
    .where("site_id", "=", site)
    .where("parent_id", "is", null)
    .where("paused_at", "is", null)
    .where("driven", "=", 0)
    .executeTakeFirst();
  if (synced !== undefined) await queueSync(tx, synced, { cause: "content", now, newId });
}

/** The transaction in which something of a sync is changed. */
export interface GitChange {
  readonly tx: Write;
  /** In milliseconds. */
  readonly now: number;
  readonly newId: () => string;
}
