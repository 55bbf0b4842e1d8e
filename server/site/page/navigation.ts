import { prefixInMap, rankInMap } from "../../../engine/mapRead.ts";
import type { NavigationScope } from "../reading/reading.ts";
import { type Page, titleAsLink } from "../../../engine/page.ts";
import { childKey, childPrefix } from "../../../engine/revision.ts";
import { countChildren, readChildren } from "../../../engine/tree.ts";
import { primaryTag } from "./tags.ts";
import { rememberNodes } from "./rememberedNodes.ts";
import type { NavigationItem } from "../../../design/navigation.ts";

/** The most entries of one level that a page carries; beyond it a window around the reader's place is shown. */
export const LEVEL_MAX = 200;
/** The most entries of groups that stand open beside the reader's own way; later groups are folded. */
const OPEN_MAX = 300;

interface Walk extends NavigationScope {
  readonly trail: readonly Page[];
  /** How many more entries open groups may add. */
  left: number;
}

function isListed(scope: NavigationScope, page: Page): boolean {
  return page.hidden !== true && scope.isShown(page);
}

/**
 * What the navigation of a page shows: the top level, the levels on the way to the page and below it, and
 * groups, which stand open while there is room. Its cost grows with what is shown, not with the space.
 * @param trail the page with those above it, from the top down; empty where no page is open
 */
export async function readNavigation(
  scope: NavigationScope,
  trail: readonly Page[],
): Promise<NavigationItem[]> {
  return readLevel({ ...scope, nodes: rememberNodes(scope.nodes), trail, left: OPEN_MAX }, null, "");
}

/** The entries below one page, closed: what `~/nav/<id>` answers. `trail` ends with that page. */
export async function readBranch(scope: NavigationScope, trail: readonly Page[]): Promise<NavigationItem[]> {
  const parent = trail.at(-1);
  if (parent === undefined) return [];
  const path = trail.map(({ slug }) => slug).join("/");
  return readLevel(
    { ...scope, nodes: rememberNodes(scope.nodes), trail: [], left: OPEN_MAX },
    parent.id,
    `${path}/`,
  );
}

/** The positions of a level that are shown: all, or a window around the page on the reader's way. */
async function windowOf(
  walk: Walk,
  parent: string | null,
  count: number,
): Promise<readonly [number, number]> {
  if (count <= LEVEL_MAX) return [0, count];
  const current = walk.trail.find((page) => page.parent === parent);
  if (current === undefined) return [0, LEVEL_MAX];
  const { start } = await prefixInMap(walk.nodes, walk.root.children, childPrefix(parent));
  const rank = (await rankInMap(walk.nodes, walk.root.children, childKey(current))) - start;
  const first = Math.max(0, Math.min(rank - LEVEL_MAX / 2, count - LEVEL_MAX));
  return [first, first + LEVEL_MAX];
}

async function readLevel(walk: Walk, parent: string | null, above: string): Promise<NavigationItem[]> {
  const count = await countChildren(walk.nodes, walk.root, parent);
  const [start, end] = await windowOf(walk, parent, count);
  const pages = await readChildren(walk.nodes, walk.root, parent, start, end);
  const items: NavigationItem[] = [];
  for (const page of pages) {
    const item = isListed(walk, page) ? await readItem(walk, page, above + page.slug) : undefined;
    // A label over nothing says nothing.
    if (item !== undefined && (item.kind !== "group" || item.hasChildren)) items.push(item);
  }
  const earlier = start > 0 ? await nearest(walk, parent, above, start, -1) : undefined;
  const later = end < count ? await nearest(walk, parent, above, end - 1, 1) : undefined;
  return [
    ...(earlier === undefined ? [] : [turnTo("earlier", earlier, parent)]),
    ...items,
    ...(later === undefined ? [] : [turnTo("later", later, parent)]),
  ];
}

/** Where the entries before or after a window are reached: the closest page there that has an address. */
async function nearest(
  walk: Walk,
  parent: string | null,
  above: string,
  from: number,
  step: 1 | -1,
): Promise<string | undefined> {
  const range = step === 1 ? ([from + 1, from + 17] as const) : ([Math.max(0, from - 16), from] as const);
  const pages = await readChildren(walk.nodes, walk.root, parent, ...range);
  for (const page of step === 1 ? pages : pages.toReversed()) {
    if (page.type !== "document" || !isListed(walk, page)) continue;
    return walk.hrefOf(page, above + page.slug);
  }
  return undefined;
}

function turnTo(kind: "earlier" | "later", href: string, parent: string | null): NavigationItem {
  const closed = { current: false, open: false, hasChildren: false, children: [] };
  return { kind, id: `${parent ?? ""}.${kind}`, title: "", href, ...closed };
}

async function readItem(walk: Walk, page: Page, path: string): Promise<NavigationItem> {
  const onTheWay = walk.trail.some(({ id }) => id === page.id);
  const below = page.type === "link" ? 0 : await countChildren(walk.nodes, walk.root, page.id);
  const open = below > 0 && (onTheWay || (page.type === "group" && claimRoom(walk, below)));
  const tag = primaryTag(walk.tags, page);
  const children = open ? await readLevel(walk, page.id, `${path}/`) : [];
  const hasChildren = open ? children.length > 0 : below > 0 && (await hasListed(walk, page.id));
  const href = page.type === "group" && open ? undefined : await addressOf(walk, page, path);
  return {
    kind: page.type === "group" ? "group" : page.type === "link" ? "link" : "page",
    id: page.id,
    title: titleAsLink(page),
    ...(href === undefined ? {} : { href }),
    ...(page.emoji === undefined ? {} : { emoji: page.emoji }),
    ...(page.icon === undefined ? {} : { icon: page.icon }),
    ...(page.operation === undefined ? {} : { method: page.operation.method }),
    ...(tag === undefined ? {} : { tag }),
    current: page.id === walk.trail.at(-1)?.id,
    open: open && children.length > 0,
    hasChildren,
    children,
  };
}

function claimRoom(walk: Walk, entries: number): boolean {
  if (entries > walk.left) return false;
  walk.left -= entries;
  return true;
}

/** A folded group leads to its first page. */
async function addressOf(walk: Walk, page: Page, path: string): Promise<string | undefined> {
  if (page.type !== "group") return walk.hrefOf(page, path);
  const pages = await readChildren(walk.nodes, walk.root, page.id, 0, 16);
  const first = pages.find((child) => child.type === "document" && isListed(walk, child));
  return first && walk.hrefOf(first, `${path}/${first.slug}`);
}

async function hasListed(walk: Walk, parent: string): Promise<boolean> {
  for (let start = 0; ; start += 16) {
    const pages = await readChildren(walk.nodes, walk.root, parent, start, start + 16);
    if (pages.some((page) => isListed(walk, page))) return true;
    if (pages.length < 16) return false;
  }
}
