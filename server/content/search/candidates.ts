import type { Read } from "../../db/database.ts";
import type { Attempt, Match } from "../../engine/search/match.ts";
import { matchingNumbers } from "./matchingNumbers.ts";
import type { Reach } from "./matchSyntax.ts";

/** Pages considered for one answer. */
export const mostCandidates = 1000;

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
  const ask = (match: Match, reach: Reach) => matchingNumbers(read, spaces, match, reach, mostCandidates + 1);
  const matching = await ask(loose, "body");
  const exact = strict && matching.length > 0 ? await ask(strict, "body") : [];
  const isCut = matching.length > mostCandidates;
  const chosen = new Set<number>();
  for (const reach of isCut ? (["title", "headings"] as const) : []) {
    for (const match of strict ? [strict, loose] : [loose]) {
      if (chosen.size < mostCandidates) add(chosen, await ask(match, reach));
    }
  }
  add(chosen, exact);
  add(chosen, matching);
  const exactly = new Set(exact);
  return { numbers: new Map([...chosen].map((number) => [number, exactly.has(number)])), isCut };
}

function add(chosen: Set<number>, numbers: readonly number[]): void {
  for (const number of numbers) {
    if (chosen.size >= mostCandidates) return;
    chosen.add(number);
  }
}
