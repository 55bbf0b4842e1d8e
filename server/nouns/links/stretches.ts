/** Which stretches of a revision's targets, in the order of their keys, are broken or inside the app. */
import { mapSize, rankInMap } from "../../../engine/mapRead.ts";
import type { MapRoot, NodeReader } from "../../../engine/node.ts";
import type { LinkGround } from "./view.ts";

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
  readonly grounds: ReadonlyMap<string, LinkGround>;
  /** The descriptions of APIs that are linked to and that the caller may see, as JSON, by slug. */
  readonly specs?: ReadonlyMap<string, string>;
}

export const SPEC = "openapi:";

/** The slug that a target names. */
export function slugOf(target: string): string {
  return target.slice(SPEC.length);
}

export const ELSEWHERE = "space:";

/** The space that a target names and what it names there. */
export function readElsewhere(target: string): {
  readonly space: string;
  readonly thing: string | undefined;
} {
  const [space = "", ...thing] = target.slice(ELSEWHERE.length).split("/");
  return { space, thing: thing.length === 0 ? undefined : thing.join("/") };
}

/** What leads into the app at one of its addresses. */
export function inside(origin: string): Stretch[] {
  const target = `url:${origin}`;
  return [exactly(target, "in-app"), ...["#", "/", "?"].map((next) => beginning(target + next, "in-app"))];
}

/** All targets that begin like this. */
export function beginning(prefix: string, status: Stretch["status"]): Stretch {
  return { from: prefix, to: behindPrefix(prefix), status };
}

function exactly(target: string, status: Stretch["status"]): Stretch {
  return { from: target, to: justBehind(target), status };
}

/** Before the next target, in the keys of `backlinks` as well, where a tab follows the target. */
export function justBehind(target: string): string {
  return `${target}\n`;
}

export function behindPrefix(prefix: string): string {
  return `${prefix}\uffff`;
}

/** The status of one target, by its key. */
export function statusOf({ stretches }: Statuses, key: string): LinkStatus {
  return stretches.find(({ from, to }) => from <= key && key < to)?.status ?? "ok";
}

/** Positions in a map: from `start` (included) to `end` (excluded). */
interface Run {
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
