/** Other processes on the same PostgreSQL database, and what they are told that need not last. */
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import type pg from "pg";
import type { Neighbours } from "../turns/limits.ts";
import type { ProcessRole } from "../env.ts";
import type { Read } from "./database.ts";
import { CONNECTION_TIMEOUT } from "./serverPools.ts";
import { Servers } from "./servers.ts";

/** How the names of such connections begin; the role of the process follows. `lectern doctor` counts them by it. */
export const NEIGHBOURS = "lectern neighbours";
const nameOf = (role: ProcessRole): string => `${NEIGHBOURS} ${role}`;
const CHANNEL = "lectern";
/** Milliseconds until a connection that ended is made anew; nothing is heard meanwhile. */
const AGAIN_MS = 1000;
/** Milliseconds of silence after which the system asks whether the other end is still there. */
const SILENCE_MS = 30_000;

/** What makes sure that a message is one of ours: others may use the database too, and its channels are everybody's. */
export interface Signer {
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
}

/**
 * Processes that answer the same requests from the database now: of the API or of sites, whichever are more. Each has one
 * connection by its name. SQLite has one process at most.
 */
export async function processesOn(read: Read): Promise<number> {
  if (read.link.dialect === "sqlite") return 1;
  const { rows } = await sql<{ name: string }>`
    select application_name as name from pg_stat_activity
    where application_name like ${`${NEIGHBOURS} %`} and datname = current_database()`.execute(read);
  const answering = (part: ProcessRole): number =>
    rows.filter(({ name }) => name === nameOf(part) || name === nameOf("all")).length;
  return Math.max(answering("api"), answering("sites"));
}

/** Says that a process is there, and wants to be told who else is. */
const HELLO = "hello";
const HERE = "here";

/**
 * Hears and tells by one connection of its own. Nothing is thrown: without a connection nothing is told, and a process
 * that has no neighbour says nothing but hello, since what is told counts as a commit.
 */
export function openNeighbours(
  url: string,
  signer: Signer,
  role: ProcessRole,
): Neighbours & { close(): Promise<void> } {
  return new PostgresNeighbours(url, signer, role);
}

class PostgresNeighbours implements Neighbours {
  readonly #servers: Servers;
  readonly #signer: Signer;
  readonly #role: ProcessRole;
  readonly #listeners: ((text: string) => void)[] = [];
  readonly #closing = new AbortController();
  readonly #listening: Promise<void>;
  #client: pg.Client | undefined;
  #isListening = false;
  #hasNeighbour = false;

  constructor(url: string, signer: Signer, role: ProcessRole) {
    this.#servers = new Servers(url);
    this.#signer = signer;
    this.#role = role;
    this.#listening = this.#listen();
  }

  hear(listener: (text: string) => void): void {
    this.#listeners.push(listener);
  }

  tell(text: string): void {
    if (this.#hasNeighbour) this.#send(text);
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
      application_name: nameOf(this.#role),
      connectionTimeoutMillis: CONNECTION_TIMEOUT,
      keepAlive: true,
      keepAliveInitialDelayMillis: SILENCE_MS,
    });
    this.#client = client;
    const ended = new Promise<void>((resolve) => client.once("end", resolve));
    client.on("notification", ({ payload = "", processId }) =>
      this.#take(payload, processId === pidOf(client)),
    );
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      this.#isListening = true;
      this.#send(HELLO);
      await ended;
    } finally {
      this.#isListening = false;
    }
  }

  #send(text: string): void {
    // Who can't be told counts without it, as when the server is away.
    if (!this.#isListening) return;
    const payload = `${this.#signer.sign(text)} ${text}`;
    this.#client?.query("select pg_notify($1, $2)", [CHANNEL, payload]).catch(() => undefined);
  }

  #take(payload: string, isOwn: boolean): void {
    const at = payload.indexOf(" ");
    const text = payload.slice(at + 1);
    if (isOwn || at < 0 || !this.#signer.verify(text, payload.slice(0, at))) return;
    this.#hasNeighbour = true;
    if (text === HELLO) return this.#send(HERE);
    if (text !== HERE) this.#listeners.forEach((hear) => hear(text));
  }
}

/** The server's number of the process that a connection is answered by, which its notifications carry. */
function pidOf(client: pg.Client): number | undefined {
  return (client as { readonly processID?: number }).processID;
}
