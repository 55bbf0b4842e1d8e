import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../test/databases.ts";
import type { TestDatabase } from "../test/databases.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.drop());

describe("a transaction", () => {
  test("keeps what it wrote", async () => {
    await opened.db.transact((tx) => tx.insertInto("meta").values({ key: "a", value: "1" }).execute());
    expect(await opened.db.read.selectFrom("meta").selectAll().execute()).toEqual([{ key: "a", value: "1" }]);
  });
});
