/** What the space says goes to the branch: one commit on top of it, or none. Nothing is ever forced. */
import { changedEntries, type EntryChanges } from "../../../content/git/entries.ts";
import { printOurEdits } from "../../../content/git/ourEdits.ts";
import { type Ours, printOurs } from "../../../content/git/ours.ts";
import type { RepositoryEntry } from "../../../importers/repository/entry.ts";
import type { GitRepository } from "../../../ports/git/repository.ts";
import type { TreeEntry } from "../../../ports/git/trees.ts";
import { agentChanges } from "./agentFiles.ts";
import { questionOf } from "../question.ts";
import { isDecided } from "./decided.ts";
import { SyncHalted } from "./ended.ts";
import type { BranchContent, JoinedSides } from "./intake.ts";
import { holdBlocked, refuseBlocked } from "./heldBack.ts";
import { largeAmong, sendLargeFiles } from "./large.ts";
import { describeCommit } from "./message.ts";
import { agree, pushCommit } from "./push.ts";
import type { SyncRun } from "./syncRun.ts";

interface PrintWish {
  readonly branch: BranchContent;
  readonly joined: Pick<JoinedSides, "installation" | "head" | "outward">;
  readonly tree: () => Promise<readonly TreeEntry[]>;
  readonly repository: GitRepository;
  /** At the first time: what lies where a page goes is replaced. */
  readonly replaces: boolean;
}

export interface OutgoingContent extends PrintWish {
  readonly joined: JoinedSides;
}

/** What came of it. */
export interface PushedCommit {
  readonly commit: string | undefined;
  readonly files: number;
  readonly pages: number;
  /** What there is to say of it. */
  readonly notes: readonly string[];
}

/**
 * Pushes what the space says beyond the branch, and notes that both agree.
 * @throws GitError, SyncHalted, SyncCancelled, and SyncOutrun when the branch has moved
 */
export async function giveOut(sync: SyncRun, out: OutgoingContent): Promise<PushedCommit> {
  const { branch, joined, repository } = out;
  const printed = await printOut(sync, out);
  refuseLosses(printed, out);
  const { changes, entries, pages, contents } = printed;
  const notes = contents === undefined ? [] : [newContents(contents, "on the branch")];
  await sendBesides(sync, out, printed);
  if (changes.length === 0 && (branch.isAgreed || branch.isThere)) {
    await sync.run.write((tx) => agree(tx, joined, { entries, commit: branch.commit }));
    return { commit: undefined, files: 0, pages: 0, notes };
  }
  const { installation, head } = joined;
  const roots = { before: branch.root, now: joined.outward };
  const words = await describeCommit(sync.deps, { installation, space: sync.space, head, roots });
  const parts = [{ joined, entries }];
  const order = { installation, branch, changes, words, at: head.created_at, parts };
  return { commit: await pushCommit(sync, repository, order), files: changes.length, pages, notes };
}

/** Sends what a commit points to, and holds what can't go. @throws GitError, and SyncOutrun when something is held from now on */
export async function sendBesides(
  sync: SyncRun,
  { branch, joined }: Pick<OutgoingContent, "branch" | "joined">,
  { blocked, changes }: PrintedBranch,
): Promise<void> {
  const sent = { ...joined, theirs: branch.root };
  await holdBlocked(sync, sent, blocked);
  await sendLargeFiles(sync, sent, changes);
}

/** @throws SyncHalted where so many files would go that a person should say so first */
export function refuseLosses(
  { losses, changes }: PrintedBranch,
  { branch, joined }: Pick<PrintWish, "branch" | "joined">,
): void {
  const { installation } = joined;
  if (losses === undefined || installation.base_commit === null) return;
  const gone = changes.flatMap((change) => ("gone" in change ? [change.path] : []));
  const question = questionOf("mass-deletion-out", ...gone);
  if (isDecided(installation, question, questionOf("rewritten", branch.commit))) return;
  throw new SyncHalted(
    "mass-deletion-out",
    `This would delete ${losses.files} of ${losses.of} files on the branch. Delete them on the branch ("apply"), or take them back from the branch ("git").`,
    ["apply", "git"],
    { question, root: joined.head.root },
  );
}

/** What the branch has to become. */
export interface PrintedBranch extends Pick<Ours, "changes" | "pages" | "blocked"> {
  readonly entries: EntryChanges;
  /** The files that go, where these are so many that a person should say so first. */
  readonly losses: Ours["losses"] | undefined;
  /** The file of a table of contents that tells from now on what folders have told. */
  readonly contents: string | undefined;
}

/** What a run says of a table of contents that tells from now on what folders have told. */
export const newContents = (path: string, where: "on the branch" | "in the pull request"): string =>
  `${path} is new ${where}, since folders and the names in them no longer tell how the pages stand. A file that it doesn't list is not a page.`;

function begunContents(
  before: readonly RepositoryEntry[],
  now: readonly RepositoryEntry[],
): string | undefined {
  const fileOf = (entries: readonly RepositoryEntry[], wanted: RepositoryEntry["role"]): string | undefined =>
    entries.find(({ role, file }) => role === wanted && file !== undefined)?.file?.name;
  const isBegun = fileOf(before, "page") !== undefined && fileOf(before, "summary") === undefined;
  return isBegun ? fileOf(now, "summary") : undefined;
}

/** Prints what the space says: edited pages alone, where nothing but pages was edited. @throws SpaceTooLarge, SyncHalted */
export async function printOut(
  { content, deps: { db, blobs }, space }: SyncRun,
  { branch, joined: { installation, outward: root }, tree, repository, replaces }: PrintWish,
): Promise<PrintedBranch> {
  const { format, isAgreed, entries, refused } = branch;
  // What began for a while is to go with the first that goes out after that.
  const isPassing = (await entries.find({ role: "summary" })).some(({ spelling }) => spelling.isPassing);
  const edits =
    isAgreed && !isPassing
      ? await printOurEdits(content, { from: branch.root, root, format, entries })
      : undefined;
  const besides = await agentChanges(installation, tree);
  if (edits !== undefined)
    return {
      ...edits,
      changes: [...edits.changes, ...besides],
      entries: { put: edits.entries, gone: [] },
      losses: undefined,
      blocked: [],
      contents: undefined,
    };
  const before = await entries.all();
  const ours = await printOurs(
    { content, read: db.read, blobs: blobs.of(space.organization_id) },
    {
      space: space.id,
      from: { root: branch.root, entries: before },
      root,
      tree: await tree(),
      directory: installation.project_directory,
      format,
      held: new Set(refused.map(({ source }) => source)),
      replaces,
      largeAmong: async (paths) => largeAmong(repository, await tree(), paths),
    },
  );
  const { changes, pages, losses, isMassive, blocked } = ours;
  refuseBlocked(blocked);
  const changed = changedEntries(isAgreed ? before : [], ours.entries);
  return {
    changes: [...changes, ...besides],
    pages,
    entries: changed,
    losses: isMassive ? losses : undefined,
    blocked,
    contents: begunContents(before, ours.entries),
  };
}
