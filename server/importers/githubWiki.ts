/** A wiki of GitHub, by its pages' raw texts, or as the files of its repository. */
import { decoded } from "../../engine/decoded.ts";
import type { ImportFile, ImportSource, SkippedFile } from "./files.ts";
import { safePath } from "./files.ts";
import { folderOutline } from "./folderOutline.ts";
import { LARGEST_HTML, readHtmlPages } from "./html/readPages.ts";
import type { OutlineNode } from "./outline.ts";
import { baseName, isMarkdown, pageName, slugOf } from "./pageNames.ts";
import { fileOf } from "./pageFile.ts";
import { ImportRefused } from "./refusal.ts";
import { openScratch } from "./scratch.ts";
import { decodeText } from "./text.ts";
import { fetchEach, type WebsiteFetch } from "./website/fetching.ts";
import { fetchImages } from "./website/images.ts";
import { WEBSITE_LIMITS } from "./website/limits.ts";
import type { FetchOrder } from "./website/website.ts";

const MOST_PAGES = 5_000;
const RAW = { accept: ["text/plain", "text/markdown"], maxBytes: 5 * 1024 * 1024 };
const SIDEBAR = "_Sidebar";

/** Whether an address is that of a wiki: `https://github.com/owner/repository/wiki`, or one of its pages. */
export function isWikiAddress(url: string): boolean {
  return wikiOf(url) !== undefined;
}

function wikiOf(url: string): string | undefined {
  const { origin, pathname } = new URL(url);
  const path = /^(\/[^/]+\/[^/]+\/wiki)(?:\/|$)/.exec(pathname)?.[1];
  return path === undefined ? undefined : origin + path;
}

/**
 * Fetches a wiki: the list of its pages, their texts under the same names with the ending .md, and its sidebar, which
 * orders them. The caller closes the source. @throws ImportRefused
 */
export async function readGithubWiki(order: FetchOrder): Promise<ImportSource> {
  const wiki = wikiOf(order.url);
  if (wiki === undefined)
    throw new ImportRefused("not-found", "A wiki's address is https://github.com/owner/repository/wiki.");
  const signal = order.signal ?? new AbortController().signal;
  const fetching: WebsiteFetch = { fetch: order.fetch, signal, delay: 0 };
  const names = await listPages(fetching, wiki);
  const skipped: SkippedFile[] = [];
  const texts: ImportFile[] = [];
  let done = 0;
  const addresses = [SIDEBAR, ...names].map((name) => `${wiki}/${name}.md`);
  const found = await fetchEach(fetching, addresses, RAW, () => order.onProgress?.(++done, addresses.length));
  for (const [index, name] of [SIDEBAR, ...names].entries()) {
    const one = found[index];
    const path = safePath(`${decoded(name)}.md`);
    if (one !== undefined && "bytes" in one && "path" in path) texts.push(fileOf(path.path, one.bytes));
    else if (name !== SIDEBAR)
      skipped.push({
        path: name,
        reason: one !== undefined && "refused" in one ? one.refused : "its name is no file's",
      });
  }
  return withImages(fetching, wiki, await wikiSource(texts, skipped));
}

