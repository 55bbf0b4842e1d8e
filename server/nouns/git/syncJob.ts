/** The job that brings a space, or a site, and its branch in step, and notes how that ended. */
import { tell } from "../../access/outbox.ts";
import type { Membership } from "../../access/members.ts";
import { queueSync, type SyncOrder } from "../../content/git/queue.ts";
import type { Write } from "../../db/database.ts";
import type { Claim } from "../../db/jobs.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { forgetOnce, updateInstallation } from "./commands.ts";
import type { ImportReport } from "../../importers/report.ts";
import { attentionOf, type StoredAttention, tracedInstallation } from "./present.ts";
import { noteStatus, sendWaiting } from "./hosts/work.ts";
import { type GitJobRun, putOffIfClose, waitAfter } from "./jobRun.ts";
import { ownerOf, type SyncTarget, targetOf } from "./owner.ts";
import { placeInConsole } from "./place.ts";
import { findInstallation, findSpaceOf } from "./queries.ts";
import { lookAgain } from "./tryAgain.ts";
import type { SiteRun } from "./site/siteRun.ts";
import { type SiteReport, syncSite } from "./site/syncSite.ts";
import { tellParts } from "./site/tellParts.ts";
import { queueReviews, queueWaiting } from "./reviews/noteReview.ts";
import { endMerged } from "./reviews/reviewRequest.ts";
import {
  attentionFor,
  failedState,
  goesOnInward,
  isExpected,
  SYNC_NOW,
  SyncCancelled,
  SyncHalted,
  SyncMoved,
} from "./sync/ended.ts";
import { nextPoll, POLL_MS, remoteOf } from "./sync/remote.ts";
import { waitingFor } from "./sync/decided.ts";
import { queueFailing, queueStandstill } from "./sync/standstill.ts";
import {
  beginRun,
  changeBy,
  endGivenWay,
  type Installation,
  isNews,
  noteRun,
  type SyncRun,
} from "./sync/syncRun.ts";
import { syncSpace } from "./sync/syncSpace.ts";

/** Milliseconds until a branch or a repository is looked for again that has gone. */
const GONE_MS = 3_600_000;
const MOST_DRIVEN_TRIES = 4;

/** Runs jobs of the kind `git-sync`. How a sync ends that can't go on is noted, and no failure of the job. */
export function gitSyncJob(deps: Deps): (run: GitJobRun) => Promise<{ readonly report?: unknown }> {
  return async (anywhere) => {
    const { installation: id, cause, keepsDistance } = JSON.parse(anywhere.job.payload) as SyncOrder;
    const key = { organization_id: anywhere.job.organization_id ?? "", id };
    const installation = await findInstallation(deps.db.read, key);
    if (installation === undefined || installation.paused_at !== null) return {};
    const run = ofPlace(anywhere, installation);
    const { organization_id, state, choice } = installation;
    const target = await targetOf(deps, installation);
    if (target === undefined) return {};
    // Nobody has answered yet what it waits for. Of a site each space waits for itself.
    const waits = state === "attention" && choice === null && "space" in target;
    if (waits && cause === "content") return {};
    if (keepsDistance === true && (await putOffIfClose(deps, run, installation))) return {};
    const sync: JobSync = {
      deps,
      run,
      id: deps.newId(),
      content: deps.content.of(organization_id),
      remote: { url: installation.remote_url },
      cause,
      looked: new Map(),
    };
    await run.write((tx) => beginRun(tx, installation, { id: sync.id, cause, now: deps.clock.now() }));
    try {
      const member = await requireOwner(sync, installation, target);
      const remote = await run.away(() => remoteOf(deps, installation, run.signal));
      if ("space" in target) {
        const own = { ...sync, remote, ...target };
        const report = await syncSpace(own, installation);
        await endWell(sync, installation, { report, attention: undefined }, (tx, row) =>
          followEnd(tx, own, installation, row),
        );
      } else await endWell(sync, installation, await syncSite({ ...sync, remote, member }, installation));
    } catch (error) {
      // Another worker has the job, or the process stops: it is gone on with from what is written.
      if (run.signal.aborted) throw error;
      if (!(error instanceof SyncMoved)) await endBadly(sync, installation, error).catch(unlessMoved);
    }
    return {};
  };
}

