import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useChildProgram } from "../test/childProgram.ts";
import { openTestDatabase } from "../test/databases.ts";
import type { TestDatabase } from "../test/databases.ts";
import { appliedTo } from "./migrate.ts";
import { migrations } from "./migrations/list.ts";

const KILLS = process.env["LECTERN_TEST_TIER"] === "full" ? 200 : 8;
const commits = useChildProgram(new URL("commits.child.ts", import.meta.url));
const migration = useChildProgram(new URL("migration.child.ts", import.meta.url));

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.drop());

function start(program: string, ...more: string[]) {
  const args = [program, opened.url ?? "", opened.file, ...more];
  return spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
}

/** Starts the program, kills it when it has acknowledged the commit `patience`, and gives the last it acknowledged. */
async function commitUntilKilled(prefix: string, patience: number): Promise<number> {
  const child = start(commits(), prefix);
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
  { timeout: 180_000 + KILLS * 2000 },
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

test("a process killed in the middle of a migration leaves nothing of it", async () => {
  const [, signal] = (await once(start(migration()), "close")) as [number | null, string | null];
  expect(signal).toBe("SIGKILL");
  expect(await appliedTo(opened.db.read)).toEqual([...migrations.map(({ name }) => name), "998_whole"]);
  const tables =
    opened.dialect === "sqlite"
      ? sql<{ name: string }>`select name from sqlite_master where name in ('998_whole', '999_half')`
      : sql<{
          name: string;
        }>`select tablename as name from pg_tables where tablename in ('998_whole', '999_half')`;
  expect((await tables.execute(opened.db.read)).rows).toEqual([{ name: "998_whole" }]);
});
