/** Follows the links of a website, within its bounds and as its robots.txt allows. */
import { createHash } from "node:crypto";
import { type HtmlReader, LARGEST_HTML, openHtmlReader } from "../html/readPages.ts";
import type { HtmlReading, ReadPage } from "../html/readPage.ts";
import type { SkippedFile } from "../files.ts";
import { type FetchedFile, fetchEach, type WebsiteFetch } from "./fetching.ts";
import type { WebsiteLimits } from "./limits.ts";
import type { RobotsRules } from "./robots.ts";
import { pageAddress, type CrawlScope } from "./scope.ts";

export interface CrawledPage {
  readonly address: string;
  readonly page: ReadPage;
}

export interface CrawledSite {
  /** In the order in which they were found; the start is the first. */
  readonly pages: readonly CrawledPage[];
  /** The address of a page by every other one that leads to it or that has the same content. */
  readonly same: ReadonlyMap<string, string>;
  readonly skipped: readonly SkippedFile[];
}

interface CrawlOrder {
  readonly scope: CrawlScope;
  readonly start: FetchedFile;
  readonly robots: RobotsRules;
  readonly sitemap: readonly string[];
  readonly limits: WebsiteLimits;
  readonly onProgress: (done: number, total: number) => void;
}

export const PAGE_TYPES = ["text/html", "application/xhtml+xml"];
const AT_ONCE = 50;
/** Batches of them that are read at a time. */
const READ_AT_ONCE = 2;
/** Addresses that may wait: a site may invent them. */
const MOST_WAITING = 50_000;

/** Reads a website from its start page on. @throws the reason of the signal */
export async function crawlWebsite(fetching: WebsiteFetch, order: CrawlOrder): Promise<CrawledSite> {
  const reader = openHtmlReader(fetching.signal);
  try {
    return await new Crawl(fetching, order, reader).run();
  } finally {
    await reader.close();
  }
}

class Crawl {
  readonly #fetching: WebsiteFetch;
  readonly #order: CrawlOrder;
  readonly #reader: HtmlReader;
  readonly #pages: CrawledPage[] = [];
  readonly #byAddress = new Map<string, ReadPage>();
  readonly #same = new Map<string, string>();
  readonly #skipped: SkippedFile[] = [];
  readonly #known = new Set<string>();
  readonly #byContent = new Map<string, string>();
  #waiting: string[] = [];
  #bytes = 0;
  #visited = 0;
  readonly #end: number;

  constructor(fetching: WebsiteFetch, order: CrawlOrder, reader: HtmlReader) {
    this.#fetching = fetching;
    this.#order = order;
    this.#reader = reader;
    this.#end = performance.now() + order.limits.time;
  }

