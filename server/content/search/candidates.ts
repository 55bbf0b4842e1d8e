import type { Read } from "../../db/database.ts";
import type { MatchAttempt, Match } from "../../../engine/search/match.ts";
import { matchLists } from "./matchLists.ts";
import { matchingNumbers, type Choice, type SearchedSpaces } from "./matchingNumbers.ts";
import type { MatchReach } from "./matchSyntax.ts";

/** Pages considered for one answer. */
export const mostCandidates = 500;
/** Pages whose text is read to rank them; the others are ranked by title and headings alone. */
export const mostPagesRead = 100;

/** Whether a page has every word exactly, or where to look whether it has: in its title, in its headings too, in all. */
type Exactness = boolean | MatchReach;

export interface Candidates {
  /** Whose pages they are. */
  readonly organization: string;
  /** Numbers of pages, each with what the choice tells of it. */
  readonly numbers: ReadonlyMap<number, Exactness>;
  /** Whether more pages match than were considered. */
  readonly isCut: boolean;
  /** Those pages of exactness "body" that have every word exactly. */
  exactInBody(): Promise<ReadonlySet<number>>;
}

/**
 * The pages to rank for one attempt: all that match, when they are at most `mostCandidates`. Otherwise the first so
 * many of: those with every word in the title, in title and headings, anywhere; in each of these those that have
 * the words exactly first, and then by number. The rule reads nothing but the indexed text, so that the same pages
 * are chosen on both databases. The index is asked for exact matches only where the choice depends on it: of pages
 * whose text is read anyway, the text tells.
 */
export async function candidates(
  read: Read,
  within: SearchedSpaces,
  attempt: MatchAttempt,
): Promise<Candidates> {
  const { loose, strict } = attempt;
  const isLooseExact = strict === undefined && attempt.guarantee === 2;
  const limit = mostCandidates + 1;
  const known = await matchLists(read, within.spaces, attempt, { limit, read: mostPagesRead });
  const ask = (
    match: Match,
    reach: MatchReach,
    choice: Choice = "first",
  ): Promise<readonly number[]> | readonly number[] =>
    known[match === strict ? "strict" : "loose"][reach] ??
    matchingNumbers(read, within, match, reach, { choice, limit });
  const exactInBody = async () => new Set(strict ? await ask(strict, "body") : []);
  const chosen = new Map<number, Exactness>();
  const isKnownCut = [known.loose.title, known.loose.headings, known.strict.body].some(
    (list) => list !== undefined && list.length > mostCandidates,
  );
  const matching = isKnownCut ? [] : await ask(loose, "body", "any");
  const isCut = isKnownCut || matching.length > mostCandidates;
  if (!isCut) choose(chosen, matching, strict ? "body" : isLooseExact);
  for (const reach of isCut ? (["title", "headings"] as const) : []) {
    const found = await ask(loose, reach);
    const isAll = found.length <= mostCandidates;
    if (strict && !isAll) choose(chosen, await ask(strict, reach), true);
    choose(chosen, found, strict ? isAll && reach : isLooseExact);
    if (chosen.size >= mostCandidates) break;
  }
  if (isCut && strict && chosen.size < mostCandidates) choose(chosen, await ask(strict, "body"), true);
  if (isCut && chosen.size < mostCandidates) {
    // Of those known any may be missing: they were not asked for in their order.
    choose(
      chosen,
      await matchingNumbers(read, within, loose, "body", { choice: "first", limit }),
      isLooseExact,
    );
  }
  return { organization: within.organization, numbers: chosen, isCut, exactInBody };
}

function choose(chosen: Map<number, Exactness>, numbers: readonly number[], exactness: Exactness): void {
  for (const number of numbers) {
    if (chosen.size >= mostCandidates) return;
    if (!chosen.has(number)) chosen.set(number, exactness);
  }
}
