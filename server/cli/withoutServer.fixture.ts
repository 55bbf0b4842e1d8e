/** Commands run in this process, on a database of their own and without a server beside them. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { runCommand } from "../cli.ts";
import { openTestDatabase, type TestDatabase } from "../test/databases.ts";

/** How a command ended, and all that it said. */
export interface CommandOutcome {
  readonly code: number;
  readonly said: string;
}

/** For one test file: its database, a folder that goes with it, and the command line. */
export function useCommands() {
  const folder = mkdtempSync(join(tmpdir(), "lectern-commands-"));
  let database: TestDatabase;
  let env: NodeJS.ProcessEnv;
  const dataDir = (): string => String(env["LECTERN_DATA_DIR"]);
  beforeAll(async () => {
    database = await openTestDatabase();
    env = {
      LECTERN_DATA_DIR: database.url === undefined ? dirname(database.file) : join(folder, "data"),
      LECTERN_LOG_LEVEL: "error",
      ...(database.url === undefined ? {} : { LECTERN_DATABASE_URL: database.url }),
    };
    mkdirSync(dataDir(), { recursive: true });
    writeFileSync(join(dataDir(), "secret"), "a secret of these tests, and of nothing else\n");
  });
  afterAll(async () => {
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const lectern = async (...args: readonly string[]): Promise<CommandOutcome> => {
    const said: string[] = [];
    const hear = (line: string): void => void said.push(line);
    const code = await runCommand([...args], {
      env,
      print: hear,
      note: hear,
      progress: { write: () => undefined },
      isTerminal: false,
    });
    return { code, said: said.join("\n") };
  };
  return { folder, dataDir, database: () => database, lectern };
}
