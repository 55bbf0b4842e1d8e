/** Connections to one PostgreSQL server, or to whichever of several takes the writes. */
import { Socket } from "node:net";
import pg from "pg";
import type { ConnectionLoad } from "./database.ts";
import { type QueryTarget, types } from "./postgresLink.ts";
import { Pulse, type PulseQuestion } from "./pulse.ts";
import type { Servers } from "./servers.ts";

/** Milliseconds to wait for a connection: a server that is away, or a pool in which all are busy. */
export const CONNECTION_TIMEOUT = 10_000;
/** Milliseconds of silence on a connection after which its other end is asked whether it is still there. */
const SILENCE = 30_000;

export interface ServerPoolRules {
  /** Milliseconds that a statement waits for a connection before it fails. */
  readonly connectionPatience: number;
  /** Hears of connections that broke while nobody used them. */
  readonly report: (error: unknown) => void;
  /** Milliseconds between two looks at whether the server answers at all. */
  readonly lookEvery?: number | undefined;
}

/** The pools of connections to a server, and whether it answers: what one of them hears counts for all. */
export class ServerPools {
  readonly servers: Servers;
  readonly #rules: ServerPoolRules;
  readonly #pools: pg.Pool[] = [];
  readonly #pulse: Pulse;
  /** All connections there are, also those that are being made. */
  readonly #sockets = new Set<Socket>();

  constructor(servers: Servers, rules: ServerPoolRules) {
    this.servers = servers;
    this.#rules = rules;
    this.#pulse = new Pulse({
      ask: () => this.#ask(),
      onSilence: () => this.#sockets.forEach((socket) => socket.destroy()),
      ...(rules.lookEvery === undefined ? {} : { lookEvery: rules.lookEvery }),
    });
  }

  /**
   * Connections that write nothing unless a transaction says that it does: a statement whose `begin` failed would
   * otherwise be committed by itself.
   * @param patience milliseconds after which the server gives up a statement; 0: never
   */
  open(size: number, patience: number): pg.Pool {
    const { connectionPatience, report } = this.#rules;
    const pool = new pg.Pool({
      Client: this.servers.clients(),
      max: size,
      types,
      application_name: "lectern",
      stream: () => this.#socket(),
      connectionTimeoutMillis: connectionPatience,
      // A machine that vanishes closes nothing: the system alone would wait for its answers for a quarter of an hour.
      keepAlive: true,
      keepAliveInitialDelayMillis: SILENCE,
      // A server that doesn't even give up a read is lost.
      ...(patience > 0 ? { query_timeout: patience + connectionPatience } : {}),
      // Statements that a transaction asks for together are sent together.
      pipeline: true,
      onConnect: async (client: pg.ClientBase) =>
        void (await client.query(
          `set default_transaction_read_only = on; set statement_timeout = ${patience}`,
        )),
    });
    // A connection that breaks, idle or between two statements, is replaced by the pool; unheard, its error would end
    // the process. The pool repeats what its idle connections say.
    pool.on("connect", (client) => client.on("error", report));
    pool.on("error", () => undefined);
    this.#pools.push(pool);
    return pool;
  }

  /** Waits for what the server is asked by `ask`. @throws ConnectionLost when it is silent, soon or at once */
  during<T>(ask: () => Promise<T>): Promise<T> {
    return this.#pulse.during(ask);
  }

  /** The same for all that is asked of a pool, or of a connection. */
  followed(to: QueryTarget): QueryTarget {
    return { query: (query) => this.#pulse.during(() => to.query(query)) };
  }

  /** Ends after what is under way. */
  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.end()));
    this.#pulse.close();
  }

  /** Asks whether the server is there, by a connection of its own: all others may be waiting. */
  #ask(): PulseQuestion {
    const socket = this.#socket();
    const client = this.servers.client({ application_name: "lectern", stream: () => socket });
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
}

/** What the connections of a pool do. */
export function loadOf({ totalCount, idleCount, waitingCount }: pg.Pool): ConnectionLoad {
  return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
}
