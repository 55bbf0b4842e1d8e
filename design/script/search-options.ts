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

/** A title, behind the method where it is that of an operation. */
function titleOf({ title, method }: SearchSectionView, picture: readonly string[] = []): HTMLElement {
  const badge =
    method === undefined
      ? []
      : [element("span", { class: `method method-${method}` }, method.toUpperCase()), " "];
  return element("span", { class: "search-title" }, ...picture, ...badge, ...runs(title));
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
  return option(result.href, false, where, titleOf(result, picture), excerpt(result.excerpt));
}

function sectionOption(section: SearchSectionView): HTMLElement {
  return option(section.href, true, titleOf(section), excerpt(section.excerpt));
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
