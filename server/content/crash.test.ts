import { afterAll, beforeAll, expect, test } from "vitest";
import { runUntilKilled, useChildProgram } from "../test/childProgram.ts";
import { openTestDatabase } from "../test/databases.ts";
import type { TestDatabase } from "../test/databases.ts";
import { checkStore } from "./check.ts";
import { headOf, addSpace } from "./spaces.fixture.ts";

const KILLS = process.env["LECTERN_TEST_TIER"] === "full" ? 200 : 8;
const program = useChildProgram(new URL("commits.child.ts", import.meta.url));

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(async () => {
  await opened.drop();
});

function commitUntilKilled(space: string, patience: number): Promise<string[]> {
  return runUntilKilled([program(), opened.url ?? "", opened.file, space], patience);
}

/** The number of the last revision that was begun, or acknowledged. */
function last(said: readonly string[], what: string): number {
  const line = said.findLast((line) => line.startsWith(`${what} r`));
  return line === undefined ? 0 : Number(line.slice(what.length + 2));
}

test(
  `a process killed with -9 leaves the revision before or the one after, whole, ${KILLS} times`,
  { timeout: 180_000 + KILLS * 4000 },
  async () => {
    const space = await addSpace(opened.db);
    for (let round = 0; round < KILLS; round++) {
      const said = await commitUntilKilled(space, (round * 5) % 17);
      const head = await headOf(opened.db.read, space);
      const number = Number(/^r(\d+)$/.exec(head?.id ?? "")?.[1] ?? 0);
      expect(last(said, "begin")).toBeGreaterThan(0);
      expect(number).toBeGreaterThanOrEqual(last(said, "done"));
      expect(number).toBeLessThanOrEqual(last(said, "begin"));
      const report = await checkStore(opened.db);
      expect(report.problems).toEqual([]);
      expect(report.revisions).toBeGreaterThan(number);
    }
  },
);
