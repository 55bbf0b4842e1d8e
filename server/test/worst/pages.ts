/** What readers and their machines ask of a published site, at its largest. */
import { DENSE_TEXTS } from "./texts.ts";

const WORDS = "page of many words it item quoted ".repeat(15);
const SEARCH = `q=${encodeURIComponent(WORDS)}`;

/** Addresses below the site's own, by what they are, with the status of the answer. */
export const SITE_PAGES: readonly (readonly [of: string, path: string, status: number])[] = [
  ["the first page", "", 200],
  ...Object.keys(DENSE_TEXTS).flatMap((of): [string, string, number][] => {
    const slug = `much-of-${of.replaceAll(" ", "-")}`;
    return [
      [`a page of ${of}`, slug, 200],
      [`the same as Markdown`, `${slug}.md`, 200],
    ];
  }),
  ["what isn't there", "nowhere/at/all", 404],
  ["the sitemap", "sitemap.xml", 200],
  ["the pages of the sitemap", "sitemap-pages.xml", 200],
  ["the list for agents", "llms.txt", 200],
  ["all texts for agents", "llms-full.txt", 200],
  ["the page of a search", `~/search?${SEARCH}`, 200],
  ["the answer of a search", `~/search.json?${SEARCH}`, 200],
];
