/** Brings a space and its branch in step: every step may run twice, and any may be the last one. */
import { readHead } from "../../../content/commit.ts";
import type { Row } from "../../../db/schema.ts";
import type { RemoteRefs } from "../../../ports/git/refs.ts";
import type { GitRepository } from "../../../ports/git/repository.ts";
import type { TreeEntry } from "../../../ports/git/trees.ts";
import { updateInstallation } from "../commands.ts";
import { isWritten } from "../known.ts";
import { proposalBranch, shortBranch } from "../place.ts";
import { findInstallation } from "../queries.ts";
import { wantsFiles } from "./agentFiles.ts";
import { doneConfirmed } from "./decided.ts";
import { bring } from "./bring.ts";
import { SYNC_NOW, SyncHalted } from "./ended.ts";
import { followMove } from "./followMove.ts";
import { type BranchContent, type JoinedSides, takeIn } from "./intake.ts";
import { giveOut, type PushedCommit } from "./outgo.ts";
import { propose } from "./propose.ts";
import { proposalRefs, unseenReview } from "./proposalRefs.ts";
import { openPushes, settlePush } from "./push.ts";
import { filesOf, readBranch } from "./readBranch.ts";
import { noteRewritten } from "./rewritten.ts";
import { inRounds } from "./rounds.ts";
import { type Installation, isNews, noteRun, type SyncReport, type SyncRun, tellStart } from "./syncRun.ts";

/**
 * Syncs until both sides say the same.
 * @throws GitError, SyncHalted, SyncCancelled, ImportRefused, ImportNotApplied
 */
export function syncSpace(sync: SyncRun, first: Installation): Promise<SyncReport> {
  return inRounds(sync.deps.db.read, first, {
    syncOnce: (installation) => syncOnce(sync, installation),
    gone: () => new SyncHalted("gone", "The space was disconnected while it was synced."),
  });
}

async function syncOnce(sync: SyncRun, installation: Installation): Promise<SyncReport> {
  const { deps, run, remote, space } = sync;
  const refs = await lookAt(sync, installation);
  const moved = await followMove(sync, installation, refs);
  const notes = moved === undefined ? [] : [moved];
  const tip = refs.ids.get(installation.branch);
  await run.write((tx) =>
    updateInstallation(tx, installation)
      .set({ observed_commit: tip ?? null })
      .execute(),
  );
  const head = await readHead(deps.db.read, space);
  const pushes = await openPushes(sync, installation);
  const { base_commit, base_revision, choice } = installation;
  const isAsked = choice !== null || wantsFiles(installation);
  const isQuiet = !isAsked && pushes.length === 0 && tip === base_commit && head?.id === base_revision;
  const reviewed = unseenReview(refs, installation);
  if (isQuiet && reviewed === undefined) return moved === undefined ? {} : { notes };
  if (tip === undefined && (base_commit !== null || choice === "git")) throw branchGone(installation);
  const asked = {
    key: installation.id,
    remote,
    format: refs.format,
    writes: installation.outgoing !== "off",
    signal: run.signal,
  };
  return deps.git.run(asked, async (repository) => {
    if (reviewed !== undefined) await noteReviewed(sync, repository, installation, reviewed);
    if (isQuiet) return moved === undefined ? {} : { notes };
    return inRepository(sync, repository, { installation, refs, pushes, notes });
  });
}

/** What is to be said of what doesn't go over. */
export function notesOn(
  { unread }: Pick<BranchContent, "unread">,
  { refused }: Pick<JoinedSides, "refused">,
): string[] {
  const notes = [...new Set(refused.map(({ why }) => why))].map((why) => REFUSED[why]);
  return unread === "late" ? [...notes, LATE] : notes;
}

const MERGED_FIRST =
  "Nothing is pushed over the branch, so nothing on it was replaced: both sides were joined, and what only the branch had has come in.";
