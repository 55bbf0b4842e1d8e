import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../test/databases.ts";
import type { TestDatabase } from "../test/databases.ts";

const KILLS = process.env["LECTERN_TEST_TIER"] === "full" ? 200 : 20;
/** Inside node_modules, so that the bundle finds its packages; ignored by git like everything there. */
const folder = fileURLToPath(
  new URL(`../../node_modules/.cache/lectern/durability-${process.pid}/`, import.meta.url),
);
const program = `${folder}commits.mjs`;

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: [fileURLToPath(new URL("commits.child.ts", import.meta.url))],
    outfile: program,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
  });
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await opened.drop();
});

/** Starts the program, kills it some time after it acknowledged `patience` commits, and gives the last it acknowledged. */
async function commitUntilKilled(prefix: string, patience: number): Promise<number> {
  const child = spawn(process.execPath, [program, opened.url ?? "", opened.file, prefix], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close");
  let last = -1;
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line);
    if (last === patience) child.kill("SIGKILL");
  }
  await closed;
  return last;
}

test(
  `a process killed with -9 at any instant keeps what it acknowledged, ${KILLS} times`,
  { timeout: 20_000 + KILLS * 2000 },
  async () => {
    for (let round = 0; round < KILLS; round++) {
      const last = await commitUntilKilled(`r${round}`, (round * 7) % 40);
      expect(last).toBeGreaterThanOrEqual(0);
      const rows = await opened.db.read
        .selectFrom("meta")
        .select("key")
        .where("key", "like", `r${round}-%`)
        .execute();
      const kept = new Set(rows.map(({ key }) => key));
      for (let i = 0; i <= last; i++) {
        expect(
          kept.has(`r${round}-${i}-a`) && kept.has(`r${round}-${i}-b`),
          `commit ${i} of round ${round}`,
        ).toBe(true);
      }
      // What was not acknowledged is there as a whole or not at all.
      expect(kept.size % 2).toBe(0);
    }
    if (opened.dialect === "sqlite") {
      const check = await sql<{ quick_check: string }>`pragma quick_check`.execute(opened.db.read);
      expect(check.rows).toEqual([{ quick_check: "ok" }]);
    }
  },
);
