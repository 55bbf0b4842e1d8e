import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../test/databases.ts";
import type { TestDatabase } from "../test/databases.ts";
import type { Read, Write } from "./database.ts";

let opened: TestDatabase;
let read: Read;
beforeAll(async () => {
  opened = await openTestDatabase();
  read = opened.db.read;
});
afterAll(() => opened.drop());

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Runs `work` in a transaction that leaves no trace. */
async function passing(work: (tx: Write) => Promise<void>): Promise<void> {
  const undo = new Error("undo");
  const done = opened.db.transact(async (tx) => {
    await work(tx);
    throw undo;
  });
  await expect(done).rejects.toBe(undo);
}

const TRICKY = [
  "",
  " ",
  "  ",
  "a",
  "A",
  "B",
  "b",
  "é",
  "e\u0301",
  "E",
  "Z",
  "z",
  "ß",
  "ss",
  "İ",
  "ı",
  "i",
  "中",
  "文",
  "中文",
  "日本語",
  "한",
  "\u1112\u1161\u11ab",
  "🙂",
  "👩‍👩‍👧",
  "\uffff",
  "\u{10000}",
  "\u{10ffff}",
  "\ufeff",
  "a\tb",
  "a\nb",
  "a\r\nb",
  "\u0001",
  "\u007f",
  "10",
  "9",
  "-1",
  "_",
  "a_b",
  "a-b",
  "a b",
  "ab",
  "%",
  "\\",
  "'",
  '"',
  "null",
];

describe("text", () => {
  test("comes back as it was and in the order of its bytes", async () => {
    await passing(async (tx) => {
      for (const key of TRICKY) await tx.insertInto("meta").values({ key, value: key }).execute();
      const rows = await tx.selectFrom("meta").selectAll().orderBy("key").execute();
      const sorted = TRICKY.toSorted(byBytes);
      expect(rows).toEqual(sorted.map((key) => ({ key, value: key })));
      const middle = sorted[20] ?? "";
      const after = await tx
        .selectFrom("meta")
        .select("key")
        .where("key", ">", middle)
        .orderBy("key")
        .execute();
      expect(after.map(({ key }) => key)).toEqual(sorted.slice(21));
      const down = await tx.selectFrom("meta").select("value").orderBy("value", "desc").execute();
      expect(down.map(({ value }) => value)).toEqual(sorted.toReversed());
      const like = await tx
        .selectFrom("meta")
        .select("key")
        .where("key", "like", "a%")
        .orderBy("key")
        .execute();
      expect(like.map(({ key }) => key)).toEqual(sorted.filter((key) => key.startsWith("a")));
    });
  });

  test("of any kind does so", async () => {
    const storable = fc
      .string({ unit: "grapheme" })
      .filter((text) => !text.includes("\0") && text.isWellFormed());
    const keys = fc.uniqueArray(
      fc.oneof(
        storable,
        fc.string({ unit: "binary" }).filter((t) => !t.includes("\0") && t.isWellFormed()),
      ),
      { maxLength: 20 },
    );
    const numRuns = process.env["LECTERN_TEST_TIER"] === "full" ? 500 : 25;
    await fc.assert(
      fc.asyncProperty(keys, (keys) =>
        passing(async (tx) => {
          if (keys.length > 0)
            await tx
              .insertInto("meta")
              .values(keys.map((key) => ({ key, value: key })))
              .execute();
          const rows = await tx.selectFrom("meta").select("value").orderBy("key").execute();
          expect(rows.map(({ value }) => value)).toEqual(keys.toSorted(byBytes));
        }),
      ),
      { numRuns },
    );
  });
});

