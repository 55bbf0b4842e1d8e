/** The tree of pages that links tell: navigation first, then chains of next pages, then addresses. */
import type { OutlineNode } from "./outline.ts";
import { slugOfPath } from "./pageNames.ts";

export interface LinkedPage {
  /** Of the page's file; unique. */
  readonly path: string;
  readonly title: string;
  /** Folders and name, without what stands for the page of a folder. */
  readonly segments: readonly string[];
  readonly nav: readonly {
    readonly to: string | undefined;
    readonly title: string;
    readonly depth: number;
  }[];
  readonly next?: string | undefined;
  readonly up?: string | undefined;
}

/** Pages looked at for the fullest navigation: the first ones. */
export const LOOKED_AT = 20;
/** Pages of a navigation that make it one, unless it is known to be one. */
const FEWEST = 3;

/**
 * The outline of pages that were found in this order, the first being the start.
 * @param fewest pages that a navigation has to name to be believed
 */
export function linkedOutline(pages: readonly LinkedPage[], fewest = FEWEST): OutlineNode[] {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const parents = new Map<string, string | undefined>();
  const titles = new Map<string, string>();
  placeNavigation(pages, byPath, { parents, titles, fewest });
  const folders = new FolderPages(pages);
  const tops = new Map<string, string>();
  const start = pages[0]?.path;
  for (const page of inOrder(pages, byPath)) {
    if (parents.has(page.path)) continue;
    const above = byPath.has(page.up ?? "") ? page.up : folders.above(page);
    const isTop = above === undefined || above === start || topOf(above, parents, tops) === page.path;
    parents.set(page.path, isTop ? undefined : above);
  }
  return grow(pages, parents, titles);
}

interface OutlineDraft {
  readonly parents: Map<string, string | undefined>;
  readonly titles: Map<string, string>;
  readonly fewest: number;
}

/** Takes the fullest navigation; each page where it is named first. */
function placeNavigation(
  pages: readonly LinkedPage[],
  byPath: ReadonlyMap<string, LinkedPage>,
  { parents, titles, fewest }: OutlineDraft,
): void {
  let best: LinkedPage["nav"] = [];
  for (const page of pages.slice(0, LOOKED_AT)) {
    const known = page.nav.filter(({ to }) => to !== undefined && byPath.has(to));
    if (new Set(known.map(({ to }) => to)).size > Math.max(fewest - 1, best.length)) best = known;
  }
  const start = pages[0];
  // The start page comes first, whether or not its navigation names it.
  if (start !== undefined) parents.set(start.path, undefined);
  const above: { path: string; depth: number }[] = [];
  for (const { to, title, depth } of best) {
    // The start may have pages below it, though its place is the first.
    if (to === undefined || (parents.has(to) && to !== start?.path)) continue;
    while ((above.at(-1)?.depth ?? -1) >= depth) above.pop();
    if (!parents.has(to)) parents.set(to, above.at(-1)?.path);
    if (!titles.has(to)) titles.set(to, title);
    above.push({ path: to, depth });
  }
}

/** Pages along the chains of their next ones, else as they were found. */
function* inOrder(
  pages: readonly LinkedPage[],
  byPath: ReadonlyMap<string, LinkedPage>,
): Generator<LinkedPage> {
  const seen = new Set<string>();
  const isNext = new Set(pages.map(({ next }) => next));
  const first = pages[0];
  const heads = pages.filter((page) => page === first || !isNext.has(page.path));
  for (const head of [...heads, ...pages]) {
    for (
      let page: LinkedPage | undefined = head;
      page !== undefined && !seen.has(page.path);
      page = byPath.get(page.next ?? "")
    ) {
      seen.add(page.path);
      yield page;
    }
  }
}

/** How far above a page the page of a folder is looked for. */
const HIGHEST = 40;

/** The pages of folders; for the pages of one folder that is looked for once. */
class FolderPages {
  readonly #pages = new Map<string, string | undefined>();

  constructor(pages: readonly LinkedPage[]) {
    for (const { path, segments } of pages) this.#pages.set(segments.join("/"), path);
  }

  /** The page of the nearest folder that has one. */
  above({ path, segments }: LinkedPage): string | undefined {
    const own = segments.slice(0, -1).join("/");
    let folder = own;
    for (let level = 0; level < HIGHEST && folder !== "" && !this.#pages.has(folder); level++)
      folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")));
    const found = folder === "" ? undefined : this.#pages.get(folder);
    if (own !== "") this.#pages.set(own, found);
    return found === path ? undefined : found;
  }
}

/**
 * The page at the top of those above one.
 * @param known what was found of others: a chain of ten thousand is walked once
 */
function topOf(
  from: string,
  parents: ReadonlyMap<string, string | undefined>,
  known: Map<string, string>,
): string {
  const way: string[] = [];
  let top = from;
  for (;;) {
    const above = known.get(top) ?? parents.get(top);
    if (above === undefined) break;
    way.push(top);
    top = above;
  }
  for (const one of way) known.set(one, top);
  return top;
}

interface GrowingNode extends OutlineNode {
  readonly children: GrowingNode[];
}

function grow(
  pages: readonly LinkedPage[],
  parents: ReadonlyMap<string, string | undefined>,
  titles: ReadonlyMap<string, string>,
): OutlineNode[] {
  const nodes = new Map<string, GrowingNode>();
  for (const { path, title } of pages) {
    const name = title || (titles.get(path) ?? "");
    nodes.set(path, { type: "document", key: path, path, title: name, slug: slugOfPath(path), children: [] });
  }
  const top: GrowingNode[] = [];
  for (const [path, parent] of parents) {
    const node = nodes.get(path);
    if (node === undefined) continue;
    const above = parent === undefined ? undefined : nodes.get(parent);
    (above?.children ?? top).push(node);
  }
  return top;
}
