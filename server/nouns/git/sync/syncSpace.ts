/** Brings a space and its branch in step: every step may run twice, and any may be the last one. */
import { EMPTY_ROOT } from "../../../../engine/revision.ts";
import { readHead } from "../../../content/commit.ts";
import { importDeps } from "../../../content/import/importDeps.ts";
import { changedEntries, openEntries, readEntries } from "../../../content/git/entries.ts";
import { readTheirEdits, type TheirEdits } from "../../../content/git/theirEdits.ts";
import { readTheirs, type Theirs } from "../../../content/git/theirs.ts";
import type { Row } from "../../../db/schema.ts";
import type { ReadObject } from "../../../importers/repository/source.ts";
import { COMMIT_BYTES } from "../../../ports/git/objects.ts";
import type { RemoteRefs } from "../../../ports/git/refs.ts";
import type { GitRepository } from "../../../ports/git/repository.ts";
import type { TreeEntry } from "../../../ports/git/trees.ts";
import { updateInstallation } from "../commands.ts";
import { isWritten } from "../known.ts";
import { proposalBranch, shortBranch } from "../place.ts";
import { findInstallation } from "../queries.ts";
import { wantsFiles } from "./agentFiles.ts";
import { questionOf } from "../question.ts";
import { doneConfirmed, isDecided } from "./decided.ts";
import { bring } from "./bring.ts";
import { SYNC_NOW, SyncHalted } from "./ended.ts";
import { followMove } from "./followMove.ts";
import { type BranchContent, idsIn, type JoinedSides, takeIn } from "./intake.ts";
import { giveOut, type PushedCommit } from "./outgo.ts";
import { largeFiles } from "./large.ts";
import { propose } from "./propose.ts";
import { openPushes, settlePush } from "./push.ts";
import { idsWithProposed } from "./proposed.ts";
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
  if (isQuiet) return moved === undefined ? {} : { notes };
  if (tip === undefined && (base_commit !== null || choice === "git")) throw branchGone(installation);
  const asked = {
    key: installation.id,
    remote,
    format: refs.format,
    writes: installation.outgoing !== "off",
    signal: run.signal,
  };
  return deps.git.run(asked, (repository) =>
    inRepository(sync, repository, { installation, refs, pushes, notes }),
  );
}

/** What is to be said of what doesn't go over. */
export function notesOn(
  { unread }: Pick<BranchContent, "unread">,
  { refused }: Pick<JoinedSides, "refused">,
): string[] {
  const notes = [...new Set(refused.map(({ why }) => why))].map((why) => REFUSED[why]);
  return unread === "late" ? [...notes, LATE] : notes;
}

const LATE = "Not all files that the branch has by Git LFS have come yet: the next run goes on with them.";
const REFUSED = {
  token: `Files on the branch hold API tokens that work: their pages stay here as they were. Revoke the tokens, then ${SYNC_NOW}; or take them out on the branch.`,
  large: `The repository keeps files by Git LFS that its host doesn't take: they wait here, with the pages that show them. Let the token use Git LFS, then ${SYNC_NOW}.`,
  size: "Files on the branch are larger than what is taken: what they are stays here as it was. Split them there, or make them smaller.",
  missing: `The branch has files by Git LFS that its host doesn't give: they stay here as they were. Let the token use Git LFS, then ${SYNC_NOW}.`,
  unreadable:
    "The branch has links, submodules or bytes that are no UTF-8 text where files were: what these were stays here as it was. Put files there, or delete them.",
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
  const wanted = outgoing === "pull-request" ? [branch, proposalBranch(installation)] : [branch];
  const refs = await run.away(() => deps.git.refs(remote, wanted, run.signal));
  const { head } = refs;
  if (refs.ids.has(branch) || head === undefined) return refs;
  return run.away(() => deps.git.refs(remote, [...wanted, head], run.signal));
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
  await noteRewritten(sync, repository, { installation, parts: [installation.id], tip }, notes);
  const at = { commit, isThere: tip !== undefined, format: refs.format };
  const tree = filesOf(repository, commit);
  const { branch, report } = await readBranch(sync, repository, { installation, hasBase, tree, at });
  const joined = await takeIn(sync, { installation, branch });
  if (joined.held > 0) notes.push("Both sides have changed the same; a change request shows it.");
  else if (joined.waits) notes.push("What the branch brings waits in a change request.");
  notes.push(...notesOn(branch, joined));
  const proposed = refs.ids.get(proposalBranch(installation));
  const pushed = await out(sync, repository, { installation, branch, joined, tree, proposed });
  return {
    ...(report === undefined ? {} : { imported: report }),
    ...(pushed?.commit === undefined ? {} : { pushed: { files: pushed.files, pages: pushed.pages } }),
    ...(joined.held > 0 ? { held: joined.held } : {}),
    ...(notes.length > 0 ? { notes } : {}),
  };
}

