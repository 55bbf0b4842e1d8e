/** Turns the HTML of a folder or an archive into Markdown beside which its links still fit. */
import type { ImportFile, ImportSource, SkippedFile } from "./files.ts";
import { EMBEDDED, type EmbeddedFile } from "./html/embedded.ts";
import type { NavEntry } from "./html/pageFacts.ts";
import type { HtmlPage, HtmlReading, ReadPage } from "./html/readPage.ts";
import { type HtmlReader, LARGEST_HTML, openHtmlReader } from "./html/readPages.ts";
import { linkedOutline, LOOKED_AT, type LinkedPage } from "./linkedOutline.ts";
import { folderPath } from "./linkTargets.ts";
import { isMarkdown } from "./pageNames.ts";
import { pageText } from "./pageFile.ts";
import { openPace } from "../turns/pace.ts";
import { openScratch, type Scratch } from "./scratch.ts";

const HTML = /\.x?html?$/i;
const AT_ONCE = 50;

export function isHtml(path: string): boolean {
  return HTML.test(path);
}

export interface HtmlOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: number, total: number) => void) | undefined;
  /** What a page is to be, from what was read of it; undefined leaves it out of the tree. */
  readonly shape?: ((path: string, page: ReadPage) => ReadPage | undefined) | undefined;
  /** Whether the files themselves are the documents: all of each is content. */
  readonly isBare?: boolean | undefined;
  /** The page that the whole tree is read from. */
  readonly contents?: string | undefined;
}

/** A file of HTML that has been read; its path is that of the Markdown. Of the rest of a page nothing stays in memory. */
interface ConvertedFile extends Pick<ReadPage, "title" | "next" | "up"> {
  readonly path: string;
  readonly from: string;
  /** Folders and name, without what stands for the page of a folder. */
  readonly segments: readonly string[];
}

/** The navigation of a file, which leads from where that lies. */
interface Navigation {
  readonly from: string;
  readonly nav: readonly NavEntry[];
}

/** A source with Markdown in the place of HTML; as it is when it has none. Closing it closes the one given. */
export async function convertHtml(source: ImportSource, options: HtmlOptions = {}): Promise<ImportSource> {
  const html = source.files.filter(({ path }) => isHtml(path));
  if (html.length === 0) return source;
  const scratch = await openScratch();
  const close = async (): Promise<void> => {
    await scratch.close();
    await source.close();
  };
  const reader = openHtmlReader(options.signal);
  try {
    return { ...(await converted(source, html, { scratch, reader }, options)), close };
  } catch (error) {
    await scratch.close();
    throw error;
  } finally {
    await reader.close();
  }
}

async function converted(
  source: ImportSource,
  html: readonly ImportFile[],
  { scratch, reader }: { readonly scratch: Scratch; readonly reader: HtmlReader },
  options: HtmlOptions,
): Promise<Omit<ImportSource, "close">> {
  const skipped: SkippedFile[] = [...source.skipped];
  const others = source.files.filter(({ path }) => !isHtml(path));
  const taken = new Set(others.map(({ path }) => path));
  const pages: ConvertedFile[] = [];
  const files: ImportFile[] = [];
  const embedded = new Map<string, EmbeddedFile>();
  const navigations = new ShallowNavigations();
  let contents: Navigation | undefined;
  for (let start = 0; start < html.length; start += AT_ONCE) {
    const batch = html.slice(start, start + AT_ONCE);
    const read = await reader.read(await open(batch, options));
    for (const [index, { path: from }] of batch.entries()) {
      const page = read[index] as HtmlReading;
      const path = from.replace(HTML, ".md");
      if ("refused" in page) skipped.push({ path: from, reason: page.refused });
      else if (from === options.contents) contents = { from, nav: page.nav };
      else if (taken.has(path)) skipped.push({ path: from, reason: `${path} is there too` });
      else {
        const shaped = options.shape === undefined ? page : options.shape(from, page);
        if (shaped === undefined) continue;
        taken.add(path);
        for (const file of shaped.files) embedded.set(file.name, file);
        // Its text is on disk from here on.
        files.push(await scratch.add(path, pageText(shaped.title, shaped.description, shaped.markdown)));
        const { title, next, up, nav } = shaped;
        const file = { path, from, title, next, up, segments: segmentsOf(path) };
        pages.push(file);
        navigations.add(file, nav);
      }
    }
    options.onProgress?.(Math.min(html.length, start + AT_ONCE), html.length);
  }
  for (const { name, bytes } of embedded.values()) files.push(await scratch.add(`assets/${name}`, bytes));
  const addresses = new Map([...embedded.keys()].map((name) => [EMBEDDED + name, `assets/${name}`]));
  // Where there is Markdown as well, its table of contents or the folders decide.
  const isWhole = !others.some(({ path }) => isMarkdown(path));
  const outline = isWhole ? { outline: await outlineOf(pages, navigations, contents) } : {};
  return { files: [...files, ...others], skipped, problems: source.problems ?? [], addresses, ...outline };
}

