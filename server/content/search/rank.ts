import { prepared, type Params, type Read } from "../../db/database.ts";
import { hasPhrase } from "../../engine/search/field.ts";
import type { Query, QueryWord } from "../../engine/search/query.ts";
import { closeness, gradeOf, leastGrade, scorePage, type Grade } from "../../engine/search/score.ts";
import { inNumbers } from "./inNumbers.ts";
import { Pace } from "./pace.ts";
import { sectionTerms, type SectionTerms } from "./sectionTerms.ts";

export interface Ranked {
  readonly number: number;
  readonly spaceId: string;
  readonly pageId: string;
  readonly score: number;
  /** UTF-16 units of the terms of its sections. */
  readonly size: number;
}

/** Pages whose text is read to rank them; the others are ranked by title and headings alone. */
const mostPagesRead = 100;
/** UTF-16 units of terms read to rank one answer, shared by the words of the query. */
const mostTermsRead = 2_000_000;

interface PageRow extends Omit<Ranked, "score"> {
  readonly titleTerms: string;
  readonly headingTerms: string;
}

type Candidate = PageRow & Ranked;

/**
 * Orders pages by score, then by id of page and space. First all are scored by their titles, their headings and what
 * the match guarantees of their text; then the best `mostPagesRead` again, with their text read. Reading can only
 * raise a score, so the pages that were not read stay behind with theirs. Of a query with phrases only pages that
 * were read are left, those that have every phrase.
 * @param numbers each with whether the page has every word exactly
 */
export async function rank(
  read: Read,
  numbers: ReadonlyMap<number, boolean>,
  query: Query,
  guarantee: Grade,
  isVisible: ((page: { readonly spaceId: string; readonly pageId: string }) => boolean) | undefined,
): Promise<Ranked[]> {
  if (numbers.size === 0) return [];
  const rows = await pagesByNumber.all(read, { numbers: [...numbers.keys()].join(",") });
  const visible = isVisible ? rows.filter(isVisible) : rows;
  const first = visible.map((row) => scored(row, query.words, numbers.get(row.number) ?? false, guarantee));
  first.sort(inOrder);
  const best = worthReading(first, query.words.length);
  const texts = await sectionTerms(
    read,
    best.map(({ number }) => number),
  );
  const pace = new Pace();
  const again: Candidate[] = [];
  for (const page of best) {
    const sections = texts.get(page.number) ?? [];
    await pace.spend(page.size * query.words.length);
    if (hasPhrases(page, sections, query)) again.push(readAgain(page, sections, query.words));
  }
  const unread = query.phrases.length > 0 ? [] : first.slice(best.length);
  return [...again, ...unread].toSorted(inOrder);
}

function scored(row: PageRow, words: readonly QueryWord[], isExact: boolean, guarantee: Grade): Candidate {
  const { number, spaceId, pageId, titleTerms, headingTerms, size } = row;
  const score = scorePage(row, words, (word) => leastGrade(word, isExact, guarantee));
  return { number, spaceId, pageId, titleTerms, headingTerms, size, score };
}

function inOrder(a: Ranked, b: Ranked): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.pageId !== b.pageId) return a.pageId < b.pageId ? -1 : 1;
  return a.spaceId < b.spaceId ? -1 : 1;
}

/** The first pages whose text together is not too long to be read for one answer. */
function worthReading(pages: readonly Candidate[], words: number): readonly Candidate[] {
  let room = Math.floor(mostTermsRead / (words + 1));
  const limit = pages.findIndex(({ size }, index) => {
    room -= size;
    return index >= mostPagesRead || (room < 0 && index > 0);
  });
  return limit < 0 ? pages : pages.slice(0, limit);
}

function readAgain(
  page: Candidate,
  sections: readonly SectionTerms[],
  words: readonly QueryWord[],
): Candidate {
  const inBody = (word: QueryWord) =>
    sections.reduce<Grade>((best, { terms }) => (best === 3 ? best : maximum(best, gradeOf(terms, word))), 0);
  const close = sections.reduce((best, { terms }) => Math.max(best, closeness(terms, words)), 0);
  return { ...page, score: scorePage(page, words, inBody) + close };
}

function hasPhrases(page: Candidate, sections: readonly SectionTerms[], { phrases }: Query): boolean {
  return phrases.every(
    (phrase) => hasPhrase(page.titleTerms, phrase) || sections.some(({ terms }) => hasPhrase(terms, phrase)),
  );
}

function maximum(a: Grade, b: Grade): Grade {
  return a > b ? a : b;
}

const pagesByNumber = prepared((q, p: Params<{ numbers: string }>) =>
  q
    .selectFrom("search_pages")
    .select([
      "number",
      "space_id as spaceId",
      "page_id as pageId",
      "title_terms as titleTerms",
      "heading_terms as headingTerms",
      "size",
    ])
    .where("number", "in", inNumbers(q, p("numbers"))),
);
