import { prepared, type Params, type Read } from "../../db/database.ts";
import { hasPhrase } from "../../engine/search/field.ts";
import type { Attempt } from "../../engine/search/match.ts";
import type { Query, QueryWord } from "../../engine/search/query.ts";
import { closeness, gradeOf, leastGrade, scorePage, type Grade } from "../../engine/search/score.ts";
import { inNumbers } from "./inNumbers.ts";
import { Pace } from "./pace.ts";
import { sectionTerms, type SectionTerms } from "./sectionTerms.ts";
import { visibleSections, type Visibility } from "./visibility.ts";

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
  /** 1 when some section has conditions. */
  readonly conditional: number;
}

type Candidate = PageRow & Ranked;

/**
 * Orders pages by score, then by id of page and space. First all are scored by their titles, their headings and what
 * the match guarantees of their text; then the best `mostPagesRead` again, with their text read. Reading can only
 * raise a score, so the pages that were not read stay behind with theirs. Two kinds of pages are left only if they
 * were read: those of a query with phrases, which must have every phrase; and, where the asker's conditions count,
 * those with conditional sections, which are read first and must match without what the asker must not see.
 * @param numbers each with whether the page has every word exactly
 */
export async function rank(
  read: Read,
  numbers: ReadonlyMap<number, boolean>,
  query: Query,
  attempt: Attempt,
  visibility: Visibility,
): Promise<Ranked[]> {
  if (numbers.size === 0) return [];
  const rows = await pagesByNumber.all(read, { numbers: [...numbers.keys()].join(",") });
  const pages = visibility.ofPage ? rows.filter(visibility.ofPage) : rows;
  const isUncertain = ({ conditional }: PageRow) => visibility.isMet !== undefined && conditional === 1;
  const uncertain = pages.filter(isUncertain).map((page) => ({ ...page, score: 0 }));
  const first = pages
    .filter((page) => !isUncertain(page))
    .map((page) => scored(page, query.words, numbers.get(page.number) ?? false, attempt.guarantee));
  first.sort(inOrder);
  uncertain.sort(inOrder);
  const toRead = worthReading([...uncertain, ...first], query.words.length);
  const again = await readAgain(read, toRead, query, attempt.fewestWords, visibility);
  const unread = query.phrases.length > 0 ? [] : first.slice(Math.max(0, toRead.length - uncertain.length));
  return [...again, ...unread].toSorted(inOrder);
}

function scored(row: PageRow, words: readonly QueryWord[], isExact: boolean, guarantee: Grade): Candidate {
  const { number, spaceId, pageId, titleTerms, headingTerms, size, conditional } = row;
  const score = scorePage(row, words, (word) => leastGrade(word, isExact, guarantee));
  return { number, spaceId, pageId, titleTerms, headingTerms, size, conditional, score };
}

async function readAgain(
  read: Read,
  pages: readonly Candidate[],
  query: Query,
  fewestWords: number,
  visibility: Visibility,
): Promise<Candidate[]> {
  const numbers = pages.map(({ number }) => number);
  const texts = await sectionTerms(read, numbers);
  const pace = new Pace();
  const again: Candidate[] = [];
  for (const page of pages) {
    await pace.spend(page.size * query.words.length);
    const all = texts.get(page.number) ?? [];
    const sections = visibleSections(all, visibility, page);
    const headingTerms = sections.length < all.length ? titlesOf(sections) : page.headingTerms;
    if (sections.length < all.length && wordsFound(page, sections, query.words) < fewestWords) continue;
    if (!hasPhrases(page, sections, query)) continue;
    again.push({ ...page, score: scoreWithText({ ...page, headingTerms }, sections, query.words) });
  }
  return again;
}

function titlesOf(sections: readonly SectionTerms[]): string {
  return sections.map(({ titleTerms }) => titleTerms).join("");
}

function wordsFound(page: PageRow, sections: readonly SectionTerms[], words: readonly QueryWord[]): number {
  const visible = page.titleTerms + sections.map(({ terms }) => terms).join("");
  return words.filter((word) => gradeOf(visible, word) > 0).length;
}

function scoreWithText(
  page: PageRow,
  sections: readonly SectionTerms[],
  words: readonly QueryWord[],
): number {
  const inBody = (word: QueryWord) =>
    sections.reduce<Grade>((best, { terms }) => (best === 3 ? best : maximum(best, gradeOf(terms, word))), 0);
  const close = sections.reduce((best, { terms }) => Math.max(best, closeness(terms, words)), 0);
  return scorePage(page, words, inBody) + close;
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
      "conditional",
    ])
    .where("number", "in", inNumbers(q, p("numbers"))),
);
