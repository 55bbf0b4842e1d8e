/** One attempt to bring a space and its branch in step, and what is written down of it. */
import { tell } from "../../../access/outbox.ts";
import { leaveTrace, type Trace } from "../../../access/trail.ts";
import type { Write } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import type { SyncCause } from "../../../content/git/queue.ts";
import type { Content } from "../../../content/store.ts";
import type { Deps } from "../../../deps.ts";
import type { RunningChange } from "../../../http/change.ts";
import type { GitRemote } from "../../../ports/git/remote.ts";
import type { GitJobRun } from "../jobRun.ts";
import { SyncCancelled } from "./ended.ts";

export type Installation = Row<"git_installations">;

/** What a sync would do; of much the first. */
export interface SyncPreview {
  /** What would change in the space, or what its change request for the branch would show. */
  readonly pages: readonly {
    readonly id: string;
    readonly title: string;
    readonly change: "added" | "edited" | "deleted";
  }[];
  readonly pageCount: number;
  readonly pagesTo: "space" | "request";
  /** What would change on the branch, or what a proposal for it would say beyond it. */
  readonly files: readonly { readonly path: string; readonly change: "written" | "deleted" }[];
  readonly fileCount: number;
  readonly filesTo: "branch" | "proposal";
  /** The same as `git diff` shows it. */
  readonly diff: string;
}

/** What has come of a run, for its reader. */
export interface SyncReport {
  readonly imported?: unknown;
  readonly pushed?: { readonly files: number; readonly pages: number };
  readonly held?: number;
  readonly preview?: SyncPreview;
  /** The spaces of a site that it shows the content of. */
  readonly spaces?: readonly string[];
  readonly notes?: readonly string[];
}

/** Runs that are kept. */
const KEPT_RUNS = 200;

export interface SyncRun {
  readonly deps: Deps;
  readonly run: GitJobRun;
  readonly id: string;
  readonly space: Row<"spaces">;
  readonly content: Content;
  readonly remote: GitRemote;
  readonly cause: SyncCause;
}

type Of = Pick<Installation, "organization_id" | "id">;

const runsOf = (tx: Write, { organization_id, id }: Of) =>
  tx.updateTable("git_runs").where("organization_id", "=", organization_id).where("installation_id", "=", id);

/** The run under way has left its place to others; the next one begins by itself. */
export async function endGivenWay(tx: Write, of: Of, now: number): Promise<void> {
  const error =
    "The host took long, and other organizations waited for a place. It is tried again in a minute by itself.";
  await runsOf(tx, of)
    .set({ state: "timeout", error, error_kind: "gave-way", updated_at: now, completed_at: now })
    .where("state", "=", "running")
    .where("operation", "!=", "preview")
    .execute();
}

/** Notes that a run begins; one that a killed process has left behind has ended by that. */
export async function beginRun(
  tx: Write,
  { organization_id, id: installation_id }: Installation,
  { id, cause, now }: { readonly id: string; readonly cause: SyncCause; readonly now: number },
): Promise<void> {
  const of = { organization_id, id: installation_id };
  await runsOf(tx, of)
    .set({ state: "failure", error: "The process ended while it ran.", updated_at: now, completed_at: now })
    .where("state", "=", "running")
    // Whoever looks ahead does so beside it.
    .where("operation", "!=", "preview")
    .execute();
  await putRun(tx, { organization_id, id: installation_id }, { id, operation: "check", cause, now });
}

/** States of a run that has not ended. */
export const UNDER_WAY = ["queued", "running"] as const;

interface NewRun extends Pick<Row<"git_runs">, "operation"> {
  /** By default it is under way. */
  readonly state?: (typeof UNDER_WAY)[number];
  readonly id: string;
  readonly cause: SyncCause;
  readonly now: number;
}

/** A run that is under way, or about to be. The oldest of all go. */
export async function putRun(
  tx: Write,
  { organization_id, id: installation_id }: Of,
  { id, operation, cause, now, state = "running" }: NewRun,
): Promise<Row<"git_runs">> {
  const row = await tx
    .insertInto("git_runs")
    .values({
      organization_id,
      id,
      installation_id,
      operation,
      cause,
      state,
      stage: "repo_fetch",
      created_at: now,
      updated_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const old = await tx
    .selectFrom("git_runs")
    .select("id")
    .where("organization_id", "=", organization_id)
    .where("installation_id", "=", installation_id)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .offset(KEPT_RUNS)
    .limit(KEPT_RUNS)
    .execute();
  if (old.length === 0) return row;
  await tx
    .deleteFrom("git_runs")
    .where("organization_id", "=", organization_id)
    .where(
      "id",
      "in",
      old.map((one) => one.id),
    )
    .execute();
  return row;
}

type RunFields = Partial<
  Pick<
    Row<"git_runs">,
    "operation" | "state" | "stage" | "commit_id" | "revision_id" | "error" | "error_kind"
  >
> & { readonly report?: SyncReport };

/** Notes how far a run is, in a transaction of its own effects. @throws SyncCancelled when somebody has cancelled it */
export async function noteRun(
  tx: Write,
  { id, content, deps }: Pick<SyncRun, "id" | "content" | "deps">,
  fields: RunFields,
): Promise<void> {
  const now = deps.clock.now();
  const { report, ...columns } = fields;
  const hasEnded = fields.state !== undefined && fields.state !== "running";
  const { numUpdatedRows } = await tx
    .updateTable("git_runs")
    .set({
      ...columns,
      ...(report === undefined ? {} : { report: JSON.stringify(report) }),
      updated_at: now,
      ...(hasEnded ? { completed_at: now } : {}),
    })
    .where("organization_id", "=", content.organization)
    .where("id", "=", id)
    .where("state", "in", UNDER_WAY)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new SyncCancelled("The run was cancelled.");
}

/** The change that a transaction of the run makes, with its trail: nobody's but the installation's. */
export function changeBy({ deps }: Pick<SyncRun, "deps">, tx: Write): RunningChange {
  const now = deps.clock.now();
  const origin = { identity: undefined, ip: undefined, source: "job" as const };
  return {
    tx,
    now,
    newId: deps.newId,
    by: undefined,
    trace: (trace: Trace) => leaveTrace(tx, origin, now, deps.newId, trace),
  };
}

/** Whether there is something to say of a run: it is about a commit that was not agreed on. */
export const isNews = ({ base_commit }: Installation, commit: string | null | undefined): commit is string =>
  typeof commit === "string" && commit !== base_commit;

/** Tells listeners that a commit is being looked at: of each such run they hear the end too. */
export async function tellStart(
  tx: Write,
  { deps, space }: SyncRun,
  { organization_id: organization, id }: Installation,
  commitId: string,
): Promise<void> {
  const payload = { spaceId: space.id, revisionId: space.head, commitId };
  const event = { kind: "space_gitsync_started", space: space.id, payload };
  const at = { at: deps.clock.now(), newId: deps.newId };
  await tell(tx, event, { organization, target: { id } }, { type: "system", id: "job" }, at);
}
