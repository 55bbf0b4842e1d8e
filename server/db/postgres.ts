/** The database as a PostgreSQL server: one pool that only may read, one that writes. */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { Commits, SNAPSHOT } from "./commits.ts";
import { StartRefused } from "../ports/start-refused.ts";
import type { ConnectionLoad, Database, OpenOptions, ReplicaCounts } from "./database.ts";
import { Handle, WriteHandle } from "./handle.ts";
import type { Read, Write } from "./handle.ts";
import { heard, PostgresLink } from "./postgresLink.ts";
import { ReadBy } from "./readBy.ts";
import { LOG_POSITION, type LogPosition, PRIMARY_KEY, Replica } from "./replica.ts";
import { CommitLost, outage } from "./rules.ts";
import { loadOf, ServerPools } from "./serverPools.ts";
import { Servers } from "./servers.ts";
import { runHooks, TransactionLink } from "./transaction.ts";
import { type TouchSet, WrittenTables } from "./writtenTables.ts";

/** How often one transaction is tried when the server says that it lost against another. */
const ATTEMPTS = 6;
/** Connections for reading what nobody waits for. */
const UNHURRIED_POOL = 4;
type PoolOptions = Required<
  Pick<OpenOptions, "poolSize" | "connectionPatience" | "readPatience" | "report">
> &
  Pick<OpenOptions, "lookEvery" | "readUrl">;

const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";

const BEGIN = {
  latest: "begin read write",
  steady: "begin isolation level repeatable read, read write",
};

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
  readonly #server: ServerPools;
  readonly #replica: Replica | undefined;
  readonly #inside = new AsyncLocalStorage<true>();
  /** Transactions under way. */
  #open = 0;
  readonly #report: (error: unknown) => void;

  constructor(url: string, options: PoolOptions) {
    const server = new ServerPools(new Servers(url), options);
    this.#server = server;
    this.#report = options.report;
    this.lookEvery = options.lookEvery;
    this.#readers = server.open(options.poolSize, options.readPatience);
    // A writer waits for locks as well, which says nothing of what it costs.
    this.#writers = server.open(options.poolSize, 0);
    this.#unhurried = server.open(UNHURRIED_POOL, 0);
    this.unhurried = new ReadBy(this, new Handle(new PostgresLink(server.followed(this.#unhurried))));
    const reading = new PostgresLink(server.followed(this.#readers));
    this.read = new Handle(reading);
    const { readUrl } = options;
    if (readUrl !== undefined) {
      const identify = (identity: string): Promise<void> => this.#identify(identity);
      const position = (): Promise<LogPosition> => this.#ask("log_position", LOG_POSITION);
      this.#replica = new Replica({ ...options, url: readUrl, primary: reading, position, identify });
    }
    this.#commits = new Commits(
      async () => (await this.#ask<{ snapshot: string }>("snapshot", SNAPSHOT)).snapshot,
    );
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

  get replica(): Read | undefined {
    return this.#replica?.read;
  }

  async upToDate(): Promise<Read> {
    if (this.#replica === undefined) return this.read;
    if (await this.#replica.isCurrent()) return this.#replica.read;
    this.#replica.counts.primary++;
    return this.read;
  }

  get replicaCounts(): ReplicaCounts | undefined {
    return this.#replica?.counts;
  }

  connections(): Record<string, ConnectionLoad> {
    return {
      read: loadOf(this.#readers),
      write: loadOf(this.#writers),
      jobs: loadOf(this.#unhurried),
      ...(this.#replica === undefined ? {} : { replica: this.#replica.load() }),
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.#replica?.close(), this.#server.close()]);
  }

  /** Refuses a server that is too old, or would not keep text as we send it. */
  async check(): Promise<void> {
    const query =
      "select current_setting('server_version') as version, current_setting('server_encoding') as encoding";
    const ask = () => heard(this.#writers.query<PostgresServer>(query));
    const { rows } = await this.#server.servers.ask(ask);
    const refused = refusalOfServer(rows[0] ?? { version: "unknown", encoding: "unknown" });
    if (refused !== undefined) throw new StartRefused(refused);
  }

  /** What the server says of itself. */
  async #ask<T>(name: string, text: string): Promise<T> {
    const { rows } = await heard(this.#server.followed(this.#readers).query({ name, text }));
    return rows[0] as T;
  }

  async #identify(identity: string): Promise<void> {
    await this.transact(async (tx) => {
      const known = tx.selectFrom("meta").select("value").where("key", "=", PRIMARY_KEY);
      if ((await known.executeTakeFirst())?.value === identity) return;
      await tx
        .insertInto("meta")
        .values({ key: PRIMARY_KEY, value: identity })
        .onConflict((on) => on.column("key").doUpdateSet({ value: identity }))
        .execute();
    });
  }

  async #connect(): Promise<pg.PoolClient> {
    const connecting = this.#writers.connect();
    try {
      return await heard(this.#server.during(() => connecting));
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
    const link = new TransactionLink(new PostgresLink(this.#server.followed(client)));
    let result: T;
    try {
      // Not waited for: it goes ahead of the first statement. Should it fail, that one has no effect (see `ServerPools.open`).
      const begun = heard(this.#server.during(() => client.query(BEGIN[kind ?? "latest"])));
      [result] = await Promise.all([work(new WriteHandle(link, hooks)), begun]);
      await link.settle();
      const { command } = await heard(this.#server.during(() => client.query("commit"))).catch(doubtCommit);
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
