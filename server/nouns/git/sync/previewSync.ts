/**
 * What a sync would do, and what it would stand still at: the same as it does, up to the point where it would write. It
 * settles no push that a run has died with, follows no repository that has moved, and sends nothing to Git LFS.
 */
import { diffRevisions } from "../../../../engine/diff.ts";
import type { FileChange } from "../../../ports/git/commit.ts";
import type { RemoteRefs } from "../../../ports/git/refs.ts";
import type { GitRepository } from "../../../ports/git/repository.ts";
import { proposalBranch } from "../place.ts";
import { type BranchContent, foresee, type ForeseenSides } from "./intake.ts";
import { bring } from "./bring.ts";
import { printOut, refuseLosses } from "./outgo.ts";
import { baseOf, makeProposal } from "./propose.ts";
import { filesOf, readBranch } from "./readBranch.ts";
import { noteRewritten } from "./rewritten.ts";
import { branchGone, keepingWritten, lookAt, proposalTip } from "./syncSpace.ts";
import type { Installation, SyncPreview, SyncReport, SyncRun } from "./syncRun.ts";

/** Pages and files that are named, and characters of the difference that are told. */
export const MOST_NAMED = 100;
export const MOST_TOLD = 64 * 1024;
const NOBODY = { name: "Lectern", email: "" };

/** Looks at what a sync would do now. @throws GitError, SyncHalted, ImportRefused, ImportNotApplied */
export async function previewSync(sync: SyncRun, known: Installation): Promise<SyncReport> {
  const { deps, run, remote } = sync;
  const installation = await keepingWritten(sync, known);
  const refs = await lookAt(sync, installation);
  const isGone = !refs.ids.has(installation.branch) && installation.base_commit !== null;
  if (isGone) throw branchGone(installation);
  // A folder of its own: a sync may be under way.
  const key = `${installation.id}-preview`;
  const asked = { key, remote, format: refs.format, writes: false, signal: run.signal };
  return deps.git.run(asked, (repository) => inRepository(sync, repository, installation, refs));
}

async function inRepository(
  sync: SyncRun,
  repository: GitRepository,
  installation: Installation,
  refs: RemoteRefs,
): Promise<SyncReport> {
  const { ids, head, format } = refs;
  const { base_commit, branch: name, outgoing, choice } = installation;
  const tip = ids.get(name);
  const commit = tip ?? (head === undefined ? undefined : ids.get(head));
  if (commit !== undefined) await sync.run.away(() => repository.fetch([commit]));
  const hasBase = base_commit !== null && (await bring(sync, repository, base_commit));
  await noteRewritten(sync, repository, { installation, parts: [installation.id], tip }, []);
  const tree = filesOf(repository, commit);
  const at = { commit, isThere: tip !== undefined, format };
  const reading = { installation, hasBase, tree, at, proposed: proposalTip(refs, installation) };
  const { branch, report } = await readBranch(sync, repository, reading);
  const joined = await foresee(sync, { installation, branch });
  const replaces = base_commit === null && choice === "lectern";
  const proposed = ids.get(proposalBranch(installation));
  const printed =
    outgoing === "off" ? undefined : await printOut(sync, { branch, joined, tree, repository, replaces });
  if (printed !== undefined) refuseLosses(printed, { branch, joined });
  const changes = printed?.changes ?? [];
  const preview = {
    ...(await pagesOf(sync, joined)),
    ...(await filesIn(sync, repository, { branch, joined, changes, proposed })),
  };
  return {
    ...(report === undefined ? {} : { imported: report }),
    ...(joined.contested.length > 0 ? { held: joined.contested.length } : {}),
    preview,
  };
}

type OfPages = Pick<SyncPreview, "pages" | "pageCount" | "pagesTo">;
type OfFiles = Omit<SyncPreview, keyof OfPages>;

async function pagesOf({ content }: SyncRun, { head, inward, inwardTo }: ForeseenSides): Promise<OfPages> {
  const { pages } = await diffRevisions(
    content.nodes,
    await content.root(head.root),
    await content.root(inward),
  );
  return {
    pages: pages.slice(0, MOST_NAMED).map(({ key: id, before, after }) => ({
      id,
      title: after?.title ?? before?.title ?? "",
      change: before === undefined ? "added" : after === undefined ? "deleted" : "edited",
    })),
    pageCount: pages.length,
    pagesTo: inwardTo,
  };
}

interface ForeseenOut {
  readonly branch: BranchContent;
  readonly joined: ForeseenSides;
  readonly changes: readonly FileChange[];
  /** Where the branch of proposals is. */
  readonly proposed: string | undefined;
}

async function filesIn(
  sync: SyncRun,
  repository: GitRepository,
  { branch, joined: { installation, head }, changes, proposed }: ForeseenOut,
): Promise<OfFiles> {
  const isProposed = installation.outgoing === "pull-request";
  const filesTo = isProposed ? "proposal" : "branch";
  const nothing = { files: [], fileCount: 0, filesTo, diff: "" } as const;
  const parent = isProposed ? baseOf(branch) : branch.commit;
  if (changes.length === 0) return nothing;
  const words = { message: "", author: NOBODY, committer: NOBODY };
  const at = head.created_at;
  if (isProposed && parent !== undefined) {
    const order = { installation, base: parent, words, at, changes };
    if (!(await makeProposal(sync, repository, order, proposed)).isNew) return nothing;
  }
  // It stays here, and nobody ever sees it.
  const commit = await repository.commit({ parent, ...words, at, changes });
  const diff = await repository.patch(parent, commit, MOST_TOLD);
  const files = changes.slice(0, MOST_NAMED).map((change) => ({
    path: change.path,
    change: "gone" in change ? ("deleted" as const) : ("written" as const),
  }));
  return { files, fileCount: changes.length, filesTo, diff };
}
