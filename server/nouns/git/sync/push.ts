/** Commits of ours on their way to the branch: noted before they are pushed, and agreed on once they are there. */
import type { ExpressionBuilder } from "kysely";
import { type EntryChanges, keepEntries } from "../../../content/git/entries.ts";
import { commitUrl } from "../../../content/git/hostPlaces.ts";
import type { Write } from "../../../db/database.ts";
import type { Row, Schema } from "../../../db/schema.ts";
import type { FileChange } from "../../../ports/git/commit.ts";
import { GitError } from "../../../ports/git/error.ts";
import type { GitRepository } from "../../../ports/git/repository.ts";
import { updateInstallation } from "../commands.ts";
import { endOpenPushes } from "../openPushes.ts";
import { havingFiles } from "./agentFiles.ts";
import { findInstallation } from "../queries.ts";
import { doneChoice, doneConfirmed } from "./decided.ts";
import { SyncHalted, SyncOutrun } from "./ended.ts";
import type { BranchContent, JoinedSides } from "./intake.ts";
import type { CommitWords } from "./message.ts";
import { type Installation, noteRun, type SyncRun } from "./syncRun.ts";

/** What one space says with a commit. */
export interface PushedPart {
  readonly joined: JoinedSides;
  readonly entries: EntryChanges;
}

export interface PushOrder {
  /** Whose branch it is. */
  readonly installation: Installation;
  readonly branch: Pick<BranchContent, "commit" | "isThere">;
  readonly changes: readonly FileChange[];
  readonly words: CommitWords;
  /** Milliseconds. */
  readonly at: number;
  /** Every space that says something with it: one, or those of a site. */
  readonly parts: readonly PushedPart[];
  /** What else both sides agree on with it. */
  readonly besides?: (tx: Write, commit: string) => Promise<void>;
}

type PushRun = Pick<SyncRun, "deps" | "run" | "id" | "content">;

/**
 * Makes a commit and pushes it, and notes that both sides agree.
 * @throws GitError, SyncHalted, SyncCancelled, and SyncOutrun when the branch has moved
 */
export async function pushCommit(
  sync: PushRun,
  repository: GitRepository,
  { installation, branch, changes, words, at, parts, besides }: PushOrder,
): Promise<string> {
  const { run } = sync;
  const { organization_id } = installation;
  const commit = await repository.commit({ parent: branch.commit, ...words, at, changes });
  const { message } = words;
  const ids = await run.write((tx) => noteMade(tx, sync, { installation, commit, message, parts }));
  const lease = branch.isThere ? branch.commit : undefined;
  const endAll = async (tx: Write, state: "landed" | "refused"): Promise<void> => {
    for (const id of ids) await endPush(tx, { organization_id, id }, state);
  };
  try {
    await run.away(() => repository.push({ branch: installation.branch, commit, lease }));
  } catch (error) {
    // What moved the branch may be this commit, pushed by a run that never heard of it: the next round looks.
    if (error instanceof GitError && error.kind === "stale")
      throw new SyncOutrun("The branch has moved while the commit was made.");
    // What else ended it may have ended it after the host had taken the push: the next run looks.
    if (error instanceof GitError && error.kind === "refused") await run.write((tx) => endAll(tx, "refused"));
    throw error;
  }
  await run.write(async (tx) => {
    await endAll(tx, "landed");
    for (const { joined, entries } of parts) {
      await forgetPushes(tx, joined.installation);
      await agree(tx, joined, { entries, commit });
      await nameCommit(tx, joined.installation, { revision: joined.head.id, commit, message });
    }
    await besides?.(tx, commit);
    const [first] = parts;
    await noteRun(tx, sync, {
      operation: parts.some(({ joined }) => joined.hasChanged) ? "merge" : "export",
      commit_id: commit,
      ...(first && { revision_id: first.joined.head.id }),
    });
  });
  return commit;
}

/** Who dies after pushing finds here what the branch then says. @returns the ids of what was noted */
async function noteMade(
  tx: Write,
  sync: PushRun,
  {
    installation,
    commit,
    message,
    parts,
  }: Pick<PushOrder, "installation" | "parts"> & { readonly commit: string; readonly message: string },
): Promise<string[]> {
  await noteRun(tx, sync, { stage: "finalize" });
  const now = await findInstallation(tx, installation);
  if (now?.paused_at !== null) throw new SyncHalted("paused", "The sync was paused while it ran.");
  const ids: string[] = [];
  for (const { joined, entries } of parts) {
    const id = sync.deps.newId();
    ids.push(id);
    await tx
      .insertInto("git_pushes")
      .values({
        organization_id: installation.organization_id,
        id,
        installation_id: joined.installation.id,
        commit_id: commit,
        branch: installation.branch,
        tree_root: joined.outward,
        base_root: joined.agreed,
        revision_id: joined.head.id,
        entries: JSON.stringify(entries),
        message,
        decisions: joined.installation.decisions,
        state: "made",
        created_at: sync.deps.clock.now(),
      })
      .execute();
  }
  return ids;
}

