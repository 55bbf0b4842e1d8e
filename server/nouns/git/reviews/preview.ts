/** What a space would say with a commit that is not on its branch: a revision that is nobody's head. */
import { diffRevisions } from "../../../../engine/diff.ts";
import { putRevision, readHead } from "../../../content/commit.ts";
import { commitUrl } from "../../../content/git/hostPlaces.ts";
import { readEntries } from "../../../content/git/entries.ts";
import { contestedBy } from "../../../content/git/sides.ts";
import { readTheirs } from "../../../content/git/theirs.ts";
import { importDeps } from "../../../content/import/importDeps.ts";
import { mergeContent } from "../../../content/mergeContent.ts";
import { stageContent } from "../../../content/write.ts";
import type { NewRevision } from "../../../../engine/change.ts";
import type { Write } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";
import type { GitRemote } from "../../../ports/git/remote.ts";
import type { GitRepository } from "../../../ports/git/repository.ts";
import { idsIn } from "../sync/intake.ts";
import { largeFiles } from "../sync/large.ts";
import type { GitJobRun } from "../jobRun.ts";

export interface PreviewScope {
  readonly deps: Deps;
  readonly run: GitJobRun;
  readonly installation: Row<"git_installations">;
  readonly space: Row<"spaces">;
}

/** What is to be seen. */
export interface Preview {
  readonly revision: NewRevision;
  readonly head: Row<"revisions">;
  readonly pages: number;
}

/** What became of a commit that was looked at. */
export interface CommitOutcome {
  readonly commit: string;
  readonly state: "success" | "failure";
  readonly description: string;
  /** Undefined: there is nothing to see. */
  readonly preview?: Preview;
}

/** A commit by the name under which its host gives it. */
export interface NamedCommit {
  readonly remote: GitRemote;
  /** Its full name. */
  readonly ref: string;
  /** Of whatever looks at it: beside each other they have a folder each. */
  readonly by: string;
}

/** Looks at what a host has under a name; undefined where that is nothing. @throws GitError, ImportRefused, ImportNotApplied */
export async function lookAtCommit(
  of: PreviewScope,
  { remote, ref, by }: NamedCommit,
): Promise<CommitOutcome | undefined> {
  const { deps, run, installation } = of;
  const refs = await run.away(() => deps.git.refs(remote, [ref], run.signal));
  const commit = refs.ids.get(ref);
  if (commit === undefined) return undefined;
  // A folder of its own: a sync may be under way.
  const key = `${installation.id}-${by}`;
  const asked = { key, remote, format: refs.format, writes: false, signal: run.signal };
  return deps.git.run(asked, (repository) => preview(of, remote, repository, commit));
}

/**
 * What the space would say with a pull request: what that changes since it left the branch, merged into the space as it
 * is now.
 */
async function preview(
  of: PreviewScope,
  remote: GitRemote,
  repository: GitRepository,
  commit: string,
): Promise<CommitOutcome> {
  const { deps, run, installation, space } = of;
  const { organization_id, base_commit, tree_root } = installation;
  const head = await readHead(deps.db.read, { organization_id, id: space.id });
  if (head === undefined || base_commit === null || tree_root === null)
    throw new Error(`space ${space.id} has nothing to compare a pull request with`);
  await run.away(() => repository.fetch([base_commit, commit]));
  const left = await run.away(() => repository.commonBefore(base_commit, commit));
  if (left !== undefined && left !== base_commit) await run.away(() => repository.fetch([left]));
  const content = deps.content.of(organization_id);
  const entries = await readEntries(deps.db.read, installation);
  const newId = idsIn(installation.id, left ?? commit);
  const large = largeFiles({ deps, run, remote, content });
  const read = async (of: string) =>
    readTheirs(importDeps(deps, organization_id), {
      space: space.id,
      base: { root: tree_root, entries },
      tree: await repository.list(of),
      directory: installation.project_directory,
      read: (id, most) => repository.objects.read(id, most),
      large,
      newId,
      now: deps.clock.now(),
      signal: run.signal,
    });
  const base = left === undefined || left === base_commit ? tree_root : (await read(left)).root;
  const theirs = await read(commit);
  const merged = await mergeContent(content, { base, primary: head.root, changed: theirs.root }, run.signal);
  const revision = await stageContent(deps.db, organization_id, merged.revision, deps.clock.now());
  const { pages } = await diffRevisions(
    content.nodes,
    await content.root(head.root),
    await content.root(revision.root),
  );
  const description = sentence(pages.length, contestedBy(merged).length, theirs.report.brokenLinks.length);
  return { commit, state: "success", description, preview: { revision, head, pages: pages.length } };
}

function sentence(pages: number, contested: number, broken: number): string {
  const changed = pages === 0 ? "No page changes" : `${pages} page${pages === 1 ? "" : "s"} changed`;
  const held = contested === 0 ? "" : `, ${contested} changed here too`;
  const links = broken === 0 ? "" : `, ${broken} link${broken === 1 ? " finds" : "s find"} nothing`;
  return `${changed}${held}${links}.`;
}

/** A commit that is shown. */
export interface ShownCommit {
  readonly id: string;
  readonly commit: string;
  readonly message: string;
  readonly ref: string;
}

/** Writes what is to be seen: in no list, and gone a while after nothing names it any more. */
export async function putPreview(
  tx: Write,
  { deps, installation, space }: Pick<PreviewScope, "deps" | "installation" | "space">,
  { head, revision }: Preview,
  { id, commit, message, ref }: ShownCommit,
): Promise<void> {
  const { organization_id } = installation;
  const now = deps.clock.now();
  const git = { oid: commit, message, createdByGitBook: false, url: commitUrl(installation, commit), ref };
  await putRevision(
    tx,
    {
      organization: organization_id,
      id,
      space: space.id,
      type: "update",
      parents: [head.id],
      createdAt: now,
      git: JSON.stringify(git),
    },
    revision,
  );
  await tx
    .updateTable("revisions")
    .set({ superseded_by: head.id, superseded_at: now })
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .execute();
}
