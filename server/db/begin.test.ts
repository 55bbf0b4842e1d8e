/** What has to hold when a transaction doesn't begin, or ends otherwise than it was asked to. */
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { openTestDatabase } from "../test/databases.ts";
import type { TestDatabase } from "../test/databases.ts";
import { brokenRule, type Database, type Params, preparedInsert, preparedWrite } from "./database.ts";

let opened: TestDatabase;
let db: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
  db = opened.db;
});
afterAll(() => opened.drop());
afterEach(async () => {
  vi.restoreAllMocks();
  await db.transact((tx) => tx.deleteFrom("meta").execute());
});

const put = preparedInsert("meta", ["key", "value"]);
const lengthen = preparedWrite((tx, p: Params<{ key: string }>) =>
  tx.updateTable("meta").set({ value: "longer" }).where("key", "=", p("key")),
);

async function keys(): Promise<string[]> {
  const rows = await db.read.selectFrom("meta").select("key").orderBy("key").execute();
  return rows.map(({ key }) => key);
}

/** Sends something that the server refuses instead of the next `begin`; the connection goes on. */
function refuseNextBegin(): void {
  const real = pg.Client.prototype.query as (this: pg.Client, ...asked: unknown[]) => unknown;
  let isRefused = false;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...asked) {
    const refuses = !isRefused && typeof asked[0] === "string" && asked[0].startsWith("begin");
    if (!refuses) return real.apply(this, asked) as never;
    isRefused = true;
    return real.call(this, "select 1/0") as never;
  });
}

describe("a transaction that didn't begin", () => {
  test.each([undefined, "steady"] as const)("has no effect (%s)", async (kind) => {
    if (db.dialect === "sqlite") return; // It is begun before anything is asked.
    await db.transact((tx) => put.run(tx, { key: "before", value: "1" }));
    refuseNextBegin();
    const failing = db.transact(async (tx) => {
      await Promise.allSettled([
        put.run(tx, { key: "first", value: "1" }),
        lengthen.run(tx, { key: "before" }),
        tx.insertInto("meta").values({ key: "second", value: "1" }).execute(),
      ]);
      await tx.deleteFrom("meta").execute();
    }, kind);
    await expect(failing).rejects.toThrow();
    vi.restoreAllMocks();
    // What was sent has been answered when its connection is used again.
    await db.transact((tx) => put.run(tx, { key: "after", value: "1" }));
    expect(await db.read.selectFrom("meta").selectAll().orderBy("key").execute()).toEqual([
      { key: "after", value: "1" },
      { key: "before", value: "1" },
    ]);
  });
});

test("a transaction fails with a statement that it didn't wait for", async () => {
  let ran = false;
  const failing = db.transact((tx) => {
    tx.afterCommit(() => (ran = true));
    for (const key of ["a", "b", "a"]) put.run(tx, { key, value: "1" }).catch(() => undefined);
    return Promise.resolve();
  });
  await expect(failing).rejects.toSatisfy((error) => brokenRule(error) === "unique");
  expect([ran, await keys()]).toEqual([false, []]);
});