async function listPages(fetching: WebsiteFetch, wiki: string): Promise<string[]> {
  const wanted = { accept: ["text/html"], maxBytes: LARGEST_HTML };
  const found = await fetchEach(fetching, [wiki, `${wiki}/_pages`], wanted);
  const pages = found.filter((one) => "bytes" in one);
  if (pages.length === 0) {
    const why = found[0] !== undefined && "refused" in found[0] ? found[0].refused : "it is missing";
    throw new ImportRefused("not-found", `${wiki} can't be imported: ${why}.`);
  }
  const read = await readHtmlPages(pages, fetching.signal);
  const links = read.flatMap((page) => ("refused" in page ? [] : page.links));
  const names = links.flatMap((link) => {
    const name = link.startsWith(`${wiki}/`) ? link.slice(wiki.length + 1).replace(/[?#].*$/, "") : "";
    // Those with an underscore are GitHub's own: lists, histories, editors.
    return name === "" || name.includes("/") || name.startsWith("_") ? [] : [name];
  });
  return [...new Set(["Home", ...names])].slice(0, MOST_PAGES);
}

/** The files of a wiki's repository as a source; closing it closes the one given. */
export async function readWikiFiles(source: ImportSource): Promise<ImportSource> {
  const { files, skipped, outline = [] } = await wikiSource(source.files, source.skipped);
  return { ...source, files, skipped, outline };
}

async function wikiSource(
  all: readonly ImportFile[],
  skipped: readonly SkippedFile[],
): Promise<ImportSource> {
  const pages = all.filter(({ path }) => isMarkdown(path) && !baseName(path).startsWith("_"));
  const byName = new Map(pages.map(({ path }) => [wikiName(pageName(path)), path]));
  const others = all.filter(({ path }) => !isMarkdown(path));
  const sidebar = all.find(({ path }) => pageName(path) === SIDEBAR);
  const files = [...pages.map((file) => linked(file, byName)), ...others];
  const order = sidebar === undefined ? [] : entriesOf(await textOf(sidebar), byName);
  return { files, skipped, outline: wikiOutline(pages, order), close: () => Promise.resolve() };
}

async function textOf(file: ImportFile): Promise<string> {
  const read = decodeText(await file.read());
  return "text" in read ? read.text : "";
}

/** Names are told apart without regard to case, and blanks are hyphens. */
function wikiName(name: string): string {
  return decoded(name)
    .trim()
    .replace(/[\s/]+/g, "-")
    .toLowerCase();
}

/** A wiki's own links become those of Markdown. */
function linked(file: ImportFile, byName: ReadonlyMap<string, string>): ImportFile {
  const read = async (): Promise<Uint8Array> => {
    const bytes = await file.read();
    const text = decodeText(bytes);
    return "text" in text && text.text.includes("[[")
      ? new TextEncoder().encode(withLinks(text.text, byName))
      : bytes;
  };
  return { ...file, read };
}

function withLinks(text: string, byName: ReadonlyMap<string, string>): string {
  return text.replace(
    /\[\[([^[\]|\n]{1,300})(?:\|([^[\]\n]{1,300}))?\]\]/g,
    (whole, first: string, second?: string) => {
      const target = (second ?? first).trim();
      if (/\.(?:png|jpe?g|gif|svg|webp)$/i.test(first)) return `![](<${first.replace(/^\//, "")}>)`;
      if (/^https?:\/\//.test(target)) return `[${first}](${target})`;
      const [name = "", anchor] = target.split("#");
      const path = byName.get(wikiName(name));
      return path === undefined ? whole : `[${first}](<${path}${anchor === undefined ? "" : `#${anchor}`}>)`;
    },
  );
}

interface Entry {
  readonly path: string;
  readonly depth: number;
}

/** What a sidebar names, as its lists are nested. */
function entriesOf(sidebar: string, byName: ReadonlyMap<string, string>): Entry[] {
  const entries: Entry[] = [];
  for (const line of sidebar.split("\n").slice(0, 10_000)) {
    const depth = (/^[ \t]*/.exec(line)?.[0] ?? "").replaceAll("\t", "    ").length;
    for (const [, wiki, target] of line
      .slice(0, 2_000)
      .matchAll(/\[\[([^[\]\n]{1,300})\]\]|\]\(([^()\s]{1,500})\)/g)) {
      const name =
        wiki === undefined
          ? (target ?? "").replace(/^.*\/wiki\//, "").replace(/#.*$/, "")
          : (wiki.split("|").at(-1) ?? "");
      const path = byName.get(wikiName(name.replace(/\.md$/, "")));
      if (path !== undefined) entries.push({ path, depth });
    }
  }
  return entries;
}

interface GrowingNode extends OutlineNode {
  readonly children: GrowingNode[];
}

function wikiOutline(pages: readonly ImportFile[], order: readonly Entry[]): OutlineNode[] {
  const named = folderOutline(
    pages.map(({ path }) => baseName(path)),
    "",
    "Home.md",
  );
  const paths = new Map(pages.map(({ path }) => [baseName(path), path]));
  const nodes = new Map<string, GrowingNode>();
  for (const { path = "" } of named) {
    const at = paths.get(path) ?? path;
    // Names are titles: "Getting-Started" is called so.
    nodes.set(at, {
      type: "document",
      key: at,
      path: at,
      title: pageName(path).replaceAll("-", " "),
      slug: slugOf(pageName(path)),
      children: [],
    });
  }
  const top: OutlineNode[] = [];
  const placed = new Set<string>();
  const above: { node: GrowingNode; depth: number }[] = [];
  const home = [...nodes.keys()].find((path) => wikiName(pageName(path)) === "home");
  const entries = [
    ...(home === undefined ? [] : [{ path: home, depth: 0 }]),
    ...order,
    ...[...nodes.keys()].map((path) => ({ path, depth: 0 })),
  ];
  for (const { path, depth } of entries) {
    const node = nodes.get(path);
    if (node === undefined || placed.has(path)) continue;
    placed.add(path);
    while ((above.at(-1)?.depth ?? -1) >= depth) above.pop();
    // What stands below the first page in a sidebar is beside it.
    (above.at(-1)?.node.children ?? top).push(node);
    above.push({ node, depth });
  }
  return top;
}

/** Images are files of the wiki, or lie elsewhere on the web. */
async function withImages(fetching: WebsiteFetch, wiki: string, source: ImportSource): Promise<ImportSource> {
  const wanted = new Map<string, string>();
  for (const file of source.files) {
    for (const [, target = ""] of (await textOf(file)).matchAll(
      /!\[[^\]\n]{0,300}\]\(<?([^()<>\s]{1,1000})>?/g,
    )) {
      const url = URL.canParse(target, `${wiki}/`) ? new URL(target, `${wiki}/`) : undefined;
      if (url !== undefined && /^https?:$/.test(url.protocol)) wanted.set(url.href, target);
    }
  }
  const scratch = await openScratch();
  try {
    const images = await fetchImages(fetching, [...wanted.keys()], scratch, WEBSITE_LIMITS, () => {});
    const addresses = new Map(images.addresses);
    // A relative destination is looked for among the files, under its own path.
    const files = images.files.flatMap((file) => {
      const address = [...images.addresses].find(([, path]) => path === file.path)?.[0] ?? "";
      const written = wanted.get(address) ?? "";
      const path = /^https?:/.test(written) ? undefined : safePath(decoded(written));
      return path !== undefined && "path" in path ? [file, { ...file, path: path.path }] : [file];
    });
    const skipped = [...source.skipped, ...images.skipped];
    return {
      ...source,
      files: [...source.files, ...files],
      skipped,
      addresses,
      close: () => scratch.close(),
    };
  } catch (error) {
    await scratch.close();
    throw error;
  }
}
