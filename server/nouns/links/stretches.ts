/** Which stretches of a revision's targets, in the order of their keys, are broken or inside the app. */
import { getFromMap, mapSize, rankInMap, sliceOfMap } from "../../engine/mapRead.ts";
import type { MapRoot, NodeReader } from "../../engine/node.ts";
import { byCodeUnit } from "../../engine/json.ts";
import { BROKEN, targetInRevision } from "../../engine/revision.ts";
import { specsOf } from "./specs.ts";
import { type Ground, type LinkView, openOther } from "./view.ts";

export type LinkStatus = "ok" | "broken" | "in-app";

/** The keys from `from` (included) to `to` (excluded). Stretches don't overlap; what is in none is ok. */
export interface Stretch {
  readonly from: string;
  readonly to: string;
  readonly status: "broken" | "in-app";
}

export interface Statuses {
  readonly stretches: readonly Stretch[];
  /** The other spaces that are linked to and that the caller may see, by id. */
  readonly grounds: ReadonlyMap<string, Ground>;
  /** The descriptions of APIs that are linked to and that the caller may see, as JSON, by slug. */
  readonly specs?: ReadonlyMap<string, string>;
}

/** Links to other spaces, and to descriptions of APIs, that are looked into; those beyond count as ok. */
const MOST_ELSEWHERE = 1000;

/** Sorts what a revision links to by status. Costs what leads out of the space, not what there is. */
export async function statusesOf(view: LinkView): Promise<Statuses> {
  const grounds = new Map<string, Ground>();
  const dead: Stretch[] = [];
  for (const key of await targetsFrom(view, ELSEWHERE)) {
    const { space, thing } = readElsewhere(key);
    const ground = grounds.get(space) ?? (await openOther(view, space));
    if (ground !== undefined) grounds.set(space, ground);
    if (ground === undefined || !(await isThere(view, ground, thing))) dead.push(exactly(key, "broken"));
  }
  const named = await targetsFrom(view, SPEC);
  const { known, shown: specs } = await specsOf(view, named.map(slugOf));
  for (const key of named) if (!known.has(slugOf(key))) dead.push(exactly(key, "broken"));
  const stretches = [beginning(BROKEN, "broken"), ...view.origins.flatMap(inside), ...dead];
  return { stretches: stretches.toSorted((a, b) => byCodeUnit(a.from, b.from)), grounds, specs };
}

/** What a revision links to that begins like this, up to a bound. */
async function targetsFrom({ deps, root: { targets } }: LinkView, prefix: string): Promise<string[]> {
  const { nodes } = deps.content;
  const start = await rankInMap(nodes, targets, prefix);
  const end = await rankInMap(nodes, targets, behindPrefix(prefix));
  const found = await sliceOfMap(nodes, targets, start, Math.min(end, start + MOST_ELSEWHERE));
  return found.map(([key]) => key);
}

const SPEC = "openapi:";

/** The slug that a target names. */
export function slugOf(target: string): string {
  return target.slice(SPEC.length);
}

const ELSEWHERE = "space:";

/** The space that a target names and what it names there. */
export function readElsewhere(target: string): {
  readonly space: string;
  readonly thing: string | undefined;
} {
  const [space = "", ...thing] = target.slice(ELSEWHERE.length).split("/");
  return { space, thing: thing.length === 0 ? undefined : thing.join("/") };
}

async function isThere({ deps }: LinkView, { thing: { space } }: Ground, thing: string | undefined) {
  const named = thing === undefined ? undefined : targetInRevision(thing);
  if (named === undefined) return true;
  const head = await deps.content.revision(space.id, space.head);
  if (head === undefined) return false;
  const root = await deps.content.root(head.root);
  return (await getFromMap(deps.content.nodes, root[named.map], named.id)) !== undefined;
}

function inside(origin: string): Stretch[] {
  const target = `url:${origin}`;
  return [exactly(target, "in-app"), ...["#", "/", "?"].map((next) => beginning(target + next, "in-app"))];
}

function beginning(prefix: string, status: Stretch["status"]): Stretch {
  return { from: prefix, to: behindPrefix(prefix), status };
}

/** In the keys of `backlinks` a tab follows the target: these bounds hold there as well. */
function exactly(target: string, status: Stretch["status"]): Stretch {
  return { from: target, to: `${target}\n`, status };
}

function behindPrefix(prefix: string): string {
  return `${prefix}\uffff`;
}

/** The status of one target, by its key. */
export function statusOf({ stretches }: Statuses, key: string): LinkStatus {
  return stretches.find(({ from, to }) => from <= key && key < to)?.status ?? "ok";
}

/** Positions in a map: from `start` (included) to `end` (excluded). */
export interface Run {
  readonly start: number;
  readonly end: number;
}

/** The positions of the keys of one status (undefined: of all) in a map that is ordered by target. */
export async function runsOf(
  nodes: NodeReader,
  map: MapRoot,
  { stretches }: Statuses,
  status: LinkStatus | undefined,
): Promise<Run[]> {
  const size = mapSize(map);
  if (status === undefined) return [{ start: 0, end: size }];
  const runs: Run[] = [];
  let free = 0;
  for (const stretch of stretches) {
    const start = await rankInMap(nodes, map, stretch.from);
    const end = await rankInMap(nodes, map, stretch.to);
    if (status === "ok") runs.push({ start: free, end: start });
    else if (stretch.status === status) runs.push({ start, end });
    free = end;
  }
  if (status === "ok") runs.push({ start: free, end: size });
  return runs.filter(({ start, end }) => start < end);
}

/** How many entries runs hold. */
export function lengthOf(runs: readonly Run[]): number {
  return runs.reduce((sum, { start, end }) => sum + end - start, 0);
}
