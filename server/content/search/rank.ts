import { prepared, type Params, type Read } from "../../db/database.ts";
import { hasPhrase } from "../../engine/search/field.ts";
import type { Attempt } from "../../engine/search/match.ts";
import type { Query, QueryWord } from "../../engine/search/query.ts";
import { closeness, gradeOf, leastGrade, scorePage, type Grade } from "../../engine/search/score.ts";
import type { Candidates } from "./candidates.ts";
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
  readonly sections?: readonly SectionTerms[];
}

/** Pages whose text is read to rank them; the others are ranked by title and headings alone. */
const mostPagesRead = 100;
/** UTF-16 units of terms read to rank one answer, shared by the words of the query. */
const mostTermsRead = 2_000_000;

interface PageRow extends Omit<Ranked, "score" | "sections"> {
  readonly titleTerms: string;
  readonly headingTerms: string;
  /** Whether some section has conditions. */
  readonly isConditional: boolean;
}

type Candidate = PageRow & Ranked;

/**
 * Orders pages by score, then by id of page and space. First all are scored by their titles, their headings and what
 * the match guarantees of their text; then the best `mostPagesRead` again, with their text read. Reading can only
 * raise a score, so the pages that were not read stay behind with theirs. Two kinds of pages are left only if they
 * were read: those of a query with phrases, which must have every phrase; and, where the asker's conditions count,
 * those with conditional sections, which are read first and must match without what the asker must not see.
 */
export async function rank(
  read: Read,
  candidates: Candidates,
  query: Query,
  attempt: Attempt,
  visibility: Visibility,
): Promise<Ranked[]> {
  if (candidates.numbers.size === 0) return [];
  const rows = await pagesOf(read, candidates);
  const pages = visibility.ofPage ? rows.filter(visibility.ofPage) : rows;
  const unscored = pages.map((page) => ({ ...page, score: 0 }));
  // Who is read first matters only where not all are.
  const isAllRead = worthReading(unscored, query.words.length).length === pages.length;
  const isUncertain = ({ isConditional }: PageRow) => visibility.isMet !== undefined && isConditional;
  const uncertain = isAllRead ? unscored : unscored.filter(isUncertain).toSorted(inOrder);
  const first: Candidate[] = [];
  if (!isAllRead) {
    const isExact = await exactness(candidates, query.words);
    for (const page of pages) {
      if (!isUncertain(page)) first.push(scored(page, query.words, isExact(page), attempt.guarantee));
    }
    first.sort(inOrder);
  }
  const toRead = worthReading([...uncertain, ...first], query.words.length);
  const again = await readAgain(read, toRead, query, attempt.fewestWords, visibility);
  const unread = query.phrases.length > 0 ? [] : first.slice(Math.max(0, toRead.length - uncertain.length));
  return [...again, ...unread].toSorted(inOrder);
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

function scored(page: PageRow, words: readonly QueryWord[], isExact: boolean, guarantee: Grade): Candidate {
  return { ...page, score: scorePage(page, words, (word) => leastGrade(word, isExact, guarantee)) };
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
    again.push({ ...page, sections, score: scoreWithText({ ...page, headingTerms }, sections, query.words) });
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

async function pagesOf(read: Read, { numbers }: Candidates): Promise<PageRow[]> {
  const packed = await pagesByNumber.first(read, { numbers: [...numbers.keys()].join(",") });
  return unpacked(packed, columns.length, (field) => ({
    number: Number(field(0)),
    spaceId: field(1),
    pageId: field(2),
    titleTerms: field(3),
    headingTerms: field(4),
    size: Number(field(5)),
    isConditional: field(6) === "1",
  }));
}
