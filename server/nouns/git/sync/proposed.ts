/** What was proposed and waits to be merged on the host: once the branch says it, both sides know it. */
import type { ExpressionBuilder } from "kysely";
import { EMPTY_ROOT } from "../../../../engine/revision.ts";
import type { EntryChanges } from "../../../content/git/entries.ts";
import { type ProposedContent, withProposals } from "../../../content/git/proposals.ts";
import { stageContent } from "../../../content/write.ts";
import type { Read } from "../../../db/database.ts";
import type { Row, Schema } from "../../../db/schema.ts";
import type { RepositoryEntry } from "../../../importers/repository/entry.ts";
import type { GitRepository } from "../../../ports/git/repository.ts";
import { openPace } from "../../../turns/pace.ts";
import { proposalBranch, shortBranch } from "../place.ts";
import { bring } from "./bring.ts";
import { SYNC_NOW, SyncHalted } from "./ended.ts";
import type { Installation, SyncRun } from "./syncRun.ts";

/** What the branch says, and what it comes from. */
export interface SeenBranch {
  readonly commit: string | undefined;
  /** Hash of its root. */
  readonly root: string;
  /** Whether it comes from a commit of ours, which the commit that was agreed on last did not. */
  readonly hasBrought: (own: string) => Promise<boolean>;
}

type KnownProposal = Pick<Row<"git_pushes">, "id" | "commit_id" | "base_root" | "agreed_root">;

/**
 * What was proposed and waits to be merged, the newest first: each that was noted, since any of them may be what somebody
 * merges, and whatever was to be pushed by runs that died. Whether the host has those is not known: content says what of
 * them is on the branch.
 */
export async function openProposals(
  read: Read,
  installation: Installation,
): Promise<readonly KnownProposal[]> {
  return read
    .selectFrom("git_pushes")
    .select(["id", "commit_id", "base_root", "agreed_root"])
    .where(isOpen(installation))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .execute();
}

/** Tells rows of what was proposed, or was to be. */
export const isOpen =
  ({ organization_id, id }: Installation) =>
  (eb: ExpressionBuilder<Schema, "git_pushes">) =>
    eb.and([
      eb.and({ organization_id, installation_id: id }),
      eb("state", "in", ["proposing" as const, "proposed" as const]),
    ]);

/** Commits of ours that are looked for, and that are kept until the proposal ends. */
export const MOST_OWN = 20;

/**
 * What Lectern has proposed last of what is on the branch of proposals, be it that a run died before it could note that;
 * undefined: all that is there is others'.
 * @param open where that branch is
 * @throws SyncHalted where it can't be told
 */
export async function ownIn(
  sync: Pick<SyncRun, "deps" | "run">,
  repository: GitRepository,
  installation: Installation,
  open: string,
): Promise<string | undefined> {
  const branch = proposalBranch(installation);
  const rows = (states: readonly Row<"git_pushes">["state"][]) =>
    sync.deps.db.read
      .selectFrom("git_pushes")
      .select("commit_id")
      .where("organization_id", "=", installation.organization_id)
      .where("installation_id", "=", installation.id)
      .where("branch", "=", branch)
      .where("state", "in", states)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(MOST_OWN)
      .execute();
  const isThere = async (commit: string): Promise<boolean> =>
    (await bring(sync, repository, commit)) &&
    (await sync.run.away(() => repository.isBefore(commit, open))) === true;
  // Those whose push nobody knows the end of are newer, and ours only where they are there.
  for (const { commit_id: commit } of await rows(["proposing"])) if (await isThere(commit)) return commit;
  const known = await rows(["proposed", "merged", "ended"]);
  for (const { commit_id: commit } of known) if (await isThere(commit)) return commit;
  const brought: string[] = [];
  for (const { commit_id: commit } of known) if (await repository.has(commit)) brought.push(commit);
  // Somebody has rewritten the branch: then what it says is compared, whichever commits say it.
  if (known.length === 0 || brought.length > 0) return brought[0];
  throw unclear(branch);
}

/** It can't be told what of the branch of proposals is Lectern's. */
export const unclear = (branch: string): SyncHalted =>
  new SyncHalted(
    "proposal",
    `The branch ${shortBranch(branch)} was rewritten, and what others have committed there can't be told from what Lectern proposed. Merge the pull request, or delete its branch, then ${SYNC_NOW}.`,
  );

/** What the files of the branch would be by what was proposed, the newest first. */
export async function* proposedChanges(read: Read, installation: Installation): AsyncGenerator<EntryChanges> {
  const pause = openPace();
  // One after the other: those of a large space are some megabytes each.
  for (const { id } of await openProposals(read, installation)) {
    const { organization_id } = installation;
    const row = await read
      .selectFrom("git_pushes")
      .select("entries")
      .where("organization_id", "=", organization_id)
      .where("id", "=", id)
      .executeTakeFirst();
    await pause();
    const { put = [], gone = [] } = (
      row === undefined ? {} : JSON.parse(row.entries)
    ) as Partial<EntryChanges>;
    yield { put, gone };
  }
}

/** The files of what was proposed, the newest first, each as often as it was another. */
export async function proposedEntries(
  read: Read,
  installation: Installation,
): Promise<readonly RepositoryEntry[]> {
  const known = new Map<string, RepositoryEntry>();
  for await (const { put } of proposedChanges(read, installation))
    for (const entry of put) {
      const version = JSON.stringify([entry.object, entry.path, entry.file?.id]);
      if (entry.object !== undefined && !known.has(version)) known.set(version, entry);
    }
  return [...known.values()];
}

/** What both sides come from, by what the branch has seen of proposals since they agreed. */
export async function afterProposals(
  { content, deps }: Pick<SyncRun, "content" | "deps">,
  installation: Installation,
  { base, branch }: { readonly base: string; readonly branch: SeenBranch },
): Promise<string> {
  const { root: theirs, commit, hasBrought } = branch;
  // One that says what it said may have brought something and taken it back.
  if (theirs === installation.tree_root && commit === installation.base_commit) return base;
  const proposals: ProposedContent[] = [];
  const known = await openProposals(deps.db.read, installation);
  for (const { base_root: root, agreed_root, commit_id } of known)
    proposals.unshift({ root, agreed: agreed_root ?? EMPTY_ROOT, isThere: await hasBrought(commit_id) });
  if (proposals.length === 0) return base;
  const made = await withProposals(content, { agreed: base, theirs, proposals });
  return (await stageContent(deps.db, content.organization, made, deps.clock.now())).root;
}