/** A revision of ours is known by its commit from now on. */
async function nameCommit(
  tx: Write,
  installation: Installation,
  {
    revision,
    commit,
    message,
  }: { readonly revision: string; readonly commit: string; readonly message: string },
): Promise<void> {
  const [url, ref] = [commitUrl(installation, commit), installation.branch];
  const git = { oid: commit, message, createdByGitBook: true, url, ref };
  await tx
    .updateTable("revisions")
    .set({ git: JSON.stringify(git) })
    .where("organization_id", "=", installation.organization_id)
    .where("id", "=", revision)
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
export async function forgetPushes(tx: Write, { organization_id, id }: Installation): Promise<void> {
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
  await noteAgreed(tx, installation, {
    base_commit: commit ?? null,
    tree_root: outward,
    base_root: agreed,
    revision: head.id,
    entries,
    decisions: installation.decisions,
    seen: { observed_commit: commit ?? null },
  });
}

interface Agreement extends Pick<Row<"git_installations">, "base_commit" | "tree_root" | "decisions"> {
  readonly base_root: string;
  /** Of the space. */
  readonly revision: string;
  readonly entries: EntryChanges;
  /** Where the branch is, where that is known. */
  readonly seen?: Pick<Row<"git_installations">, "observed_commit">;
}

/** Notes what both sides agree on. @throws SyncHalted where that is nobody's any more */
async function noteAgreed(
  tx: Write,
  installation: Installation,
  { base_commit, tree_root, base_root, revision, entries, decisions, seen }: Agreement,
): Promise<void> {
  const row = await updateInstallation(tx, installation)
    .set((eb) => ({
      ...seen,
      base_commit,
      tree_root,
      base_root,
      base_revision: revision,
      choice: doneChoice(eb, decisions),
      confirmed: doneConfirmed(eb, decisions),
      attention: null,
      moved: 0,
      incoming_root: seenNow(eb, tree_root),
      agent_files: writtenNow(eb, installation),
    }))
    .returning("id")
    .executeTakeFirst();
  if (row === undefined) throw new SyncHalted("gone", "The space was disconnected while it was synced.");
  if (base_commit !== installation.base_commit) await endOpenPushes(tx, installation);
  await keepEntries(tx, installation, entries);
}

/**
 * What we push ourselves brings nothing new to the change request that follows the branch, where that request shows all that
 * was read of the branch: `tree_root` is here still what was read, whatever is set beside this.
 */
const seenNow = (eb: ExpressionBuilder<Schema, "git_installations">, root: string | null) =>
  eb.case().when("incoming_root", "=", eb.ref("tree_root")).then(root).else(eb.ref("incoming_root")).end();

/** Files of instructions are there with the commit, but for those that somebody has asked for meanwhile. */
export const writtenNow = (
  eb: ExpressionBuilder<Schema, "git_installations">,
  { agent_files }: Pick<Installation, "agent_files">,
) =>
  agent_files === null
    ? eb.ref("agent_files")
    : eb
        .case()
        .when("agent_files", "=", agent_files)
        .then(havingFiles({ agent_files }))
        .else(eb.ref("agent_files"))
        .end();

/** The pushes of which nobody knows yet whether the host took them, the oldest first. */
export function openPushes(
  { deps }: Pick<SyncRun, "deps">,
  installation: Installation,
): Promise<Row<"git_pushes">[]> {
  return deps.db.read
    .selectFrom("git_pushes")
    .selectAll()
    .where("organization_id", "=", installation.organization_id)
    .where("installation_id", "=", installation.id)
    .where("state", "=", "made")
    .orderBy("created_at")
    .execute();
}

/** How long a host may take for a push that it was sent, whoever has gone meanwhile: its hooks run on without us. */
const LATE_MS = 10 * 60_000;

/**
 * A push that a run has died after: it is on the branch, and so agreed on, or it never comes there. For a while it may
 * still come, and is nobody else's then.
 */
export async function settlePush(
  sync: Pick<SyncRun, "run" | "deps">,
  installation: Installation,
  push: Row<"git_pushes">,
  isOnBranch: boolean,
): Promise<void> {
  if (!isOnBranch && sync.deps.clock.now() - push.created_at < LATE_MS) return;
  await sync.run.write(async (tx) => {
    await endPush(tx, push, isOnBranch ? "landed" : "refused");
    if (!isOnBranch) return;
    const { commit_id: commit, revision_id: revision, message } = push;
    await noteAgreed(tx, installation, {
      ...push,
      base_commit: commit,
      revision,
      entries: JSON.parse(push.entries) as EntryChanges,
    });
    await nameCommit(tx, installation, { revision, commit, message });
    await forgetPushes(tx, installation);
  });
}
