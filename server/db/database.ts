/** The database: one handle to read, one way to write, and two programs behind it that answer alike. */
import type { Read, Write } from "./handle.ts";
import type { Dialect } from "./link.ts";
import type { TouchSet } from "./writtenTables.ts";

export type { Read, Write } from "./handle.ts";
export type { Dialect } from "./link.ts";
export { prepared, preparedInsert, preparedWrite } from "./prepared.ts";
export type { Params, PreparedChange, PreparedQuery } from "./prepared.ts";
export { brokenRule, CommitLost, outage } from "./rules.ts";

/** The connections of one purpose: how many work, how many are free, and who waits for one. */
export interface ConnectionLoad {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
}

/** Reads that a replica was to answer; where it is late, all of one {@link Database.upToDate} count once. */
export interface ReplicaCounts {
  /** Answered by it. */
  replica: number;
  /** Answered by the server that it copies, since it was late or away, or lacked a part. */
  primary: number;
}

export interface Database {
  readonly dialect: Dialect;
  /** The SQLite file; undefined on PostgreSQL. */
  readonly file: string | undefined;
  /** Milliseconds between two looks at whether the server answers; undefined: as often as looks best. */
  readonly lookEvery?: number | undefined;
  /** How many transactions this process has committed: what was read at the same count is still so, here. */
  readonly writes: number;
  /** Whether this process has written nothing of what was read, since it had committed so many. */
  isUntouched(reads: TouchSet, writes: number): boolean;
  /**
   * What has been committed, as a word or a number: while it is the same, nobody has committed anything, in this process
   * or another. Asked before something is read, what was read holds while it is given again. On SQLite, a file that one
   * process writes, it is `writes`. PostgreSQL is asked, once for all who ask in the same turn; undefined while it gives
   * another answer each time, when nothing is worth keeping.
   */
  state(): number | Promise<string | undefined>;
  /** Reads what has been committed, never what a transaction is about to write. */
  readonly read: Read;
  /**
   * Reads from a server that copies this one, where there is one, and it may lack what was written last: for what is the
   * same wherever it is found, such as content by its hash. Where it isn't found, `read` is asked.
   */
  readonly replica: Read | undefined;
  /**
   * Something to read by once, that has all which was confirmed to anybody before: a server that copies this one, if it
   * has come so far, else `read`. For what costs much; who may see what is asked of `read`.
   */
  upToDate(): Promise<Read>;
  /** How many reads the replica was to answer, by who has. */
  readonly replicaCounts: ReplicaCounts | undefined;
  /**
   * The same for work that nobody waits for, such as jobs: what it reads may take as long as it needs, beside those who
   * wait for answers and not in their way.
   */
  readonly unhurried: Database;
  /**
   * Runs `work` as one write transaction and gives its result: all of it is committed, or nothing when it throws.
   * A failed statement fails the transaction, even when `work` catches its error.
   * On SQLite transactions take turns in the order they were asked for, so `work` awaits nothing but the database:
   * anything else holds up every other writer and is ended after `patience`. On PostgreSQL `work` may run more than
   * once (a deadlock, a lost race), so it changes nothing outside the database; `tx.afterCommit` is for that. There,
   * too, others commit meanwhile: what is read to decide a write is read with `forUpdate()`, or the write itself says
   * what it relies on in its `where`. A `steady` one reads everything as it was when it began, and runs again when it
   * writes a row that another changed since; on SQLite all are.
   * A transaction inside a transaction is an error.
   */
  transact<T>(work: (tx: Write) => Promise<T>, kind?: "steady"): Promise<T>;
  /** What the connections of this process do, by what they are for. */
  connections(): Readonly<Record<string, ConnectionLoad>>;
  /** Ends after the transactions under way; nothing may be asked later. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** `postgres://…`; undefined: SQLite. */
  readonly url: string | undefined;
  /** The same of a server that copies that one, to read from. */
  readonly readUrl?: string | undefined;
  /** Path of the SQLite file, made when absent. Unused with a url. */
  readonly file: string;
  /** Connections to PostgreSQL for reading, and as many for writing. */
  readonly poolSize?: number;
  /** Milliseconds that a statement waits for one of them before it fails. */
  readonly connectionPatience?: number;
  /**
   * Milliseconds that PostgreSQL may take for one statement outside a transaction before it gives it up, so that a few
   * questions that cost much don't hold all connections; 0, unless said: as long as it takes.
   */
  readonly readPatience?: number;
  /** Milliseconds between two looks at whether PostgreSQL answers at all; see `pulse.ts`. */
  readonly lookEvery?: number;
  /** Milliseconds a SQLite transaction may wait for anything but the database; 0 (tests): not at all. */
  readonly patience?: number;
  /** Hears of what no caller can: a failed commit hook, an idle connection that broke. */
  readonly report?: (error: unknown) => void;
}
