/** A website as a source: its pages by their links, with their images. */
import { type OutboundFetch, PRIVATE_NETWORK } from "../../ports/fetch.ts";
import type { ImportFile, ImportSource, SkippedFile } from "../files.ts";
import { EMBEDDED } from "../html/embedded.ts";
import { LARGEST_HTML } from "../html/readPages.ts";
import { linkedOutline, type LinkedPage } from "../linkedOutline.ts";
import { pageText } from "../pageFile.ts";
import { ImportRefused } from "../refusal.ts";
import { openScratch, type Scratch } from "../scratch.ts";
import { type CrawledSite, type CrawledPage, crawlWebsite, PAGE_TYPES } from "./crawl.ts";
import { type FetchedFile, fetchEach, UNREACHED, type WebsiteFetch } from "./fetching.ts";
import { fetchImages } from "./images.ts";
import { WEBSITE_LIMITS, type WebsiteLimits } from "./limits.ts";
import { parseRobots, type RobotsRules } from "./robots.ts";
import { freePath, pageAddress, type CrawlScope, scopeOf, segmentsOf } from "./scope.ts";
import { parseSitemap } from "./sitemap.ts";

export interface FetchOrder {
  readonly fetch: OutboundFetch;
  readonly url: string;
  readonly signal?: AbortSignal | undefined;
  readonly limits?: Partial<WebsiteLimits>;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
}

const TEXT = { accept: ["*/*"], maxBytes: LARGEST_HTML };
const MOST_SITEMAPS = 50;

/** Fetches a website. The caller closes the source. @throws ImportRefused when its start can't be read */
export async function readWebsite(order: FetchOrder): Promise<ImportSource> {
  const signal = order.signal ?? new AbortController().signal;
  const fetching: WebsiteFetch = { fetch: order.fetch, signal, delay: 0 };
  const limits = { ...WEBSITE_LIMITS, ...order.limits };
  const { start, robots } = await readStart(fetching, order.url);
  const scope = scopeOf(new URL(start.url));
  const sitemap = await readSitemaps(fetching, scope, robots);
  const onProgress = order.onProgress ?? (() => {});
  const crawled = await crawlWebsite(fetching, { scope, start, robots, sitemap, limits, onProgress });
  return pagesSource(fetching, { scope, crawled, limits, onProgress });
}

/** Pages that were fetched as a source, with their images, which are fetched here. The caller closes it. */
export async function pagesSource(
  fetching: WebsiteFetch,
  read: Omit<ReadWebsite, "scratch">,
): Promise<ImportSource> {
  const scratch = await openScratch();
  try {
    return await sourceOf(fetching, { ...read, scratch });
  } catch (error) {
    await scratch.close();
    throw error;
  }
}

/** Without one everything is allowed; one that can't be had forbids everything (RFC 9309, 2.3.1). */
async function readRobots(fetching: WebsiteFetch, { origin }: URL): Promise<RobotsRules> {
  const [found] = await fetchEach(fetching, [`${origin}/robots.txt`], { ...TEXT, maxBytes: 512 * 1024 });
  if (found !== undefined && "bytes" in found) return parseRobots(new TextDecoder().decode(found.bytes));
  if (/status 4\d\d$/.test(found?.refused ?? "")) return parseRobots("");
  const reason = found?.refused ?? "";
  const remedy = reason === UNREACHED ? ` ${PRIVATE_NETWORK}` : "";
  throw new ImportRefused("not-found", `The robots.txt of ${origin} could not be read: ${reason}.${remedy}`);
}

async function readStart(
  fetching: WebsiteFetch,
  url: string,
): Promise<{ readonly start: FetchedFile; readonly robots: RobotsRules }> {
  const refusal = (why: string): ImportRefused =>
    new ImportRefused("not-found", `${url} can't be imported: ${why}.`);
  const asked = new URL(url);
  const robots = await readRobots(fetching, asked);
  if (!robots.allows(asked.pathname)) throw refusal("its robots.txt does not allow it");
  fetching.delay = robots.delay;
  const [start] = await fetchEach(fetching, [url], { accept: PAGE_TYPES, maxBytes: LARGEST_HTML });
  if (start === undefined || "refused" in start) throw refusal(start?.refused ?? "it is missing");
  const { origin, pathname } = new URL(start.url);
  if (origin === asked.origin && robots.allows(pathname)) return { start, robots };
  // It leads to another server, which has rules of its own.
  const there = await readRobots(fetching, new URL(start.url));
  if (!there.allows(pathname)) throw refusal("its robots.txt does not allow it");
  fetching.delay = there.delay;
  return { start, robots: there };
}

