/** What leads from the addresses that another tool gave its pages to where they are now. */
import { foldSlug } from "../../engine/slug.ts";
import type { SourceSite } from "./files.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import { listPages, type PlannedPage, type PlannedRedirect } from "./planned.ts";

const LONGEST_ADDRESS = 1_000;
/** One for each page, and as many for the folders that they were in. */
const MOST_REDIRECTS = 2 * IMPORT_LIMITS.pages;

/**
 * Redirects for the pages whose addresses differ, those of folders before those of what was in them: an address is
 * followed a segment at a time, and a redirect may lead on from where another has led. Addresses that are longer or
 * deeper than any of a page lead nowhere.
 */
export function formerAddresses(
  pages: readonly PlannedPage[],
  published: SourceSite | undefined,
): PlannedRedirect[] {
  if (published === undefined) return [];
  const parents = new Map<string, PlannedPage>();
  for (const page of listPages(pages)) for (const child of page.children) parents.set(child.key, page);
  const byAddress = new Map(listPages(pages).map((page) => [foldSlug(page.address), page]));
  /** Where addresses lead on, by the page that they are below and their last segment. */
  const led = new Map<string, PlannedPage>();
  const redirects: PlannedRedirect[] = [];
  const below = (above: PlannedPage | undefined, segment: string): PlannedPage | undefined =>
    byAddress.get(above === undefined ? segment : `${foldSlug(above.address)}/${segment}`) ??
    led.get(`${above?.key ?? ""}\n${segment}`);
  const wanted = listPages(pages)
    .map((page) => ({ page, from: published.pages.get(page.key) ?? "" }))
    .filter(({ from }) => from !== "" && from.length <= LONGEST_ADDRESS)
    .filter(({ from }) => depthOf(from) <= IMPORT_LIMITS.pageDepth)
    .toSorted((a, b) => depthOf(a.from) - depthOf(b.from));
  for (const { page, from } of wanted) {
    let above: PlannedPage | undefined;
    const segments = from.split("/");
    for (const [index, written] of segments.entries()) {
      const segment = foldSlug(written);
      const isLast = index === segments.length - 1;
      const found = below(above, segment);
      // A folder that is no page any more leads to what is above its first page.
      const meant: PlannedPage = isLast ? page : (parents.get(page.key) ?? page);
      if (found === undefined) {
        if (redirects.length === MOST_REDIRECTS) return redirects;
        led.set(`${above?.key ?? ""}\n${segment}`, meant);
        const path = segments.slice(0, index + 1).join("/");
        redirects.push({ from: path, to: meant.key, target: { kind: "page", key: meant.key } });
      }
      above = found ?? meant;
    }
  }
  return redirects;
}

const depthOf = (address: string): number => address.split("/").length;
