import { sql } from "kysely";
import { prepared, type Params, type Read } from "../../db/database.ts";
import type { Pause } from "../../../engine/node.ts";
import { excerpt } from "../../../engine/search/excerpt.ts";
import { scoreSection } from "../../../engine/search/score.ts";
import type { SoughtQuery } from "../../../engine/search/sought.ts";
import { openPace } from "../../turns/pace.ts";
import { type RankedPage, SEARCH_SLICE } from "./rank.ts";
import { firstLine } from "./sectionStarts.ts";
import { lookThrough, sectionTerms } from "./sectionTerms.ts";
import { visibleSections, type Visibility } from "./visibility.ts";

export interface FoundPage {
  readonly spaceId: string;
  readonly pageId: string;
  readonly title: string;
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
  readonly level: number;
  /** Place among the sections of the page, from 0. */
  readonly position: number;
  readonly score: number;
  /** A few lines of its text. */
  readonly excerpt: string;
  /** The first line of its text. */
  readonly begins: string;
}

const mostSectionsShown = 3;
const pagesInOneRead = 50;
/** UTF-16 units of terms. */
const textInOneRead = 200_000;

/**
 * The pages as they are answered, with their matching sections. Of the sections only those that are shown are read,
 * where ranking has read what they are chosen by.
 */
export async function present(
  read: Read,
  organization: string,
  pages: readonly RankedPage[],
  sought: SoughtQuery,
  firstRank: number,
  visibility: Visibility = {},
): Promise<FoundPage[]> {
  const pause = openPace(SEARCH_SLICE);
  const found: FoundPage[] = [];
  let index = 0;
  for (const some of inReads(pages)) {
    const chosen = await chosenSections({ read, organization }, some, sought, visibility, pause);
    const texts = await readTexts(read, organization, chosen);
    for (const [at, { page, score }] of some.entries()) {
      const { number, spaceId, pageId } = page;
      const [title, description] = JSON.parse(page.names) as [string, string];
      const rank = firstRank + index;
      index += 1;
      const sections: FoundSection[] = [];
      for (const { position, score: own } of chosen[at]?.sections ?? []) {
        await pause();
        const text = texts.get(`${number}/${position}`);
        // The page may have left the index since it was found.
        if (text === undefined) continue;
        sections.push(foundSection(text, own, sought));
      }
      found.push({ spaceId, pageId, title, description, score, rank, sections });
    }
  }
  return found;
}

/** The pages divided so that none of the reads brings very much text, if it can be helped. */
function inReads(pages: readonly RankedPage[]): RankedPage[][] {
  const reads: RankedPage[][] = [];
  let read: RankedPage[] = [];
  let size = 0;
  for (const one of pages) {
    const own = one.page.size;
    if (read.length === pagesInOneRead || (read.length > 0 && size + own > textInOneRead)) {
      reads.push(read);
      [read, size] = [[], 0];
    }
    read.push(one);
    size += own;
  }
  if (read.length > 0) reads.push(read);
  return reads;
}

/** A section by the number of its page and its place in it. */
interface Place {
  readonly number: number;
  readonly position: number;
}

interface PageChoice {
  readonly number: number;
  /** Best first. */
  readonly sections: readonly { readonly position: number; readonly score: number }[];
}

/** Of each page the sections to show. */
async function chosenSections(
  { read, organization }: { readonly read: Read; readonly organization: string },
  pages: readonly RankedPage[],
  sought: SoughtQuery,
  visibility: Visibility,
  pause: Pause,
): Promise<PageChoice[]> {
  const unread = pages.filter(({ sections }) => sections === undefined);
  const terms = await sectionTerms(
    read,
    organization,
    unread.map(({ page }) => page.number),
  );
  const chosen: PageChoice[] = [];
  for (const { page, sections } of pages) {
    const { number } = page;
    if (sections === undefined) await pause();
    const own = sections ?? lookThrough(visibleSections(terms.get(number) ?? [], visibility, page), sought);
    const scored: { position: number; score: number }[] = [];
    for (const { section, found } of own) {
      const score = scoreSection(found);
      if (score > 0) scored.push({ position: section.position, score });
    }
    scored.sort((a, b) => b.score - a.score || a.position - b.position);
    chosen.push({ number, sections: scored.slice(0, mostSectionsShown) });
  }
  return chosen;
}

interface SectionText extends Place {
  readonly anchor: string;
  readonly title: string;
  readonly level: number;
  readonly body: string;
}

async function readTexts(
  read: Read,
  organization: string,
  chosen: readonly PageChoice[],
): Promise<ReadonlyMap<string, SectionText>> {
  const places = chosen.flatMap(({ number, sections }) =>
    sections.map(({ position }) => ({ number, position })),
  );
  if (places.length === 0) return new Map();
  const texts = await sectionsByPlace.all(read, { organization, places: JSON.stringify(places) });
  return new Map(texts.map((text) => [`${text.number}/${text.position}`, text]));
}

function foundSection(text: SectionText, score: number, sought: SoughtQuery): FoundSection {
  const { anchor, title, level, position, body } = text;
  return {
    anchor,
    title,
    level,
    position,
    score,
    excerpt: excerpt(body, sought),
    begins: firstLine(body),
  };
}

const sectionsByPlace = prepared((q, p: Params<{ organization: string; places: string }>) =>
  q
    .selectFrom(givenPlaces(q, p("places")))
    .innerJoin("search_sections", (join) =>
      join
        .onRef("search_sections.page_number", "=", "places.number")
        .onRef("search_sections.position", "=", "places.position"),
    )
    .select(["page_number as number", "search_sections.position", "anchor", "title"])
    .select(["level", "body"])
    .where("search_sections.organization_id", "=", p("organization")),
);

/** Places of sections, given as JSON. */
function givenPlaces(on: Read, places: unknown) {
  return on.link.dialect === "sqlite"
    ? sql<Place>`(select value ->> '$.number' as number, value ->> '$.position' as position from json_each(${places}))`.as(
        "places",
      )
    : sql<Place>`json_to_recordset(${places}::json)`.as<"places">(
        sql`places(number bigint, position bigint)`,
      );
}
