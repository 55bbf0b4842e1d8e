import type { Read } from "../../db/database.ts";
import type { Attempt, Match } from "../../engine/search/match.ts";
import { matchingNumbers } from "./matchingNumbers.ts";
import type { Reach } from "./matchSyntax.ts";

/** Pages considered for one answer. */
export const mostCandidates = 500;

export interface Candidates {
  /** Numbers of pages; each value tells whether the page is known to have every word exactly. */
  readonly numbers: ReadonlyMap<number, boolean>;
  /** Whether more pages match than were considered. */
  readonly isCut: boolean;
}

/**
 * The pages to rank for one attempt: all that match, when they are at most `mostCandidates`. Otherwise the first so
 * many of: those with every word in the title, in title and headings, anywhere; in each of these those that have
 * the words exactly first, and then by number. The rule reads nothing but the indexed text, so that the same pages
 * are chosen on both databases.
 */
export async function candidates(
  read: Read,
  spaces: readonly string[],
  attempt: Attempt,
): Promise<Candidates> {
  const { loose, strict } = attempt;
  const isLooseExact = strict === undefined && attempt.guarantee === 2;
  const ask = (match: Match, reach: Reach) => matchingNumbers(read, spaces, match, reach, mostCandidates + 1);
  const chosen = new Map<number, boolean>();
  const matching = await ask(loose, "body");
  const isCut = matching.length > mostCandidates;
  const reaches: readonly Reach[] = isCut ? ["title", "headings", "body"] : ["body"];
  for (const reach of matching.length > 0 ? reaches : []) {
    if (strict && chosen.size < mostCandidates) choose(chosen, await ask(strict, reach), true);
    if (chosen.size >= mostCandidates) break;
    choose(chosen, reach === "body" ? matching : await ask(loose, reach), isLooseExact);
  }
  return { numbers: chosen, isCut };
}

function choose(chosen: Map<number, boolean>, numbers: readonly number[], isExact: boolean): void {
  for (const number of numbers) {
    if (chosen.size >= mostCandidates) return;
    if (!chosen.has(number)) chosen.set(number, isExact);
  }
}
