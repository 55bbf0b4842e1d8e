import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import type { PageBranch } from "../../../engine/tree.ts";
import { openDiskBlobs } from "../../ports/blobs-disk.ts";
import { runUntilKilled, useChildProgram } from "../../test/childProgram.ts";
import { openTestDatabase, type TestDatabase } from "../../test/databases.ts";
import { checkStore } from "../check.ts";
import { headOf, addSpace } from "../spaces.fixture.ts";
import { openContent } from "../store.ts";

const isFull = process.env["LECTERN_TEST_TIER"] === "full";
/** Eight points in all, every other one of them on each database; in the full tier each has all. */
const KILLS = isFull ? 200 : 4;
const pointOf = (round: number): number => {
  const at = isFull ? round : 2 * round + (inject("databases").dialect === "postgres" ? 1 : 0);
  return (at * 7) % 26;
};
const program = useChildProgram(new URL("imports.child.ts", import.meta.url));

let opened: TestDatabase;
let folder: string;
beforeAll(async () => {
  opened = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), "lectern-import-crash-"));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await opened.drop();
});

function importUntilKilled(space: string, first: number, patience: number): Promise<string[]> {
  const args = [program(), opened.url ?? "", opened.file, space, join(folder, "files"), String(first)];
  return runUntilKilled(args, patience);
}

function last(said: readonly string[], what: string): number {
  const line = said.findLast((line) => line.startsWith(`${what} `));
  return line === undefined ? 0 : Number(line.slice(what.length + 1));
}

/** The versions that the pages of a space say they are of. */
async function versionsOf(space: string): Promise<{ versions: number[]; pages: number }> {
  const content = openContent(opened.db).of("org");
  const head = await headOf(opened.db.read, space);
  const versions = new Set<number>();
  let pages = 0;
  const visit = async (branches: readonly PageBranch[]): Promise<void> => {
    for (const { page, pages: below } of branches) {
      const version = /^version (\d+)/.exec(await content.body(page.body))?.[1];
      if (version !== undefined) {
        versions.add(Number(version));
        pages += 1;
      }
      await visit(below);
    }
  };
  await visit(await content.tree(head?.root ?? ""));
  return { versions: [...versions], pages };
}

test(
  `an import killed with -9 leaves the revision before it or its own, whole, ${KILLS} times`,
  { timeout: 180_000 + KILLS * 6000 },
  async () => {
    const space = await addSpace(opened.db);
    const blobs = await openDiskBlobs(join(folder, "files"));
    let stands = 0;
    let begun = 0;
    for (let round = 0; round < KILLS; round++) {
      const said = await importUntilKilled(space, begun + 1, pointOf(round));
      const { versions, pages } = await versionsOf(space);
      const [version = 0] = versions;
      expect(versions.length).toBeLessThanOrEqual(1);
      expect(pages).toBe(version === 0 ? 0 : 80);
      expect(version).toBeGreaterThanOrEqual(Math.max(stands, last(said, "done")));
      expect(last(said, "begin")).toBeGreaterThan(begun);
      expect(version).toBeLessThanOrEqual(last(said, "begin"));
      expect((await checkStore(opened.db, blobs)).problems).toEqual([]);
      stands = version;
      begun = last(said, "begin");
    }
    expect(stands).toBeGreaterThan(1);
  },
);
