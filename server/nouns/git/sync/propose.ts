/**
 * What the space says beyond a branch that takes no pushes: it goes to a branch of its own, for which the host is asked
 * for a pull request. Both sides agree once that is merged, by whatever commit: content is compared, not history.
 */
import type { EntryChanges } from "../../../content/git/entries.ts";
import type { Write } from "../../../db/database.ts";
import type { GitRepository } from "../../../ports/git/repository.ts";
import { doneConfirmed } from "./decided.ts";
import { updateInstallation } from "../commands.ts";
import { queueHostWork } from "../hosts/work.ts";
import { proposalBranch } from "../place.ts";
import { GitError } from "../../../ports/git/error.ts";
import { SYNC_NOW, SyncHalted, SyncOutrun } from "./ended.ts";
import type { BranchContent } from "./intake.ts";
import { sendLargeFiles } from "./large.ts";
import { describeCommit } from "./message.ts";
import { type OutgoingContent, printOut, type PushedCommit, refuseLosses } from "./outgo.ts";
import { findProposal } from "./proposed.ts";
import { agree } from "./push.ts";
import { keptOfOthers } from "./reviewers.ts";
import { type Installation, noteRun, type SyncRun } from "./syncRun.ts";

/** Of the commit that has again what others committed to the branch of proposals. */
const KEPT_MESSAGE = "Keep what was committed to the pull request";

/**
 * Brings the branch of proposals up to date, and has a pull request opened for it.
 * @param tip where that branch is; undefined: there is none
 * @throws GitError, SyncHalted, SyncCancelled, and SyncOutrun when that branch has moved
 */
export async function propose(
  sync: SyncRun,
  out: OutgoingContent,
  tip: string | undefined,
): Promise<PushedCommit> {
  const { branch, joined, repository } = out;
  const base = baseOf(branch);
  const printed = await printOut(sync, out);
  refuseLosses(printed, out);
  const { changes, entries, pages } = printed;
  await sendLargeFiles(sync, { ...joined, theirs: branch.root }, changes);
  if (changes.length === 0) {
    await sync.run.write(async (tx) => {
      await agree(tx, joined, { entries, commit: base });
      await endProposal(tx, joined.installation);
    });
    return { commit: undefined, files: 0, pages: 0 };
  }
  const roots = { before: branch.root, now: joined.outward };
  const { installation, head } = joined;
  const words = await describeCommit(sync.deps, { installation, space: sync.space, head, roots });
  const open = await openProposal(sync, repository, tip, base);
  // On top of the branch, and of what was proposed before: nothing is overwritten.
  const commit = await repository.commit({
    parent: base,
    also: open,
    ...words,
    at: head.created_at,
    changes,
  });
  const own = (await findProposal(sync, installation))?.commit_id;
  const kept =
    open === undefined || own === undefined
      ? []
      : await keptOfOthers(sync, repository, installation, { own, open, base, commit });
  const again = { ...words, message: KEPT_MESSAGE, parent: commit, at: head.created_at, changes: kept };
  const last = kept.length === 0 ? commit : await repository.commit(again);
  const isNew = open === undefined || !(await saysTheSame(sync, repository, { open, base, commit: last }));
  const push = { branch: proposalBranch(installation), commit: last, lease: tip };
  if (isNew) await sync.run.away(() => repository.push(push)).catch(outrun);
  // Without what others have said there: the next proposal compares the branch with it.
  const proposed = isNew ? commit : ((kept.length === 0 ? open : own) ?? commit);
  await sync.run.write((tx) => note(tx, sync, out, { commit: proposed, message: words.message, entries }));
  return { commit: isNew ? last : undefined, files: changes.length, pages };
}

/** The commit that a proposal is for. @throws SyncHalted */
export function baseOf({ commit, isThere }: BranchContent): string {
  if (commit !== undefined && isThere) return commit;
  throw new SyncHalted(
    "branch-gone",
    `A pull request needs the branch that it is for. Make the branch on the host, then ${SYNC_NOW}.`,
  );
}

function outrun(error: unknown): never {
  const isStale = error instanceof GitError && error.kind === "stale";
  throw isStale ? new SyncOutrun("The branch of proposals has moved while the commit was made.") : error;
}

/** What was proposed before and is not on the branch yet; undefined: nothing is. @param tip of the branch of proposals */
export async function openProposal(
  { run }: SyncRun,
  repository: GitRepository,
  tip: string | undefined,
  base: string,
): Promise<string | undefined> {
  if (tip === undefined) return undefined;
  await run.away(() => repository.fetch([tip]));
  return (await run.away(() => repository.isBefore(tip, base))) === true ? undefined : tip;
}

/** Whether a commit says nothing beyond what is proposed. */
export async function saysTheSame(
  { run }: SyncRun,
  repository: GitRepository,
  { open, base, commit }: { readonly open: string; readonly base: string; readonly commit: string },
): Promise<boolean> {
  const isOnTop = (await run.away(() => repository.isBefore(base, open))) === true;
  return isOnTop && (await repository.diff(open, commit)).length === 0;
}

/** Notes what is proposed: until the space or the branch says something else there is nothing to do. */
async function note(
  tx: Write,
  sync: SyncRun,
  { joined: { installation, head, outward, agreed, hasChanged } }: OutgoingContent,
  {
    commit,
    message,
    entries,
  }: { readonly commit: string; readonly message: string; readonly entries: EntryChanges },
): Promise<void> {
  const { deps } = sync;
  const { organization_id, id: installation_id } = installation;
  const now = deps.clock.now();
  await forgetProposed(tx, installation);
  await tx
    .insertInto("git_pushes")
    .values({
      organization_id,
      id: deps.newId(),
      installation_id,
      commit_id: commit,
      branch: proposalBranch(installation),
      tree_root: outward,
      base_root: agreed,
      revision_id: head.id,
      entries: JSON.stringify(entries),
      message,
      decisions: installation.decisions,
      state: "proposed",
      created_at: now,
    })
    .execute();
  const row = await updateInstallation(tx, installation)
    .set((eb) => ({
      base_revision: head.id,
      proposal_commit: commit,
      proposal_message: message,
      proposal_state: "pending",
      confirmed: doneConfirmed(eb, installation.decisions),
    }))
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new SyncHalted("gone", "The space was disconnected while it was synced.");
  await queueHostWork(tx, row, { now, newId: deps.newId });
  await noteRun(tx, sync, {
    operation: hasChanged ? "merge" : "export",
    commit_id: commit,
    revision_id: head.id,
  });
}

const forgetProposed = (tx: Write, { organization_id, id }: Installation): Promise<unknown> =>
  tx
    .deleteFrom("git_pushes")
    .where("organization_id", "=", organization_id)
    .where("installation_id", "=", id)
    .where("state", "=", "proposed")
    .execute();

/** What was proposed is on the branch, or nothing is left of it. */
export async function endProposal(tx: Write, installation: Installation): Promise<void> {
  const { organization_id, id } = installation;
  await tx
    .updateTable("git_pushes")
    .set({ state: "merged", entries: "" })
    .where("organization_id", "=", organization_id)
    .where("installation_id", "=", id)
    .where("state", "=", "proposed")
    .execute();
  await updateInstallation(tx, installation)
    .set({
      proposal_commit: null,
      proposal_message: null,
      proposal_state: null,
      proposal_number: null,
      proposal_url: null,
      proposal_problem: null,
    })
    .execute();
}