/** What a run says that left its place to others. */
export const syncGaveWay =
  ({ clock }: Pick<Deps, "clock">) =>
  async (tx: Write, { organization_id, payload }: Claim): Promise<void> => {
    const { installation: id } = JSON.parse(payload) as SyncOrder;
    await endGivenWay(tx, { organization_id: organization_id ?? "", id }, clock.now());
  };

/** The run, as long as it is about the place that is kept in step: what it writes later would be agreed with another. */
function ofPlace(run: GitJobRun, { organization_id, id, moves }: Installation): GitJobRun {
  return {
    job: run.job,
    signal: run.signal,
    away: (work) => run.away(work),
    write: (work) =>
      run.write(async (tx) => {
        const now = await findInstallation(tx, { organization_id, id });
        if (now !== undefined && now.moves !== moves) throw new SyncMoved("Another place was chosen.");
        return work(tx);
      }),
  };
}

/** Of what was begun for another place nothing is noted: the run was ended with the choice, and the next one waits. */
function unlessMoved(error: unknown): void {
  if (!(error instanceof SyncMoved)) throw error;
}

/** A sync, be it of a space or of a site. */
type JobSync = Omit<SyncRun, "space"> & Pick<SiteRun, "looked">;

/** @throws SyncHalted when nobody answers for it any more */
async function requireOwner(
  { deps }: JobSync,
  installation: Installation,
  target: SyncTarget,
): Promise<Membership> {
  const member = await ownerOf(deps, installation, target);
  if (member !== undefined) return member;
  throw new SyncHalted(
    "owner",
    `The owner of this sync no longer has permission for it. Somebody with permission has to ${SYNC_NOW}, and becomes its owner.`,
  );
}

/** What follows from the end of the sync of a space. */
async function followEnd(tx: Write, sync: SyncRun, before: Installation, row: Installation): Promise<void> {
  const { deps } = sync;
  const wish = { now: deps.clock.now(), newId: deps.newId };
  if (before.base_commit === null) await queueReviews(tx, row, wish);
  else await queueWaiting(tx, row, wish);
  await endMerged(tx, sync, row);
}

async function endWell(
  sync: JobSync,
  installation: Installation,
  { report, attention }: SiteReport,
  follow?: (tx: Write, row: Installation) => Promise<void>,
): Promise<void> {
  const { deps, run } = sync;
  const now = deps.clock.now();
  await run.write(async (tx) => {
    const row = await updateInstallation(tx, installation)
      .set({
        state: attention === undefined ? "synced" : "attention",
        attention: attention === undefined ? null : JSON.stringify(attention),
        failures: 0,
        ...(attention === undefined ? { told: 0 as const } : {}),
        synced_at: now,
        poll_at: installation.driven === 1 ? null : nextPoll(installation, now),
      })
      .returningAll()
      .executeTakeFirst();
    if (row === undefined) return;
    await noteConnection(tx, installation, "active", now);
    await follow?.(tx, row);
    await sendWaiting(tx, row, { now, newId: deps.newId });
    await forgetOnce(tx, row);
    await noteRun(tx, sync, { state: "success", stage: "finalize", report });
    if (attention !== undefined)
      await queueStandstill(tx, installation, attention.kind, { now, newId: deps.newId });
    await goOnWithLate(tx, sync, row);
    await tellEnd(sync, tx, { before: installation, now: row }, "success");
  });
}

