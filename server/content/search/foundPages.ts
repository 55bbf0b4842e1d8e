import { prepared, type Params, type Read } from "../../db/database.ts";
import { excerpt, matches, type Excerpt } from "../../engine/search/excerpt.ts";
import type { QueryWord } from "../../engine/search/query.ts";
import { scoreSection } from "../../engine/search/score.ts";
import { inNumbers } from "./inNumbers.ts";
import { Pace } from "./pace.ts";
import type { Ranked } from "./rank.ts";
import { visibleSections, type Visibility } from "./visibility.ts";

export interface FoundPage {
  readonly spaceId: string;
  readonly pageId: string;
  readonly title: string;
  /** Where words of the query stand in the title: [start, end) in UTF-16 units. */
  readonly titleRanges: Excerpt["ranges"];
  readonly description: string;
  readonly score: number;
  /** Counted from 1 over the whole answer, its parts included. */
  readonly rank: number;
  /** Sections with at least one word of the query, best first; none when only the title has them. */
  readonly sections: readonly FoundSection[];
}

export interface FoundSection {
  /** Empty for what precedes the first heading. */
  readonly anchor: string;
  readonly title: string;
  readonly titleRanges: Excerpt["ranges"];
  readonly level: number;
  /** Place among the sections of the page, from 0. */
  readonly position: number;
  readonly score: number;
  readonly excerpt: Excerpt;
}

const mostSectionsShown = 10;
const pagesInOneRead = 20;
/** UTF-16 units of terms. */
const textInOneRead = 200_000;
/** What an excerpt costs, in the units of `Pace`. */
const excerptUnits = 50_000;

/** The pages as they are answered, with their matching sections. */
export async function present(
  read: Read,
  pages: readonly Ranked[],
  words: readonly QueryWord[],
  firstRank: number,
  visibility: Visibility = {},
): Promise<FoundPage[]> {
  const pace = new Pace();
  const found: FoundPage[] = [];
  let index = 0;
  for (const some of inReads(pages)) {
    const numbers = { numbers: some.map(({ number }) => number).join(",") };
    const texts = new Map((await pagesByNumber.all(read, numbers)).map((row) => [row.number, row]));
    const sections = await sectionsByNumber.all(read, numbers);
    for (const { number, spaceId, pageId, score } of some) {
      const rank = firstRank + index;
      index += 1;
      const text = texts.get(number);
      // The page may have left the index since it was found.
      if (!text) continue;
      const own = sections.filter((row) => row.number === number);
      const shown = await foundSections(visibleSections(own, visibility, { spaceId, pageId }), words, pace);
      const { title, description } = text;
      const titleRanges = matches(title, words);
      found.push({ spaceId, pageId, title, titleRanges, description, score, rank, sections: shown });
    }
  }
  return found;
}

/** The pages divided so that none of the reads brings very much text, if it can be helped. */
function inReads(pages: readonly Ranked[]): Ranked[][] {
  const reads: Ranked[][] = [];
  let read: Ranked[] = [];
  let size = 0;
  for (const page of pages) {
    if (read.length === pagesInOneRead || (read.length > 0 && size + page.size > textInOneRead)) {
      reads.push(read);
      [read, size] = [[], 0];
    }
    read.push(page);
    size += page.size;
  }
  if (read.length > 0) reads.push(read);
  return reads;
}

interface SectionRow {
  readonly position: number;
  readonly anchor: string;
  readonly title: string;
  readonly titleTerms: string;
  readonly level: number;
  readonly body: string;
  readonly terms: string;
}

async function foundSections(
  rows: readonly SectionRow[],
  words: readonly QueryWord[],
  pace: Pace,
): Promise<FoundSection[]> {
  const scored: { row: SectionRow; score: number }[] = [];
  for (const row of rows) {
    await pace.spend(row.terms.length * words.length);
    const score = scoreSection(row, words);
    if (score > 0) scored.push({ row, score });
  }
  const best = scored.toSorted((a, b) => b.score - a.score || a.row.position - b.row.position);
  const shown: FoundSection[] = [];
  for (const { row, score } of best.slice(0, mostSectionsShown)) {
    await pace.spend(excerptUnits);
    const { anchor, title, level, position, body } = row;
    const titleRanges = matches(title, words);
    shown.push({ anchor, title, titleRanges, level, position, score, excerpt: excerpt(body, words) });
  }
  return shown;
}

const pagesByNumber = prepared((q, p: Params<{ numbers: string }>) =>
  q
    .selectFrom("search_pages")
    .select(["number", "title", "description"])
    .where("number", "in", inNumbers(q, p("numbers"))),
);

const sectionsByNumber = prepared((q, p: Params<{ numbers: string }>) =>
  q
    .selectFrom("search_sections")
    .select(["page_number as number", "position", "anchor", "title", "title_terms as titleTerms"])
    .select(["level", "body", "terms", "conditions"])
    .where("page_number", "in", inNumbers(q, p("numbers")))
    .orderBy("page_number")
    .orderBy("position"),
);
