/** Whether a space and its branch say the same. */
import type { GitSyncStatus } from "../../../sdk/src/index.ts";

type Sides = Pick<GitSyncStatus, "pagesAhead" | "othersAhead" | "isBehind" | "held">;

/** How many pages, and how many other things, of the space aren't on the branch; what is held is told by itself. */
export function aheadOf({ pagesAhead, othersAhead, held }: Sides): { pages: number; others: number } {
  const pages = held.filter(({ kind }) => kind === "page").length;
  return { pages: pagesAhead - pages, others: othersAhead + pages - held.length };
}

/** Whether either side has gone on since they agreed, be it that it waits to be merged. */
export function isApart(of: Sides): boolean {
  const { pages, others } = aheadOf(of);
  return of.isBehind || pages > 0 || others > 0;
}
