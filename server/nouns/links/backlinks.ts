/** What links to a page or a file: a stretch of the map that is kept by target. */
import { everySlice } from "../../content/pause.ts";
import { lastKeyPart, rankInMap, sliceOfMap } from "../../engine/mapRead.ts";
import type { Paging } from "../../http/operation.ts";
import type { ItemPage } from "./items.ts";
import { locationsOf } from "./locations.ts";
import type { LinkView } from "./view.ts";

/**
 * A page of the places that link to something of the revision, by the place in it that they mean and by source. Each
 * source is one location, where it first does so.
 * @param target "page:<id>" or "file:<id>"
 * @param context the version of the locations, as a JSON field
 */
export async function backlinkPage(
  view: LinkView,
  target: string,
  context: string,
  { limit, after }: Paging,
): Promise<ItemPage> {
  const { nodes } = view.deps.content;
  const { backlinks } = view.root;
  const pause = everySlice();
  const start = await rankInMap(nodes, backlinks, `${target}\t`);
  const end = await rankInMap(nodes, backlinks, `${target}$`);
  const first = after === undefined ? start : await rankInMap(nodes, backlinks, `${String(after[0])}\u0000`);
  const entries = await sliceOfMap<number>(nodes, backlinks, first, Math.min(end, first + limit + 1));
  const items: string[] = [];
  for (const [key] of entries.slice(0, limit)) {
    const source = lastKeyPart(key);
    const named = key.slice(0, key.length - source.length - 1);
    const [location] = await locationsOf(view, source, named, context);
    if (location !== undefined) items.push(location);
    await pause();
  }
  const last = entries[limit - 1]?.[0];
  return {
    items: `[${items.join(",")}]`,
    count: end - start,
    ...(entries.length > limit && last !== undefined ? { nextKeys: [last] } : {}),
  };
}
