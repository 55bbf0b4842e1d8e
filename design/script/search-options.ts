import type { ExcerptRun, SearchAnswer, SearchPageResult, SearchSectionView } from "../search.ts";
import { element } from "./element.ts";
import type { RecentPage } from "./recent.ts";

function runs(parts: readonly ExcerptRun[]): (Node | string)[] {
  return parts.map((part) => (part.match ? element("mark", { class: "match" }, part.text) : part.text));
}

function option(href: string, section: boolean, ...lines: (Node | undefined)[]): HTMLElement {
  return element(
    "a",
    {
      class: "search-option",
      role: "option",
      href,
      tabindex: "-1",
      "data-section": section ? "" : undefined,
    },
    ...lines,
  );
}

function excerpt(parts: readonly ExcerptRun[]): Node | undefined {
  return parts.length === 0 ? undefined : element("span", { class: "search-excerpt" }, ...runs(parts));
}

function pageOption(result: SearchPageResult): HTMLElement {
  const where =
    result.ancestors.length === 0
      ? undefined
      : element("span", { class: "search-where" }, result.ancestors.join(" › "));
  const picture = result.emoji === undefined ? [] : [`${result.emoji} `];
  const title = element("span", { class: "search-title" }, ...picture, ...runs(result.title));
  return option(result.href, false, where, title, excerpt(result.excerpt));
}

function sectionOption(section: SearchSectionView): HTMLElement {
  const title = element("span", { class: "search-title" }, ...runs(section.title));
  return option(section.href, true, title, excerpt(section.excerpt));
}

/** The entries of an answer: each page, then the sections in it. */
export function answerOptions(answer: SearchAnswer): HTMLElement[] {
  return answer.results.flatMap((result) => [pageOption(result), ...result.sections.map(sectionOption)]);
}

/** Entries for pages the reader was on. */
export function recentOptions(pages: readonly RecentPage[]): HTMLElement[] {
  return pages.map((page) =>
    option(page.href, false, element("span", { class: "search-title" }, page.title)),
  );
}
