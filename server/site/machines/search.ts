import { openSearchConditions } from "../../content/search/readerConditions.ts";
import type { FoundPage, FoundSection } from "../../content/search/foundPages.ts";
import {
  type SearchResults as FoundPages,
  type SearchPlace,
  searchSpaces,
} from "../../content/search/searchSpaces.ts";
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
/** How often to look further where pages found are none for this reader. */
const ROUNDS = 5;

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
  const results: SearchPageResult[] = [];
  let after: SearchPlace | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const spaces = readings.map(({ variant }) => variant.space);
    const question = {
      organization: first.organization,
      spaces,
      query,
      limit: PAGES,
      visibility: conditions.visibility,
    };
    const search = () => searchSpaces(first.deps.db.read, { ...question, after });
    let found = await search();
    // The variables of a page are read only when one of its conditions asks for them.
    if (await conditions.learn()) found = await search();
    results.push(...(await present(readings, found, places)));
    after = found.next;
    if (after === undefined || results.length >= PAGES) break;
  }
  const named = await operationsNamed(readings, query, places);
  const all = [...named, ...without(results, named)];
  const isCut = after !== undefined || all.length > PAGES;
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

async function present(
  readings: readonly VariantReading[],
  { pages, sought }: FoundPages,
  places: (variant: string) => readonly string[],
): Promise<SearchPageResult[]> {
  const spaces = new Set(pages.map(({ spaceId }) => spaceId));
  const shown = readings.filter(({ variant }) => spaces.has(variant.space));
  const trails = await Promise.all(
    shown.map(({ nodes, root, variant }) => {
      const ids = pages.filter(({ spaceId }) => spaceId === variant.space).map(({ pageId }) => pageId);
      return readTrails(nodes, root, ids);
    }),
  );
  return pages.flatMap((page) => {
    const at = shown.findIndex(({ variant }) => variant.space === page.spaceId);
    const [reading, trail] = [shown[at], trails[at]?.get(page.pageId)];
    // It is none for this reader, or gone: the index follows the content within a second, not at once.
    if (reading === undefined || trail === undefined || !isFindable(reading, trail)) return [];
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
