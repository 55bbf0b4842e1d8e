import { setImmediate as nextTurn } from "node:timers/promises";
import type { Read } from "../../db/database.ts";
import { everyWord, fallbacks, someWords } from "../../../engine/search/match.ts";
import { parseQuery } from "../../../engine/search/query.ts";
import { type SoughtQuery, soughtOf } from "../../../engine/search/sought.ts";
import { candidates } from "./candidates.ts";
import type { SearchedSpaces } from "./matchingNumbers.ts";
import { correct } from "./corrections.ts";
import { present, type FoundPage } from "./foundPages.ts";
import { rank, type RankedPage, type RankingRules } from "./rank.ts";
import { indexedBy } from "./searchState.ts";
import type { Visibility } from "./visibility.ts";

/** Where an answer ended, to go on from. */
export interface SearchPlace {
  readonly score: number;
  readonly pageId: string;
  readonly spaceId: string;
  /** Rank of the page at this place. */
  readonly rank: number;
}

/** The spaces are those that the asker may see; the answer is from these alone. */
export interface SearchQuestion extends SearchedSpaces {
  readonly query: string;
  /** Pages in the answer. */
  readonly limit: number;
  readonly after?: SearchPlace | undefined;
  /** What the asker may find in these spaces; undefined: everything. */
  readonly visibility?: Visibility | undefined;
}

export interface SearchResults {
  readonly pages: readonly FoundPage[];
  /** What found them, to mark it in their texts. */
  readonly sought: SoughtQuery;
  /** Pages found in all, of those considered. */
  readonly count: number;
  /** Whether more pages match than are considered for one answer (see `candidates`). */
  readonly isCut: boolean;
  /** Undefined when the answer holds the last page found. */
  readonly next: SearchPlace | undefined;
}

/**
 * Pages of the given spaces that match what a person typed, best first, with their matching sections. Words that only
 * ask don't count. Where few pages have every word, the last one at least as a beginning, those with some of them come
 * behind; if no page has them all, words are corrected, then some of them will do. Both databases give the same answer.
 * Any string is a valid query.
 */
export async function searchSpaces(read: Read, question: SearchQuestion): Promise<SearchResults> {
  const { after } = question;
  // What follows a place is counted from all that comes before it, so that all have to be where they belong; and so do
  // those that come instead of what is left out.
  const first = await choose(read, question, after ? Infinity : question.limit);
  const { ranked, sought, isCut, rest, shown, hasMore } =
    first.hasLeftOut && !after ? await choose(read, question, Infinity) : first;
  const firstRank = ranked.length - rest.length + 1;
  await nextTurn();
  const pages = await present(
    read,
    question.organization,
    shown,
    sought,
    firstRank,
    question.visibility ?? {},
  );
  const last = hasMore ? shown.at(-1) : undefined;
  const next = last && {
    score: last.score,
    pageId: last.page.pageId,
    spaceId: last.page.spaceId,
    rank: firstRank + shown.length - 1,
  };
  return { pages, sought, count: ranked.length, isCut, next };
}

interface Choice extends RankedPages {
  /** What comes after the place that the answer goes on from. */
  readonly rest: readonly RankedPage[];
  /** The first of these that the asker may find. */
  readonly shown: readonly RankedPage[];
  readonly hasMore: boolean;
  /** Whether some before the last of them were left out. */
  readonly hasLeftOut: boolean;
}

/** @param inPlace how many of the first have to be in their places */
async function choose(read: Read, question: SearchQuestion, inPlace: number): Promise<Choice> {
  const { after, visibility: { amongPages } = {} } = question;
  const limit = Math.max(0, question.limit);
  const found = await rankPages(read, question, inPlace);
  const rest = after ? found.ranked.filter((page) => isAfter(page, after)) : found.ranked;
  const shown: RankedPage[] = [];
  let looked = 0;
  while (looked < rest.length && shown.length < limit) {
    const some = rest.slice(looked, looked + limit);
    const isFindable = await amongPages?.(some.map(({ page }) => page));
    for (const [index, page] of some.entries()) {
      if (shown.length === limit) break;
      if (isFindable?.[index] !== false) shown.push(page);
      looked += 1;
    }
  }
  return { ...found, rest, shown, hasMore: looked < rest.length, hasLeftOut: shown.length < looked };
}

/** Every page considered for an answer, best first, and what found them. */
interface RankedPages {
  readonly ranked: readonly RankedPage[];
  readonly sought: SoughtQuery;
  readonly isCut: boolean;
}

/** Where so few pages have every word, those with some of them are looked at, too. */
const fewPages = 50;

type Question = Omit<SearchQuestion, "limit" | "after">;

/**
 * What `searchSpaces` answers from, without the texts that it shows.
 * @param shown how many of the first have to be in their places
 */
export async function rankPages(read: Read, asked: Question, shown: number): Promise<RankedPages> {
  const { stems, isAllOurs } = await indexedBy(read, asked);
  const question = { ...asked, isAllOurs };
  const typed = parseQuery(question.query, stems);
  const first = question.spaces.length === 0 ? undefined : everyWord(typed);
  const nothing: RankedPages = { ranked: [], sought: soughtOf(typed), isCut: false };
  if (!first) return nothing;
  const found = await tryOut(read, question, { sought: nothing.sought, attempt: first, shown });
  if (typed.phrases.length > 0) return found;
  if (found.ranked.length > 0) {
    const some = found.isCut || found.ranked.length > fewPages ? undefined : someWords(typed);
    return some ? tryOut(read, question, { sought: nothing.sought, attempt: some, shown }) : found;
  }
  const query = await correct(read, question, typed);
  const sought = soughtOf(query);
  for (const attempt of fallbacks(query)) {
    const other = await tryOut(read, question, { sought, attempt, shown });
    if (other.ranked.length > 0) return other;
  }
  return nothing;
}

async function tryOut(
  read: Read,
  question: Question,
  ranking: Omit<RankingRules, "visibility">,
): Promise<RankedPages> {
  const found = await candidates(read, question, ranking.attempt);
  // On SQLite nothing of this waits for anything, so others are let in between the steps.
  await nextTurn();
  const ranked = await rank(read, found, { ...ranking, visibility: question.visibility ?? {} });
  return { ranked, sought: ranking.sought, isCut: found.isCut };
}

function isAfter({ page, score }: RankedPage, place: SearchPlace): boolean {
  if (score !== place.score) return score < place.score;
  return page.pageId === place.pageId ? page.spaceId > place.spaceId : page.pageId > place.pageId;
}
