/** A fresh, migrated database for one test file, on the database that the running project stands for. */
import { openDatabase } from "../db/open.ts";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { inject } from "vitest";
import type { Database, Dialect } from "../db/database.ts";
import { PartLaw } from "./partLaw.ts";

/** What the project's set-up hands to its tests. */
type TestDatabases =
  | { readonly dialect: "sqlite"; readonly template: string; readonly folder: string }
  | { readonly dialect: "postgres"; readonly template: string; readonly url: string };

declare module "vitest" {
  interface ProvidedContext {
    databases: TestDatabases;
  }
}

export interface TestDatabase {
  readonly db: Database;
  readonly dialect: Dialect;
  /** What openDatabase takes, to open the same database again. */
  readonly url: string | undefined;
  readonly file: string;
  /** Closes `db` and removes everything. */
  drop(): Promise<void>;
}

const isFull = process.env["LECTERN_TEST_TIER"] === "full";

let count = 0;

/** Opens a database with the real schema and no rows. `{ migrated: false }`: without the schema too. */
export async function openTestDatabase(options: { migrated?: boolean } = {}): Promise<TestDatabase> {
  const databases = inject("databases");
  const migrated = options.migrated ?? true;
  return databases.dialect === "sqlite"
    ? openFile(databases.template, databases.folder, migrated)
    : openOnServer(databases.url, databases.template, migrated);
}

async function openFile(template: string, parent: string, migrated: boolean): Promise<TestDatabase> {
  const folder = mkdtempSync(join(parent, "db-"));
  const file = join(folder, "lectern.db");
  if (migrated) copyFileSync(template, file);
  const db = await openDatabase({ url: undefined, file, patience: 0 });
  const drop = async (): Promise<void> => {
    await db.close();
    rmSync(folder, { recursive: true });
  };
  return { db, dialect: "sqlite", url: undefined, file, drop };
}

async function openOnServer(server: string, template: string, migrated: boolean): Promise<TestDatabase> {
  const name = `lectern_test_${process.pid}_${++count}`;
  await onServer(
    server,
    `create database ${name} template ${migrated ? template : "template0"} strategy file_copy`,
  );
  const url = databaseUrl(server, name);
  // Dozens of requests at once wait for four connections: on a machine that stands still for seconds none may give up.
  const patient = { connectionPatience: 300_000, lookEvery: 20_000 };
  const db = await openDatabase({ url, file: "", poolSize: 4, ...patient });
  const law = isFull && migrated ? new PartLaw(db) : undefined;
  const drop = async (): Promise<void> => {
    try {
      await law?.check();
    } finally {
      await db.close();
      await onServer(server, `drop database ${name} with (force)`);
    }
  };
  return { db, dialect: "postgres", url, file: "", drop };
}

/** The server's URL with another database. */
export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Connections of this process, one to each server: to open one takes longer than to copy a database by it. */
const keptClients = new Map<string, Promise<pg.Client>>();

/** Runs one statement outside any test database. */
export async function onServer(server: string, statement: string): Promise<void> {
  let client = keptClients.get(server);
  if (client === undefined) {
    client = connectTo(server);
    keptClients.set(server, client);
    client.catch(() => keptClients.delete(server));
  }
  await (await client).query(statement);
}

async function connectTo(server: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: server });
  // The server ends before the process does, or the process without a word.
  client.on("error", () => keptClients.delete(server));
  await client.connect();
  // The types of the package lack it. Without it the process would wait for the connection.
  (client as pg.Client & { unref(): void }).unref();
  return client;
}
