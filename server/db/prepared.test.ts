import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../test/databases.ts";
import type { TestDatabase } from "../test/databases.ts";
import { brokenRule, prepared, preparedWrite } from "./database.ts";
import type { Params, Read } from "./database.ts";

const blobByHash = prepared((q, p: Params<{ hash: string }>) =>
  q.selectFrom("blobs").selectAll().where("hash", "=", p("hash")),
);
const blobsOver = prepared((q, p: Params<{ size: number; limit: number }>) =>
  q.selectFrom("blobs").select("hash").where("size", ">", p("size")).orderBy("hash").limit(p("limit")),
);
const blobsIn = prepared((q, p: Params<{ hashes: readonly string[] }>) =>
  q.selectFrom("blobs").select("hash").where("hash", "in", p.list("hashes")).orderBy("hash"),
);
const blobsNotIn = prepared((q, p: Params<{ hashes: readonly string[] }>) =>
  q.selectFrom("blobs").select("hash").where("hash", "not in", p.list("hashes")).orderBy("hash"),
);
const putBlob = preparedWrite((q, p: Params<{ hash: string; size: number; at: number }>) =>
  q
    .insertInto("blobs")
    .values({ organization_id: "o", hash: p("hash"), size: p("size"), touched_at: p("at") })
    .onConflict((c) => c.columns(["organization_id", "hash"]).doUpdateSet({ touched_at: p("at") })),
);
const grow = preparedWrite((q, p: Params<{ by: number; over: number }>) =>
  q
    .updateTable("blobs")
    .set((eb) => ({ size: eb("size", "+", p("by")) }))
    .where("size", ">", p("over"))
    .returning(["hash", "size"]),
);
const setScopes = preparedWrite((q, p: Params<{ id: string; scopes: string | null }>) =>
  q
    .updateTable("tokens")
    .set({ scopes: p("scopes") })
    .where("id", "=", p("id")),
);

const BIG = 2 ** 53 - 1;
let opened: TestDatabase;
let read: Read;
beforeAll(async () => {
  opened = await openTestDatabase();
  read = opened.db.read;
  await opened.db.transact(async (tx) => {
    const sizes = { a: 1, b: 2 ** 31, c: BIG, d: 0 };
    for (const [hash, size] of Object.entries(sizes)) await putBlob.run(tx, { hash, size, at: 5 });
  });
});
afterAll(() => opened.drop());

describe("a prepared query", () => {
  test("gives the row, typed, or undefined", async () => {
    const row = await blobByHash.first(read, { hash: "b" });
    expect(row).toEqual({ organization_id: "o", hash: "b", size: 2 ** 31, touched_at: 5 });
    const size: number | undefined = row?.size;
    expect(size).toBe(2 ** 31);
    expect(await blobByHash.first(read, { hash: "z" })).toBeUndefined();
    // @ts-expect-error the parameter is a text
    await blobByHash.first(read, { hash: 1 });
  });

  test("gives rows for other parameters each time", async () => {
    const over = async (size: number, limit: number) =>
      (await blobsOver.all(read, { size, limit })).map(({ hash }) => hash).join("");
    expect(await over(0, 10)).toBe("abc");
    expect(await over(2 ** 31, 10)).toBe("c");
    expect(await over(-1, 2)).toBe("ab");
    expect(await over(BIG, 10)).toBe("");
  });

  test.each([[[]], [["a"]], [["c", "a", "zz"]], [["a", "b", "c", "d"]]])(
    "takes the list %j",
    async (hashes) => {
      const all = ["a", "b", "c", "d"];
      const among = await blobsIn.all(read, { hashes });
      expect(among.map(({ hash }) => hash)).toEqual(all.filter((hash) => hashes.includes(hash)));
      const others = await blobsNotIn.all(read, { hashes });
      expect(others.map(({ hash }) => hash)).toEqual(all.filter((hash) => !hashes.includes(hash)));
    },
  );

  test("takes a long list", async () => {
    const hashes = ["a", ...Array.from({ length: 50_000 }, (_, i) => `x"'\\é🙂${i}`)];
    expect(await blobsIn.all(read, { hashes })).toEqual([{ hash: "a" }]);
  });

  test("refuses to run without one of its parameters", () => {
    // @ts-expect-error the parameter is missing
    expect(() => blobByHash.first(read, {})).toThrow('lacks its parameter "hash"');
  });

  test("runs many times at once", async () => {
    const rows = await Promise.all(
      Array.from({ length: 100 }, (_, i) => blobByHash.first(read, { hash: "abcdz"[i % 5] ?? "" })),
    );
    expect(rows.map((row) => row?.hash ?? "z").join("")).toBe("abcdz".repeat(20));
  });
});

describe("a prepared change", () => {
  test("sees its own transaction, and tells how many rows it changed", async () => {
    const aborted = opened.db.transact(async (tx) => {
      expect(await putBlob.run(tx, { hash: "new", size: 7, at: 1 })).toBe(1);
      expect(await putBlob.run(tx, { hash: "new", size: 9, at: 2 })).toBe(1);
      expect(await blobByHash.first(tx, { hash: "new" })).toEqual({
        organization_id: "o",
        hash: "new",
        size: 7,
        touched_at: 2,
      });
      expect(await blobByHash.first(read, { hash: "new" })).toBeUndefined();
      expect(await grow.all(tx, { by: 1, over: 2 ** 31 - 1 })).toHaveLength(2);
      expect(await grow.first(tx, { by: 1, over: 10 * BIG })).toBeUndefined();
      expect(await setScopes.run(tx, { id: "none", scopes: null })).toBe(0);
      throw new Error("undo");
    });
    await expect(aborted).rejects.toThrow("undo");
    expect(await blobByHash.first(read, { hash: "new" })).toBeUndefined();
  });

  test("runs several times at once in one transaction", async () => {
    const hashes = Array.from({ length: 30 }, (_, i) => `many-${i}`);
    await opened.db.transact((tx) =>
      Promise.all(hashes.map((hash) => putBlob.run(tx, { hash, size: 0, at: 0 }))),
    );
    expect(await blobsIn.all(read, { hashes })).toHaveLength(30);
  });

  test("can be used again after failing in the middle of others", async () => {
    const fresh = preparedWrite((q, p: Params<{ hash: string }>) =>
      q.deleteFrom("blobs").where("hash", "=", p("hash")),
    );
    for (let round = 0; round < 5; round++) {
      const failing = opened.db.transact((tx) =>
        Promise.all([
          tx
            .insertInto("blobs")
            .values({ organization_id: "o", hash: "a", size: 0, touched_at: 0 })
            .execute(),
          fresh.run(tx, { hash: "b" }),
          fresh.run(tx, { hash: "b" }),
        ]),
      );
      await expect(failing).rejects.toSatisfy((error) => brokenRule(error) === "unique");
    }
    expect(await opened.db.transact((tx) => fresh.run(tx, { hash: "many-1" }))).toBe(1);
    expect(await blobByHash.first(read, { hash: "b" })).toBeDefined();
  });

  test("can't be given a handle that only reads", async () => {
    // @ts-expect-error a Read is not a Write
    await expect(putBlob.run(read, { hash: "q", size: 0, at: 0 })).rejects.toThrow();
  });
});
