/** Which proposals have come to the branch since the last agreement, by whichever commit. */
import type { GitRepository } from "../../../ports/git/repository.ts";
import { bring } from "./bring.ts";
import type { SyncRun } from "./syncRun.ts";

interface BranchSince {
  /** Where the branch is; undefined: it has no commit. */
  readonly commit: string | undefined;
  /** The commit that was agreed on; undefined: none is here. */
  readonly agreed: string | undefined;
  /** The commit of what was proposed, with what reviewers have made of it; undefined: none is known. */
  readonly proposed: string | undefined;
}

/** Tells of commits of ours whether the branch has all that they said since the last agreement, each asked once. */
export function bringing(
  sync: Pick<SyncRun, "run">,
  repository: GitRepository,
  { commit, agreed, proposed }: BranchSince,
): (own: string) => Promise<boolean> {
  if (commit === undefined || agreed === undefined) return async () => false;
  const isBefore = (own: string, later: string) => sync.run.away(() => repository.isBefore(own, later));
  const known = new Map<string, Promise<boolean>>();
  let squashed: Promise<boolean> | undefined;
  const isSquashed = (tip: string) => (squashed ??= hasAll(sync, repository, { commit, agreed, tip }));
  const ask = async (own: string): Promise<boolean> => {
    if (!(await repository.has(own))) return false;
    if ((await isBefore(own, commit)) === true && (await isBefore(own, agreed)) === false) return true;
    if (proposed === undefined || !(await isSquashed(proposed))) return false;
    return (await isBefore(own, proposed)) === true;
  };
  return (own) => {
    const answer = known.get(own) ?? ask(own);
    known.set(own, answer);
    return answer;
  };
}

/**
 * Whether all files that the branch of proposals has changed are on the branch as they are there, what reviewers made of
 * them included, and were not when both sides agreed last: a squash leaves no other trace.
 */
async function hasAll(
  sync: Pick<SyncRun, "run">,
  repository: GitRepository,
  { commit, agreed, tip }: { readonly commit: string; readonly agreed: string; readonly tip: string },
): Promise<boolean> {
  if (!(await bring(sync, repository, tip))) return false;
  const from = await sync.run.away(() => repository.commonBefore(commit, tip));
  if (from === undefined) return false;
  const said = await repository.diff(from, tip);
  const lacks = async (at: string): Promise<boolean> => {
    const other = new Set((await repository.diff(tip, at)).map(({ path }) => path));
    return said.some(({ path }) => other.has(path));
  };
  return !(await lacks(commit)) && (await lacks(agreed));
}
