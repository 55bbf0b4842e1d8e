import type { Database } from "./database.ts";

/** How long something that was read is believed: other processes' changes are seen within this time. */
const BELIEVED_MS = 1000;

/**
 * Values read from the database and kept until anything is written by this process, and a second at most: exact within
 * the process, and one second behind the others. It holds what every request asks for: who calls, what a site is.
 */
export interface BelievedValues<V> {
  /** What is believed now; undefined when it has to be read. */
  get(key: string): V | undefined;
  /**
   * Reads it, unless it is believed; what is not there is not remembered. Those who ask meanwhile wait for the same
   * reading, unless something was written since it began.
   * @param read is given what was believed before, where that is at hand
   */
  read(key: string, read: (before: V | undefined) => Promise<V | undefined>): Promise<V | undefined>;
}

/** A clock that nobody sets: when the machine's is set back, nothing is believed for longer. */
export const sinceStart = (): number => performance.now();

/** What the database had seen, and when. */
interface Seen {
  readonly state: unknown;
  readonly readAt: number;
}

/** What values may take of memory together. */
export interface MemoryBudget<V> {
  readonly bytes: number;
  readonly bytesOf: (value: V) => number;
}

/** Values with the state of the database that they were read in; one of an equal state holds, for a second at most. */
interface Entries<V> {
  get(key: string, state: unknown): V | undefined;
  /** @param state as it was noted before: what is committed meanwhile makes the value old at once. */
  read(
    key: string,
    state: unknown,
    read: (before: V | undefined) => Promise<V | undefined>,
  ): Promise<V | undefined>;
}

function openEntries<V>(most: number, now: () => number, budget: MemoryBudget<V> | undefined): Entries<V> {
  const entries = new Map<string, Seen & { readonly value: V }>();
  let bytes = 0;
  const underway = new Map<string, Seen & { readonly reading: Promise<V | undefined> }>();
  const holds = (seen: Seen, state: unknown): boolean =>
    seen.state === state && now() - seen.readAt < BELIEVED_MS;
  const get = (key: string, state: unknown): V | undefined => {
    const entry = entries.get(key);
    return entry !== undefined && holds(entry, state) ? entry.value : undefined;
  };
  function keep(key: string, entry: Seen & { readonly value: V }): void {
    if (budget !== undefined) {
      const former = entries.get(key);
      bytes += budget.bytesOf(entry.value) - (former === undefined ? 0 : budget.bytesOf(former.value));
    }
    const isFull = entries.size >= most || (budget !== undefined && bytes > budget.bytes);
    if (isFull) {
      entries.clear();
      bytes = budget?.bytesOf(entry.value) ?? 0;
    }
    entries.set(key, entry);
  }
  async function readNow(
    key: string,
    seen: Seen,
    read: (before: V | undefined) => Promise<V | undefined>,
  ): Promise<V | undefined> {
    const value = await read(entries.get(key)?.value);
    if (value !== undefined) keep(key, { value, ...seen });
    return value;
  }
  return {
    get,
    async read(key, state, read) {
      const known = get(key, state);
      if (known !== undefined) return known;
      const other = underway.get(key);
      const seen = { state, readAt: now() };
      // What others found missing, or failed to read, each looks for themselves.
      const theirs = other && holds(other, state) ? await other.reading.catch(() => undefined) : undefined;
      if (theirs !== undefined) return theirs;
      const reading = readNow(key, seen, read);
      const mine = { ...seen, reading };
      underway.set(key, mine);
      try {
        return await reading;
      } finally {
        if (underway.get(key) === mine) underway.delete(key);
      }
    },
  };
}

/**
 * @param most how many values are kept; when there are more, all are read anew
 * @param now milliseconds
 * @param budget what they may take together; when it is more, all are read anew
 */
export function openBelieved<V>(
  db: Database,
  most: number,
  now: () => number = sinceStart,
  budget?: MemoryBudget<V>,
): BelievedValues<V> {
  const entries = openEntries(most, now, budget);
  return {
    get: (key) => entries.get(key, db.writes),
    read: (key, read) => entries.read(key, db.writes, read),
  };
}

/** Values that are never behind, whoever writes: what is kept is given while nobody has committed anything. */
export interface KnownValues<V> {
  /** Reads it, unless it is known; what is not there is not remembered. Those who ask meanwhile wait for the same reading. */
  read(key: string, read: () => Promise<V | undefined>): Promise<V | undefined>;
}

/** For what clients expect to see as it is, though another server has written it. Takes what {@link openBelieved} takes. */
export function openKnown<V>(db: Database, most: number, now: () => number = sinceStart): KnownValues<V> {
  const entries = openEntries<V>(most, now, undefined);
  return {
    async read(key, read) {
      const state = await db.state();
      return state === undefined ? read() : entries.read(key, state, read);
    },
  };
}
