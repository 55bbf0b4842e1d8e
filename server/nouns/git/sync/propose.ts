/**
 * What the space says beyond a branch that takes no pushes: it goes to a branch of its own, for which the host is asked
 * for a pull request. Both sides agree once that is merged, by whatever commit: content is compared, not history.
 */
import { EMPTY_ROOT } from "../../../../engine/revision.ts";
import type { EntryChanges } from "../../../content/git/entries.ts";
import type { Write } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import type { FileChange } from "../../../ports/git/commit.ts";
import type { GitRepository } from "../../../ports/git/repository.ts";
import { doneConfirmed } from "./decided.ts";
import { updateInstallation } from "../commands.ts";
import { queueHostWork } from "../hosts/work.ts";
import { proposalBranch, shortBranch } from "../place.ts";
import { GitError } from "../../../ports/git/error.ts";
import { SYNC_NOW, SyncHalted, SyncOutrun } from "./ended.ts";
import type { BranchContent } from "./intake.ts";
import { type CommitWords, describeCommit } from "./message.ts";
import {
  newContents,
  type OutgoingContent,
  printOut,
  type PushedCommit,
  refuseLosses,
  sendBesides,
} from "./outgo.ts";
import { bring } from "./bring.ts";
import { isOpen, MOST_OWN, openProposals, ownIn } from "./proposed.ts";
import { agree, forgetPushes } from "./push.ts";
import { keptOfOthers } from "./othersCommits.ts";
import { type Installation, noteRun, type SyncRun } from "./syncRun.ts";

/** Of the commit that has again what others committed to the branch of proposals. */
const KEPT_MESSAGE = "Keep what was committed to the pull request";
/** Of the commit after which nothing is proposed any more. */
const TAKEN_BACK_MESSAGE = "Take back what was proposed";

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
  const { changes, entries, pages, contents } = printed;
  await sendBesides(sync, out, printed);
  if (changes.length === 0) {
    const proposals = await openProposals(sync.deps.db.read, joined.installation);
    const commits = proposals.map(({ commit_id }) => commit_id);
    const end = await endOf(sync, repository, commits, base);
    const isTakenBack = end.state === "ended" && commits.length > 0;
    const taken = isTakenBack ? await takeBack(sync, { ...out, entries }, tip) : {};
    await sync.run.write(async (tx) => {
      await agree(tx, joined, { entries, commit: base });
      await endProposal(tx, joined.installation, end);
    });
    return { commit: undefined, files: 0, pages: 0, notes: taken.note === undefined ? [] : [taken.note] };
  }
  const roots = { before: branch.root, now: joined.outward };
  const { installation, head } = joined;
  const words = await describeCommit(sync.deps, { installation, space: sync.space, head, roots });
  const order = { installation, base, words, at: head.created_at, changes };
  const made = await makeProposal(sync, repository, order, tip);
  const { open, own, commit, last, isNew } = made;
  const noted = { ...out, message: words.message, entries };
  if (isNew) await pushProposal(sync, noted, made, tip);
  // Where nothing is new, the branch says it already, by whichever commits: all of them count as ours, unless others have
  // added something that stays.
  const proposed = isNew
    ? { own: commit, tip: last }
    : { own: (last === commit ? open : own) ?? commit, tip: open ?? last };
  await sync.run.write((tx) => note(tx, sync, noted, proposed));
  const isSaid = contents === undefined || (await isProposed(repository, { base, open, path: contents }));
  const notes = isSaid ? [] : [newContents(contents, "in the pull request")];
  return { commit: isNew ? last : undefined, files: changes.length, pages, notes };
}

/** Pushes the commits of a proposal. @throws GitError, SyncHalted, and SyncOutrun when its branch has moved */
async function pushProposal(
  sync: SyncRun,
  noted: NotedProposal & Pick<OutgoingContent, "repository">,
  { commit, last }: MadeProposal,
  tip: string | undefined,
): Promise<void> {
  const { installation } = noted.joined;
  // Who dies after pushing finds here which of the commits there are ours.
  await sync.run.write((tx) => noteProposing(tx, sync, noted, commit));
  const push = { branch: proposalBranch(installation), commit: last, lease: tip };
  try {
    await sync.run.away(() => noted.repository.push(push));
  } catch (error) {
    const isRefused = error instanceof GitError && (error.kind === "stale" || error.kind === "refused");
    // What else ended it may have ended it after the host had taken the push.
    if (isRefused) await sync.run.write((tx) => forgetProposing(tx, installation, commit));
    throw outrun(installation, error);
  }
}

/**
 * What was proposed and is taken back goes from the branch of proposals, too: who merges its pull request later merges
 * nothing of it. What others have committed there stays. Where that can't be, all else goes on.
 * @returns what there is to say of it
 */
