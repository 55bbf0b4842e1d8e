import { isDeepStrictEqual } from "node:util";
import type { Database, Read } from "../db/database.ts";
import type { TouchSet } from "../db/writtenTables.ts";
import { beliefCount } from "./beliefCounts.ts";
import { type KeptRules, openKept } from "./kept.ts";
import { NotedReads } from "./notedReads.ts";
import type { ShareName } from "./shares.ts";

/** How long something that was read is believed: other processes' changes are seen within this time. */
export const BELIEVED_MS = 1000;

/**
 * Values read from the database and kept until this process writes something that they were made of, and a second at
 * most: exact within the process, and one second behind the others. It holds what every request asks for: who calls,
 * what a site is. What one is made of is known from its statements: whatever isn't read by the handle that the reading
 * is given voids nothing when it changes.
 */
export interface BelievedValues<V> {
  /** What is believed now; undefined when it has to be read. */
  get(key: string): V | undefined;
  /**
   * Reads it, unless it is believed; what is not there is not remembered. Those who ask meanwhile wait for the same
   * reading, unless something was written since it began.
   * @param read is given what to read by, and what was believed before, where that is at hand
   * @param into is told what the value is made of, where something else is made of it that is believed as well
   */
  read(
    key: string,
    read: (on: NotedReads, before: V | undefined) => Promise<V | undefined>,
    into?: TouchSet,
  ): Promise<V | undefined>;
}

/** A clock that nobody sets: when the machine's is set back, nothing is believed for longer. */
export const sinceStart = (): number => performance.now();

export interface BeliefRules<V> extends Omit<KeptRules<V>, "endsAfter"> {
  /** Milliseconds of a clock that nobody sets. */
  readonly now?: () => number;
}

type BelievedDatabase = Pick<Database, "writes" | "isUntouched" | "read">;

interface Belief<V> {
  readonly value: V;
  readonly touches: TouchSet;
  readonly readAt: number;
  /** The count of writes at which it was found to hold the last time. */
  writes: number;
}

type Reading<V> = (on: NotedReads, before: V | undefined) => Promise<V | undefined>;

interface Underway<V> {
  readonly writes: number;
  readonly readAt: number;
  readonly reading: Promise<Belief<V> | undefined>;
}

/** Something that is believed, as who checks beliefs is told of it. */
export interface ToldBelief {
  readonly db: unknown;
  readonly name: ShareName;
  readonly key: string;
  readonly value: unknown;
  /** The count of writes before it was read. */
  readonly writes: number;
  isBelieved(): boolean;
  again(): Promise<unknown>;
}
type BeliefListener = (told: ToldBelief) => void;
const listeners = new Set<BeliefListener>();

