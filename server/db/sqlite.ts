/** The database as one file: a single write connection that takes turns, and a read-only connection beside it. */
import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { LRUCache } from "lru-cache";
import type { ConnectionLoad, Database, OpenOptions } from "./database.ts";
import { Handle, WriteHandle } from "./handle.ts";
import type { Read, Write } from "./handle.ts";
import type { DatabaseLink, StatementResult, Statement } from "./link.ts";
import { within } from "./patience.ts";
import { Queue } from "../turns/queue.ts";
import { runHooks, TransactionLink } from "./transaction.ts";
import { type TouchSet, WrittenTables } from "./writtenTables.ts";

/** How many ad hoc statements a connection keeps compiled. */
const KEPT_STATEMENTS = 500;
/** Milliseconds to wait for a lock that another process holds. */
export const BUSY_TIMEOUT = 5000;
/** Bytes the write-ahead log is cut back to after a burst. */
const LOG_SIZE = 64 * 1024 * 1024;

/** Statements run at once, on the caller's thread. */
export class SqliteLink implements DatabaseLink {
  readonly dialect = "sqlite";
  readonly #connection: Sqlite.Database;
  readonly #bySlot: (Sqlite.Statement | undefined)[] = [];
  readonly #bySql = new LRUCache<string, Sqlite.Statement>({ max: KEPT_STATEMENTS });

  constructor(connection: Sqlite.Database) {
    this.#connection = connection;
  }

  row(statement: Statement, values: readonly unknown[]): Promise<unknown> {
    try {
      return Promise.resolve(this.#compiled(statement).get(values));
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  rows(statement: Statement, values: readonly unknown[]): Promise<unknown[]> {
    try {
      return Promise.resolve(this.#compiled(statement).all(values));
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  change(statement: Statement, values: readonly unknown[]): Promise<number> {
    try {
      return Promise.resolve(this.#compiled(statement).run(values).changes);
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  execute(sql: string, values: readonly unknown[]): Promise<StatementResult> {
    try {
      let statement = this.#bySql.get(sql);
      if (!statement) this.#bySql.set(sql, (statement = this.#connection.prepare(sql)));
      if (!statement.reader) return Promise.resolve({ rows: [], changes: statement.run(values).changes });
      const rows = statement.all(values);
      return Promise.resolve({ rows, changes: statement.readonly ? 0 : rows.length });
    } catch (error) {
      return Promise.reject(error as Error);
    }
  }

  #compiled(statement: Statement): Sqlite.Statement {
    return (this.#bySlot[statement.slot] ??= this.#connection.prepare(statement.sql));
  }
}

class SqliteDatabase implements Database {
  readonly dialect = "sqlite";
  readonly file: string;
  readonly lookEvery = undefined;
  readonly #written = new WrittenTables();
  readonly read: Read;
  readonly #writer: Sqlite.Database;
  readonly #reader: Sqlite.Database;
  readonly #link: SqliteLink;
  readonly #writers = new Queue();
  /** Settles in the turn of the event loop after the latest transaction. */
  #rest: Promise<unknown> | undefined;
  readonly #patience: number;
  readonly #report: (error: unknown) => void;

  constructor(file: string, options: Required<Pick<OpenOptions, "patience" | "report">>) {
    this.file = file;
    this.#writer = openWriter(file);
    this.#reader = openReader(file);
    this.#link = new SqliteLink(this.#writer);
    this.read = new Handle(new SqliteLink(this.#reader));
    this.#patience = options.patience;
    this.#report = options.report;
  }

  /** A file is read where it is. */
  get replica(): undefined {
    return undefined;
  }

  get replicaCounts(): undefined {
    return undefined;
  }

  upToDate(): Promise<Read> {
    return Promise.resolve(this.read);
  }

  /** Its statements can't be given up: they hold the thread, and nobody else would see to it. */
  get unhurried(): Database {
    return this;
  }

  get writes(): number {
    return this.#written.count;
  }

  isUntouched(reads: TouchSet, writes: number): boolean {
    return this.#written.isUntouched(reads, writes);
  }

  state(): number {
    return this.writes;
  }

  transact<T>(work: (tx: Write) => Promise<T>): Promise<T> {
    return this.#writers.take(this.file, async () => {
      // Those that wait would all run in one turn of the event loop, each with its wait for the disk.
      await this.#rest;
      try {
        return await this.#transact(work);
      } finally {
        this.#rest = nextTurn();
      }
    });
  }

  connections(): Record<string, ConnectionLoad> {
    const { underway, waiting } = this.#writers.load(this.file);
    return { write: { busy: underway, idle: 1 - underway, waiting } };
  }

  close(): Promise<void> {
    return this.#writers.take(this.file, () => {
      this.#reader.close();
      this.#writer.close();
      return Promise.resolve();
    });
  }

  async #transact<T>(work: (tx: Write) => Promise<T>): Promise<T> {
    const hooks: (() => void)[] = [];
    const link = new TransactionLink(this.#link);
    this.#writer.exec("begin immediate");
    let result: T;
    try {
      result = await within(this.#patience, work(new WriteHandle(link, hooks)));
      await link.settle();
      this.#writer.exec("commit");
      this.#written.note(link.written);
    } catch (error) {
      this.#rollBack(link);
      throw error;
    }
    runHooks(hooks, this.#report);
    return result;
  }

  #rollBack(link: TransactionLink): void {
    link.end();
    if (this.#writer.inTransaction) this.#writer.exec("rollback");
  }
}

function openWriter(file: string): Sqlite.Database {
  mkdirSync(dirname(file), { recursive: true });
  const connection = new Sqlite(file, { timeout: BUSY_TIMEOUT });
  connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = FULL");
  connection.pragma("foreign_keys = ON");
  connection.pragma("case_sensitive_like = ON");
  connection.pragma(`journal_size_limit = ${LOG_SIZE}`);
  return connection;
}

function openReader(file: string): Sqlite.Database {
  const connection = new Sqlite(file, { timeout: BUSY_TIMEOUT, readonly: true });
  connection.pragma("case_sensitive_like = ON");
  return connection;
}

/** Opens (and creates) the file with its folder. Throws when it is not a database or can't be written. */
export function openSqlite(
  file: string,
  options: Required<Pick<OpenOptions, "patience" | "report">>,
): Database {
  return new SqliteDatabase(file, options);
}
