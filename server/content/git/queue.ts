/** Asking for a space to be brought in step with its branch. */
import { enqueue } from "../../db/jobs.ts";
import { type Params, prepared, type Write } from "../../db/database.ts";
import type { Row, SpaceKey } from "../../db/schema.ts";

/** The kind of the jobs that bring a space and its branch in step. */
export const GIT_SYNC = "git-sync";
/** The kind of the job that asks hosts where their branches are. */
export const GIT_POLL = "git-poll";

/** What a sync is asked for by. */
export type SyncCause = Row<"git_runs">["cause"];

export interface SyncOrder {
  readonly installation: string;
  readonly cause: SyncCause;
}

type Synced = Pick<Row<"git_installations">, "organization_id" | "id" | "space_id">;

/** Edits of these milliseconds go out together. */
const REST_MS = 10_000;

/** Has a space brought in step with its branch. Times in milliseconds. */
export async function queueSync(
  tx: Write,
  { organization_id: organization, id: installation, space_id: space }: Synced,
  asked: {
    readonly cause: SyncCause;
    readonly now: number;
    readonly due?: number;
    readonly newId: () => string;
  },
): Promise<void> {
  const { cause, now, due = now, newId } = asked;
  const payload: SyncOrder = { installation, cause };
  const key = `${GIT_SYNC}:${installation}`;
  await enqueue(tx, { id: newId(), kind: GIT_SYNC, key, payload, space, organization, due, now });
}

const syncedWith = prepared((read, p: Params<{ organization: string; space: string }>) =>
  read
    .selectFrom("git_installations")
    .select(["organization_id", "id", "space_id", "paused_at", "state"])
    .where("organization_id", "=", p("organization"))
    .where("space_id", "=", p("space")),
);

/**
 * Has new content of a space pushed, where it is kept in step with a branch: a merge at once, edits together at the next
 * full ten seconds, so that whoever goes on writing doesn't put it off.
 */
export async function queueSyncAfter(
  tx: Write,
  { organization_id: organization, id: space }: SpaceKey,
  { now, isMerge, newId }: { readonly now: number; readonly isMerge: boolean; readonly newId: () => string },
): Promise<void> {
  const [synced] = await syncedWith.all(tx, { organization, space });
  if (synced === undefined || synced.paused_at !== null || synced.state === "attention") return;
  const due = isMerge ? now : Math.ceil((now + 1) / REST_MS) * REST_MS;
  await queueSync(tx, synced, { cause: "content", now, due, newId });
}
