/** The job that brings a space and its branch in step, and notes how that ended. */
import { roleUnder } from "../../../access/scope.ts";
import { readSpace } from "../../../access/spaces.ts";
import { spaceRights } from "../../../access/table.ts";
import { queueSync, type SyncOrder } from "../../../content/git/queue.ts";
import type { Write } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";
import { forgetOnce, updateInstallation } from "../commands.ts";
import type { ImportReport } from "../../../importers/report.ts";
import { type StoredAttention, tracedInstallation } from "../present.ts";
import { noteStatus } from "../hosts/work.ts";
import { findInstallation } from "../queries.ts";
import { queueReviews } from "../reviews/noteReview.ts";
import { endMerged } from "../reviews/reviewRequest.ts";
import { attentionFor, isExpected, SyncCancelled, SyncHalted, waitAfter } from "./ended.ts";
import { POLL_MS, pollWait, remoteOf } from "./remote.ts";
import {
  beginRun,
  changeBy,
  type GitJobRun,
  type Installation,
  isNews,
  noteRun,
  type SyncReport,
  type SyncRun,
} from "./syncRun.ts";
import { syncSpace } from "./syncSpace.ts";

/** Milliseconds until a branch or a repository is looked for again that has gone. */
const GONE_MS = 3_600_000;
const MOST_DRIVEN_TRIES = 4;

/** Runs jobs of the kind `git-sync`. How a sync ends that can't go on is noted, and no failure of the job. */
export function gitSyncJob(deps: Deps): (run: GitJobRun) => Promise<{ readonly report?: unknown }> {
  return async (run) => {
    const { installation: id, cause } = JSON.parse(run.job.payload) as SyncOrder;
    const key = { organization_id: run.job.organization_id ?? "", id };
    const installation = await findInstallation(deps.db.read, key);
    if (installation === undefined || installation.paused_at !== null) return {};
    const { organization_id, space_id, state, choice } = installation;
    // Nobody has answered yet what it waits for.
    if (state === "attention" && choice === null && cause === "content") return {};
    const space = await readSpace(deps.db.read, { organization_id, id: space_id });
    if (space?.deleted_at !== null) return {};
    const sync: SyncRun = {
      deps,
      run,
      id: deps.newId(),
      space,
      content: deps.content.of(organization_id),
      remote: { url: installation.remote_url },
      cause,
    };
    await run.write((tx) => beginRun(tx, installation, { id: sync.id, cause, now: deps.clock.now() }));
    try {
      await requireOwner(sync, installation);
      const remote = await run.away(() => remoteOf(deps, installation, run.signal));
      await endWell(sync, installation, await syncSpace({ ...sync, remote }, installation));
    } catch (error) {
      // Another worker has the job, or the process stops: it is gone on with from what is written.
      if (run.signal.aborted) throw error;
      await endBadly(sync, installation, error);
    }
    return {};
  };
}

/** @throws SyncHalted when nobody answers for it any more */
async function requireOwner({ deps, space }: SyncRun, { owner_id: owner }: Installation): Promise<void> {
  const member = owner === null ? undefined : await deps.members.ofUser(space.organization_id, owner);
  const rights = member && spaceRights(await roleUnder(deps.members, space, member));
  if (rights?.triggerGitSync === true) return;
  throw new SyncHalted(
    "owner",
    "Whoever keeps this space in step may not do so any more. Somebody who may has to ask for a sync, and answers for it from then on.",
  );
}

async function endWell(sync: SyncRun, installation: Installation, report: SyncReport): Promise<void> {
  const { deps, run } = sync;
  const now = deps.clock.now();
  await run.write(async (tx) => {
    const row = await updateInstallation(tx, installation)
      .set({
        state: "synced",
        attention: null,
        failures: 0,
        synced_at: now,
        poll_at:
          installation.driven === 1
            ? null
            : now + Math.round(pollWait(installation, now) * (0.8 + 0.4 * Math.random())),
      })
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return;
    await noteConnection(tx, installation, "active", now);
    if (installation.base_commit === null) await queueReviews(tx, row, { now, newId: deps.newId });
    await endMerged(tx, sync, row);
    await forgetOnce(tx, row);
    await noteRun(tx, sync, { state: "success", stage: "finalize", report });
    await tellEnd(sync, tx, { before: installation, now: row }, "success");
  });
}

