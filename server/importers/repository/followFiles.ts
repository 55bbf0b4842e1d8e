/** Which file of a new state is which of the last one, though it has another name, and half of its lines are others. */
import type { RepositoryEntry, RepositoryFile } from "./entry.ts";
import { followContents } from "./followContents.ts";
import { followTaken } from "./followTaken.ts";
import type { ReadObject } from "./source.ts";

export interface FollowedFiles {
  readonly files: ReadonlyMap<string, RepositoryFile>;
  /** What may have come besides, known but not agreed on, the newest first. */
  readonly proposed: readonly RepositoryEntry[];
  /** Gives bytes of both states; what can't be had is compared with nothing. */
  readonly read: ReadObject;
}

/**
 * Finds for each file of a new state the entry of what it was: at the same path, unless places were given on, with the
 * same bytes at another, or with most of its lines at another. What belongs to nothing was not there before.
 * @returns entries by the new path
 */
export async function followFiles(
  entries: readonly RepositoryEntry[],
  { files, proposed, read }: FollowedFiles,
): Promise<Map<string, RepositoryEntry>> {
  const known = entries.filter(({ file, object }) => file !== undefined && object !== undefined);
  const taken = await followTaken(entries, files, { proposed, read });
  const moved = new Set(taken.followed.values());
  const left = known.filter((entry) => !moved.has(entry));
  const isThere = ({ path }: RepositoryEntry): boolean => files.has(path) && !taken.paths.has(path);
  const theirs = new Set(entries.flatMap((entry) => (moved.has(entry) ? [] : [entry.path])));
  const fresh = new Map([...files].filter(([path]) => !theirs.has(path) && !taken.paths.has(path)));
  const gone = left.filter((entry) => !isThere(entry));
  return new Map([
    ...left.filter(isThere).map((entry) => [entry.path, entry] as const),
    ...taken.followed,
    ...(await followContents(gone, fresh, read)),
  ]);
}
