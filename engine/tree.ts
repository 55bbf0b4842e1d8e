import { byCodeUnit } from "./json.ts";
import { getFromMap, getManyFromMap, lastKeyPart, prefixInMap, sliceOfMap } from "./mapRead.ts";
import type { NodeReader, Pause, RevisionRoot } from "./node.ts";
import type { Page } from "./page.ts";
import { childPrefix, slugKey } from "./revision.ts";
import { atOnce, inSteps, type Steps } from "./steps.ts";

/** A page with its address and the pages below it, in order. */
export interface PageBranch {
  readonly page: Page;
  /** The slugs from the top down to the page, joined by "/". */
  readonly path: string;
  readonly pages: readonly PageBranch[];
}

/** A page by its id. */
export async function readPage(nodes: NodeReader, root: RevisionRoot, id: string): Promise<Page | undefined> {
  return getFromMap<Page>(nodes, root.pages, id);
}

/** Several pages by id, those absent left out. */
export async function readPages(
  nodes: NodeReader,
  root: RevisionRoot,
  ids: readonly string[],
): Promise<Map<string, Page>> {
  return getManyFromMap<Page>(nodes, root.pages, ids);
}

/**
 * All pages of a revision as a tree. Its cost is the size of the revision: keep what is made of it. `pause` is asked
 * between pages.
 */
export async function readTree(nodes: NodeReader, root: RevisionRoot, pause?: Pause): Promise<PageBranch[]> {
  const entries = await sliceOfMap<Page>(nodes, root.pages);
  const siblings = new Map<string | null, Page[]>();
  for (const [, page] of entries) {
    const list = siblings.get(page.parent);
    if (list === undefined) siblings.set(page.parent, [page]);
    else list.push(page);
  }
  for (const pages of siblings.values()) {
    pages.sort((a, b) => byCodeUnit(a.order, b.order) || byCodeUnit(a.id, b.id));
    await pause?.();
  }
  const steps = branchesOf(siblings, null, "");
  return pause === undefined ? atOnce(steps) : inSteps(steps, pause);
}

function* branchesOf(
  siblings: ReadonlyMap<string | null, readonly Page[]>,
  parent: string | null,
  above: string,
): Steps<PageBranch[]> {
  const branches: PageBranch[] = [];
  for (const page of siblings.get(parent) ?? []) {
    const path = above + page.slug;
    branches.push({ page, path, pages: yield* branchesOf(siblings, page.id, `${path}/`) });
    yield;
  }
  return branches;
}

/** The subpages of a page (`null`: the pages at the top) from one position to another, in order. */
export async function readChildren(
  nodes: NodeReader,
  root: RevisionRoot,
  parent: string | null,
  start = 0,
  end = Number.MAX_SAFE_INTEGER,
): Promise<Page[]> {
  const range = await prefixInMap(nodes, root.children, childPrefix(parent));
  const entries = await sliceOfMap(
    nodes,
    root.children,
    range.start + start,
    Math.min(range.end, range.start + end),
  );
  const ids = entries.map(([key]) => lastKeyPart(key));
  const pages = await readPages(nodes, root, ids);
  return ids.flatMap((id) => pages.get(id) ?? []);
}

/** How many subpages a page has (`null`: how many pages are at the top). */
export async function countChildren(
  nodes: NodeReader,
  root: RevisionRoot,
  parent: string | null,
): Promise<number> {
  const { start, end } = await prefixInMap(nodes, root.children, childPrefix(parent));
  return end - start;
}

/** A page with those above it, from the top down; `undefined` when there is no such page. */
export async function readTrail(
  nodes: NodeReader,
  root: RevisionRoot,
  id: string,
): Promise<Page[] | undefined> {
  const trail: Page[] = [];
  for (let next: string | null = id; next !== null;) {
    const page: Page | undefined = await readPage(nodes, root, next);
    if (page === undefined) return undefined;
    trail.unshift(page);
    next = page.parent;
  }
  return trail;
}

/** Several pages by id, each with those above it, from the top down; absent ones left out. Loads a level at a time. */
export async function readTrails(
  nodes: NodeReader,
  root: RevisionRoot,
  ids: readonly string[],
): Promise<Map<string, Page[]>> {
  const pages = new Map<string, Page>();
  for (let wanted = new Set(ids); wanted.size > 0;) {
    const found = await readPages(nodes, root, [...wanted]);
    wanted = new Set();
    for (const [id, page] of found) pages.set(id, page);
    for (const { parent } of found.values()) if (parent !== null && !pages.has(parent)) wanted.add(parent);
  }
  const trails = new Map<string, Page[]>();
  for (const id of ids) {
    const trail: Page[] = [];
    let next: string | null = id;
    for (let page = pages.get(id); page !== undefined; page = next === null ? undefined : pages.get(next)) {
      trail.unshift(page);
      next = page.parent;
    }
    if (next === null) trails.set(id, trail);
  }
  return trails;
}

/** The address of a page: the slugs from the top, joined by "/"; `undefined` when there is no such page. */
export async function pagePath(
  nodes: NodeReader,
  root: RevisionRoot,
  id: string,
): Promise<string | undefined> {
  return (await readTrail(nodes, root, id))?.map(({ slug }) => slug).join("/");
}

/** The page under a parent that has this slug, in any case. */
export async function pageIdBySlug(
  nodes: NodeReader,
  root: RevisionRoot,
  parent: string | null,
  slug: string,
): Promise<string | undefined> {
  return getFromMap<string>(nodes, root.slugs, slugKey(parent, slug));
}

/** The page at an address, in any case; slashes at either end don't matter. The empty address names no page. */
export async function pageByPath(
  nodes: NodeReader,
  root: RevisionRoot,
  path: string,
): Promise<Page | undefined> {
  let id: string | null = null;
  for (const slug of path.split("/").filter((segment) => segment !== "")) {
    const found: string | undefined = await pageIdBySlug(nodes, root, id, slug);
    if (found === undefined) return undefined;
    id = found;
  }
  return id === null ? undefined : readPage(nodes, root, id);
}
