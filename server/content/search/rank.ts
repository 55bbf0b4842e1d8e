import type { Read } from "../../db/database.ts";
import type { MatchAttempt } from "../../../engine/search/match.ts";
import {
  findInFields,
  gradeOf,
  leastGrade,
  mostCloseness,
  scorePage,
  scoreTitle,
  mostWorth,
  weightOf,
  type FieldMatch,
} from "../../../engine/search/score.ts";
import type { SoughtQuery } from "../../../engine/search/sought.ts";
import { mostPagesRead, type Candidates } from "./candidates.ts";
import { openPace } from "../../turns/pace.ts";
import { pageRows, type RankedPageRow } from "./pageRows.ts";
import { lookThrough, type ReadSection, sectionTerms, type SectionTerms } from "./sectionTerms.ts";
import { visibleSections, type Visibility } from "./visibility.ts";

export interface RankedPage {
  readonly page: RankedPageRow;
  readonly score: number;
  /** The sections that the asker may find, where they were read to rank the page. */
  readonly sections: readonly ReadSection[] | undefined;
}

/** UTF-16 units of terms read to rank one answer, shared by the words of the query. */
const mostTermsRead = 2_000_000;

/** A page while it is ranked. There are hundreds, so they are filled in and not copied. */
interface Candidate extends RankedPage {
  readonly found: FieldMatch;
  score: number;
  sections: readonly ReadSection[] | undefined;
}

/** What decides about the pages of one answer. */
export interface RankingRules {
  readonly sought: SoughtQuery;
  readonly attempt: MatchAttempt;
  readonly visibility: Visibility;
  /** How many pages from the first on need their place; the others only come after them. Infinity: all. */
  readonly shown: number;
}

/** Milliseconds after which a search lets others have their turn: of searches there are many at once. */
export const SEARCH_SLICE = 2;

/**
 * Orders pages by score, then by id of page and space. First all are scored by their titles, their headings and what
 * the match guarantees of their text; then the best `mostPagesRead` again, with their text read. Reading can only
 * raise a score, so the pages that were not read stay behind with theirs; nor are those read that no text could bring
 * among the ones shown. Two kinds of pages are left only if they were read: those of a query with phrases, which must
 * have every phrase; and, where the asker's conditions count, those with conditional sections, which are read first
 * and must match without what the asker must not see.
 */
export async function rank(read: Read, candidates: Candidates, ranking: RankingRules): Promise<RankedPage[]> {
  if (candidates.numbers.size === 0) return [];
  const { sought, attempt, visibility } = ranking;
  const { words, phrases } = sought;
  const rows = await pageRows(read, candidates.organization, [...candidates.numbers.keys()]);
  const pages = (visibility.ofPage ? rows.filter(visibility.ofPage) : rows).map((page): Candidate => ({
    page,
    found: findInFields(page, sought),
    score: 0,
    sections: undefined,
  }));
  const isUncertain = ({ page }: RankedPage) => visibility.isMet !== undefined && page.isConditional;
  const uncertain = pages.filter(isUncertain).toSorted(inOrder);
  let certain = uncertain.length === 0 ? pages : pages.filter((page) => !isUncertain(page));
  const { organization } = candidates;
  // Where all are read, their texts tell which words are rare among them; who is read first doesn't matter.
  if (worthReading(pages, words.length).length === pages.length) {
    const all = await readAgain(read, organization, [...uncertain, ...certain], ranking);
    return all.toSorted(inOrder);
  }
  const weights = words.map((_, index) =>
    weightOf(pages.filter(({ found }) => (found.worths[index] ?? 0) > 0).length),
  );
  const shown = phrases.length > 0 ? Infinity : ranking.shown;
  const isExact = await exactness(candidates, sought);
  const least = (exact: boolean) => words.map(({ word }) => leastGrade(word, exact, attempt.guarantee));
  const [asIs, exactly] = [least(false), least(true)];
  for (const one of certain) {
    const grades = isExact(one.page) ? exactly : asIs;
    one.score = one.page.isIndex ? scoreTitle(one.found, weights) : scorePage(one.found, [], grades, weights);
  }
  certain = certain.toSorted(inOrder);
  const worth = worthReading([...uncertain, ...certain], words.length);
  const border = certain[shown - 1]?.score ?? 0;
  const most = mostWorth(words.length);
  const mayBeShown = (one: Candidate) =>
    isUncertain(one) || scorePage(one.found, [most], [], weights) + mostCloseness(one.found) >= border;
  const toRead = border === 0 ? worth : worth.filter(mayBeShown);
  const again = await readAgain(read, organization, toRead, ranking, weights);
  if (phrases.length > 0) return again.toSorted(inOrder);
  const isRead = new Set(toRead);
  return [...again, ...certain.filter((page) => !isRead.has(page))].toSorted(inOrder);
}