async function takeBack(
  sync: SyncRun,
  out: OutgoingContent & Pick<NotedProposal, "entries">,
  tip: string | undefined,
): Promise<{ readonly note?: string }> {
  const { branch, joined, repository } = out;
  const { installation, head, outward } = joined;
  if (tip === undefined) return {};
  const roots = { before: outward, now: outward };
  const described = await describeCommit(sync.deps, { installation, space: sync.space, head, roots });
  const words = { ...described, message: TAKEN_BACK_MESSAGE };
  const order = { installation, base: baseOf(branch), words, at: head.created_at, changes: [] };
  try {
    const made = await makeProposal(sync, repository, order, tip);
    if (made.open !== undefined && made.isNew)
      await pushProposal(sync, { ...out, message: words.message }, made, tip);
    return {};
  } catch (error) {
    const kind = error instanceof SyncHalted ? error.attention.kind : undefined;
    if (kind !== "proposal" && kind !== "protected") throw error;
    const name = shortBranch(proposalBranch(installation));
    return {
      note: `What was taken back in Lectern is still on ${name}. Delete that branch on the host, or take back there what others have committed to it: until then nothing else can be proposed.`,
    };
  }
}

/** Whether what was proposed before has touched a file. */
async function isProposed(
  repository: GitRepository,
  { base, open, path }: { readonly base: string; readonly open: string | undefined; readonly path: string },
): Promise<boolean> {
  if (open === undefined) return false;
  return (await repository.diff(base, open)).some((one) => one.path === path);
}

interface ProposalOrder {
  readonly installation: Installation;
  /** The commit that it is for. */
  readonly base: string;
  readonly words: CommitWords;
  /** Milliseconds. */
  readonly at: number;
  readonly changes: readonly FileChange[];
}

interface MadeProposal {
  /** Where the branch of proposals is, with what isn't on the branch yet. */
  readonly open: string | undefined;
  /** What Lectern has proposed last of that. */
  readonly own: string | undefined;
  /** What Lectern proposes now: on top of the branch, and of what was proposed before. Nothing is overwritten. */
  readonly commit: string;
  /** The same with what others have said there. */
  readonly last: string;
  /** Whether it says anything beyond `open`. */
  readonly isNew: boolean;
}

/** Makes the commits of a proposal; nobody sees them before they are pushed. @throws GitError, SyncHalted */
export async function makeProposal(
  sync: SyncRun,
  repository: GitRepository,
  { installation, base, words, at, changes }: ProposalOrder,
  tip: string | undefined,
): Promise<MadeProposal> {
  const open = await openProposal(sync, repository, tip, base);
  const commit = await repository.commit({ parent: base, also: open, ...words, at, changes });
  const own = open === undefined ? undefined : await ownIn(sync, repository, installation, open);
  const kept =
    open === undefined || own === undefined
      ? []
      : await keptOfOthers(sync, repository, installation, { own, open, base, commit });
  const again = { ...words, message: KEPT_MESSAGE, parent: commit, at, changes: kept };
  const last = kept.length === 0 ? commit : await repository.commit(again);
  const isNew = open === undefined || !(await saysTheSame(sync, repository, { open, base, commit: last }));
  return { open, own, commit, last, isNew };
}

/** The commit that a proposal is for. @throws SyncHalted */
export function baseOf({ commit, isThere }: BranchContent): string {
  if (commit !== undefined && isThere) return commit;
  throw new SyncHalted(
    "branch-gone",
    `A pull request needs the branch that it is for. Make the branch on the host, then ${SYNC_NOW}.`,
  );
}

/** What becomes of a push that was not taken. */
function outrun(installation: Installation, error: unknown): unknown {
  if (!(error instanceof GitError)) return error;
  if (error.kind === "stale")
    return new SyncOutrun("The branch of proposals has moved while the commit was made.");
  if (error.kind !== "refused") return error;
  const branch = shortBranch(proposalBranch(installation));
  // There is no other way out that could be offered.
  return new SyncHalted("protected", `${error.message} Let the token push to ${branch}, then ${SYNC_NOW}.`);
}

/** How a proposal ended of which nothing is left to propose. */
type ProposalEnd = Pick<Row<"git_pushes">, "state" | "merged_by">;

/**
 * Whether what was proposed came to the branch, by whichever commit, or was taken back here.
 * @param commits the newest first
 */
