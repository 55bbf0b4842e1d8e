/** What a branch says: of what it has edited alone where that is all, else of all its files. */
import { EMPTY_ROOT } from "../../../../engine/revision.ts";
import { readHead } from "../../../content/commit.ts";
import { changedEntries, openEntries, readEntries } from "../../../content/git/entries.ts";
import { readTheirEdits, type TheirEdits } from "../../../content/git/theirEdits.ts";
import { readTheirs, type Theirs } from "../../../content/git/theirs.ts";
import { importDeps } from "../../../content/import/importDeps.ts";
import type { ReadObject } from "../../../importers/repository/source.ts";
import { COMMIT_BYTES } from "../../../ports/git/objects.ts";
import type { GitRepository } from "../../../ports/git/repository.ts";
import type { TreeEntry } from "../../../ports/git/trees.ts";
import { questionOf } from "../question.ts";
import { bringing } from "./brought.ts";
import { isDecided } from "./decided.ts";
import { SyncHalted } from "./ended.ts";
import { type BranchContent, idsIn } from "./intake.ts";
import { largeFiles } from "./large.ts";
import { withOwnContents } from "./passingContents.ts";
import { proposedEntries } from "./proposed.ts";
import type { Installation, SyncRun } from "./syncRun.ts";

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
  /** The commit of what was proposed, with what reviewers have made of it; undefined: none is known. */
  readonly proposed: string | undefined;
}

const ALL_READ = { formerSlugs: [], refused: [], unread: undefined, lacksContents: false } as const;

/** What the branch says. @throws SyncHalted when so much of it has gone that a person is asked */
export async function readBranch(
  sync: SyncRun,
  repository: GitRepository,
  { installation, hasBase, tree, at, proposed }: Reading,
): Promise<{ readonly branch: BranchContent; readonly report: Theirs["report"] | undefined }> {
  const { deps, space, run } = sync;
  const { base_commit, tree_root, choice, project_directory: directory } = installation;
  const isFirst = base_commit === null;
  const { commit, isThere } = at;
  const since = {
    commit,
    agreed: (hasBase ? base_commit : null) ?? undefined,
    proposed,
  };
  const hasBrought = bringing(sync, repository, since);
  if (commit === undefined || (isFirst && choice === "lectern")) {
    const entries = openEntries(deps.db.read, installation);
    const nothing = { root: EMPTY_ROOT, entries, ...ALL_READ, message: "" };
    return { branch: { ...at, ...nothing, hasBrought, isAgreed: false }, report: undefined };
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
    const of = { ...at, root, entries, ...ALL_READ, message, hasBrought, isAgreed: isThere };
    return { branch: of, report };
  }
  const head = await readHead(deps.db.read, space);
  const root = tree_root ?? head?.root ?? EMPTY_ROOT;
  const entries = await readEntries(deps.db.read, installation);
  const before = isWhereItWas && base_commit !== null ? await repository.list(base_commit) : undefined;
  const seen = await readTheirs(importDeps(deps, space.organization_id), {
    space: space.id,
    base: { root, entries, ...(before && { tree: before }) },
    tree: await tree(),
    directory,
    read,
    large: largeFiles(sync),
    proposed: await proposedEntries(deps.db.read, installation),
    newId: idsIn(installation.id, commit),
    now: deps.clock.now(),
    signal: run.signal,
  });
  const theirs = await withOwnContents(deps.db.read, installation, seen, entries);
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
    hasBrought,
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
    proposed: () => proposedEntries(deps.db.read, installation),
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
