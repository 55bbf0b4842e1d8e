/**
 * Places for operations that cost much: of each an organization has a few under way at once, and the next ones wait
 * for a moment. One that asks for everything at once waits for itself, not the others for it.
 */
import { Queue } from "../turns/queue.ts";
import { tooManyAtOnce } from "./errors.ts";

/** How many calls of an operation one organization may have under way at once. */
export interface Share<Thing = never> {
  readonly atOnce: number;
  /** The organization that a loaded thing belongs to. */
  readonly of: (thing: Thing) => string;
}

/** Who waits beyond that is refused at once. */
const MOST_WAITING = 60;
/** Milliseconds that a call waits for a place. */
const PATIENCE_MS = 10_000;

/** Counted in this process. Of a key too many, or too late ones, are told 429. */
export function openPlaces({ mostWaiting = MOST_WAITING, patience = PATIENCE_MS } = {}): Queue {
  return new Queue({ mostWaiting, patience, refusal: tooManyAtOnce });
}