/** Tells of everything that is believed from now on: tests compare it with what is there. @returns what ends that */
export function hearBeliefs(listener: BeliefListener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function tellOf(told: ToldBelief): void {
  for (const hear of listeners) hear(told);
}

/** Opens room under a name of the table of shares for what is believed. */
export function openBelieved<V extends {}>(
  db: BelievedDatabase,
  name: ShareName,
  rules: BeliefRules<V>,
): BelievedValues<V> {
  const { bytesOf, now = sinceStart, ...rest } = rules;
  const weigh = typeof bytesOf === "number" ? bytesOf : ({ value }: Belief<V>) => bytesOf(value);
  const entries = openKept<Belief<V>>(name, { ...rest, bytesOf: weigh });
  const count = beliefCount(name);
  const underway = new Map<string, Underway<V>>();

  function holds(belief: Belief<V>): boolean {
    if (now() - belief.readAt >= BELIEVED_MS || !db.isUntouched(belief.touches, belief.writes)) return false;
    belief.writes = db.writes;
    return true;
  }
  const find = (key: string): Belief<V> | undefined => {
    const belief = entries.get(key);
    if (belief === undefined || !holds(belief)) return undefined;
    count.believed++;
    return belief;
  };

  async function readNow(key: string, seen: Pick<Belief<V>, "writes" | "readAt">, read: Reading<V>) {
    const on = new NotedReads(db.read.link);
    const before = entries.get(key)?.value;
    const value = await read(on, before);
    count[value !== undefined && value === before ? "confirmed" : "read"]++;
    if (value === undefined) return undefined;
    const { touches } = on;
    // What it was made of may have been believed for a while, and no part of it is believed for longer.
    touches.oldest = Math.min(touches.oldest, seen.readAt);
    const belief: Belief<V> = { value, touches, writes: seen.writes, readAt: touches.oldest };
    entries.set(key, belief);
    const isBelieved = (): boolean => entries.get(key) === belief && holds(belief);
    const again = () => read(new NotedReads(db.read.link), undefined);
    tellOf({ db, name, key, value, writes: seen.writes, isBelieved, again });
    return belief;
  }

  async function look(key: string, read: Reading<V>): Promise<Belief<V> | undefined> {
    const known = find(key);
    if (known !== undefined) return known;
    const other = underway.get(key);
    const seen = { writes: db.writes, readAt: now() };
    const isSame = other?.writes === seen.writes && seen.readAt - other.readAt < BELIEVED_MS;
    // What others found missing, or failed to read, each looks for themselves.
    const theirs = other && isSame ? await other.reading.catch(() => undefined) : undefined;
    if (theirs !== undefined) {
      count.shared++;
      return theirs;
    }
    const reading = readNow(key, seen, read);
    const mine = { ...seen, reading };
    underway.set(key, mine);
    try {
      return await reading;
    } finally {
      if (underway.get(key) === mine) underway.delete(key);
    }
  }

  return {
    get: (key) => find(key)?.value,
    async read(key, read, into) {
      const found = await look(key, read);
      if (into !== undefined && found !== undefined && !found.touches.isEmpty) into.addAll(found.touches);
      // What is not there, or is made of nobody knows what, depends on everything.
      else if (into !== undefined) into.isAnything = true;
      return found?.value;
    },
  };
}

/** Values that are never behind, whoever writes. */
export interface KnownValues<V> {
  /** Reads it, unless it is known; what is not there is not remembered. Those who ask meanwhile wait for the same reading. */
  read(key: string, read: (on: Read) => Promise<V | undefined>): Promise<V | undefined>;
}

/**
 * For what clients expect to see as it is, though another server has written it. A file has one process, so what is
 * believed there is known. On PostgreSQL what is kept is given while nobody has committed anything; else it is read, once
 * for all who ask before that is sent, and stays the same object where it says the same.
 */
export function openKnown<V extends {}>(
  db: Pick<Database, "state"> & Partial<BelievedDatabase & Pick<Database, "dialect">>,
  name: ShareName,
  rules: BeliefRules<V>,
): KnownValues<V> {
  if (db.dialect === "sqlite") return openBelieved<V>(db as BelievedDatabase, name, rules);
  const { bytesOf, now = sinceStart, ...rest } = rules;
  interface Sighting {
    readonly value: V;
    readonly state: string | undefined;
    readonly readAt: number;
  }
  const weigh = typeof bytesOf === "number" ? bytesOf : ({ value }: Sighting) => bytesOf(value);
  const entries = openKept<Sighting>(name, { ...rest, bytesOf: weigh });
  const count = beliefCount(name);
  /** Readings that are still to be sent. */
  const next = new Map<string, Promise<V | undefined>>();

  async function readNow(key: string, state: string | undefined, read: (on: Read) => Promise<V | undefined>) {
    const readAt = now();
    const found = await read(db.read as Read);
    const before = entries.get(key)?.value;
    const isSame = before !== undefined && isDeepStrictEqual(before, found);
    count[isSame ? "confirmed" : "read"]++;
    if (found === undefined) return undefined;
    const value = isSame ? before : found;
    entries.set(key, { value, state, readAt });
    return value;
  }
  /** @param state as it was noted before: what is committed meanwhile makes the value old at once */
  function join(key: string, state: string | undefined, read: (on: Read) => Promise<V | undefined>) {
    let reading = next.get(key);
    if (reading === undefined) {
      reading = new Promise((resolve) => {
        setImmediate(() => {
          next.delete(key);
          resolve(readNow(key, state, read));
        });
      });
      next.set(key, reading);
    } else count.shared++;
    return reading;
  }
  return {
    async read(key, read) {
      const state = await db.state();
      const seen = state === undefined ? undefined : entries.get(key);
      if (seen !== undefined && seen.state === state && now() - seen.readAt < BELIEVED_MS) {
        count.believed++;
        return seen.value;
      }
      return join(key, state as string | undefined, read);
    },
  };
}
