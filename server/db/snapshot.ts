/** The database as it is at one instant, for what reads all of it beside a running server: backups and checks. */
import { existsSync } from "node:fs";
import Sqlite from "better-sqlite3";
import pg from "pg";
import { Handle } from "./handle.ts";
import type { Read } from "./handle.ts";
import type { Dialect } from "./link.ts";
import { PostgresLink, types } from "./postgresLink.ts";
import { CONNECTION_TIMEOUT } from "./serverPools.ts";
import { Servers } from "./servers.ts";
import { BUSY_TIMEOUT, SqliteLink } from "./sqlite.ts";

export interface Snapshot {
  readonly dialect: Dialect;
  /** Whatever is read through it is of the same instant. */
  readonly read: Read;
  /** Every row of a table as the values of `columns`, a few hundred at a time; ask for nothing else meanwhile. */
  rows(table: string, columns: readonly string[]): AsyncIterable<readonly unknown[]>;
  close(): Promise<void>;
}

/** Where a database is: a PostgreSQL address, else a SQLite file. */
export interface DatabasePlace {
  readonly url: string | undefined;
  readonly file: string;
}

const ROWS_AT_ONCE = 500;

/**
 * Opens a snapshot, which holds up no writer; on SQLite the write-ahead log grows as long as it is open.
 * Throws when the database is not there: nothing is created.
 */
export function openSnapshot({ url, file }: DatabasePlace): Promise<Snapshot> {
  return url === undefined ? openFile(file) : openOnServer(url);
}

/** A name as SQL takes it, whatever it holds. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function selectAll(table: string, columns: readonly string[]): string {
  return `select ${columns.map(quoted).join(", ")} from ${quoted(table)}`;
}

async function openFile(file: string): Promise<Snapshot> {
  if (!existsSync(file)) throw new Error(`There is no database at ${file}.`);
  const connection = new Sqlite(file, { timeout: BUSY_TIMEOUT, readonly: true });
  connection.pragma("case_sensitive_like = ON");
  connection.exec("begin");
  // The transaction's instant is that of its first read.
  connection.prepare("select count(*) from sqlite_master").get();
  return {
    dialect: "sqlite",
    read: new Handle(new SqliteLink(connection)),
    async *rows(table, columns) {
      const found = connection.prepare(selectAll(table, columns)).raw().iterate();
      for (const row of found) yield row as readonly unknown[];
    },
    async close() {
      connection.close();
    },
  };
}

async function openOnServer(url: string): Promise<Snapshot> {
  const client = await connect(url);
  await client.query("begin isolation level repeatable read read only");
  return {
    dialect: "postgres",
    read: new Handle(new PostgresLink(client)),
    async *rows(table, columns) {
      await client.query(`declare all_rows no scroll cursor for ${selectAll(table, columns)}`);
      const next = { text: `fetch ${ROWS_AT_ONCE} from all_rows`, rowMode: "array" as const };
      for (;;) {
        const { rows } = await client.query<unknown[]>(next);
        yield* rows;
        if (rows.length < ROWS_AT_ONCE) break;
      }
      await client.query("close all_rows");
    },
    close: () => client.end(),
  };
}

/** One connection of its own, with numbers as numbers. Throws when the server can't be reached. */
export async function connect(url: string): Promise<pg.Client> {
  const servers = new Servers(url);
  return servers.ask(() =>
    servers
      .client({ types, application_name: "lectern command", connectionTimeoutMillis: CONNECTION_TIMEOUT })
      .connect(),
  );
}
