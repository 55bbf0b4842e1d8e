/** What the space says goes to the branch: one commit on top of it, or none. Nothing is ever forced. */
import { changedEntries, type EntryChanges, keepEntries } from "../../../content/git/entries.ts";
import { commitUrl } from "../../../content/git/hostPlaces.ts";
import { printOurEdits } from "../../../content/git/ourEdits.ts";
import { type Ours, printOurs } from "../../../content/git/ours.ts";
import type { ExpressionBuilder } from "kysely";
import type { Write } from "../../../db/database.ts";
import type { Row, Schema } from "../../../db/schema.ts";
import { GitError } from "../../../ports/git/error.ts";
import type { GitRepository } from "../../../ports/git/repository.ts";
import type { TreeEntry } from "../../../ports/git/trees.ts";
import { updateInstallation } from "../commands.ts";
import { findInstallation } from "../queries.ts";
import { SyncHalted, SyncOutrun } from "./ended.ts";
import type { BranchContent, JoinedSides } from "./intake.ts";
import { describeCommit } from "./message.ts";
import { type Installation, noteRun, type SyncRun } from "./syncRun.ts";

interface PrintWish {
  readonly branch: BranchContent;
  readonly joined: Pick<JoinedSides, "installation" | "outward">;
  readonly tree: () => Promise<readonly TreeEntry[]>;
  /** At the first time: what lies where a page goes is replaced. */
  readonly replaces: boolean;
}

export interface OutgoingContent extends PrintWish {
  readonly joined: JoinedSides;
  readonly isConfirmed: boolean;
}

/** What came of it. */
export interface PushedCommit {
  readonly commit: string | undefined;
  readonly files: number;
  readonly pages: number;
}

/**
 * Pushes what the space says beyond the branch, and notes that both agree.
 * @throws GitError, SyncHalted, SyncCancelled, and SyncOutrun when the branch has moved
 */
export async function giveOut(
  sync: SyncRun,
  repository: GitRepository,
  out: OutgoingContent,
): Promise<PushedCommit> {
  const { branch, joined } = out;
  const printed = await printOut(sync, out);
  refuseLosses(printed, out);
  const { changes, entries, pages } = printed;
  if (changes.length === 0 && branch.isAgreed) {
    await sync.run.write((tx) => agree(tx, joined, { entries, commit: branch.commit }));
    return { commit: undefined, files: 0, pages: 0 };
  }
  const commit = await push(sync, repository, out, printed);
  return { commit, files: changes.length, pages };
}

/** @throws SyncHalted where so many files would go that a person should say so first */
export function refuseLosses({ losses }: PrintedBranch, { isConfirmed, joined }: OutgoingContent): void {
  if (losses === undefined || isConfirmed || joined.installation.base_commit === null) return;
  throw new SyncHalted(
    "mass-deletion-out",
    `This would delete ${losses.files} of ${losses.of} files on the branch. Say "apply" to delete them, or "git" to take them back from the branch.`,
    ["apply", "git"],
  );
}

/** What the branch has to become. */
export interface PrintedBranch extends Pick<Ours, "changes" | "pages"> {
  readonly entries: EntryChanges;
  /** The files that go, where these are so many that a person should say so first. */
  readonly losses: Ours["losses"] | undefined;
}

/** Prints what the space says: edited pages alone, where nothing but pages was edited. @throws GitError */
export async function printOut(
  { content, deps: { db, blobs }, space }: SyncRun,
  { branch, joined: { installation, outward: root }, tree, replaces }: PrintWish,
): Promise<PrintedBranch> {
  const { format, isAgreed, entries } = branch;
  const edits = isAgreed
    ? await printOurEdits(content, { from: branch.root, root, format, entries })
    : undefined;
  if (edits !== undefined) return { ...edits, entries: { put: edits.entries, gone: [] }, losses: undefined };
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
      held: new Set(),
      replaces,
    },
  );
  const { changes, pages, losses, isMassive } = ours;
  const changed = changedEntries(isAgreed ? before : [], ours.entries);
  return { changes, pages, entries: changed, losses: isMassive ? losses : undefined };
}

async function push(
  sync: SyncRun,
  repository: GitRepository,
  out: OutgoingContent,
  { changes, entries }: PrintedBranch,
): Promise<string> {
  const { branch, joined } = out;
  const { installation, head } = joined;
  const { deps, space, run } = sync;
  const roots = { before: branch.root, now: joined.outward };
  const words = await describeCommit(deps, { installation, space, head, roots });
  const commit = await repository.commit({
    parent: branch.commit,
    ...words,
    at: head.created_at,
    changes,
  });
  const id = deps.newId();
  await run.write(async (tx) => {
    await noteRun(tx, sync, { stage: "finalize" });
    const now = await findInstallation(tx, installation);
    if (now?.paused_at !== null) throw new SyncHalted("paused", "The sync was paused while it ran.");
    await tx
      .insertInto("git_pushes")
      .values({
        organization_id: installation.organization_id,
        id,
        installation_id: installation.id,
        commit_id: commit,
        branch: installation.branch,
        tree_root: joined.outward,
        base_root: joined.agreed,
        revision_id: head.id,
        entries: JSON.stringify(entries),
        state: "made",
        created_at: deps.clock.now(),
      })
      .execute();
  });
  const lease = branch.isThere ? branch.commit : undefined;
  try {
    await run.away(() => repository.push({ branch: installation.branch, commit, lease }));
  } catch (error) {
    const isRefused = error instanceof GitError && (error.kind === "stale" || error.kind === "refused");
    // What else ended it may have ended it after the host had taken the push: the next run looks.
    if (!isRefused) throw error;
    await run.write((tx) => endPush(tx, { organization_id: installation.organization_id, id }, "refused"));
    if (error.kind === "refused") throw error;
    throw new SyncOutrun("The branch has moved while the commit was made.");
  }
  await run.write(async (tx) => {
    await endPush(tx, { organization_id: installation.organization_id, id }, "landed");
    await forgetPushes(tx, installation);
    await agree(tx, joined, { entries, commit });
    await nameCommit(tx, sync, installation, { head: head.id, commit, message: words.message });
    await noteRun(tx, sync, {
      operation: joined.hasChanged ? "merge" : "export",
      commit_id: commit,
      revision_id: head.id,
    });
  });
  return commit;
}

