/** Pages of the lists of links, made once for a revision and what its caller may see. */
import { openPace } from "../../turns/pace.ts";
import { contentHash } from "../../../engine/hash.ts";
import { brokenTargets, linksFrom, linksTo } from "../../../engine/links.ts";
import { mapSize, rankInMap, sliceOfMap } from "../../../engine/mapRead.ts";
import { byCodeUnit } from "../../../engine/json.ts";
import { BROKEN, targetKey } from "../../../engine/revision.ts";
import type { Paging } from "../../http/operation.ts";
import { locationsOf, targetLocation } from "./locations.ts";
import { lengthOf, type LinkStatus, runsOf, statusOf, type Statuses } from "./stretches.ts";
import type { PresentedLink } from "./view.ts";

/** Sources of one target that its item shows, and locations on one page of the list, about. */
const MOST_SOURCES = 20;
const MOST_LOCATIONS = 500;

/** A page of a list as JSON: its items, how many there are in all, and where the next page begins. */
export interface ItemPage {
  readonly items: string;
  readonly count: number;
  readonly nextKeys?: readonly string[];
}

/** Something that is linked to, and by how many sources. */
type LinkedTarget = readonly [target: string, sources: number];

/** A place in the list of what is linked to. */
export interface LinkItemPlace {
  readonly count: number;
  /** What is linked to behind a key, at most `most`. */
  behind(key: string | undefined, most: number): Promise<readonly LinkedTarget[]>;
}

/** All that a revision links to in one status, in the order of the keys. */
export async function listingOf(
  { content, root }: PresentedLink,
  statuses: Statuses,
  status: LinkStatus | undefined,
): Promise<LinkItemPlace> {
  const { nodes } = content;
  const runs = await runsOf(nodes, root.targets, statuses, status);
  return {
    count: lengthOf(runs),
    async behind(key, most) {
      const first = key === undefined ? 0 : await rankInMap(nodes, root.targets, `${key}\u0000`);
      const found: LinkedTarget[] = [];
      for (const { start, end } of runs) {
        if (end <= first || found.length >= most) continue;
        const from = Math.max(start, first);
        found.push(
          ...(await sliceOfMap<number>(nodes, root.targets, from, Math.min(end, from + most - found.length))),
        );
      }
      return found;
    },
  };
}

/** What is in a set of keys, in their order. */
export function listingOfKeys(linked: readonly LinkedTarget[]): LinkItemPlace {
  const sorted = linked.toSorted(([a], [b]) => byCodeUnit(a, b));
  return {
    count: sorted.length,
    behind: async (key, most) => sorted.filter(([one]) => key === undefined || one > key).slice(0, most),
  };
}

/** What one page links to, as the revision files it. */
export async function listingOfPage(
  { content, root }: PresentedLink,
  statuses: Statuses,
  page: string,
  status: LinkStatus | undefined,
): Promise<LinkItemPlace> {
  const { nodes } = content;
  const names = Object.keys(await linksFrom(nodes, root, page));
  const broken = await brokenTargets(nodes, root, names);
  const keys = new Set(names.map((name) => targetKey(broken.has(name) ? BROKEN + name : name)));
  const wanted = [...keys].filter((key) => status === undefined || statusOf(statuses, key) === status);
  return listingOfKeys(wanted.map((key) => [key, 1]));
}

/**
 * A page of a listing. It ends before `limit` where its locations would be too many.
 * @param only the one source whose locations are told; undefined: those of the first sources
 */
export async function itemPage(
  view: PresentedLink,
  statuses: Statuses,
  listing: LinkItemPlace,
  { limit, after }: Paging,
  only?: string,
): Promise<ItemPage> {
  const pause = openPace();
  const linked = await listing.behind(after === undefined ? undefined : String(after[0]), limit + 1);
  const items: string[] = [];
  let locations = 0;
  for (const [key, sources] of linked.slice(0, limit)) {
    if (locations >= MOST_LOCATIONS) break;
    const found = await locationsOfTarget(view, key, only);
    locations += found.length;
    const status = statusOf(statuses, key);
    const target = await targetLocation(view, statuses, key, status);
    const fields = [
      `"status":"${status}","relation":"${relationOf(key)}"`,
      ...(target === undefined ? [] : [`"targetReference":${target}`]),
      `"locationReferences":[${found.join(",")}],"sources":${sources}`,
    ];
    items.push(`{${fields.join(",")}}`);
    await pause();
  }
  const last = linked[items.length - 1]?.[0];
  return {
    items: `[${items.join(",")}]`,
    count: listing.count,
    ...(linked.length > items.length && last !== undefined ? { nextKeys: [last] } : {}),
  };
}

async function locationsOfTarget(
  view: PresentedLink,
  key: string,
  only: string | undefined,
): Promise<string[]> {
  const { backlinks } =
    only === undefined
      ? await linksTo(view.content.nodes, view.root, key, 0, MOST_SOURCES)
      : { backlinks: [{ source: only }] };
  const found: string[] = [];
  for (const { source } of backlinks) found.push(...(await locationsOf(view, source, key)));
  return found;
}

/** A page can't be shown without what it includes or is made from; all else it merely mentions. */
function relationOf(key: string): "reference" | "dependsOn" {
  const name = key.startsWith(BROKEN) ? key.slice(BROKEN.length) : key;
  return /^(?:space:[^/]*\/)?(?:reusable|openapi|source):/.test(name) ? "dependsOn" : "reference";
}

/** How many links there are and how many are broken; each page counts once for what it links to. */
export async function statsOf({ content, root }: PresentedLink, statuses: Statuses) {
  const broken = lengthOf(await runsOf(content.nodes, root.backlinks, statuses, "broken"));
  return { total: mapSize(root.backlinks), broken };
}

/** What decides a page of links: the content that is told of, what the caller may see, and what they asked. */
export function keyOf(view: PresentedLink, statuses: Statuses, ...asked: readonly unknown[]): string {
  const { targets, backlinks, pages, files, reusable } = view.root;
  const maps = [targets, backlinks, pages, files, reusable].map((map) => map?.[0] ?? "");
  const others = [...statuses.grounds].map(([id, { thing, json }]) => [id, thing.space.head, json]);
  const specs = [...(statuses.specs ?? [])];
  // Of those that are not shown, or not there, the statuses tell.
  const { stretches } = statuses;
  return contentHash(JSON.stringify([maps, view.key, others, specs, stretches, asked]));
}
