import { prepared, type Params, type Read } from "../../db/database.ts";
import { hasPhrase } from "../../engine/search/field.ts";
import type { Attempt } from "../../engine/search/match.ts";
import type { Query, QueryWord } from "../../engine/search/query.ts";
import {
  closeness,
  gradeOf,
  leastGrade,
  mostCloseness,
  scorePage,
  type Grade,
} from "../../engine/search/score.ts";
import { mostPagesRead, type Candidates } from "./candidates.ts";
import { packedRows, unpacked } from "./packedRows.ts";
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
  /** The sections that the asker may find, where they were read to rank the page. */
  readonly sections?: readonly SectionTerms[] | undefined;
}

/** UTF-16 units of terms read to rank one answer, shared by the words of the query. */
const mostTermsRead = 2_000_000;

interface PageRow extends Omit<Ranked, "score" | "sections"> {
  readonly titleTerms: string;
  readonly headingTerms: string;
  /** Whether some section has conditions. */
  readonly isConditional: boolean;
}

/** A page while it is ranked. There are hundreds, so they are filled in and not copied. */
interface Candidate extends PageRow {
  score: number;
  sections: readonly SectionTerms[] | undefined;
}

/** What decides about the pages of one answer. */
export interface Ranking {
  readonly query: Query;
  readonly attempt: Attempt;
  readonly visibility: Visibility;
  /** How many pages from the first on need their place; the others only come after them. Infinity: all. */
  readonly shown: number;
}

/**
 * Orders pages by score, then by id of page and space. First all are scored by their titles, their headings and what
 * the match guarantees of their text; then the best `mostPagesRead` again, with their text read. Reading can only
 * raise a score, so the pages that were not read stay behind with theirs; nor are those read that no text could bring
 * among the ones shown. Two kinds of pages are left only if they were read: those of a query with phrases, which must
 * have every phrase; and, where the asker's conditions count, those with conditional sections, which are read first
 * and must match without what the asker must not see.
 */
export async function rank(read: Read, candidates: Candidates, ranking: Ranking): Promise<Ranked[]> {
  if (candidates.numbers.size === 0) return [];
  const { query, attempt, visibility } = ranking;
  const { words, phrases } = query;
  const rows = await pagesOf(read, candidates);
  const pages = visibility.ofPage ? rows.filter(visibility.ofPage) : rows;
  const isUncertain = ({ isConditional }: PageRow) => visibility.isMet !== undefined && isConditional;
  const uncertain = pages.filter(isUncertain).toSorted(inOrder);
  let certain = uncertain.length === 0 ? pages : pages.filter((page) => !isUncertain(page));
  const shown = phrases.length > 0 ? Infinity : ranking.shown;
  // Who is read first matters only where not all are.
  const isAllRead = worthReading(pages, words.length).length === pages.length;
  if (!isAllRead || shown < certain.length) {
    const isExact = isAllRead ? () => false : await exactness(candidates, words);
    for (const page of certain) page.score = leastScore(page, words, isExact(page), attempt.guarantee);
    certain = certain.toSorted(inOrder);
  }
  const worth = worthReading([...uncertain, ...certain], words.length);
  const border = certain[shown - 1]?.score ?? 0;
  const mayBeShown = (page: Candidate) => isUncertain(page) || mostScore(page, words) >= border;
  const toRead = border === 0 ? worth : worth.filter(mayBeShown);
  const again = await readAgain(read, toRead, ranking);
  if (phrases.length > 0) return again.toSorted(inOrder);
  const isRead = new Set(toRead);
  return [...again, ...certain.filter((page) => !isRead.has(page))].toSorted(inOrder);
}

/** Tells of a page whether it has every word exactly. */
async function exactness(
  { numbers, exactInBody }: Candidates,
  words: readonly QueryWord[],
): Promise<(page: PageRow) => boolean> {
  const isIn = (field: string) => words.every((word) => gradeOf(field, word) === 3);
  const inBody = [...numbers.values()].includes("body") ? await exactInBody() : undefined;
  return ({ number, titleTerms, headingTerms }) => {
    const known = numbers.get(number) ?? false;
    if (typeof known === "boolean") return known;
    if (known === "body") return inBody?.has(number) === true;
    return isIn(known === "title" ? titleTerms : titleTerms + headingTerms);
  };
}

function leastScore(page: PageRow, words: readonly QueryWord[], isExact: boolean, guarantee: Grade): number {
  return scorePage(page, words, (word) => leastGrade(word, isExact, guarantee));
}

/** No text gives a page more. */
function mostScore(page: PageRow, words: readonly QueryWord[]): number {
  return scorePage(page, words, () => 3) + mostCloseness(words.length);
}

async function readAgain(
  read: Read,
  pages: readonly Candidate[],
  { query, attempt: { fewestWords }, visibility }: Ranking,
): Promise<Candidate[]> {
  const { words } = query;
  const texts = await sectionTerms(
    read,
    pages.map(({ number }) => number),
  );
  const pace = new Pace();
  const again: Candidate[] = [];
  for (const page of pages) {
    await pace.spend(page.size * words.length);
    const all = texts.get(page.number) ?? [];
    const sections = visibleSections(all, visibility, page);
    const headingTerms = sections.length < all.length ? titlesOf(sections) : page.headingTerms;
    if (sections.length < all.length && wordsFound(page, sections, words) < fewestWords) continue;
    if (!hasPhrases(page, sections, query)) continue;
    page.sections = sections;
    page.score = scoreWithText(page.titleTerms, headingTerms, sections, words);
    again.push(page);
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
  titleTerms: string,
  headingTerms: string,
  sections: readonly SectionTerms[],
  words: readonly QueryWord[],
): number {
  const inBody = (word: QueryWord) =>
    sections.reduce<Grade>((best, { terms }) => (best === 3 ? best : maximum(best, gradeOf(terms, word))), 0);
  const close = sections.reduce((best, { terms }) => Math.max(best, closeness(terms, words)), 0);
  return scorePage({ titleTerms, headingTerms }, words, inBody) + close;
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

function hasPhrases(page: PageRow, sections: readonly SectionTerms[], { phrases }: Query): boolean {
  return phrases.every(
    (phrase) => hasPhrase(page.titleTerms, phrase) || sections.some(({ terms }) => hasPhrase(terms, phrase)),
  );
}

function maximum(a: Grade, b: Grade): Grade {
  return a > b ? a : b;
}

const columns = [
  "number",
  "space_id",
  "page_id",
  "title_terms",
  "heading_terms",
  "size",
  "conditional",
] as const;

const pagesByNumber = prepared((q, p: Params<{ numbers: string }>) =>
  packedRows(q, "search_pages", columns, "number", p("numbers")),
);

async function pagesOf(read: Read, { numbers }: Candidates): Promise<Candidate[]> {
  const packed = await pagesByNumber.first(read, { numbers: [...numbers.keys()].join(",") });
  return unpacked(packed, columns.length, (field) => ({
    number: Number(field(0)),
    spaceId: field(1),
    pageId: field(2),
    titleTerms: field(3),
    headingTerms: field(4),
    size: Number(field(5)),
    isConditional: field(6) === "1",
    score: 0,
    sections: undefined,
  }));
}
