/** Starts of the real program that can't succeed: each ends with 1, and one line that says why. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectOneLine, Program } from "./program.ts";

let program: Program;

beforeAll(async () => {
  program = await Program.build();
});
afterAll(() => program.remove());

describe("a start that can't succeed ends with 1 and one line", () => {
  const refused = async (changes: Record<string, string>, line: RegExp): Promise<void> => {
    const run = program.start({ ...(await program.install()), ...changes });
    expect(await run.ended).toBe(1);
    expectOneLine(run, line);
  };

  test("for a name that is no setting", () =>
    refused({ LECTERN_DATADIR: "/tmp" }, /^lectern: LECTERN_DATADIR is not a setting of Lectern/));

  test("for a bad value", () => refused({ PORT: "http" }, /^lectern: PORT must be a whole number/));

  test("for a port that is taken", async () => {
    const taken = createServer();
    const port = await new Promise<number>((found) => {
      taken.listen(0, "127.0.0.1", () => found((taken.address() as { port: number }).port));
    });
    try {
      await refused(
        { PORT: String(port) },
        new RegExp(`^lectern: Port ${port} on 127.0.0.1 is taken(?: by process \\d+ \\(.+\\))?; set PORT`),
      );
      await refused(
        { LECTERN_SITES_PORT: String(port) },
        new RegExp(
          `^lectern: Port ${port} on 127.0.0.1 is taken(?: by process \\d+ \\(.+\\))?; set LECTERN_SITES_PORT`,
        ),
      );
    } finally {
      taken.close();
    }
  });

  test("for ports that can't be", async () => {
    await refused({ PORT: "65535" }, /^lectern: The published sites need a port of their own/);
    await refused({ HOST: "192.0.2.1" }, /^lectern: HOST=192\.0\.2\.1 is no address of this machine/);
  });

  test("for a data folder that is none", async () => {
    const file = join(program.folder(), "file");
    writeFileSync(file, "");
    for (const folder of [file, join(file, "below")]) {
      await refused(
        { LECTERN_DATA_DIR: folder },
        /^lectern: The data folder .* can't be used: .* is a file\. Set/,
      );
    }
    await refused(
      { LECTERN_DATA_DIR: "/sys/lectern" },
      /^lectern: The data folder .* can't be used \(.*LECTERN_DATA_DIR/,
    );
  });

  test("for a secret that is gone, which another one would not stand for", async () => {
    const settings = await program.install();
    // On PostgreSQL the processes that share it are told in the log.
    if ("LECTERN_DATABASE_URL" in settings) return;
    const secret = join(String(settings["LECTERN_DATA_DIR"]), "secret");
    const first = program.start(settings);
    await first.ready();
    await first.stop();
    const kept = readFileSync(secret, "utf8");
    rmSync(secret);
    const refusal = program.start(settings);
    expect(await refusal.ended).toBe(1);
    expectOneLine(refusal, /^lectern: There is no secret in .*put the secret back from a backup/);
    expect(existsSync(secret)).toBe(false);
    writeFileSync(secret, kept, { mode: 0o600 });
    const again = program.start(settings);
    await again.ready();
    await again.stop();
  });

  test("for a database that isn't there", async () => {
    const url = "postgres://someone:swordfish@127.0.0.1:1/lectern";
    await refused(
      { LECTERN_DATABASE_URL: url },
      /^lectern: The database lectern on 127\.0\.0\.1:1 can't be used \((?!.*swordfish)/,
    );
  });

  test("so does a command, which somebody types while the database is away", async () => {
    const url = "postgres://someone:swordfish@127.0.0.1:1/lectern";
    const run = program.start({ ...(await program.install()), LECTERN_DATABASE_URL: url }, ["user", "list"]);
    expect(await run.ended).toBe(1);
    expectOneLine(run, /^lectern: The database lectern on 127\.0\.0\.1:1 can't be used \((?!.*swordfish)/);
  });

  test("for a command that isn't one", async () => {
    const run = program.start(await program.install(), ["strat"]);
    expect(await run.ended).not.toBe(0);
    expect(run.logged).not.toMatch(/\n\s+at /);
  });
});
