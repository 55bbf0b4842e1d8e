/**
 * The job that shows what pull requests would change: a revision that is nobody's head, for those who may see the
 * revisions of the space, and a status on the host that leads there.
 */
import { diffRevisions } from "../../../../engine/diff.ts";
import { readSpace } from "../../../access/spaces.ts";
import { putRevision, readHead } from "../../../content/commit.ts";
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
import type { GitRepository } from "../../../ports/git/repository.ts";
import { noteStatus } from "../hosts/work.ts";
import { attentionOf } from "../present.ts";
import { findInstallation } from "../queries.ts";
import { attentionFor } from "../sync/ended.ts";
import { idsIn } from "../sync/intake.ts";
import { remoteOf } from "../sync/remote.ts";
import type { GitJobRun } from "../sync/syncRun.ts";
import type { ReviewOrder } from "./noteReview.ts";

type Installation = Row<"git_installations">;
type Review = Row<"git_reviews">;

interface Previewing {
  readonly deps: Deps;
  readonly run: GitJobRun;
  readonly installation: Installation;
  readonly space: Row<"spaces">;
}

/** Runs jobs of the kind `git-review`: one pull request after the other, until none waits. */
export function gitReviewJob(deps: Deps): (run: GitJobRun) => Promise<{ readonly report?: unknown }> {
  return async (run) => {
    const { installation: id } = JSON.parse(run.job.payload) as ReviewOrder;
    const key = { organization_id: run.job.organization_id ?? "", id };
    for (;;) {
      run.signal.throwIfAborted();
      const installation = await findInstallation(deps.db.read, key);
      if (installation === undefined || installation.paused_at !== null) return {};
      // Nobody answers for it any more, or nothing of the repository has come in yet: the first sync asks again.
      if (attentionOf(installation)?.kind === "owner" || installation.base_commit === null) return {};
      const space = await readSpace(deps.db.read, { ...key, id: installation.space_id });
      const review = await nextReview(deps, installation);
      if (review === undefined || space?.deleted_at !== null) return {};
      await previewOne({ deps, run, installation, space }, review);
    }
  };
}

function nextReview({ db }: Deps, { organization_id, id }: Installation): Promise<Review | undefined> {
  return db.read
    .selectFrom("git_reviews")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("installation_id", "=", id)
    .where("wanted", "=", 1)
    .orderBy("updated_at")
    .orderBy("number")
    .limit(1)
    .executeTakeFirst();
}

/** What became of a pull request that was looked at. */
interface Outcome {
  readonly commit: string;
  readonly state: "success" | "failure";
  readonly description: string;
  /** Undefined: there is nothing to see. */
  readonly preview?: {
    readonly revision: NewRevision;
    readonly head: Row<"revisions">;
    readonly pages: number;
  };
}

async function previewOne(of: Previewing, review: Review): Promise<void> {
  const { run } = of;
  let outcome: Outcome;
  try {
    outcome = await look(of, review);
  } catch (error) {
    if (run.signal.aborted) throw error;
    const problem = attentionFor(error);
    // What may pass by itself is tried again by the job.
    if (problem === undefined) throw error;
    outcome = { commit: review.commit_id, state: "failure", description: problem.message };
  }
  await run.write((tx) => keep(tx, of, review, outcome));
}

async function look(of: Previewing, review: Review): Promise<Outcome> {
  const { deps, run, installation } = of;
  const { ref, commit_id } = review;
  const remote = await run.away(() => remoteOf(deps, installation, run.signal));
  const refs = await run.away(() => deps.git.refs(remote, [ref], run.signal));
  const commit = refs.ids.get(ref);
  if (commit === undefined)
    return {
      commit: commit_id,
      state: "failure",
      description: `The host doesn't give the commits of this request: ${ref} is not there.`,
    };
  // A folder of its own: a sync may be under way.
  const key = `${installation.id}-reviews`;
  const asked = { key, remote, format: refs.format, writes: false, signal: run.signal };
  return deps.git.run(asked, (repository) => preview(of, repository, commit));
}

/**
 * What the space would say with a pull request: what that changes since it left the branch, merged into the space as it
 * is now.
 */
async function preview(of: Previewing, repository: GitRepository, commit: string): Promise<Outcome> {
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
  const read = async (of: string) =>
    readTheirs(importDeps(deps, organization_id), {
      space: space.id,
      base: { root: tree_root, entries },
      tree: await repository.list(of),
      directory: installation.project_directory,
      read: (id) => repository.objects.read(id),
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

/** Writes what is to be seen; of a request that has moved on meanwhile it is made again. */
async function keep(
  tx: Write,
  { deps, installation, space }: Previewing,
  review: Review,
  { commit, state, description, preview }: Outcome,
): Promise<void> {
  const { organization_id, installation_id, number } = review;
  const [now, { newId }] = [deps.clock.now(), deps];
  const revision = preview && newId();
  const row = await tx
    .updateTable("git_reviews")
    .set({
      wanted: 0,
      revision_id: revision ?? null,
      pages: preview?.pages ?? null,
      problem: state === "failure" ? description : null,
    })
    .where("organization_id", "=", organization_id)
    .where("installation_id", "=", installation_id)
    .where("number", "=", number)
    .where("updated_at", "=", review.updated_at)
    .returning("number")
    .executeTakeFirst();
  if (row === undefined) return;
  if (preview !== undefined && revision !== undefined) {
    const git = { oid: commit, message: review.title, createdByGitBook: false, url: installation.remote_url };
    await putRevision(
      tx,
      {
        organization: organization_id,
        id: revision,
        space: space.id,
        type: "update",
        parents: [preview.head.id],
        createdAt: now,
        git: JSON.stringify({ ...git, ref: review.ref }),
      },
      preview.revision,
    );
    // In no list, and gone a while after nothing names it any more.
    await tx
      .updateTable("revisions")
      .set({ superseded_by: preview.head.id, superseded_at: now })
      .where("organization_id", "=", organization_id)
      .where("id", "=", revision)
      .execute();
  }
  const path = `/s/${space.id}/~/${revision === undefined ? "git" : `revisions/${revision}`}`;
  await noteStatus(tx, installation, { commit, state, description, path }, { now, newId });
}