/** A revision of ours is known by its commit from now on. */
async function nameCommit(
  tx: Write,
  { space }: SyncRun,
  installation: Installation,
  { head, commit, message }: { head: string; commit: string; message: string },
): Promise<void> {
  const [url, ref] = [commitUrl(installation, commit), installation.branch];
  const git = { oid: commit, message, createdByGitBook: true, url, ref };
  await tx
    .updateTable("revisions")
    .set({ git: JSON.stringify(git) })
    .where("organization_id", "=", space.organization_id)
    .where("id", "=", head)
    .where("git", "is", null)
    .execute();
}

function endPush(
  tx: Write,
  { organization_id, id }: Pick<Row<"git_pushes">, "organization_id" | "id">,
  state: "landed" | "refused",
): Promise<unknown> {
  return (
    tx
      .updateTable("git_pushes")
      // What was to be noted with it is noted, or never will be.
      .set({ state, entries: "" })
      .where("organization_id", "=", organization_id)
      .where("id", "=", id)
      .execute()
  );
}

/** Pushes that are kept: the last one tells a branch that was rewritten, and since when there is something to say. */
const KEPT_PUSHES = 20;

/** Of those that have ended the oldest go. */
async function forgetPushes(tx: Write, { organization_id, id }: Installation): Promise<void> {
  const old = await tx
    .selectFrom("git_pushes")
    .select("id")
    .where("organization_id", "=", organization_id)
    .where("installation_id", "=", id)
    .where("state", "!=", "made")
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .offset(KEPT_PUSHES)
    .limit(KEPT_PUSHES)
    .execute();
  if (old.length === 0) return;
  const ids = old.map((push) => push.id);
  await tx
    .deleteFrom("git_pushes")
    .where("organization_id", "=", organization_id)
    .where("id", "in", ids)
    .execute();
}

/** Both sides say the same, but for what is held. */
export async function agree(
  tx: Write,
  { installation, head, outward, agreed }: JoinedSides,
  { entries, commit }: { entries: EntryChanges; commit: string | undefined },
): Promise<void> {
  const row = await updateInstallation(tx, installation)
    .set((eb) => ({
      base_commit: commit ?? null,
      observed_commit: commit ?? null,
      tree_root: outward,
      base_root: agreed,
      base_revision: head.id,
      choice: null,
      attention: null,
      confirmed: 0,
      incoming_root: seenNow(eb, outward),
    }))
    .returning("id")
    .executeTakeFirst();
  if (row === undefined) throw new SyncHalted("gone", "The space was disconnected while it was synced.");
  await keepEntries(tx, installation, entries);
}

/** What we push ourselves brings nothing new to the change request that follows the branch. */
const seenNow = (eb: ExpressionBuilder<Schema, "git_installations">, root: string) =>
  eb.case().when("incoming_request_id", "is not", null).then(root).else(null).end();

/** The pushes of which nobody knows yet whether the host took them, the oldest first. */
export function openPushes({ deps }: SyncRun, installation: Installation): Promise<Row<"git_pushes">[]> {
  return deps.db.read
    .selectFrom("git_pushes")
    .selectAll()
    .where("organization_id", "=", installation.organization_id)
    .where("installation_id", "=", installation.id)
    .where("state", "=", "made")
    .orderBy("created_at")
    .execute();
}

/** A push that a run has died after: it is on the branch, and so agreed on, or it never came there. */
export async function settlePush(
  sync: SyncRun,
  installation: Installation,
  push: Row<"git_pushes">,
  isOnBranch: boolean,
): Promise<void> {
  await sync.run.write(async (tx) => {
    await endPush(tx, push, isOnBranch ? "landed" : "refused");
    if (!isOnBranch) return;
    await updateInstallation(tx, installation)
      .set((eb) => ({
        base_commit: push.commit_id,
        tree_root: push.tree_root,
        base_root: push.base_root,
        base_revision: push.revision_id,
        choice: null,
        attention: null,
        confirmed: 0,
        incoming_root: seenNow(eb, push.tree_root),
      }))
      .execute();
    await keepEntries(tx, installation, JSON.parse(push.entries) as EntryChanges);
  });
}
