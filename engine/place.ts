import { replacePages } from "./draft.ts";
import type { Draft } from "./draft.ts";
import { lastKeyPart } from "./mapRead.ts";
import { LONG_ORDER, orderBetween, ordersBetween } from "./order.ts";
import { DEPTH_MAX, holdsPages } from "./page.ts";
import type { Page, PageType } from "./page.ts";
import { ChangeRefused } from "./refusal.ts";
import { childPrefix } from "./revision.ts";

/** The last order key given at the end of each parent: a long import need not look it up again. */
export type OrderEnds = Map<string | null, string>;

/**
 * The order key that puts a page at position `at` among the pages of a parent, or at their end. A page that moves
 * must have left its old place already. When the keys around the place are used up, the neighbours get new ones.
 */
export async function orderAt(
  draft: Draft,
  ends: OrderEnds,
  parent: string | null,
  at?: number,
): Promise<string> {
  const prefix = childPrefix(parent);
  if (at === undefined) {
    const order = orderBetween(ends.get(parent) ?? (await lastOrder(draft, prefix)), undefined);
    ends.set(parent, order);
    return order;
  }
  ends.delete(parent);
  const place = Math.min(at, await draft.children.count(prefix));
  return (await orderInGap(draft, prefix, place)) ?? makeRoom(draft, prefix, place);
}

/** The key between the neighbours of a place; `undefined` when none is left that is short enough. */
async function orderInGap(draft: Draft, prefix: string, place: number): Promise<string | undefined> {
  const [before, after] = await ordersAround(draft, prefix, place, place);
  if (before !== undefined && after !== undefined && before >= after) return undefined;
  const order = orderBetween(before, after);
  return order.length > LONG_ORDER ? undefined : order;
}

/**
 * Spaces the siblings around a place evenly and gives the key of the place. Widens the circle until its keys come
 * out short, so that the cost of crowding is spread over the insertions that caused it.
 */
async function makeRoom(draft: Draft, prefix: string, place: number): Promise<string> {
  const count = await draft.children.count(prefix);
  for (let reach = 8; ; reach *= 2) {
    const from = Math.max(0, place - reach);
    const to = Math.min(count, place + reach);
    const [before, after] = await ordersAround(draft, prefix, from, to);
    const isAll = from === 0 && to === count;
    if (before !== undefined && after !== undefined && before >= after) continue;
    const orders = ordersBetween(before, after, to - from + 1);
    if (!isAll && orders.some((order) => order.length > LONG_ORDER / 2)) continue;
    const [order] = orders.splice(place - from, 1);
    await reorder(draft, await childIds(draft, prefix, from, to), orders);
    return order as string;
  }
}

async function reorder(draft: Draft, ids: readonly string[], orders: readonly string[]): Promise<void> {
  const pages = await draft.pages.getMany(ids);
  replacePages(
    draft,
    ids.map((id, index) => {
      const before = pages.get(id) as Page;
      return { before, after: { ...before, order: orders[index] as string } };
    }),
  );
}

/** The order keys of the siblings just before position `from` and at position `to`. */
async function ordersAround(
  draft: Draft,
  prefix: string,
  from: number,
  to: number,
): Promise<[before: string | undefined, after: string | undefined]> {
  const before = from === 0 ? [] : await draft.children.slice(prefix, from - 1, from);
  const after = await draft.children.slice(prefix, to, to + 1);
  return [before[0] && orderOf(prefix, before[0][0]), after[0] && orderOf(prefix, after[0][0])];
}

async function lastOrder(draft: Draft, prefix: string): Promise<string | undefined> {
  return (
    await ordersAround(draft, prefix, await draft.children.count(prefix), Number.MAX_SAFE_INTEGER - 1)
  )[0];
}

function orderOf(prefix: string, key: string): string {
  return key.slice(prefix.length, key.length - lastKeyPart(key).length - 1);
}

/** The ids of the subpages under a prefix of the map `children`, in order. */
async function childIds(draft: Draft, prefix: string, start?: number, end?: number): Promise<string[]> {
  return (await draft.children.slice(prefix, start, end)).map(([key]) => lastKeyPart(key));
}

/** The ids of the pages below a page, level by level. */
export async function idsBelow(draft: Draft, id: string): Promise<string[][]> {
  const levels: string[][] = [];
  for (let row = [id]; row.length > 0;) {
    const next: string[] = [];
    for (const parent of row) next.push(...(await childIds(draft, childPrefix(parent))));
    if (next.length > 0) levels.push(next);
    row = next;
  }
  return levels;
}

/**
 * Checks that a page may stand under a parent. Throws {@link ChangeRefused} when the parent is absent or holds no
 * pages, when a group would not be at the top, when a page would come under itself or too deep.
 */
export async function checkPlace(
  draft: Draft,
  page: { readonly id: string; readonly type: PageType },
  parent: string | null,
  isMove: boolean,
): Promise<void> {
  if (parent === null) return;
  if (page.type === "group")
    throw new ChangeRefused("group-not-at-top", "a group can only stand at the top of a space");
  const depth = await depthUnder(draft, page.id, parent);
  const height = isMove ? (await idsBelow(draft, page.id)).length : 0;
  if (depth + height > DEPTH_MAX) {
    throw new ChangeRefused("too-deep", `pages can't be nested more than ${DEPTH_MAX} deep`);
  }
}

/** How deep a page would be under a parent: 2 under a page at the top. */
async function depthUnder(draft: Draft, id: string, parent: string): Promise<number> {
  let depth = 1;
  for (let above: string | null = parent; above !== null; depth++) {
    if (above === id)
      throw new ChangeRefused("under-itself", "a page can't be moved under itself or its own subpages");
    const page: Page | undefined = await draft.pages.get(above);
    if (page === undefined)
      throw new ChangeRefused("parent-unknown", `there is no page ${above} to put a page under`);
    if (depth === 1 && !holdsPages(page.type)) {
      throw new ChangeRefused("parent-holds-no-pages", `a page of type ${page.type} can't hold other pages`);
    }
    above = page.parent;
  }
  return depth;
}
