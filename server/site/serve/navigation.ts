import type { Page } from "../../engine/page.ts";
import { countChildren } from "../../engine/tree.ts";
import type { LinkView, NavigationItem } from "../render/view.ts";
import { isListed, pageHref, type Reading } from "./reading.ts";

/**
 * How many siblings a level shows at once, around the one that is being read: a folder of ten thousand pages does not
 * travel with every page of it.
 */
const LEVEL = 200;

/** The navigation for one page: the top level, and the branches that are open above it. */
export async function navigationFor(reading: Reading, trail: readonly Page[]): Promise<NavigationItem[]> {
  return level(reading, null, "", trail);
}

/** What is below one page, closed: what the script asks for when a reader opens a branch. */
export async function branchOf(reading: Reading, id: string, path: string): Promise<NavigationItem[]> {
  return level(reading, id, `${path}/`, []);
}

async function level(
  reading: Reading,
  parent: string | null,
  above: string,
  trail: readonly Page[],
): Promise<NavigationItem[]> {
  const listed = (await reading.children(parent)).filter(isListed);
  const open = listed.findIndex(({ id }) => trail.some((page) => page.id === id));
  const start = Math.max(0, Math.min(open - LEVEL / 2, listed.length - LEVEL));
  const items: NavigationItem[] = [];
  for (const page of listed.slice(start, start + LEVEL)) items.push(await item(reading, page, above, trail));
  return items;
}

async function item(
  reading: Reading,
  page: Page,
  above: string,
  trail: readonly Page[],
): Promise<NavigationItem> {
  const path = above + page.slug;
  const isOpen = page.type === "group" || trail.some(({ id }) => id === page.id);
  const children = isOpen ? await level(reading, page.id, `${path}/`, trail) : [];
  const hasChildren =
    children.length > 0 ||
    (!isOpen && (await countChildren(reading.deps.content.nodes, reading.root, page.id)) > 0);
  const href = hrefOf(reading, page, path);
  return {
    kind: page.type === "group" ? "group" : page.type === "link" ? "link" : "page",
    id: page.id,
    title: page.title,
    ...(href === undefined ? {} : { href }),
    ...(page.emoji === undefined ? {} : { emoji: page.emoji }),
    current: trail.at(-1)?.id === page.id,
    open: isOpen && children.length > 0,
    hasChildren,
    children,
  };
}

function hrefOf(reading: Reading, page: Page, path: string): string | undefined {
  if (page.type === "group") return undefined;
  if (page.type !== "link") return pageHref(reading, page.id, path);
  const url = page.href ?? page.target?.["url"];
  return typeof url === "string" ? url : undefined;
}

/** The way to a page: the groups and pages above it. */
export function breadcrumbsOf(reading: Reading, trail: readonly Page[]): LinkView[] {
  const links: LinkView[] = [];
  let path = "";
  for (const page of trail.slice(0, -1)) {
    path = path === "" ? page.slug : `${path}/${page.slug}`;
    if (page.type === "group") continue;
    links.push(linkTo(reading, page, path));
  }
  return links;
}

function linkTo(reading: Reading, page: Page, path: string): LinkView {
  const href = pageHref(reading, page.id, path);
  return { title: page.title, href, ...(page.emoji === undefined ? {} : { emoji: page.emoji }) };
}

interface Neighbour {
  readonly page: Page;
  readonly path: string;
}

/** The page that a reader comes to next, in the order of the navigation; reads only the levels on the way. */
export async function nextPage(reading: Reading, trail: readonly Page[]): Promise<LinkView | undefined> {
  const path = trail.map(({ slug }) => slug).join("/");
  const below = await firstIn(reading, trail.at(-1)?.id ?? null, path, 0);
  if (below !== undefined) return linkTo(reading, below.page, below.path);
  for (let depth = trail.length - 1; depth >= 0; depth--) {
    const found = await besideFirst(reading, trail, depth);
    if (found !== undefined) return linkTo(reading, found.page, found.path);
  }
  return undefined;
}

async function besideFirst(
  reading: Reading,
  trail: readonly Page[],
  depth: number,
): Promise<Neighbour | undefined> {
  const siblings = await reading.children(trail[depth - 1]?.id ?? null);
  const at = siblings.findIndex(({ id }) => id === trail[depth]?.id);
  return firstIn(reading, trail[depth - 1]?.id ?? null, pathOf(trail, depth), at + 1);
}

function pathOf(trail: readonly Page[], depth: number): string {
  return trail
    .slice(0, depth)
    .map(({ slug }) => slug)
    .join("/");
}

/** The first page to read among the children of one, from a position on; groups and hidden pages are passed. */
async function firstIn(
  reading: Reading,
  parent: string | null,
  above: string,
  from: number,
): Promise<Neighbour | undefined> {
  const children = await reading.children(parent);
  for (const page of children.slice(from)) {
    if (!isListed(page) || page.type === "link") continue;
    const path = above === "" ? page.slug : `${above}/${page.slug}`;
    if (page.type !== "group") return { page, path };
    const inside = await firstIn(reading, page.id, path, 0);
    if (inside !== undefined) return inside;
  }
  return undefined;
}

/** The page that a reader came from. */
export async function previousPage(reading: Reading, trail: readonly Page[]): Promise<LinkView | undefined> {
  for (let depth = trail.length - 1; depth >= 0; depth--) {
    const parent = trail[depth - 1];
    const siblings = await reading.children(parent?.id ?? null);
    const at = siblings.findIndex(({ id }) => id === trail[depth]?.id);
    const found = await lastIn(reading, parent?.id ?? null, pathOf(trail, depth), at);
    if (found !== undefined) return linkTo(reading, found.page, found.path);
    if (parent !== undefined && parent.type !== "group" && isListed(parent)) {
      return linkTo(reading, parent, pathOf(trail, depth));
    }
  }
  return undefined;
}

/** The last page to read among the children of one, before a position. */
async function lastIn(
  reading: Reading,
  parent: string | null,
  above: string,
  to?: number,
): Promise<Neighbour | undefined> {
  const children = await reading.children(parent);
  for (const page of children.slice(0, to).toReversed()) {
    if (!isListed(page) || page.type === "link") continue;
    const path = above === "" ? page.slug : `${above}/${page.slug}`;
    const inside = await lastIn(reading, page.id, path);
    if (inside !== undefined) return inside;
    if (page.type !== "group") return { page, path };
  }
  return undefined;
}
