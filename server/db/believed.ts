import type { Database } from "./database.ts";

/** How long something that was read is believed: other processes' changes are seen within this time. */
const BELIEVED_MS = 1000;

/**
 * Values read from the database and kept until anything is written by this process, and a second at most: exact within
 * the process, and one second behind the others. It holds what every request asks for: who calls, what a site is.
 */
export interface Believed<V> {
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
  readonly writes: number;
  readonly readAt: number;
}

/** What values may take of memory together. */
export interface Budget<V> {
  readonly bytes: number;
  readonly bytesOf: (value: V) => number;
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
  budget?: Budget<V>,
): Believed<V> {
  const entries = new Map<string, Seen & { readonly value: V }>();
  let bytes = 0;
  const underway = new Map<string, Seen & { readonly reading: Promise<V | undefined> }>();
  const holds = ({ writes, readAt }: Seen): boolean => writes === db.writes && now() - readAt < BELIEVED_MS;
  const get = (key: string): V | undefined => {
    const entry = entries.get(key);
    return entry !== undefined && holds(entry) ? entry.value : undefined;
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
    async read(key, read) {
      const known = get(key);
      if (known !== undefined) return known;
      const other = underway.get(key);
      // What others found missing, or failed to read, each looks for themselves.
      const theirs = other && holds(other) ? await other.reading.catch(() => undefined) : undefined;
      if (theirs !== undefined) return theirs;
      // Noted before reading: a change that is committed meanwhile makes the value old at once.
      const seen = { writes: db.writes, readAt: now() };
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
