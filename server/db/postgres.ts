/** The database as a PostgreSQL server: one pool that only may read, one that writes. */
import { AsyncLocalStorage } from "node:async_hooks";
import { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { Commits, SNAPSHOT } from "./commits.ts";
import { StartRefused } from "../ports/start-refused.ts";
import type { ConnectionLoad, Database, OpenOptions } from "./database.ts";
import { Handle, WriteHandle } from "./handle.ts";
import type { Read, Write } from "./handle.ts";
import type { DatabaseLink, StatementResult, Statement } from "./link.ts";
import { Pulse, type PulseQuestion } from "./pulse.ts";
import { ReadBy } from "./readBy.ts";
import { Servers } from "./servers.ts";
import { CommitLost, ConnectionLost, outage } from "./rules.ts";
import { runHooks, TransactionLink } from "./transaction.ts";
import { type TouchSet, WrittenTables } from "./writtenTables.ts";

/** How often one transaction is tried when the server says that it lost against another. */
const ATTEMPTS = 6;
/** Milliseconds to wait for a connection: a server that is away, or a pool in which all are busy. */
export const CONNECTION_TIMEOUT = 10_000;
/** Connections for reading what nobody waits for. */
const UNHURRIED_POOL = 4;
/** Milliseconds of silence on a connection after which its other end is asked whether it is still there. */
const SILENCE = 30_000;
type PoolOptions = Required<
  Pick<OpenOptions, "poolSize" | "connectionPatience" | "readPatience" | "report">
> &
  Pick<OpenOptions, "lookEvery">;

const CHANGING = new Set(["INSERT", "UPDATE", "DELETE", "MERGE"]);
const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";

/** int8 and numeric come as text by default; SQLite gives numbers, and so do we. */
const NUMBERS = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);
export const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    NUMBERS.has(oid) ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
};

const BEGIN = {
  latest: "begin read write",
  steady: "begin isolation level repeatable read, read write",
};

interface Querying {
  query(query: pg.QueryConfig): Promise<pg.QueryResult>;
}

/** Statements sent to a pool, or to one connection. */
export class PostgresLink implements DatabaseLink {
  readonly dialect = "postgres";
  readonly #to: Querying;

  constructor(to: Querying) {
    this.#to = to;
  }

  async row(statement: Statement, values: readonly unknown[]): Promise<unknown> {
    return (await this.#named(statement, values)).rows[0];
  }

  async rows(statement: Statement, values: readonly unknown[]): Promise<unknown[]> {
    return (await this.#named(statement, values)).rows;
  }

  async change(statement: Statement, values: readonly unknown[]): Promise<number> {
    return (await this.#named(statement, values)).rowCount ?? 0;
  }

  async execute(sql: string, values: readonly unknown[]): Promise<StatementResult> {
    const result = await heard(this.#to.query({ text: sql, values: values as unknown[] }));
    return { rows: result.rows ?? [], changes: CHANGING.has(result.command) ? (result.rowCount ?? 0) : 0 };
  }

  #named(statement: Statement, values: readonly unknown[]): Promise<pg.QueryResult> {
    const { slot, sql } = statement;
    return heard(this.#to.query({ name: `q${slot}`, text: sql, values: values as unknown[] }));
  }
}

/** What the server says has a code, and so has what the system says of a connection. All else is the driver's own. */
async function heard<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Error) || "code" in error || error instanceof TypeError) throw error;
    if (error instanceof ConnectionLost) throw error;
    throw new ConnectionLost(error.message, { cause: error });
  }
}

