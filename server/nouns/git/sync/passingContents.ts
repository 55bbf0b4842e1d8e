/** A table of contents that began for a while, and comes and goes by pull requests: what is Lectern's own is known as that. */
import type { Theirs } from "../../../content/git/theirs.ts";
import type { Read } from "../../../db/database.ts";
import type { RepositoryEntry } from "../../../importers/repository/entry.ts";
import { isMassive } from "../../../importers/repository/readRepository.ts";
import { proposedChanges } from "./proposed.ts";
import type { Installation } from "./syncRun.ts";

/**
 * What a branch says, where a merged proposal has begun its table of contents or taken it back: one that is to pass is one
 * still, and one that was taken back is not lost. That it was merged is known by the pages that stand where it has put them.
 */
export async function withOwnContents<Known extends Pick<Theirs, "entries" | "losses" | "isMassive">>(
  read: Read,
  installation: Installation,
  theirs: Known,
  before: readonly RepositoryEntry[],
): Promise<Known> {
  const now = contentsIn(theirs.entries);
  if (now?.file?.id === contentsIn(before)?.file?.id) return theirs;
  const pages = new Set(theirs.entries.flatMap(({ role, path }) => (role === "page" ? [path] : [])));
  for await (const { put, gone } of proposedChanges(read, installation)) {
    if (now === undefined) {
      const isTakenBack = gone.some(({ role }) => role === "summary") && pages.size > 0;
      const isMerged = put.every(({ role, path }) => role !== "page" || pages.has(path));
      if (!isTakenBack || !isMerged) continue;
      const losses = { ...theirs.losses, contents: false };
      return { ...theirs, losses, isMassive: isMassive(losses) };
    }
    const own = contentsIn(put);
    if (own?.file?.id !== now.file?.id || own?.spelling.isPassing !== true) continue;
    const passing = { ...now, spelling: { ...now.spelling, isPassing: true } };
    return { ...theirs, entries: theirs.entries.map((entry) => (entry === now ? passing : entry)) };
  }
  return theirs;
}

const contentsIn = (entries: readonly RepositoryEntry[]): RepositoryEntry | undefined =>
  entries.find(({ role }) => role === "summary");
