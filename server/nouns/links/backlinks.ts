/** What links to a thing: stretches of the maps that are kept by target, of its own space and of others. */
import { openPace } from "../../turns/pace.ts";
import { lastKeyPart, rankInMap, sliceOfMap } from "../../../engine/mapRead.ts";
import type { Paging } from "../../http/operation.ts";
import type { ItemPage } from "./items.ts";
import { locationsOf } from "./locations.ts";
import type { Referrers } from "./referrers.ts";
import type { PresentedLink } from "./view.ts";

/** The links of one space to the thing. */
interface Stretch {
  readonly view: PresentedLink;
  /** What its texts call the thing. */
  readonly target: string;
  /** The version of the locations, as a JSON field. */
  readonly context: string;
  /** What a page of the list that ends in it goes on with, after the key. */
  readonly place: readonly string[];
}

/**
 * A page of the places that link to something of a revision, by the place in it that they mean and by source: those of
 * its own space, then those of other spaces. Each source is one location, where it first does so.
 * @param target "page:<id>", "file:<id>" or "reusable:<id>"
 * @param contextOf the version of the locations of a space's links, as a JSON field; undefined: of its own space
 * @param others as far as this page can reach
 */
export async function backlinkPage(
  view: PresentedLink,
  target: string,
  contextOf: (referrer?: Referrers["spaces"][number]) => string,
  { limit, after }: Paging,
  others: Referrers,
): Promise<ItemPage> {
  const own: Stretch = { view, target, context: contextOf(), place: [] };
  const elsewhere = others.spaces.map((referrer): Stretch => ({
    view: referrer.view,
    target: `space:${view.ground.thing.space.id}/${target}`,
    context: contextOf(referrer),
    place: [referrer.space],
  }));
  const { start, end } = await boundsOf(own);
  const begun = readPlace(after);
  const [first, ...rest] = begun.space === "" ? [own, ...elsewhere] : elsewhere;
  const found: (readonly [Stretch, string])[] = [];
  for (const stretch of first === undefined ? [] : [first, ...rest]) {
    // The list may have gone on with a space that has no such link any more.
    const goesOn = stretch === own || stretch.place[0] === begun.space;
    found.push(...(await entriesOf(stretch, goesOn ? begun.key : undefined, limit + 1 - found.length)));
    if (found.length > limit) break;
  }
  const last = found[limit - 1];
  return {
    items: await printed(found.slice(0, limit)),
    count: end - start + others.count,
    ...(found.length > limit && last !== undefined ? { nextKeys: [last[1], ...last[0].place] } : {}),
  };
}

/** Where a list goes on: behind which key of which space; "": the thing's own. */
export function readPlace(after: Paging["after"]): {
  readonly key: string | undefined;
  readonly space: string;
} {
  return { key: after === undefined ? undefined : String(after[0]), space: String(after?.[1] ?? "") };
}

async function boundsOf({ view, target }: Stretch): Promise<{ start: number; end: number }> {
  const { nodes } = view.content;
  const { backlinks } = view.root;
  return {
    start: await rankInMap(nodes, backlinks, `${target}\t`),
    end: await rankInMap(nodes, backlinks, `${target}$`),
  };
}

async function entriesOf(
  stretch: Stretch,
  after: string | undefined,
  most: number,
): Promise<(readonly [Stretch, string])[]> {
  const { nodes } = stretch.view.content;
  const { backlinks } = stretch.view.root;
  const { start, end } = await boundsOf(stretch);
  const first = after === undefined ? start : await rankInMap(nodes, backlinks, `${after}\u0000`);
  const entries = await sliceOfMap<number>(nodes, backlinks, first, Math.min(end, first + most));
  return entries.map(([key]) => [stretch, key] as const);
}

async function printed(found: readonly (readonly [Stretch, string])[]): Promise<string> {
  const pause = openPace();
  const items: string[] = [];
  for (const [{ view, context }, key] of found) {
    const source = lastKeyPart(key);
    const named = key.slice(0, key.length - source.length - 1);
    const [location] = await locationsOf(view, source, named, context);
    if (location !== undefined) items.push(location);
    await pause();
  }
  return `[${items.join(",")}]`;
}
