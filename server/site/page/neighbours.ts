import { prefixInMap, rankInMap } from "../../../engine/mapRead.ts";
import type { Page } from "../../../engine/page.ts";
import { childKey, childPrefix } from "../../../engine/revision.ts";
import { readChildren } from "../../../engine/tree.ts";
import type { NavigationScope } from "../reading/reading.ts";

/** A page with its address in slugs. */
export interface AddressedPage {
  readonly page: Page;
  readonly path: string;
}

const STEP = 16;

function isListed(scope: NavigationScope, page: Page): boolean {
  return page.hidden !== true && scope.isShown(page);
}

/**
 * The pages before and after one in reading order, which is the navigation's from top to bottom; groups and
 * links are passed over. Its cost grows with the depth, not with the space.
 * @param trail the page with those above it, from the top down
 */
export async function readNeighbours(
  scope: NavigationScope,
  trail: readonly Page[],
): Promise<{ readonly previous?: AddressedPage; readonly next?: AddressedPage }> {
  if (trail.length === 0) return {};
  const next = (await edgeBelow(scope, trail, 1)) ?? (await beside(scope, trail, 1));
  const previous = await beside(scope, trail, -1);
  return { ...(previous ? { previous } : {}), ...(next ? { next } : {}) };
}

/** The first page below (`1`), or the last of all (`-1`): where reading enters or leaves a branch. */
async function edgeBelow(
  scope: NavigationScope,
  trail: readonly Page[],
  way: 1 | -1,
): Promise<AddressedPage | undefined> {
  const parent = trail.at(-1);
  if (parent === undefined || parent.type === "link") return undefined;
  const { start, end } = await prefixInMap(scope.nodes, scope.root.children, childPrefix(parent.id));
  return walkSiblings(scope, trail, way === 1 ? 0 : end - start - 1, end - start, way);
}

/** The page before or after a branch: among its siblings, else beside the branch above; going back, that branch's own page. */
async function beside(
  scope: NavigationScope,
  trail: readonly Page[],
  way: 1 | -1,
): Promise<AddressedPage | undefined> {
  const page = trail.at(-1);
  if (page === undefined) return undefined;
  const above = trail.slice(0, -1);
  const range = await prefixInMap(scope.nodes, scope.root.children, childPrefix(page.parent));
  const rank = (await rankInMap(scope.nodes, scope.root.children, childKey(page))) - range.start;
  const found = await walkSiblings(scope, above, rank + way, range.end - range.start, way);
  if (found !== undefined) return found;
  const parent = above.at(-1);
  if (parent === undefined) return undefined;
  return way === -1 && parent.type === "document" ? placed(above) : beside(scope, above, way);
}

/** From position `from` of the children of `above` onwards (or backwards), the first page that can be read. */
async function walkSiblings(
  scope: NavigationScope,
  above: readonly Page[],
  from: number,
  count: number,
  way: 1 | -1,
): Promise<AddressedPage | undefined> {
  const parent = above.at(-1)?.id ?? null;
  for (let at = from; at >= 0 && at < count; at += way * STEP) {
    const [start, end] = way === 1 ? [at, at + STEP] : [Math.max(0, at - STEP + 1), at + 1];
    const pages = await readChildren(scope.nodes, scope.root, parent, start, end);
    for (const page of way === 1 ? pages : pages.toReversed()) {
      const found = isListed(scope, page) ? await enter(scope, [...above, page], way) : undefined;
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

/** Reading forwards a branch begins with its own page, backwards it ends with its last one. */
async function enter(
  scope: NavigationScope,
  trail: readonly Page[],
  way: 1 | -1,
): Promise<AddressedPage | undefined> {
  const own = trail.at(-1)?.type === "document" ? placed(trail) : undefined;
  return way === 1
    ? (own ?? (await edgeBelow(scope, trail, way)))
    : ((await edgeBelow(scope, trail, way)) ?? own);
}

function placed(trail: readonly Page[]): AddressedPage | undefined {
  const page = trail.at(-1);
  return page && { page, path: trail.map(({ slug }) => slug).join("/") };
}