/** What a run has had no time for is for the next one: each brings some of it, or fails and is tried again as others are. */
async function goOnWithLate(tx: Write, { deps }: JobSync, row: Installation): Promise<void> {
  const late = await tx
    .selectFrom("git_installations")
    .select("id")
    .where("organization_id", "=", row.organization_id)
    .where((eb) => eb.or([eb("id", "=", row.id), eb("parent_id", "=", row.id)]))
    .where("unread", "=", "late")
    .execute();
  // Who drives it asks again.
  if (late.length === 0 || row.driven === 1) return;
  const ids = late.map(({ id }) => id);
  await lookAgain(tx, row.organization_id, ids);
  await queueSync(tx, row, { cause: "content", now: deps.clock.now(), newId: deps.newId });
}

async function endBadly(sync: JobSync, installation: Installation, error: unknown): Promise<void> {
  const { deps, run } = sync;
  const attention = attentionFor(error, installation);
  const message =
    attention?.message ??
    (isExpected(error)
      ? error.message
      : "Something went wrong on our side. It is tried again by itself; the log of the server says more.");
  if (!isExpected(error)) deps.log.error({ err: error, installation: installation.id }, "a Git sync failed");
  await run.write(async (tx) => {
    const now = deps.clock.now();
    if (!(error instanceof SyncCancelled)) {
      await noteRun(tx, sync, {
        state: failedState(error),
        error: message,
        error_kind: attention?.kind ?? (error as { kind?: string }).kind ?? "internal",
      }).catch((cause: unknown) => {
        // Cancelled at the last moment: how it ended is noted with the installation.
        if (!(cause instanceof SyncCancelled)) throw cause;
      });
    }
    const row = await halt(sync, tx, installation, { attention, error, now });
    // Whoever has heard of its begin waits for its end, be it that somebody has cancelled it.
    if (row !== undefined) await tellEnd(sync, tx, { before: installation, now: row }, "failure");
  });
}

interface Ending {
  readonly attention: StoredAttention | undefined;
  readonly error: unknown;
  readonly now: number;
}

/** What becomes of an installation that could not be synced: a person is asked, or it is tried again. */
async function halt(
  { deps }: JobSync,
  tx: Write,
  installation: Installation,
  { attention, error, now }: Ending,
): Promise<Installation | undefined> {
  if (error instanceof SyncCancelled || attention?.kind === "paused")
    return updateInstallation(tx, installation)
      .set({ state: "changed", poll_at: now + POLL_MS })
      .returningAll()
      .executeTakeFirst();
  // A first sync on top of the branch would bring in what only that has: nobody has said that it may.
  const isOnTop = installation.base_commit === null && installation.choice === "lectern";
  if (attention?.kind === "protected" && installation.outgoing === "push-or-pull-request" && !isOnTop) {
    const row = await updateInstallation(tx, installation)
      .set({ state: "changed", outgoing: "pull-request", base_revision: null })
      .returningAll()
      .executeTakeFirst();
    if (row !== undefined) await queueSync(tx, row, { cause: "content", now, newId: deps.newId });
    return row;
  }
  if (attention !== undefined) {
    if (attention.kind === "unauthenticated") await noteConnection(tx, installation, "unauthenticated", now);
    await forgetOnce(tx, installation);
    await queueStandstill(tx, installation, attention.kind, { now, newId: deps.newId });
    const isGone = attention.kind === "branch-gone" || attention.kind === "not-found";
    const later = goesOnInward(attention.kind) ? nextPoll(installation, now) : null;
    return updateInstallation(tx, installation)
      .set((eb) => ({
        ...waitingFor(attention)(eb),
        failures: 0,
        poll_at: isGone ? now + GONE_MS : later,
      }))
      .returningAll()
      .executeTakeFirst();
  }
  const row = await updateInstallation(tx, installation)
    .set((eb) => ({
      state: "failed" as const,
      // Before the first failed run it counts looks at the branch that nobody answered.
      failures: installation.state === "failed" ? eb("failures", "+", 1) : 1,
      poll_at: null,
    }))
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  // Credentials that were for one run are not kept for longer than it takes to try that a few times.
  if (row.driven === 1 && row.failures >= MOST_DRIVEN_TRIES) {
    await forgetOnce(tx, row);
    return row;
  }
  await queueFailing(tx, row, { now, newId: deps.newId });
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
  sync: JobSync,
  tx: Write,
  { before, now: installation }: { readonly before: Installation; readonly now: Installation },
  state: "success" | "failure",
): Promise<void> {
  const { deps } = sync;
  const run = await tx
    .selectFrom("git_runs")
    .selectAll()
    .where("organization_id", "=", installation.organization_id)
    .where("id", "=", sync.id)
    .executeTakeFirst();
  if (run === undefined) return;
  const isWorth = isWorthTelling({ before, now: installation }, run);
  const failure = state === "failure" ? { isNews: isWorth } : undefined;
  if (installation.site_id !== null)
    await tellParts(tx, deps, { site: installation, looked: sync.looked, run, failure });
  if (!isWorth) return;
  await judgeCommit(sync, tx, installation, { run, state });
  const { trace } = changeBy(sync, tx);
  const traced = tracedInstallation(installation);
  const space = await findSpaceOf(tx, installation);
  const after = { operation: run.operation, state, commit: run.commit_id, revision: run.revision_id };
  // Of a site each of its spaces has told it.
  if (space === undefined) return trace({ action: "git.run", ...traced, after });
  const payload = {
    spaceId: space.id,
    state,
    // What it began with, as its begin was told, where it came to nothing.
    revisionId: run.revision_id ?? space.head,
    commitId: run.commit_id ?? "",
  };
  const event = { kind: "space_gitsync_completed", space: space.id, payload };
  await trace({ action: "git.run", ...traced, after, event });
  if (installation.state !== "attention") return;
  const at = { at: deps.clock.now(), newId: deps.newId };
  await tell(tx, { ...event, kind: "git_attention" }, traced, { type: "system", id: "job" }, at);
}