async function readSitemaps(
  fetching: WebsiteFetch,
  scope: CrawlScope,
  robots: RobotsRules,
): Promise<string[]> {
  const isOurs = (address: string): boolean => address.startsWith(`${scope.origin}/`);
  let waiting = [...new Set([...robots.sitemaps, `${scope.origin}/sitemap.xml`])].filter(isOurs);
  const pages: string[] = [];
  const asked = new Set<string>();
  // Those that an index names name no others.
  for (let round = 0; round < 2; round++) {
    const batch = waiting.filter((address) => !asked.has(address)).slice(0, MOST_SITEMAPS);
    waiting = [];
    for (const one of await fetchEach(fetching, batch, TEXT)) {
      asked.add(one.address);
      if ("refused" in one) continue;
      const { isIndex, addresses } = parseSitemap(new TextDecoder().decode(one.bytes));
      if (isIndex) waiting.push(...addresses.filter(isOurs));
      else
        for (const address of addresses) if (pageAddress(scope, address) !== undefined) pages.push(address);
    }
  }
  return pages;
}

interface ReadWebsite {
  readonly scope: CrawlScope;
  readonly crawled: CrawledSite;
  readonly scratch: Scratch;
  readonly limits: WebsiteLimits;
  readonly onProgress: (done: number, total: number) => void;
}

async function sourceOf(
  fetching: WebsiteFetch,
  { scope, crawled, scratch, limits, onProgress }: ReadWebsite,
): Promise<ImportSource> {
  const { pages } = crawled;
  const addresses = addressesOf(scope, crawled);
  const described = new Map<string, number>();
  for (const { page } of pages)
    if (page.description !== undefined)
      described.set(page.description, (described.get(page.description) ?? 0) + 1);
  const files: ImportFile[] = [];
  for (const { address, page } of pages) {
    const { title, description, markdown } = page;
    // One that every page has describes the site.
    const own = description !== undefined && described.get(description) === 1 ? description : undefined;
    files.push(await scratch.add(addresses.get(address) ?? "", pageText(title, own, markdown)));
    for (const { name, bytes } of page.files) {
      if (addresses.has(EMBEDDED + name)) continue;
      addresses.set(EMBEDDED + name, `assets/${name}`);
      files.push(await scratch.add(`assets/${name}`, bytes));
    }
  }
  const wanted = [...new Set(pages.flatMap(({ page }) => page.images))].filter(
    (image) => !addresses.has(image),
  );
  const images = await fetchImages(fetching, wanted, scratch, limits, onProgress);
  for (const [address, path] of images.addresses) addresses.set(address, path);
  const skipped: SkippedFile[] = [...crawled.skipped, ...images.skipped];
  return {
    files: [...files, ...images.files],
    skipped,
    outline: linkedOutline(pages.map((page) => linkedPage(scope, page, addresses))),
    addresses,
    close: () => scratch.close(),
  };
}

/** The path of each page, by all addresses that mean it. */
function addressesOf(scope: CrawlScope, { pages, same }: CrawledSite): Map<string, string> {
  const taken = new Set<string>();
  const addresses = new Map<string, string>();
  for (const { address } of pages) addresses.set(address, freePath(segmentsOf(scope, address), taken));
  for (const [address] of same) {
    const path = addresses.get(target(same, address));
    if (path !== undefined && !addresses.has(address)) addresses.set(address, path);
  }
  return addresses;
}

/** Where an address leads in the end; chains of redirects are short, and may be rings. */
function target(same: ReadonlyMap<string, string>, address: string): string {
  let at = address;
  for (let hops = 0; hops < 10; hops++) at = same.get(at) ?? at;
  return at;
}

function linkedPage(
  scope: CrawlScope,
  { address, page }: CrawledPage,
  addresses: ReadonlyMap<string, string>,
): LinkedPage {
  const pathOf = (url: string | undefined): string | undefined =>
    url === undefined ? undefined : addresses.get(url.replace(/#.*$/s, ""));
  return {
    path: addresses.get(address) ?? "",
    title: page.title,
    segments: segmentsOf(scope, address),
    nav: page.nav.map(({ href, title, depth }) => ({ to: pathOf(href), title, depth })),
    next: pathOf(page.next),
    up: pathOf(page.up),
  };
}
