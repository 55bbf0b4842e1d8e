/** A running server with a database of its own, and commands beside it in this process. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { openTestDatabase, type TestDatabase } from "../test/databases.ts";
import { Program } from "../test/program.ts";
import { type Ran, runHere } from "./runHere.fixture.ts";

export interface CommandsBeside {
  readonly database: TestDatabase;
  /** The server's settings. */
  readonly env: Readonly<Record<string, string>>;
  /** For what commands write; gone at the end. */
  readonly folder: string;
  readonly program: Program;
  /** The address of the API, up to /v1. */
  readonly api: string;
}

/** @param token of the first administrator */
export function useCommandsBeside(token: string) {
  let beside: CommandsBeside;
  beforeAll(async () => {
    const database = await openTestDatabase();
    const folder = mkdtempSync(join(tmpdir(), "lectern-commands-"));
    const data = database.url === undefined ? dirname(database.file) : join(folder, "data");
    const env: Record<string, string> = {
      PORT: "0",
      LECTERN_DATA_DIR: data,
      LECTERN_ADMIN_TOKEN: token,
      LECTERN_LOG_LEVEL: "error",
      ...(database.url === undefined ? {} : { LECTERN_DATABASE_URL: database.url }),
    };
    const program = await Program.build();
    const api = `${(await program.start(env).ready()).app}/v1`;
    beside = { database, env, folder, program, api };
  });
  afterAll(async () => {
    await beside.program.remove();
    rmSync(beside.folder, { recursive: true, force: true });
    await beside.database.drop();
  });
  /** Runs a command in this process. */
  const lectern = (args: string, more: NodeJS.ProcessEnv = {}): Promise<Ran> =>
    runHere(args.split(" ").filter(Boolean), { ...beside.env, ...more });
  const json = async (args: string) => JSON.parse((await lectern(`${args} --json`)).out);
  return { beside: () => beside, lectern, json };
}
