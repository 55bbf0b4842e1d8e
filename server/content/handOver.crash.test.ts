import { afterAll, beforeAll, expect, test } from "vitest";
import { runUntilKilled, useChildProgram } from "../test/childProgram.ts";
import { openTestDatabase } from "../test/databases.ts";
import type { TestDatabase } from "../test/databases.ts";
import { newFolder } from "../test/folders.ts";
import { applyChanges } from "../../engine/change.ts";
import { checkStore } from "./check.ts";
import { commit } from "./commit.ts";
import { headOf, addSpace } from "./spaces.fixture.ts";
import { openContent } from "./store.ts";

const KILLS = process.env["LECTERN_TEST_TIER"] === "full" ? 100 : 6;
const PAGES = 300;
const program = useChildProgram(new URL("handOver.child.ts", import.meta.url));
const folder = newFolder("files");

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(async () => {
  await opened.drop();
});

async function fill(space: string): Promise<void> {
  const { db } = opened;
  const head = await headOf(db.read, space);
  if (head === undefined) throw new Error("no head");
  const changes = Array.from({ length: PAGES }, (_, at) => ({
    operation: "insert_page" as const,
    id: `page${at}`,
    type: "document" as const,
    fields: { title: `Page ${at}` },
    body: { text: `Text of page ${at}.`, targets: {} },
  }));
  const made = await applyChanges(openContent(db).of("org").nodes, head.root, changes, { now: 1 });
  if (!made.ok) throw new Error(made.refusal.message);
  const note = {
    id: "filled",
    organization: "org",
    space,
    type: "edits" as const,
    parents: [head.id],
    createdAt: 1,
  };
  await db.transact((tx) => commit(tx, { expectedHead: head.id, note, content: made }));
}

test(
  `a space is whole in the one organization or the other, ${KILLS} kills with -9 while it was handed over`,
  { timeout: 180_000 + KILLS * 4000 },
  async () => {
    const { db } = opened;
    const space = await addSpace(db);
    await db.transact(async (tx) => {
      const other = { id: "other", title: "Other", hostname: "other", created_at: 0 };
      await tx
        .insertInto("organizations")
        .values({ ...other, type: "business", plan: "free" })
        .execute();
    });
    await fill(space);
    for (let round = 0; round < KILLS; round++) {
      // Lines of a transfer: begun, copied, handed over. The kill follows one of them, so it falls into what comes next.
      const said = await runUntilKilled([program(), opened.url ?? "", opened.file, space, folder], round % 6);
      expect(said.length).toBeGreaterThan(0);
      const head = await headOf(db.read, space);
      expect(head?.id).toBe("filled");
      const content = openContent(db).of(head?.organization_id ?? "");
      const { pages } = await content.root(head?.root ?? "");
      expect(pages).not.toBeNull();
      const report = await checkStore(db);
      expect([report.problems, report.revisions]).toEqual([[], 2]);
    }
  },
);