/** Whether a run has anything to say: of a host that stays away the first that found it so has said it, and the first that finds it back does. */
function isWorthTelling(
  { before, now }: { readonly before: Installation; readonly now: Installation },
  { operation, state, commit_id, cause }: Row<"git_runs">,
): boolean {
  if (isNews(before, commit_id)) return true;
  const wasAway = before.state === "failed";
  if (state === "success") return operation !== "check" || wasAway;
  return !(wasAway && now.state === "failed") || cause === "user";
}

/** Shows on the host what has become of a commit. Of what has to do with the way to the host there is nothing to show. */
async function judgeCommit(
  { deps }: JobSync,
  tx: Write,
  installation: Installation,
  { run, state }: { readonly run: Row<"git_runs">; readonly state: "success" | "failure" },
): Promise<void> {
  const { commit_id: commit, revision_id: revision, report, error } = run;
  // Of a site one space may wait for somebody while the others are in step.
  const attention = installation.state === "attention" ? attentionOf(installation) : undefined;
  if (commit === null || (state === "failure" && attention === undefined)) return;
  const { imported } = (report === null ? {} : JSON.parse(report)) as { imported?: Partial<ImportReport> };
  const broken = imported?.brokenLinks?.length ?? 0;
  const links = broken === 0 ? "" : ` ${broken} link${broken === 1 ? " finds" : "s find"} nothing.`;
  const isIn = state === "success" && revision !== null;
  await noteStatus(
    tx,
    installation,
    {
      commit,
      state: attention === undefined ? "success" : "failure",
      description:
        attention === undefined
          ? `In step with the ${installation.site_id === null ? "space" : "site"}.${links}`
          : (error ?? attention.message),
      path:
        isIn && installation.space_id !== null
          ? `/s/${installation.space_id}/~/revisions/${revision}`
          : placeInConsole(installation),
    },
    { now: deps.clock.now(), newId: deps.newId },
  );
}
