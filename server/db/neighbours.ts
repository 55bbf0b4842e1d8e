/** Other processes on the same PostgreSQL database, and what they are told that need not last. */
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import type { Neighbours } from "../turns/limits.ts";
import { Servers } from "./servers.ts";

const CHANNEL = "lectern";
/** Milliseconds until a connection that ended is made anew; nothing is heard meanwhile. */
const AGAIN_MS = 1000;
/** Milliseconds of silence after which the system asks whether the other end is still there. */
const SILENCE_MS = 30_000;

/** Hears and tells by one connection of its own. Nothing is thrown: without a connection nothing is told. */
export function openNeighbours(url: string): Neighbours & { close(): Promise<void> } {
  return new PostgresNeighbours(url);
}

class PostgresNeighbours implements Neighbours {
  readonly #servers: Servers;
  readonly #listeners: ((text: string) => void)[] = [];
  readonly #closing = new AbortController();
  readonly #listening: Promise<void>;
  #client: pg.Client | undefined;

  constructor(url: string) {
    this.#servers = new Servers(url);
    this.#listening = this.#listen();
  }

  hear(listener: (text: string) => void): void {
    this.#listeners.push(listener);
  }

  tell(text: string): void {
    // Who can't be told counts without it, as when the server is away.
    this.#client?.query("select pg_notify($1, $2)", [CHANNEL, text]).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#client?.end().catch(() => undefined);
    await this.#listening;
  }

  async #listen(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#hearUntilItEnds().catch(() => undefined);
      await pause(AGAIN_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #hearUntilItEnds(): Promise<void> {
    const client = this.#servers.client({
      application_name: "lectern",
      keepAlive: true,
      keepAliveInitialDelayMillis: SILENCE_MS,
    });
    const ended = new Promise<void>((resolve) => client.once("end", resolve));
    client.on("notification", ({ payload = "" }) => this.#listeners.forEach((hear) => hear(payload)));
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
    if (this.#closing.signal.aborted) await client.end();
    this.#client = client;
    await ended;
    this.#client = undefined;
  }
}
