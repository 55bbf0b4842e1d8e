/** One page of the web, with its images. */
import { readHtmlPages, LARGEST_HTML } from "../html/readPages.ts";
import type { ImportSource } from "../files.ts";
import { ImportRefused } from "../refusal.ts";
import { PAGE_TYPES } from "./crawl.ts";
import { fetchEach, type WebsiteFetch } from "./fetching.ts";
import { WEBSITE_LIMITS } from "./limits.ts";
import { scopeOf } from "./scope.ts";
import { type FetchOrder, pagesSource } from "./website.ts";

/** Fetches a page; its links stay as they are. The caller closes the source. @throws ImportRefused */
export async function readWebPage({
  fetch,
  url,
  signal = new AbortController().signal,
  limits,
  onProgress = () => {},
}: FetchOrder): Promise<ImportSource> {
  const fetching: WebsiteFetch = { fetch, signal, delay: 0 };
  const [found] = await fetchEach(fetching, [url], { accept: PAGE_TYPES, maxBytes: LARGEST_HTML });
  if (found === undefined || "refused" in found)
    throw new ImportRefused("not-found", `${url} can't be imported: ${found?.refused ?? "it is missing"}.`);
  const [page] = await readHtmlPages([found], signal);
  if (page === undefined || "refused" in page)
    throw new ImportRefused("damaged", `${url} can't be imported: ${page?.refused ?? ""}.`);
  const { origin, pathname } = new URL(found.url);
  const crawled = { pages: [{ address: found.url, page }], same: new Map<string, string>(), skipped: [] };
  // The folder it lies in: a page is called by the last part of its address.
  const scope =
    pathname === "/" ? scopeOf(new URL(found.url)) : { origin, prefix: pathname.replace(/[^/]+\/?$/, "") };
  return pagesSource(fetching, { scope, crawled, limits: { ...WEBSITE_LIMITS, ...limits }, onProgress });
}