/** What was written before the first sync, since nobody has said may go: it stays, beside what the branch brings. */
export async function keepingWritten(
  { deps, space }: SyncRun,
  installation: Installation,
): Promise<Installation> {
  const { base_commit, choice, confirmed } = installation;
  if (base_commit !== null || choice !== "git" || confirmed === 1) return installation;
  return (await isWritten(deps, space)) ? { ...installation, choice: "merge" } : installation;
}

/** Finds out of each push that a run has died with whether it is on the branch. */
export async function settleAll(
  sync: Pick<SyncRun, "run">,
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

/**
 * Notes whether the branch was rewritten since both sides agreed, as far as that can be told.
 * @throws SyncHalted for one that is without what was pushed to it, before somebody has chosen
 */
export async function noteRewritten(
  sync: Pick<SyncRun, "deps" | "run">,
  repository: GitRepository,
  {
    installation,
    parts,
    tip,
  }: {
    readonly installation: Installation;
    /** The installations that have pushed to it. */
    readonly parts: readonly string[];
    /** Where the branch is; undefined: nowhere. */
    readonly tip: string | undefined;
  },
  notes: string[],
): Promise<boolean> {
  const { base_commit: base } = installation;
  if (tip === undefined || base === null || tip === base) return false;
  const hasBase = await bring(sync, repository, base);
  const isAfter = hasBase ? await sync.run.away(() => repository.isBefore(base, tip)) : false;
  if (isAfter === true) return false;
  if (isAfter === "unknown") {
    notes.push("The history is too long to tell whether the branch was rewritten.");
    return false;
  }
  notes.push("The branch was rewritten.");
  await refuseRewritten(sync, repository, { ...installation, parts }, tip);
  return true;
}

interface RewrittenBranch extends Pick<
  Installation,
  "organization_id" | "site_id" | "base_commit" | "choice" | "confirmed" | "decided_about"
> {
  /** The installations that have pushed to it. */
  readonly parts: readonly string[];
}

/** A branch that was rewritten and lacks what we have pushed waits for a person; else it is taken as it is. */
async function refuseRewritten(
  sync: Pick<SyncRun, "deps" | "run">,
  repository: GitRepository,
  { organization_id, site_id, parts, ...decision }: RewrittenBranch,
  tip: string,
): Promise<void> {
  const question = questionOf("rewritten", tip);
  if (parts.length === 0 || isDecided(decision, question)) return;
  const own = await sync.deps.db.read
    .selectFrom("git_pushes")
    .select((eb) => eb.fn.coalesce("merged_by", "commit_id").as("commit"))
    .where("organization_id", "=", organization_id)
    .where("installation_id", "in", parts)
    .where("state", "in", ["landed", "merged"])
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  if (own === undefined) return;
  const isKept =
    (await bring(sync, repository, own.commit)) &&
    (await sync.run.away(() => repository.isBefore(own.commit, tip))) !== false;
  if (isKept) return;
  throw new SyncHalted(
    "rewritten",
    `The branch was rewritten, and commits of Lectern are gone from it. Take the branch ("git"), or put this ${site_id === null ? "space" : "site"} on top ("lectern"): what the branch alone says is left in its history then.`,
    ["git", "lectern"],
    { question },
  );
}

/** All files of a commit, listed for the first who asks. */
export function filesOf(
  repository: GitRepository,
  commit: string | undefined,
): () => Promise<readonly TreeEntry[]> {
  let listed: Promise<readonly TreeEntry[]> | undefined;
  return () => (listed ??= commit === undefined ? Promise.resolve([]) : repository.list(commit));
}

interface Reading {
  readonly installation: Installation;
  /** Whether the commit that was agreed on is here. */
  readonly hasBase: boolean;
  readonly tree: () => Promise<readonly TreeEntry[]>;
  readonly at: Pick<BranchContent, "commit" | "isThere" | "format">;
}

const ALL_READ = { formerSlugs: [], refused: [], unread: undefined, lacksContents: false } as const;

/** What the branch says. @throws SyncHalted when so much of it has gone that a person is asked */
export async function readBranch(
  sync: SyncRun,
  repository: GitRepository,
  { installation, hasBase, tree, at }: Reading,
): Promise<{ readonly branch: BranchContent; readonly report: Theirs["report"] | undefined }> {
  const { deps, space, run } = sync;
  const { base_commit, tree_root, choice, project_directory: directory } = installation;
  const isFirst = base_commit === null;
  const { commit, isThere } = at;
  if (commit === undefined || (isFirst && choice === "lectern")) {
    const entries = openEntries(deps.db.read, installation);
    const nothing = { root: EMPTY_ROOT, entries, ...ALL_READ, message: "" };
    return { branch: { ...at, ...nothing, isAgreed: false }, report: undefined };
  }
  const read: ReadObject = (id, most) => repository.objects.read(id, most);
  const message = messageOf(await read(commit, COMMIT_BYTES));
  const isWhereItWas = hasBase && installation.moved === 0;
  // Only a look at all files tells what else has not come in.
  const isPlain = isWhereItWas && installation.unread === null;
  const edits = isPlain ? await readEdits(sync, repository, installation, commit) : undefined;
  if (edits !== undefined) {
    const { root, report } = edits;
    const entries = openEntries(deps.db.read, installation, { put: edits.entries, gone: [] });
    const of = { ...at, root, entries, ...ALL_READ, message, isAgreed: isThere };
    return { branch: of, report };
  }
  const head = await readHead(deps.db.read, space);
  const root = tree_root ?? head?.root ?? EMPTY_ROOT;
  const entries = await readEntries(deps.db.read, installation);
  const before = isWhereItWas && base_commit !== null ? await repository.list(base_commit) : undefined;
  const theirs = await readTheirs(importDeps(deps, space.organization_id), {
    space: space.id,
    base: { root, entries, ...(before && { tree: before }) },
    tree: await tree(),
    directory,
    read,
    large: largeFiles(sync),
    newId: await idsWithProposed(sync, installation, idsIn(installation.id, commit)),
    now: deps.clock.now(),
    signal: run.signal,
  });
  if (!isFirst) refuseToLose(theirs, { installation, commit, before: entries });
  const { formerSlugs, refused, unread, report } = theirs;
  const changed = openEntries(deps.db.read, installation, changedEntries(entries, theirs.entries));
  const lacksContents = theirs.losses.contents;
  const of = {
    ...at,
    root: theirs.root,
    entries: changed,
    formerSlugs,
    refused,
    unread,
    lacksContents,
    message,
  };
  return { branch: { ...of, isAgreed: isThere }, report };
}

/** @throws SyncHalted where the branch has lost so many pages that a person is asked, who hasn't said of these yet */
function refuseToLose(
  { losses, isMassive, entries, root }: Theirs,
  {
    installation,
    commit,
    before,
  }: Pick<Reading, "installation"> & { readonly commit: string; readonly before: Theirs["entries"] },
): void {
  if (!isMassive) return;
  const left = new Set(entries.map(({ object }) => object));
  const gone = before.flatMap(({ role, object }) => (role === "page" && !left.has(object) ? [object] : []));
  const question = questionOf("mass-deletion", String(losses.contents), ...gone.toSorted());
  if (isDecided(installation, question, questionOf("rewritten", commit))) return;
  throw new SyncHalted(
    "mass-deletion",
    `${lostWords(losses)} Delete them here too ("apply"), or put them back on the branch ("lectern").`,
    ["apply", "lectern"],
    { question, root },
  );
}

function lostWords({ pages, of, contents }: Theirs["losses"]): string {
  const lost = `The branch has lost ${pages} of ${of} pages`;
  return contents && pages < of
    ? `${lost}, and its table of contents is gone, a link, or no text.`
    : `${lost}.`;
}

/** What the branch says where it has edited pages since the agreement, and nothing else; undefined elsewhere. */
async function readEdits(
  { deps, space }: SyncRun,
  repository: GitRepository,
  installation: Installation,
  commit: string,
): Promise<TheirEdits | undefined> {
  const { base_commit, tree_root: base, project_directory: directory } = installation;
  if (base_commit === null || base === null) return undefined;
  return readTheirEdits(importDeps(deps, space.organization_id), {
    base,
    changes: base_commit === commit ? [] : await repository.diff(base_commit, commit),
    directory,
    entries: openEntries(deps.db.read, installation),
    at: (path) => repository.at(commit, path),
    read: (id, most) => repository.objects.read(id, most),
    now: deps.clock.now(),
  });
}

/** The first paragraphs of a commit, by its object. */
function messageOf(commit: Uint8Array): string {
  const text = Buffer.from(commit).toString("utf8");
  const end = text.indexOf("\n\n");
  return end < 0 ? "" : text.slice(end + 2, end + 10_002).trim();
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
