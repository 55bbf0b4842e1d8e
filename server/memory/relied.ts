/** What was made of reads, kept for as long as the same reads give the same. */
import { isDeepStrictEqual } from "node:util";
import { BELIEVED_MS, type BeliefRules, openBelieved, sinceStart } from "./believed.ts";
import type { ShareName } from "./shares.ts";
import type { Database } from "../db/database.ts";
import { Handle } from "../db/handle.ts";
import type { DatabaseLink, StatementResult, Statement } from "../db/link.ts";
import { ReadBy } from "../db/readBy.ts";
import { readBy } from "../db/statementTables.ts";
import { TouchSet } from "../db/writtenTables.ts";

/** What relies on more reads than so many is made again instead of looking at each of them. */
const MOST_READS = 40;
/** Milliseconds after which a value is made anew, whatever its reads give. */
const MADE_ANEW_MS = 60_000;

interface NotedRead {
  readonly again: (touches: TouchSet) => Promise<unknown>;
  readonly hold: Hold;
  /** Of what it was read, and the count of writes before it. */
  touches: TouchSet;
  writes: number;
  /** What was read the last time; something that equals nothing once others have let go of it. */
  gave: () => unknown;
}

/** How something that was read is held until it is compared. */
type Hold = (gave: unknown) => () => unknown;

const firmly: Hold = (gave) => () => gave;
const GONE = Symbol("let go of");
const weakly: Hold = (gave) => {
  if (typeof gave !== "object" || gave === null) return firmly(gave);
  const kept = new WeakRef(gave);
  return () => kept.deref() ?? GONE;
};

/** Takes down what a value is made of. */
export class Reliance {
  /** The database whose `read` takes down every statement and what it gave. */
  readonly db: Database;
  readonly #noted: NotedRead[] = [];
  readonly #now: () => number;

  /** @param now milliseconds of a clock that nobody sets */
  constructor(db: Database, now: () => number = sinceStart) {
    this.db = new ReadBy(db, new Handle(new NotingLink(db.read.link, this)));
    this.#now = now;
  }

  /** What a value is made of that was made by it. */
  get touches(): TouchSet {
    const all = new TouchSet();
    for (const { touches } of this.#noted) all.addAll(touches);
    // Of more reads than are noted nobody knows.
    if (this.#noted.length > MOST_READS) all.isAnything = true;
    return all;
  }

  /**
   * Reads something, and notes that what is made relies on it.
   * @param read is given what to tell of what it reads; where it tells nothing, it is read again after each write
   */
  on<T>(read: (touches: TouchSet) => Promise<T>): Promise<T> {
    return this.#note(read, firmly);
  }

  /**
   * The same for what is kept elsewhere, within its own share: it is not kept here as well, where it would be counted by
   * nobody. Once it has made way there, what was made of it is made again.
   */
  onKept<T>(read: (touches: TouchSet) => Promise<T>): Promise<T> {
    return this.#note(read, weakly);
  }

  async #note<T>(again: (touches: TouchSet) => Promise<T>, hold: Hold): Promise<T> {
    const { gave, ...seen } = await this.#read(again);
    if (this.#noted.length <= MOST_READS) this.#noted.push({ again, hold, gave: hold(gave), ...seen });
    return gave;
  }

  async #read<T>(again: (touches: TouchSet) => Promise<T>) {
    const touches = new TouchSet();
    const [writes, readAt] = [this.db.writes, this.#now()];
    const gave = await again(touches);
    if (touches.isEmpty) touches.isAnything = true;
    touches.oldest = Math.min(touches.oldest, readAt);
    return { gave, touches, writes };
  }

  /** Whether all that was read is still so. */
  async holds(): Promise<boolean> {
    if (this.#noted.length > MOST_READS) return false;
    for (const noted of this.#noted) {
      // What nobody here has written is another's doing: that is looked for each second.
      const isFresh = this.#now() - noted.touches.oldest < BELIEVED_MS;
      if (isFresh && this.db.isUntouched(noted.touches, noted.writes)) continue;
      const { gave: gives, ...seen } = await this.#read(noted.again);
      const gave = noted.gave();
      if (gives !== gave && !isDeepStrictEqual(gives, gave)) return false;
      // The next comparison may find the very same.
      Object.assign(noted, seen, { gave: noted.hold(gives) });
    }
    return true;
  }
}

class NotingLink implements DatabaseLink {
  readonly dialect: DatabaseLink["dialect"];
  readonly #link: DatabaseLink;
  readonly #reliance: Reliance;

  constructor(link: DatabaseLink, reliance: Reliance) {
    this.dialect = link.dialect;
    this.#link = link;
    this.#reliance = reliance;
  }

  row(statement: Statement, values: readonly unknown[]): Promise<unknown> {
    return this.#reliance.on((touches) => {
      touches.add(readBy(statement.sql, values));
      return this.#link.row(statement, values);
    });
  }

  rows(statement: Statement, values: readonly unknown[]): Promise<unknown[]> {
    return this.#reliance.on((touches) => {
      touches.add(readBy(statement.sql, values));
      return this.#link.rows(statement, values);
    });
  }

  change(statement: Statement, values: readonly unknown[]): Promise<number> {
    return this.#link.change(statement, values);
  }

  execute(sql: string, values: readonly unknown[]): Promise<StatementResult> {
    return this.#reliance.on((touches) => {
      touches.add(readBy(sql, values));
      return this.#link.execute(sql, values);
    });
  }
}

/**
 * Values that are believed as {@link openBelieved} has it: exact within this process, a second behind others. When
 * something was written that a value was made of, or the second is over, it is read again, and the value stays where that
 * gives the same. Whatever else a value depends on must not change (content under its hash), or may be late by a minute.
 */
export interface ReliedValues<V> {
  /** What is believed now; undefined when it has to be looked at. */
  get(key: string): V | undefined;
  /**
   * Makes it, unless it holds; what is undefined is not kept.
   * @param make reads by the reliance it is given; `before` is what was kept, where that is at hand
   * @param into as {@link openBelieved} has it
   */
  read(
    key: string,
    make: (reliance: Reliance, before: V | undefined) => Promise<V | undefined>,
    into?: TouchSet,
  ): Promise<V | undefined>;
}

interface MadeValue<V> {
  readonly value: V;
  readonly reliance: Reliance;
  /** Milliseconds. */
  readonly at: number;
}

/** What a value takes beside itself: the reads that it was made of. */
const READS_BYTES = 2048;

/** Opens room under a name of the table of shares for what is made of reads. */
export function openRelied<V extends {}>(
  db: Database,
  name: ShareName,
  rules: BeliefRules<V>,
): ReliedValues<V> {
  const { bytesOf, now = sinceStart } = rules;
  const believed = openBelieved<MadeValue<V>>(db, name, {
    ...rules,
    bytesOf: ({ value }) => READS_BYTES + (typeof bytesOf === "number" ? bytesOf : bytesOf(value)),
  });
  return {
    get: (key) => believed.get(key)?.value,
    async read(key, make, into) {
      const made = await believed.read(
        key,
        async (on, before) => {
          if (before !== undefined && now() - before.at < MADE_ANEW_MS && (await before.reliance.holds())) {
            on.touches.addAll(before.reliance.touches);
            return before;
          }
          const at = now();
          const reliance = new Reliance(db, now);
          const value = await make(reliance, before?.value);
          if (value === undefined) return undefined;
          on.touches.addAll(reliance.touches);
          return { value, reliance, at };
        },
        into,
      );
      return made?.value;
    },
  };
}
