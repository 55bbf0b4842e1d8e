/**
 * Places for operations that cost much: of each an organization has a few under way at once, and the next ones wait
 * for a moment. One that asks for everything at once waits for itself, not the others for it.
 */
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

interface Line {
  taken: number;
  readonly waiting: Set<(leave: () => void) => void>;
}

export interface Places {
  /**
   * Takes a place in a line, after those who came before, and gives what frees it again.
   * @param line an operation and an organization
   * @throws 429 when too many wait already, or when none becomes free in time
   */
  enter(line: string, atOnce: number): Promise<() => void>;
  /** Lines in which anybody is. */
  readonly size: number;
}

/** Counted in this process, like the points of the rate limit. */
export function openPlaces({ mostWaiting = MOST_WAITING, patience = PATIENCE_MS } = {}): Places {
  const lines = new Map<string, Line>();
  function freeing(name: string, line: Line): () => void {
    let isFree = false;
    return () => {
      if (isFree) return;
      isFree = true;
      const [next] = line.waiting;
      if (next !== undefined) next(freeing(name, line));
      else if (--line.taken === 0) lines.delete(name);
    };
  }
  return {
    get size() {
      return lines.size;
    },
    async enter(name, atOnce) {
      let line = lines.get(name);
      if (line === undefined) lines.set(name, (line = { taken: 0, waiting: new Set() }));
      if (line.taken < atOnce) {
        line.taken++;
        return freeing(name, line);
      }
      if (line.waiting.size >= mostWaiting) throw tooManyAtOnce();
      return await turnIn(line, patience);
    },
  };
}

function turnIn({ waiting }: Line, patience: number): Promise<() => void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      waiting.delete(called);
      reject(tooManyAtOnce());
    }, patience);
    const called = (leave: () => void): void => {
      clearTimeout(timer);
      waiting.delete(called);
      resolve(leave);
    };
    waiting.add(called);
  });
}