const LATE = "Not all files that the branch has by Git LFS have come yet: the next run goes on with them.";
const REFUSED = {
  token: `Files on the branch hold API tokens that work: their pages stay here as they were. Revoke the tokens, then ${SYNC_NOW}; or take them out on the branch.`,
  large: `The repository keeps files by Git LFS that its host doesn't take: they wait here, with the pages that show them. Let the token use Git LFS, then ${SYNC_NOW}.`,
  blocked: `The branch has links, submodules or files that can't be taken where reusable contents, pictures, variables or tags would go: they wait here, with the pages that show them. Put readable files or folders there, or remove what is there, then ${SYNC_NOW}.`,
  size: "Files on the branch are larger than what is taken: what they are stays here as it was. Split them there, or make them smaller.",
  missing: `The branch has files by Git LFS that its host doesn't give: they stay here as they were. Let the token use Git LFS, then ${SYNC_NOW}.`,
  unreadable:
    "The branch has links, submodules, bytes that are no UTF-8 text or front matter that is too much to be read where files were: what these were stays here as it was. The report names them and the reasons. Put readable files there, or delete them.",
};

export const branchGone = ({ branch }: Installation): SyncHalted =>
  new SyncHalted(
    "branch-gone",
    `The branch ${shortBranch(branch)} is not there. Make it again on the host, then ${SYNC_NOW}; or disconnect.`,
  );

/** Asks the host for the branch, and where that isn't there for the one that it would begin at. */
export async function lookAt(
  { deps, remote, run }: Pick<SyncRun, "deps" | "remote" | "run">,
  installation: Installation,
): Promise<RemoteRefs> {
  const { branch, outgoing } = installation;
  const wanted = outgoing === "pull-request" ? [branch, ...proposalRefs(installation)] : [branch];
  const refs = await run.away(() => deps.git.refs(remote, wanted, run.signal));
  const { head } = refs;
  if (refs.ids.has(branch) || head === undefined) return refs;
  return run.away(() => deps.git.refs(remote, [...wanted, head], run.signal));
}

/** The commit of what was proposed, with what reviewers have made of it; undefined: nobody knows it any more. */
export function proposalTip({ ids }: RemoteRefs, installation: Installation): string | undefined {
  const known = proposalRefs(installation).flatMap((ref) => ids.get(ref) ?? []);
  return known[0] ?? installation.proposal_commit ?? undefined;
}

/** Keeps what reviewers have made of a proposal: once its branch is gone the host may not give it any more. */
async function noteReviewed(
  sync: SyncRun,
  repository: GitRepository,
  installation: Installation,
  tip: string,
): Promise<void> {
  if (!(await bring(sync, repository, tip))) return;
  await sync.run.write((tx) =>
    updateInstallation(tx, installation)
      .set({ proposal_commit: tip })
      .where("proposal_commit", "=", installation.proposal_commit)
      .execute(),
  );
}

interface RemoteState {
  readonly installation: Installation;
  readonly refs: RemoteRefs;
  readonly pushes: readonly Row<"git_pushes">[];
  /** What there is to say of the run. */
  readonly notes: string[];
}