function mayRetry(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/** The oldest release that is tried: LECTERN_TEST_POSTGRES_URL has the tests run on a server of it. */
const OLDEST = 15;

interface PostgresServer {
  /** Such as `18.4`, or `15.18 (Debian 15.18-0+deb12u1)`. */
  readonly version: string;
  readonly encoding: string;
}

/** @returns a sentence that says what to do about a server that can't be used */
export function refusalOfServer({ version, encoding }: PostgresServer): string | undefined {
  if (!(Number.parseInt(version, 10) >= OLDEST))
    return `The server is PostgreSQL ${version}, and Lectern needs ${OLDEST} or newer. Upgrade it, then start again.`;
  if (encoding !== "UTF8")
    return `The PostgreSQL database has the encoding ${encoding}; create it with encoding UTF8.`;
  return undefined;
}

class PostgresDatabase implements Database {
  readonly dialect = "postgres";
  readonly file = undefined;
  readonly lookEvery: number | undefined;
  readonly #written = new WrittenTables();
  readonly read: Read;
  readonly unhurried: Database;
  readonly #readers: pg.Pool;
  readonly #unhurried: pg.Pool;
  readonly #writers: pg.Pool;
  readonly #commits: Commits;
  readonly #servers: Servers;
  readonly #pulse: Pulse;
  /** All connections there are, also those that are being made. */
  readonly #sockets = new Set<Socket>();
  readonly #inside = new AsyncLocalStorage<true>();
  /** Transactions under way. */
  #open = 0;
  readonly #report: (error: unknown) => void;

  constructor(url: string, options: PoolOptions) {
    const servers = new Servers(url);
    this.#servers = servers;
    this.#report = options.report;
    this.lookEvery = options.lookEvery;
    this.#pulse = new Pulse({
      ask: () => this.#ask(servers),
      onSilence: () => this.#sockets.forEach((socket) => socket.destroy()),
      ...(options.lookEvery === undefined ? {} : { lookEvery: options.lookEvery }),
    });
    this.#readers = this.#pool(servers, options);
    // A writer waits for locks as well, which says nothing of what it costs.
    this.#writers = this.#pool(servers, { ...options, readPatience: 0 });
    this.#unhurried = this.#pool(servers, { ...options, poolSize: UNHURRIED_POOL, readPatience: 0 });
    this.unhurried = new ReadBy(this, new Handle(new PostgresLink(this.#followed(this.#unhurried))));
    this.read = new Handle(new PostgresLink(this.#followed(this.#readers)));
    this.#commits = new Commits(async () => {
      const query = { name: "snapshot", text: SNAPSHOT };
      const { rows } = await heard(this.#followed(this.#readers).query(query));
      return (rows as { snapshot: string }[])[0]?.snapshot ?? "";
    });
  }

  get writes(): number {
    return this.#written.count;
  }

  isUntouched(reads: TouchSet, writes: number): boolean {
    return this.#written.isUntouched(reads, writes);
  }

  state(): Promise<string | undefined> {
    return this.#commits.state();
  }

  async transact<T>(work: (tx: Write) => Promise<T>, kind?: "steady"): Promise<T> {
    if (this.#inside.getStore()) {
      throw new Error("A transaction was opened inside another one; pass the open one on instead.");
    }
    this.#open++;
    try {
      return await this.#tryAgain(() => this.#inside.run(true, () => this.#transact(work, kind)));
    } finally {
      // While a storage is in use Node follows every promise of the process, which readers should not pay for.
      if (--this.#open === 0) this.#inside.disable();
    }
  }

  async #tryAgain<T>(attemptOnce: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await attemptOnce();
      } catch (error) {
        if (attempt === ATTEMPTS || !mayRetry(error)) throw error;
        // Two that collided should not meet again at the same instant.
        await pause(Math.random() * 5 * 2 ** attempt);
      }
    }
  }

  connections(): Record<string, ConnectionLoad> {
    const loadOf = ({ totalCount, idleCount, waitingCount }: pg.Pool) => ({
      busy: totalCount - idleCount,
      idle: idleCount,
      waiting: waitingCount,
    });
    return {
      read: loadOf(this.#readers),
      write: loadOf(this.#writers),
      jobs: loadOf(this.#unhurried),
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.#readers.end(), this.#writers.end(), this.#unhurried.end()]);
    this.#pulse.close();
  }

  /** Refuses a server that is too old, or would not keep text as we send it. */
  async check(): Promise<void> {
    const query =
      "select current_setting('server_version') as version, current_setting('server_encoding') as encoding";
    const ask = () => heard(this.#writers.query<PostgresServer>(query));
    const { rows } = await this.#servers.ask(ask);
    const refused = refusalOfServer(rows[0] ?? { version: "unknown", encoding: "unknown" });
    if (refused !== undefined) throw new StartRefused(refused);
  }

  /** What is asked of it is followed by the pulse. */
  #followed(to: Querying): Querying {
    return { query: (query) => this.#pulse.during(() => to.query(query)) };
  }

  /** Asks whether the server is there, by a connection of its own: all others may be waiting. */
  #ask(servers: Servers): PulseQuestion {
    const socket = this.#socket();
    const client = servers.client({ application_name: "lectern", stream: () => socket });
    const ask = async (): Promise<unknown> => {
      await client.connect();
      return client.query("select 1");
    };
    const giveUp = (): void => void socket.destroy();
    return { answered: ask().finally(giveUp), giveUp };
  }

  #socket(): Socket {
    const socket = new Socket();
    this.#sockets.add(socket);
    return socket.once("close", () => this.#sockets.delete(socket));
  }

  /**
   * Connections that write nothing unless a transaction says that it does: a statement whose `begin` failed would
   * otherwise be committed by itself.
   */
  #pool(servers: Servers, options: PoolOptions): pg.Pool {
    const pool = new pg.Pool({
      Client: servers.clients(),
      max: options.poolSize,
      types,
      application_name: "lectern",
      stream: () => this.#socket(),
      connectionTimeoutMillis: options.connectionPatience,
      // A machine that vanishes closes nothing: the system alone would wait for its answers for a quarter of an hour.
      keepAlive: true,
      keepAliveInitialDelayMillis: SILENCE,
      // A server that doesn't even give up a read is lost.
      ...(options.readPatience > 0
        ? { query_timeout: options.readPatience + options.connectionPatience }
        : {}),
      // Statements that a transaction asks for together are sent together.
      pipeline: true,
      onConnect: async (client: pg.ClientBase) =>
        void (await client.query(
          `set default_transaction_read_only = on; set statement_timeout = ${options.readPatience}`,
        )),
    });
    // A connection that breaks, idle or between two statements, is replaced by the pool; unheard, its error would end
    // the process. The pool repeats what its idle connections say.
    pool.on("connect", (client) => client.on("error", this.#report));
    pool.on("error", () => undefined);
    return pool;
  }

  async #connect(): Promise<pg.PoolClient> {
    const connecting = this.#writers.connect();
    try {
      return await heard(this.#pulse.during(() => connecting));
    } catch (error) {
      // One that comes when nobody waits for it any more goes back.
      connecting.then(
        (late) => late.release(),
        () => undefined,
      );
      throw error;
    }
  }

  async #transact<T>(work: (tx: Write) => Promise<T>, kind: "steady" | undefined): Promise<T> {
    const client = await this.#connect();
    const hooks: (() => void)[] = [];
    const link = new TransactionLink(new PostgresLink(this.#followed(client)));
    let result: T;
    try {
      // Not waited for: it goes ahead of the first statement. Should it fail, that one has no effect (see #pool).
      const begun = heard(this.#pulse.during(() => client.query(BEGIN[kind ?? "latest"])));
      [result] = await Promise.all([work(new WriteHandle(link, hooks)), begun]);
      await link.settle();
      const { command } = await heard(this.#pulse.during(() => client.query("commit"))).catch(doubtCommit);
      // The server ends a transaction in which something failed with a rollback, and calls that no error.
      if (command !== "COMMIT")
        throw new Error("The database rolled a transaction back instead of committing.");
      this.#written.note(link.written);
    } catch (error) {
      // It may be there.
      if (error instanceof CommitLost) this.#written.note(link.written);
      await rollBack(client, link);
      throw error;
    }
    client.release();
    runHooks(hooks, this.#report);
    return result;
  }
}

/** @throws CommitLost for what leaves open whether the transaction is there: a refusal that was heard doesn't */
function doubtCommit(error: unknown): never {
  if (outage(error) !== "unreachable" || mayRetry(error)) throw error;
  throw new CommitLost("The server gave no answer to a commit.", { cause: error });
}

/** Gives the connection back clean, or throws it away when it can't even roll back. */
async function rollBack(client: pg.PoolClient, link: TransactionLink): Promise<void> {
  link.end();
  try {
    await client.query("rollback");
    client.release();
  } catch {
    client.release(true);
  }
}

/** Connects. Throws when the server can't be reached or the database is not in UTF-8. */
export async function openPostgres(url: string, options: PoolOptions): Promise<Database> {
  const database = new PostgresDatabase(url, options);
  try {
    await database.check();
  } catch (error) {
    await database.close();
    throw error;
  }
  return database;
}
