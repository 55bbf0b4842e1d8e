import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase, type TestDatabase } from "../test/databases.ts";
import { pageBy } from "./pageBy.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
  const user = (id: string, created_at: number) => ({
    id,
    email: id,
    email_folded: id,
    display_name: id,
    created_at,
  });
  // Two of one instant: their ids decide.
  const users = [user("a", 1), user("c", 2), user("b", 2), user("d", 3)];
  await opened.db.transact((tx) => tx.insertInto("users").values(users).execute());
});
afterAll(() => opened.drop());

const users = () => opened.db.read.selectFrom("users").select(["users.id as name", "users.created_at"]);

/** The names on each page of a list, read to its end, and what it counts. */
async function readAll(limit: number, direction?: "asc" | "desc") {
  const pages: string[][] = [];
  const counts = new Set<number>();
  let after: readonly (string | number | null)[] | undefined;
  do {
    const by = ["users.created_at", "users.id as name"] as const;
    const page = await pageBy(users(), by, { limit, after }, direction && { direction });
    pages.push(page.rows.map(({ name }) => name));
    counts.add(page.count);
    after = page.nextKeys;
  } while (after !== undefined && pages.length < 10);
  return { pages, counts: [...counts] };
}

test.each<[number, "asc" | "desc" | undefined, string[][]]>([
  [1, undefined, [["a"], ["b"], ["c"], ["d"]]],
  [3, "asc", [["a", "b", "c"], ["d"]]],
  [3, "desc", [["d", "c", "b"], ["a"]]],
  // A last page that is full is the last.
  [
    2,
    "desc",
    [
      ["d", "c"],
      ["b", "a"],
    ],
  ],
  [4, undefined, [["a", "b", "c", "d"]]],
  [9, undefined, [["a", "b", "c", "d"]]],
])("reads pages of %i, %s", async (limit, direction, pages) => {
  expect(await readAll(limit, direction)).toEqual({ pages, counts: [4] });
});

test("counts what decides which rows there are, where more is read of them", async () => {
  const counted = opened.db.read.selectFrom("users").where("created_at", "=", 2);
  const read = counted.select(["id", "created_at"]);
  const page = await pageBy(read, ["created_at", "id"], { limit: 1, after: undefined }, { counted });
  expect(page).toEqual({ rows: [{ id: "b", created_at: 2 }], count: 2, nextKeys: [2, "b"] });
});