async function open(batch: readonly ImportFile[], { isBare }: HtmlOptions): Promise<HtmlPage[]> {
  const pages: HtmlPage[] = [];
  // What is too large is not even unpacked: one byte more than allowed says so.
  for (const file of batch)
    pages.push({
      bytes: file.size > LARGEST_HTML ? new Uint8Array(LARGEST_HTML + 1) : await file.read(),
      isBare,
    });
  return pages;
}

function segmentsOf(path: string): string[] {
  const names = path.replace(/\.md$/, "").split("/");
  return names.filter((name, index) => !(index === names.length - 1 && /^index$/i.test(name)));
}

/** The navigations of the pages that an outline looks at: those that lie least deep, and of these the first ones. */
class ShallowNavigations {
  #kept: { readonly file: ConvertedFile; readonly nav: readonly NavEntry[] }[] = [];

  add(file: ConvertedFile, nav: readonly NavEntry[]): void {
    const depth = file.segments.length;
    const behind = this.#kept.findIndex((one) => one.file.segments.length > depth);
    this.#kept.splice(behind === -1 ? this.#kept.length : behind, 0, { file, nav });
    this.#kept.length = Math.min(this.#kept.length, LOOKED_AT);
  }

  of(file: ConvertedFile): readonly NavEntry[] {
    return this.#kept.find((one) => one.file === file)?.nav ?? [];
  }
}

/** @param contents the navigation that the whole tree is read from */
async function outlineOf(
  pages: readonly ConvertedFile[],
  navigations: ShallowNavigations,
  contents: Navigation | undefined,
) {
  const paths = new Set(pages.map(({ path }) => path));
  const pathOf = (href: string | undefined, from: string): string | undefined => {
    const found = href === undefined ? undefined : folderPath(from, href)?.replace(HTML, ".md");
    return found !== undefined && paths.has(found) ? found : undefined;
  };
  const linked: LinkedPage[] = [];
  const pace = openPace();
  for (const [index, file] of pages.entries()) {
    await pace();
    const { path, from, title, segments, next, up } = file;
    const own = { from, nav: navigations.of(file) };
    const { from: at, nav } = contents === undefined ? own : index === 0 ? contents : { from, nav: [] };
    const links = nav.map(({ href, title: name, depth }) => ({ to: pathOf(href, at), title: name, depth }));
    linked.push({ path, title, segments, nav: links, next: pathOf(next, from), up: pathOf(up, from) });
  }
  const starts = linked.toSorted((a, b) => a.segments.length - b.segments.length);
  return contents === undefined ? linkedOutline(starts) : linkedOutline(inContents(linked), 1);
}

/** With a table of contents no page is the start: the first one that it names comes first. */
function inContents(pages: readonly LinkedPage[]): LinkedPage[] {
  const first = pages[0]?.nav.find(({ to }) => to !== undefined)?.to;
  return pages.toSorted((a, b) => Number(b.path === first) - Number(a.path === first));
}