  async run(): Promise<CrawledSite> {
    const { start, scope, sitemap } = this.#order;
    const first = pageAddress(scope, start.url) ?? start.url;
    this.#known.add(first);
    this.#bytes += start.bytes.length;
    this.#absorb([start], await this.#reader.read([start]));
    for (const address of sitemap) this.#find(address);
    // The next pages are fetched while those before are read, and taken up in the order in which they were found.
    const readings: Promise<void>[] = [];
    let before: Promise<void> = Promise.resolve();
    for (;;) {
      const batch = this.#next();
      if (batch.length === 0) {
        const reading = readings.shift();
        await reading;
        if (reading === undefined) break;
        continue;
      }
      const fetched = await this.#fetch(batch).catch(async (error: unknown) => {
        await Promise.allSettled(readings);
        throw error;
      });
      if (readings.length >= READ_AT_ONCE) await readings.shift();
      before = this.#read(fetched, before);
      // It is awaited some rounds later: meanwhile its failure is nobody's.
      before.catch(() => undefined);
      readings.push(before);
    }
    const stopped = this.#stop();
    if (stopped !== undefined)
      for (const address of this.#waiting) this.#skipped.push({ path: address, reason: stopped });
    return { pages: this.#pages, same: this.#canonical(), skipped: this.#skipped };
  }

  #next(): string[] {
    if (this.#stop() !== undefined) return [];
    const room = this.#order.limits.pages - this.#visited;
    const batch = this.#waiting.splice(0, Math.max(0, Math.min(AT_ONCE, room)));
    this.#visited += batch.length;
    return batch;
  }

  /** Why nothing more is fetched. */
  #stop(): string | undefined {
    const { pages, pageBytes, time } = this.#order.limits;
    if (this.#visited >= pages) return `an import visits at most ${pages} addresses`;
    if (this.#bytes >= pageBytes) return "the pages before it were too large together";
    if (performance.now() >= this.#end)
      return `fetching took longer than ${Math.round(time / 60_000)} minutes`;
    return undefined;
  }

  async #fetch(batch: readonly string[]): Promise<FetchedFile[]> {
    const wanted = { accept: PAGE_TYPES, maxBytes: LARGEST_HTML };
    const all = await fetchEach(this.#fetching, batch, wanted);
    this.#order.onProgress(this.#visited, this.#visited + this.#waiting.length);
    const fetched: FetchedFile[] = [];
    for (const one of all) {
      if ("refused" in one) this.#skipped.push({ path: one.address, reason: one.refused });
      else {
        this.#bytes += one.bytes.length;
        if (this.#isFirstAt(one)) fetched.push(one);
      }
    }
    return fetched;
  }

  /** A redirect leads to another page, which may be known, or be none of the website's. */
  #isFirstAt({ address, url }: FetchedFile): boolean {
    const { scope, robots } = this.#order;
    const target = pageAddress(scope, url);
    if (target === address) return true;
    if (target === undefined || !robots.allows(new URL(target).pathname)) {
      this.#skipped.push({ path: address, reason: "it leads out of what is imported" });
      return false;
    }
    this.#same.set(address, target);
    const isNew = !this.#known.has(target);
    this.#known.add(target);
    return isNew;
  }

  async #read(fetched: readonly FetchedFile[], before: Promise<void>): Promise<void> {
    const read = fetched.length === 0 ? [] : await this.#reader.read(fetched);
    await before;
    this.#absorb(fetched, read);
  }

  #absorb(fetched: readonly FetchedFile[], read: readonly HtmlReading[]): void {
    for (const [index, { url }] of fetched.entries()) {
      const page = read[index];
      const address = pageAddress(this.#order.scope, url) ?? url;
      if (page === undefined || "refused" in page) {
        this.#skipped.push({ path: address, reason: page?.refused ?? "its HTML can't be read" });
        continue;
      }
      const twin = this.#twinOf(page, address);
      // A trap that shows the same under ever new addresses ends here.
      if (twin !== undefined && page.markdown !== "") this.#same.set(address, twin);
      else {
        this.#pages.push({ address, page });
        this.#byAddress.set(address, page);
        for (const link of [page.canonical, page.next, ...page.nav.map(({ href }) => href), ...page.links])
          if (link !== undefined) this.#find(link);
      }
    }
  }

  /** The page that says the same: word for word, or but for its links at an address above this one. */
  #twinOf({ title, markdown }: ReadPage, address: string): string | undefined {
    const hashOf = (text: string): string =>
      createHash("sha256").update(`${title}\0${text}`).digest("base64");
    const whole = hashOf(markdown);
    const words = `words ${hashOf(markdown.replace(/\]\([^()]*\)/g, "]()"))}`;
    const above = this.#byContent.get(words);
    const twin =
      this.#byContent.get(whole) ?? (above !== undefined && address.startsWith(above) ? above : undefined);
    if (twin === undefined) for (const key of [whole, words]) this.#byContent.set(key, address);
    return twin;
  }

  #find(link: string): void {
    const { scope, robots } = this.#order;
    const address = pageAddress(scope, link);
    if (address === undefined || this.#known.has(address) || this.#waiting.length >= MOST_WAITING) return;
    this.#known.add(address);
    if (robots.allows(new URL(address).pathname)) this.#waiting.push(address);
    else this.#skipped.push({ path: address, reason: "the website's robots.txt does not allow it" });
  }

  /** A page that names another one as the right one, with the same title, is that one. */
  #canonical(): ReadonlyMap<string, string> {
    for (let at = this.#pages.length - 1; at > 0; at--) {
      const { address, page } = this.#pages[at] as CrawledPage;
      const other = page.canonical === undefined ? undefined : pageAddress(this.#order.scope, page.canonical);
      const target = other === undefined || other === address ? undefined : this.#byAddress.get(other);
      if (
        other === undefined ||
        target === undefined ||
        target.title !== page.title ||
        target.canonical !== page.canonical
      )
        continue;
      this.#pages.splice(at, 1);
      this.#same.set(address, other);
    }
    return this.#same;
  }
}