async function inRepository(
  sync: SyncRun,
  repository: GitRepository,
  looked: RemoteState,
): Promise<SyncReport> {
  const { run, deps } = sync;
  const { refs, notes } = looked;
  const tip = refs.ids.get(looked.installation.branch);
  const commit = tip ?? (refs.head === undefined ? undefined : refs.ids.get(refs.head));
  await run.write(async (tx) => {
    await noteRun(tx, sync, { stage: "repo_fetch", ...(commit && { commit_id: commit }) });
    if (isNews(looked.installation, commit)) await tellStart(tx, sync, looked.installation, commit);
  });
  // Nothing has moved where only the space has changed: what was pushed last is here.
  if (commit !== undefined && !(await repository.has(commit)))
    await run.away(() => repository.fetch([commit]));
  await settleAll(sync, repository, looked, tip);
  const known = (await findInstallation(deps.db.read, looked.installation)) ?? looked.installation;
  const installation = await keepingWritten(sync, known);
  const { base_commit } = installation;
  const hasBase = base_commit !== null && (await bring(sync, repository, base_commit));
  if (known.choice === "lectern" && installation.choice === "merge") notes.push(MERGED_FIRST);
  await noteRewritten(sync, repository, { installation, parts: [installation.id], tip }, notes);
  const at = { commit, isThere: tip !== undefined, format: refs.format };
  const tree = filesOf(repository, commit);
  const reading = { installation, hasBase, tree, at, proposed: proposalTip(refs, installation) };
  const { branch, report } = await readBranch(sync, repository, reading);
  const joined = await takeIn(sync, { installation, branch });
  if (joined.held > 0) notes.push("Both sides have changed the same; a change request shows it.");
  else if (joined.waits) notes.push("What the branch brings waits in a change request.");
  notes.push(...notesOn(branch, joined));
  const proposed = refs.ids.get(proposalBranch(installation));
  const pushed = await out(sync, repository, { installation, branch, joined, tree, proposed });
  notes.push(...(pushed?.notes ?? []));
  return {
    ...(report === undefined ? {} : { imported: report }),
    ...(pushed?.commit === undefined ? {} : { pushed: { files: pushed.files, pages: pushed.pages } }),
    ...(joined.held > 0 ? { held: joined.held } : {}),
    ...(notes.length > 0 ? { notes } : {}),
  };
}

/**
 * A first sync by which both sides stay: what was written here before, since nobody has said may go; and what the branch
 * has, where nothing may be pushed over it. What only waits to be merged there is agreed on by nobody.
 */
export async function keepingWritten(
  { deps, space }: SyncRun,
  installation: Installation,
): Promise<Installation> {
  const { base_commit, choice, confirmed, outgoing } = installation;
  if (base_commit !== null) return installation;
  const isPushed = outgoing === "push" || outgoing === "push-or-pull-request";
  if (choice === "lectern" && !isPushed) return { ...installation, choice: "merge" };
  if (choice !== "git" || confirmed === 1) return installation;
  return (await isWritten(deps, space)) ? { ...installation, choice: "merge" } : installation;
}

/** Finds out of each push that a run has died with whether it is on the branch. */
export async function settleAll(
  sync: Pick<SyncRun, "run" | "deps">,
  repository: GitRepository,
  { installation, pushes }: Pick<RemoteState, "installation" | "pushes">,
  tip: string | undefined,
): Promise<void> {
  for (const push of pushes) {
    const { commit_id } = push;
    const isThere =
      tip === commit_id ||
      (tip !== undefined &&
        (await bring(sync, repository, commit_id)) &&
        (await sync.run.away(() => repository.isBefore(commit_id, tip))) === true);
    await settlePush(sync, installation, push, isThere);
  }
}

async function out(
  sync: SyncRun,
  repository: GitRepository,
  given: {
    readonly installation: Installation;
    readonly branch: BranchContent;
    readonly joined: JoinedSides;
    readonly tree: () => Promise<readonly TreeEntry[]>;
    /** Where the branch of proposals is. */
    readonly proposed: string | undefined;
  },
): Promise<PushedCommit | undefined> {
  const { installation, branch, joined, tree, proposed } = given;
  const outgoing = {
    branch,
    joined,
    tree,
    repository,
    replaces: installation.base_commit === null && installation.choice === "lectern",
  };
  if (installation.outgoing === "pull-request") return propose(sync, outgoing, proposed);
  if (installation.outgoing !== "off") return giveOut(sync, outgoing);
  await sync.run.write((tx) =>
    updateInstallation(tx, installation)
      .set((eb) => ({
        base_revision: joined.head.id,
        confirmed: doneConfirmed(eb, installation.decisions),
      }))
      .execute(),
  );
  return undefined;
}
