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
  /** Reads it, unless it is believed; what is not there is not remembered. */
  read(key: string, read: () => Promise<V | undefined>): Promise<V | undefined>;
}

interface Entry<V> {
  readonly value: V;
  readonly writes: number;
  readonly readAt: number;
}

/** @param most how many values are kept; when there are more, all are read anew */
export function openBelieved<V>(db: Database, most: number, now: () => number = Date.now): Believed<V> {
  const entries = new Map<string, Entry<V>>();
  const get = (key: string): V | undefined => {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    return entry.writes === db.writes && now() - entry.readAt < BELIEVED_MS ? entry.value : undefined;
  };
  return {
    get,
    async read(key, read) {
      const known = get(key);
      if (known !== undefined) return known;
      // Noted before reading: a change that is committed meanwhile makes the value old at once.
      const seen = { writes: db.writes, readAt: now() };
      const value = await read();
      if (value === undefined) return undefined;
      if (entries.size >= most) entries.clear();
      entries.set(key, { value, ...seen });
      return value;
    },
  };
}