async function endOf(
  sync: SyncRun,
  repository: GitRepository,
  commits: readonly string[],
  base: string,
): Promise<ProposalEnd> {
  const { run } = sync;
  const merged = { state: "merged", merged_by: base } as const;
  if (commits.length === 0) return { state: "ended", merged_by: null };
  let own: string | undefined;
  for (const commit of commits)
    if (own === undefined && (await bring(sync, repository, commit))) own = commit;
  if (own === undefined) return merged;
  if ((await run.away(() => repository.isBefore(own, base))) === true)
    return { state: "merged", merged_by: null };
  const from = await run.away(() => repository.commonBefore(base, own));
  if (from === undefined) return merged;
  const differing = new Set((await repository.diff(own, base)).map(({ path }) => path));
  const isThere = (await repository.diff(from, own)).some(({ path }) => !differing.has(path));
  return isThere ? merged : { state: "ended", merged_by: null };
}

/** What was proposed before and is not on the branch yet; undefined: nothing is. @param tip of the branch of proposals */
async function openProposal(
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
async function saysTheSame(
  { run }: SyncRun,
  repository: GitRepository,
  { open, base, commit }: { readonly open: string; readonly base: string; readonly commit: string },
): Promise<boolean> {
  const isOnTop = (await run.away(() => repository.isBefore(base, open))) === true;
  return isOnTop && (await repository.diff(open, commit)).length === 0;
}

interface NotedProposal extends Pick<OutgoingContent, "joined"> {
  readonly message: string;
  readonly entries: EntryChanges;
}

/** A commit that was tried before is the same one: it is noted once. Of too many the first stays, which all others come from. */
async function noteProposing(
  tx: Write,
  { deps }: SyncRun,
  { joined, message, entries }: NotedProposal,
  commit: string,
): Promise<void> {
  await forgetProposing(tx, joined.installation, commit);
  for (const { id } of (await openProposals(tx, joined.installation)).slice(MOST_OWN - 1, -1))
    await tx.deleteFrom("git_pushes").where(isOpen(joined.installation)).where("id", "=", id).execute();
  await tx
    .insertInto("git_pushes")
    .values({ ...pushOf(joined, { message, entries, commit }), ...newPush(deps), state: "proposing" })
    .execute();
}

/** Notes what is proposed: until the space or the branch says something else there is nothing to do. */
async function note(
  tx: Write,
  sync: SyncRun,
  { joined, message, entries }: NotedProposal,
  { own, tip }: { readonly own: string; readonly tip: string },
): Promise<void> {
  const { deps } = sync;
  const { installation, head, hasChanged } = joined;
  await tx.deleteFrom("git_pushes").where(isOpen(installation)).where("commit_id", "=", own).execute();
  // What runs that died have pushed is before it.
  await tx.updateTable("git_pushes").set({ state: "proposed" }).where(isOpen(installation)).execute();
  await tx
    .insertInto("git_pushes")
    .values({ ...pushOf(joined, { message, entries, commit: own }), ...newPush(deps), state: "proposed" })
    .execute();
  const row = await updateInstallation(tx, installation)
    .set((eb) => ({
      base_revision: head.id,
      proposal_commit: tip,
      proposal_message: message,
      proposal_state: "pending" as const,
      confirmed: doneConfirmed(eb, installation.decisions),
    }))
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw new SyncHalted("gone", "The space was disconnected while it was synced.");
  await queueHostWork(tx, row, { now: deps.clock.now(), newId: deps.newId });
  await noteRun(tx, sync, {
    operation: hasChanged ? "merge" : "export",
    commit_id: tip,
    revision_id: head.id,
  });
}

const forgetProposing = (tx: Write, installation: Installation, commit: string): Promise<unknown> =>
  tx
    .deleteFrom("git_pushes")
    .where(isOpen(installation))
    .where("state", "=", "proposing")
    .where("commit_id", "=", commit)
    .execute();

const newPush = ({ newId, clock }: SyncRun["deps"]) => ({ id: newId(), created_at: clock.now() });

const pushOf = (
  { installation, head, outward, agreed }: NotedProposal["joined"],
  {
    message,
    entries,
    commit,
  }: { readonly message: string; readonly entries: EntryChanges; readonly commit: string },
) => ({
  organization_id: installation.organization_id,
  installation_id: installation.id,
  commit_id: commit,
  branch: proposalBranch(installation),
  tree_root: outward,
  base_root: agreed,
  agreed_root: installation.base_root ?? EMPTY_ROOT,
  revision_id: head.id,
  entries: JSON.stringify(entries),
  message,
  decisions: installation.decisions,
});

/** What was proposed is on the branch, or nothing is left of it. */
async function endProposal(tx: Write, installation: Installation, end: ProposalEnd): Promise<void> {
  await tx
    .updateTable("git_pushes")
    .set({ ...end, entries: "" })
    .where(isOpen(installation))
    .execute();
  await forgetPushes(tx, installation);
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