async function endBadly(sync: SyncRun, installation: Installation, error: unknown): Promise<void> {
  const { deps, run } = sync;
  const attention = attentionFor(error);
  const message =
    attention?.message ?? (isExpected(error) ? error.message : "Something went wrong on our side.");
  if (!isExpected(error)) deps.log.error({ err: error, installation: installation.id }, "a Git sync failed");
  await run.write(async (tx) => {
    const now = deps.clock.now();
    if (!(error instanceof SyncCancelled)) {
      await noteRun(tx, sync, {
        state: "failure",
        error: message,
        error_kind: attention?.kind ?? (error as { kind?: string }).kind ?? "internal",
      }).catch((cause: unknown) => {
        // Cancelled at the last moment: how it ended is noted with the installation.
        if (!(cause instanceof SyncCancelled)) throw cause;
      });
    }
    const row = await halt(sync, tx, installation, { attention, error, now });
    if (row !== undefined && !(error instanceof SyncCancelled))
      await tellEnd(sync, tx, { before: installation, now: row }, "failure");
  });
}

interface Ending {
  readonly attention: StoredAttention | undefined;
  readonly error: unknown;
  readonly now: number;
}

/** What becomes of an installation that could not be synced: a person is asked, or it is tried again. */
async function halt(
  { deps }: SyncRun,
  tx: Write,
  installation: Installation,
  { attention, error, now }: Ending,
): Promise<Installation | undefined> {
  if (error instanceof SyncCancelled || attention?.kind === "paused")
    return updateInstallation(tx, installation)
      .set({ state: "changed", poll_at: now + POLL_MS })
      .returningAll()
      .executeTakeFirst();
  if (attention !== undefined) {
    if (attention.kind === "unauthenticated") await noteConnection(tx, installation, "unauthenticated", now);
    await forgetOnce(tx, installation);
    const isGone = attention.kind === "branch-gone" || attention.kind === "not-found";
    return updateInstallation(tx, installation)
      .set({
        state: "attention",
        attention: JSON.stringify(attention),
        poll_at: isGone ? now + GONE_MS : null,
      })
      .returningAll()
      .executeTakeFirst();
  }
  const row = await updateInstallation(tx, installation)
    .set((eb) => ({ state: "failed" as const, failures: eb("failures", "+", 1), poll_at: null }))
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  // Credentials that were for one run are not kept for longer than it takes to try that a few times.
  if (row.driven === 1 && row.failures >= MOST_DRIVEN_TRIES) {
    await forgetOnce(tx, row);
    return row;
  }
  const when = { due: now + waitAfter(row.failures) };
  await queueSync(tx, row, { cause: "content", now, when, newId: deps.newId });
  return row;
}

async function noteConnection(
  tx: Write,
  { organization_id, connection_id }: Installation,
  status: Row<"git_connections">["status"],
  now: number,
): Promise<void> {
  if (connection_id === null) return;
  await tx
    .updateTable("git_connections")
    .set({ status, checked_at: now })
    .where("organization_id", "=", organization_id)
    .where("id", "=", connection_id)
    .execute();
}

/** Tells listeners and the audit log of a run that has done something, or that waits for a person. */
async function tellEnd(
  sync: SyncRun,
  tx: Write,
  { before, now: installation }: { readonly before: Installation; readonly now: Installation },
  state: "success" | "failure",
): Promise<void> {
  const run = await tx
    .selectFrom("git_runs")
    .selectAll()
    .where("organization_id", "=", installation.organization_id)
    .where("id", "=", sync.id)
    .executeTakeFirst();
  if (run === undefined) return;
  if (state === "success" && run.operation === "check" && !isNews(before, run.commit_id)) return;
  await judgeCommit(sync, tx, installation, { run, state });
  const { trace } = changeBy(sync, tx);
  const { space_id: spaceId } = installation;
  await trace({
    action: "git.run",
    ...tracedInstallation(installation),
    after: { operation: run.operation, state, commit: run.commit_id, revision: run.revision_id },
    event: {
      kind: installation.state === "attention" ? "git_attention" : "space_gitsync_completed",
      space: spaceId,
      payload: { spaceId, state, revisionId: run.revision_id ?? "", commitId: run.commit_id ?? "" },
    },
  });
}

/** Shows on the host what has become of a commit. Of what has to do with the way to the host there is nothing to show. */
async function judgeCommit(
  { deps, space }: SyncRun,
  tx: Write,
  installation: Installation,
  { run, state }: { readonly run: Row<"git_runs">; readonly state: "success" | "failure" },
): Promise<void> {
  const { commit_id: commit, revision_id: revision, report, error } = run;
  if (commit === null || (state === "failure" && installation.state !== "attention")) return;
  const { imported } = (report === null ? {} : JSON.parse(report)) as { imported?: Partial<ImportReport> };
  const broken = imported?.brokenLinks?.length ?? 0;
  const links = broken === 0 ? "" : ` ${broken} link${broken === 1 ? " finds" : "s find"} nothing.`;
  const isIn = state === "success" && revision !== null;
  await noteStatus(
    tx,
    installation,
    {
      commit,
      state,
      description: state === "success" ? `In step with the space.${links}` : (error ?? ""),
      path: `/s/${space.id}/~/${isIn ? `revisions/${revision}` : "git"}`,
    },
    { now: deps.clock.now(), newId: deps.newId },
  );
}
