import type { Database } from "../db/database.ts";
import { type KeptRules, openKept } from "./kept.ts";
import type { ShareName } from "./shares.ts";

/** How long something that was read is believed: other processes' changes are seen within this time. */
export const BELIEVED_MS = 1000;

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
interface DatabaseSighting {
  readonly state: unknown;
  readonly readAt: number;
}

export interface BeliefRules<V> extends Omit<KeptRules<V>, "endsAfter"> {
  /** Milliseconds of a clock that nobody sets. */
  readonly now?: () => number;
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

interface Entry<V> extends DatabaseSighting {
  readonly value: V;
}

function openEntries<V extends {}>(name: ShareName, rules: BeliefRules<V>): Entries<V> {
  const { bytesOf, now = sinceStart, ...rest } = rules;
  const weigh = typeof bytesOf === "number" ? bytesOf : ({ value }: Entry<V>) => bytesOf(value);
  const entries = openKept<Entry<V>>(name, { ...rest, bytesOf: weigh });
  const underway = new Map<string, DatabaseSighting & { readonly reading: Promise<V | undefined> }>();
  const holds = (seen: DatabaseSighting, state: unknown): boolean =>
    seen.state === state && now() - seen.readAt < BELIEVED_MS;
  const get = (key: string, state: unknown): V | undefined => {
    const entry = entries.get(key);
    return entry !== undefined && holds(entry, state) ? entry.value : undefined;
  };
  async function readNow(
    key: string,
    seen: DatabaseSighting,
    read: (before: V | undefined) => Promise<V | undefined>,
  ): Promise<V | undefined> {
    const value = await read(entries.get(key)?.value);
    if (value !== undefined) entries.set(key, { value, ...seen });
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

/** Opens room under a name of the table of shares for what is believed. */
export function openBelieved<V extends {}>(
  db: Pick<Database, "writes">,
  name: ShareName,
  rules: BeliefRules<V>,
): BelievedValues<V> {
  const entries = openEntries(name, rules);
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
export function openKnown<V extends {}>(
  db: Pick<Database, "state">,
  name: ShareName,
  rules: BeliefRules<V>,
): KnownValues<V> {
  const entries = openEntries(name, rules);
  return {
    async read(key, read) {
      const state = await db.state();
      return state === undefined ? read() : entries.read(key, state, read);
    },
  };
}
