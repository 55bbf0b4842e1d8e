/** How often what is believed was at hand, by name: what it is worth to believe it. */
import type { ShareName } from "./shares.ts";

export interface BeliefCount {
  /** Given without asking the database. */
  believed: number;
  /** Given by the reading of another who had asked. */
  shared: number;
  /** Looked at again, and the same as before. */
  confirmed: number;
  /** Read or made anew. */
  read: number;
}

/** Since the process began; several may be open under one name. */
const counts = new Map<ShareName, BeliefCount>();

export const beliefCounts = (): ReadonlyMap<ShareName, Readonly<BeliefCount>> => counts;

/** The count of a name, for who counts. */
export function beliefCount(name: ShareName): BeliefCount {
  let count = counts.get(name);
  if (count === undefined) counts.set(name, (count = { believed: 0, shared: 0, confirmed: 0, read: 0 }));
  return count;
}
