/**
 * What others commit to the branch of proposals, a reviewer who takes up a suggestion, say: Lectern's next proposal goes on
 * top of theirs, and keeps what they have said.
 */
import type { FileChange } from "../../../ports/git/commit.ts";
import type { GitRepository } from "../../../ports/git/repository.ts";
import type { TreeChange } from "../../../ports/git/trees.ts";
import { proposalBranch, shortBranch } from "../place.ts";
import { SYNC_NOW, SyncHalted } from "./ended.ts";
import { unclear } from "./proposed.ts";
import type { Installation, SyncRun } from "./syncRun.ts";

interface ProposalCommits {
  /** What Lectern proposed last. */
  readonly own: string;
  /** Where the branch of proposals is now. */
  readonly open: string;
  /** Where the branch is that proposals are for. */
  readonly base: string;
  /** What Lectern proposes now, on top of that. */
  readonly commit: string;
}

const MOST_NAMED = 3;

const isSameFile = (one: TreeChange["now"], other: TreeChange["now"]): boolean =>
  one?.id === other?.id && one?.mode === other?.mode;

const byPath = (changes: readonly TreeChange[]): ReadonlyMap<string, TreeChange["now"]> =>
  new Map(changes.map(({ path, now }) => [path, now]));

/**
 * Files as others have left them since, where Lectern has nothing else to say of them.
 * @throws SyncHalted where both have changed one, or it can't be told who has changed what; GitError
 */
export async function keptOfOthers(
  { run }: SyncRun,
  repository: GitRepository,
  installation: Installation,
  { own, open, base, commit }: ProposalCommits,
): Promise<FileChange[]> {
  if (own === open) return [];
  const met = await run.away(() => repository.commonBefore(base, open));
  const from = await run.away(() => repository.commonBefore(base, own));
  if (met === undefined || from === undefined) throw unclear(proposalBranch(installation));
  // What has come there from the branch itself is nobody's word on the proposal; taking back what we proposed is one.
  // The branch as it was brought in there, and as it is: it may have what was proposed by a commit of its own.
  const moved = [byPath(await repository.diff(from, met)), byPath(await repository.diff(from, base))];
  const theirs = (await repository.diff(own, open)).filter(
    ({ path, now }) => !moved.some((branch) => branch.has(path) && isSameFile(branch.get(path), now)),
  );
  const ours = byPath(await repository.diff(own, commit));
  const both = theirs.filter(({ path, now }) => ours.has(path) && !isSameFile(ours.get(path), now));
  if (both.length > 0) {
    const named = both.slice(0, MOST_NAMED).map(({ path }) => path);
    const more = both.length > named.length ? ` and ${both.length - named.length} more` : "";
    throw new SyncHalted(
      "proposal",
      `Somebody has committed to ${shortBranch(proposalBranch(installation))} what has changed here as well: ${named.join(", ")}${more}. Merge the pull request, take that commit back, or delete the branch, then ${SYNC_NOW}.`,
    );
  }
  return theirs
    .filter(({ path }) => !ours.has(path))
    .map(({ path, now }) => (now === undefined ? { path, gone: true } : { path, ...now }));
}