describe("numbers", () => {
  const NUMBERS = [
    -(2 ** 53) + 1,
    -(2 ** 31) - 1,
    -1,
    0,
    1,
    2 ** 31 - 1,
    2 ** 31,
    2 ** 32,
    1_700_000_000_000,
    2 ** 53 - 1,
  ];

  test("come back as numbers, in order", async () => {
    await passing(async (tx) => {
      for (const size of NUMBERS.toReversed())
        await tx
          .insertInto("blobs")
          .values({ organization_id: "o", hash: String(size), size, touched_at: 0 })
          .execute();
      const rows = await tx.selectFrom("blobs").select("size").orderBy("size").execute();
      expect(rows).toEqual(NUMBERS.map((size) => ({ size })));
      const past = await tx
        .selectFrom("blobs")
        .select("size")
        .where("size", ">", 2 ** 31)
        .orderBy("size")
        .execute();
      expect(past.map(({ size }) => size)).toEqual(NUMBERS.filter((size) => size > 2 ** 31));
    });
  });

  test("are what counts and sums give", async () => {
    await passing(async (tx) => {
      for (const size of [1, 2, 2 ** 40])
        await tx
          .insertInto("blobs")
          .values({ organization_id: "o", hash: `${size}`, size, touched_at: 0 })
          .execute();
      const row = await tx
        .selectFrom("blobs")
        .select(({ fn }) => [
          fn.countAll<number>().as("count"),
          fn.sum<number>("size").as("sum"),
          fn.max("size").as("max"),
        ])
        .executeTakeFirst();
      expect(row).toEqual({ count: 3, sum: 2 ** 40 + 3, max: 2 ** 40 });
    });
  });

  test("are refused where they are none", async () => {
    for (const size of ["abc", 1.5, true])
      await expect(
        opened.db.transact((tx) =>
          tx
            .insertInto("blobs")
            .values({ organization_id: "o", hash: "x", size: size as number, touched_at: 0 })
            .execute(),
        ),
      ).rejects.toThrow();
  });
});

test("bytes come back as they were", async () => {
  const data = Buffer.from(Array.from({ length: 256 }, (_, i) => i));
  await passing(async (tx) => {
    await tx.insertInto("nodes").values({ organization_id: "o", hash: "h", data, touched_at: 0 }).execute();
    const row = await tx.selectFrom("nodes").select("data").executeTakeFirst();
    expect(row?.data).toBeInstanceOf(Buffer);
    expect(row?.data.equals(data)).toBe(true);
  });
});

test("null is null, and stands first or last as asked", async () => {
  const job = { kind: "k", payload: "{}", due_at: 0, created_at: 0 };
  await passing(async (tx) => {
    for (const [id, lease_until] of [
      ["a", 2],
      ["b", null],
      ["c", 1],
    ] as const)
      // prettier-ignore
      await tx.insertInto("jobs").values({ ...job, id, lease_until }).execute();
    const ids = async (direction: "asc" | "desc", nulls: "nullsFirst" | "nullsLast"): Promise<string> => {
      const rows = await tx
        .selectFrom("jobs")
        .select("id")
        .orderBy("lease_until", (order) => order[direction]()[nulls]())
        .execute();
      return rows.map(({ id }) => id).join("");
    };
    expect(await ids("asc", "nullsFirst")).toBe("bca");
    expect(await ids("asc", "nullsLast")).toBe("cab");
    expect(await ids("desc", "nullsFirst")).toBe("bac");
    expect(await ids("desc", "nullsLast")).toBe("acb");
    const row = await tx.selectFrom("jobs").selectAll().where("lease_until", "is", null).executeTakeFirst();
    expect(row).toEqual({
      ...job,
      id: "b",
      state: "queued",
      attempts: 0,
      fence: 0,
      key: null,
      progress: null,
      report: null,
      claimed_due: null,
      lease_until: null,
      created_by: null,
      user_id: null,
      organization_id: null,
      space_id: null,
      finished_at: null,
      error: null,
    });
  });
});

test("an empty database has nothing in it", async () => {
  expect(await read.selectFrom("meta").selectAll().execute()).toEqual([]);
});