/** Tells of a page whether it has every word exactly. */
async function exactness(
  { numbers, exactInBody }: Candidates,
  { words }: SoughtQuery,
): Promise<(page: RankedPageRow) => boolean> {
  const isIn = (field: string) => words.every((word) => gradeOf(field, word) === 3);
  const inBody = [...numbers.values()].includes("body") ? await exactInBody() : undefined;
  return ({ number, titleTerms, headingTerms }) => {
    const known = numbers.get(number) ?? false;
    if (typeof known === "boolean") return known;
    if (known === "body") return inBody?.has(number) === true;
    return isIn(known === "title" ? titleTerms : titleTerms + headingTerms);
  };
}

/**
 * Reads the texts of pages and scores them by these.
 * @param given what each word counts for; as these pages have it, if it is not said
 */
async function readAgain(
  read: Read,
  organization: string,
  pages: readonly Candidate[],
  { sought, attempt: { fewestWords }, visibility }: RankingRules,
  given?: readonly number[],
): Promise<Candidate[]> {
  const texts = await sectionTerms(
    read,
    organization,
    pages.map(({ page }) => page.number),
  );
  const pause = openPace(SEARCH_SLICE);
  const again: (Candidate & { readonly fields: FieldMatch; readonly sections: readonly ReadSection[] })[] =
    [];
  for (const one of pages) {
    const { page } = one;
    await pause();
    const all = texts.get(page.number) ?? [];
    const visible = visibleSections(all, visibility, page);
    const isWhole = visible.length === all.length;
    if (!isWhole && wordsFound(page, visible, sought) < fewestWords) continue;
    if (!hasPhrases(page, visible, sought)) continue;
    const fields = isWhole ? one.found : findInFields({ ...page, headingTerms: titlesOf(visible) }, sought);
    again.push({ ...one, fields, sections: lookThrough(visible, sought) });
  }
  const weights = given ?? weightsOf(again, sought.words.length);
  for (const one of again) {
    const worths = one.sections.map(({ found }) => found.worths);
    if (one.page.isIndex) one.score = scoreTitle(one.fields, weights);
    else one.score = scorePage(one.fields, worths, [], weights) + mostCloseOf(one.sections);
  }
  return again;
}

/** What each word counts for by how many of the pages have it anywhere. */
function weightsOf(
  pages: readonly { readonly fields: FieldMatch; readonly sections: readonly ReadSection[] }[],
  words: number,
): number[] {
  return Array.from({ length: words }, (_, index) => {
    const has = ({ fields, sections }: (typeof pages)[number]) =>
      (fields.worths[index] ?? 0) > 0 || sections.some(({ found }) => (found.grades[index] ?? 0) > 0);
    return weightOf(pages.filter(has).length);
  });
}

function titlesOf(sections: readonly SectionTerms[]): string {
  return sections.map(({ titleTerms }) => titleTerms).join("");
}

function wordsFound(page: RankedPageRow, sections: readonly SectionTerms[], { words }: SoughtQuery): number {
  const visible = page.titleTerms + sections.map(({ terms }) => terms).join("");
  return words.filter((word) => gradeOf(visible, word) > 0).length;
}

function mostCloseOf(sections: readonly ReadSection[]): number {
  return sections.reduce((most, { found }) => Math.max(most, found.closeness), 0);
}

function inOrder(a: RankedPage, b: RankedPage): number {
  if (a.score !== b.score) return b.score - a.score;
  if (a.page.pageId !== b.page.pageId) return a.page.pageId < b.page.pageId ? -1 : 1;
  return a.page.spaceId < b.page.spaceId ? -1 : 1;
}

/** The first pages whose text together is not too long to be read for one answer. */
function worthReading(pages: readonly Candidate[], words: number): readonly Candidate[] {
  let room = Math.floor(mostTermsRead / (words + 1));
  const limit = pages.findIndex(({ page: { size } }, index) => {
    room -= size;
    return index >= mostPagesRead || (room < 0 && index > 0);
  });
  return limit < 0 ? pages : pages.slice(0, limit);
}

function hasPhrases(
  page: RankedPageRow,
  sections: readonly SectionTerms[],
  { phrases }: SoughtQuery,
): boolean {
  return phrases.every(
    (phrase) => page.titleTerms.includes(phrase) || sections.some(({ terms }) => terms.includes(phrase)),
  );
}
