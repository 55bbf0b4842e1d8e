/** Commits that may not be here any more. */
import { GitError } from "../../../ports/git/error.ts";
import type { GitRepository } from "../../../ports/git/repository.ts";
import type { SyncRun } from "./syncRun.ts";

/** Brings a commit that was seen before; false when the host doesn't have it any more. */
export async function bring(
  { run }: Pick<SyncRun, "run">,
  repository: GitRepository,
  commit: string,
): Promise<boolean> {
  if (await repository.has(commit)) return true;
  try {
    await run.away(() => repository.fetch([commit]));
    return true;
  } catch (error) {
    if (error instanceof GitError && error.kind === "missing") return false;
    throw error;
  }
}
