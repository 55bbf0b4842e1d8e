import { openSearchConditions } from "../../content/search/readerConditions.ts";
import type { FoundPage, FoundSection } from "../../content/search/foundPages.ts";
import { type SearchResults as FoundPages, searchSpaces } from "../../content/search/searchSpaces.ts";
import type { SpacePageKey } from "../../content/search/visibility.ts";
import { matches } from "../../../engine/search/excerpt.ts";
import type { Page } from "../../../engine/page.ts";
import type { SoughtQuery } from "../../../engine/search/sought.ts";
import { readTrails } from "../../../engine/tree.ts";
import type { SuggestionView } from "../render/view.ts";
import type {
  ExcerptRun,
  SearchAnswer,
  SearchPageResult,
  SearchSectionView,
} from "../../../design/search.ts";
import { pageHref, pathOf, type VariantReading } from "../reading/reading.ts";
import { isFindable } from "./findable.ts";
import { methodOf, operationsNamed } from "./operations.ts";

/** The longest query, in characters; what is typed beyond it is not looked at. */
const LONGEST = 512;
const PAGES = 20;

/**
 * What a reader's words find on the variants that the site shows.
 * @param places what a variant is called where there are others, by its id; shown before the pages above a page
 */
export async function searchSite(
  readings: readonly VariantReading[],
  typed: string,
  places: (variant: string) => readonly string[] = () => [],
): Promise<SearchAnswer> {
  const query = [...typed.trim()].slice(0, LONGEST).join("");
  const first = readings[0];
  if (query === "" || first === undefined) return { query, results: [] };
  const conditions = openSearchConditions(
    readings.map((reading) => ({
      space: reading.variant.space,
      nodes: reading.nodes,
      root: reading.root,
      parse: reading.deps.parseExpression,
      holdAll: (all, variables) =>
        variables === undefined
          ? reading.conditions.holdAll(all)
          : reading.conditions.holdAllWith(variables, all),
    })),
  );
  const trails = openTrails(readings);
  const read = await first.deps.db.upToDate();
  const search = () =>
    searchSpaces(read, {
      organization: first.organization,
      spaces: readings.map(({ variant }) => variant.space),
      query,
      limit: PAGES,
      visibility: { ...conditions.visibility, amongPages: trails.findable },
    });
  let found = await search();
  // The variables of a page are read only when one of its conditions asks for them.
  if (await conditions.learn()) found = await search();
  const results = present(trails, found, places);
  const named = await operationsNamed(readings, query, places);
  const all = [...named, ...without(results, named)];
  const isCut = found.next !== undefined || all.length > PAGES;
  return { query, results: all.slice(0, PAGES), ...(isCut ? { more: true as const } : {}) };
}

/** What was found without what is told already. */
function without(
  results: readonly SearchPageResult[],
  told: readonly SearchPageResult[],
): readonly SearchPageResult[] {
  if (told.length === 0) return results;
  const hrefs = new Set(told.map(({ href }) => href));
  return results
    .filter(({ href }) => !hrefs.has(href))
    .map((page) => ({ ...page, sections: page.sections.filter(({ href }) => !hrefs.has(href)) }));
}

type FoundTrails = ReturnType<typeof openTrails>;

/** Where the pages stand that a search finds, each read once. A space in several variants is shown in the first. */
function openTrails(readings: readonly VariantReading[]) {
  const known = new Map<string, readonly Page[] | undefined>();
  const nameOf = ({ spaceId, pageId }: SpacePageKey): string => `${spaceId}/${pageId}`;
  const readingOf = ({ spaceId }: SpacePageKey) => readings.find(({ variant }) => variant.space === spaceId);
  const trailOf = (page: SpacePageKey) => known.get(nameOf(page));
  return {
    readingOf,
    trailOf,
    /** Which of some pages a search tells this reader of; the index follows the content within a second, not at once. */
    async findable(pages: readonly SpacePageKey[]): Promise<readonly boolean[]> {
      const unknown = pages.filter((page) => !known.has(nameOf(page)));
      for (const reading of new Set(unknown.map(readingOf))) {
        const some = unknown.filter((page) => readingOf(page) === reading);
        const ids = some.map(({ pageId }) => pageId);
        const trails = reading && (await readTrails(reading.nodes, reading.root, ids));
        for (const page of some) known.set(nameOf(page), trails?.get(page.pageId));
      }
      return pages.map((page) => {
        const [reading, trail] = [readingOf(page), trailOf(page)];
        return reading !== undefined && trail !== undefined && isFindable(reading, trail);
      });
    },
  };
}

function present(
  { readingOf, trailOf }: FoundTrails,
  { pages, sought }: FoundPages,
  places: (variant: string) => readonly string[],
): SearchPageResult[] {
  return pages.flatMap((page) => {
    const [reading, trail] = [readingOf(page), trailOf(page)];
    if (reading === undefined || trail === undefined) return [];
    return presentPage(reading, trail, page, sought, places(reading.variant.id));
  });
}

function presentPage(
  reading: VariantReading,
  trail: readonly Page[],
  found: FoundPage,
  sought: SoughtQuery,
  place: readonly string[],
): SearchPageResult {
  const { id, emoji, operation } = trail.at(-1) as Page;
  const href = pageHref(reading, id, pathOf(trail));
  // What stands before the first heading; a section with a heading is shown as one.
  const lead = found.sections.find(({ anchor }) => anchor === "");
  return {
    title: marked(found.title, sought),
    href,
    ...(emoji === undefined ? {} : { emoji }),
    ...(operation === undefined ? {} : { method: operation.method }),
    ancestors: [...place, ...trail.slice(0, -1).map(({ title }) => title)],
    excerpt: lead === undefined ? plain(found.description) : marked(lead.excerpt, sought),
    sections: found.sections
      .filter(({ anchor }) => anchor !== "")
      .slice(0, 5)
      .map((section) =>
        presentSection(reading, { id, href, isWhole: operation !== undefined }, section, sought),
      ),
  };
}

function presentSection(
  reading: VariantReading,
  page: { readonly id: string; readonly href: string; readonly isWhole: boolean },
  section: FoundSection,
  sought: SoughtQuery,
): SearchSectionView {
  // Where a page is one operation, its title has the badge.
  const method = page.isWhole ? undefined : methodOf(reading, page.id, section.begins);
  return {
    title: marked(section.title, sought),
    href: `${page.href}#${encodeURIComponent(section.anchor)}`,
    ...(method === undefined ? {} : { method }),
    excerpt: marked(section.excerpt, sought),
  };
}

function plain(text: string): ExcerptRun[] {
  return text === "" ? [] : [{ text }];
}

/** A text cut where matches begin and end. */
function marked(text: string, sought: SoughtQuery): ExcerptRun[] {
  const cut: ExcerptRun[] = [];
  let end = 0;
  for (const [from, to] of matches(text, sought)) {
    if (from > end) cut.push({ text: text.slice(end, from) });
    cut.push({ text: text.slice(from, to), match: true });
    end = to;
  }
  if (end < text.length) cut.push({ text: text.slice(end) });
  return cut;
}

/**
 * Pages to offer to who asked for an address that is none.
 * @param places see {@link searchSite}
 */
export async function suggestionsFor(
  readings: readonly VariantReading[],
  words: string,
  places: (variant: string) => readonly string[],
): Promise<SuggestionView[]> {
  const { results } = await searchSite(readings, words, places);
  return results.slice(0, 5).map(({ title, href, emoji, ancestors }) => ({
    title: title.map(({ text }) => text).join(""),
    href,
    ancestors,
    ...(emoji === undefined ? {} : { emoji }),
  }));
}
