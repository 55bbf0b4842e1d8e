import { setImmediate as nextTurn } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../test/databases.ts";
import type { TestDatabase } from "../test/databases.ts";
import { type Database, type Params, prepared } from "../db/database.ts";
import { openRelied, type ReliedValues } from "./relied.ts";

let opened: TestDatabase;
let db: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
  db = opened.db;
});
afterAll(() => opened.drop());
afterEach(() => db.transact((tx) => tx.deleteFrom("meta").execute()));

const byKey = prepared((read, p: Params<{ key: string }>) =>
  read.selectFrom("meta").select("value").where("key", "=", p("key")),
);
const allKeys = prepared((read) => read.selectFrom("meta").select("key").orderBy("key"));

async function put(key: string, value: string): Promise<void> {
  await db.transact((tx) =>
    tx
      .insertInto("meta")
      .values({ key, value })
      .onConflict((on) => on.column("key").doUpdateSet({ value }))
      .execute(),
  );
}

/** What was asked of a weak reference stays until the turn is over. */
async function collectGarbage(): Promise<void> {
  await nextTurn();
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
}

/** Values made of the row "a", with a clock that is set by hand. */
function world(most?: number) {
  const at = { now: 0, made: 0 };
  const relied: ReliedValues<string> = openRelied(db, "sites", {
    bytesOf: (value) => value.length,
    now: () => at.now,
    ...(most === undefined ? {} : { most }),
  });
  const read = (name = "x", key = "a") =>
    relied.read(name, async (reliance) => {
      at.made++;
      return (await byKey.first(reliance.db.read, { key }))?.value;
    });
  return { at, relied, read };
}

describe("what was made of reads is kept", () => {
  test("while they give the same, whatever else is written", async () => {
    const { at, relied, read } = world();
    await put("a", "one");
    expect(await read()).toBe("one");
    await put("b", "another");
    expect(relied.get("x")).toBeUndefined();
    expect(await read()).toBe("one");
    expect(relied.get("x")).toBe("one");
    await put("a", "one");
    await read();
    expect(at.made).toBe(1);
    await put("a", "two");
    expect(await read()).toBe("two");
    expect(at.made).toBe(2);
  });

  test("past the second after which others' writes are looked for", async () => {
    const { at, read } = world();
    await put("a", "one");
    await read();
    at.now = 5000;
    await read();
    expect(at.made).toBe(1);
  });

  test("for a minute in all", async () => {
    const { at, read } = world();
    await put("a", "one");
    await read();
    at.now = 60_000;
    await read();
    expect(at.made).toBe(2);
  });

  test("not when a row that was missing is there", async () => {
    const { relied } = world();
    const read = () =>
      relied.read("x", async ({ db: { read: from } }) => `${await byKey.first(from, { key: "a" })}`);
    expect(await read()).toBe("undefined");
    await put("a", "one");
    expect(await read()).not.toBe("undefined");
  });

  test("by lists, by queries that are not prepared, and by what else it says that it relies on", async () => {
    const { relied } = world();
    const said = { value: { n: 1 } };
    const made = { lists: 0, builders: 0, said: 0 };
    const readAll = async () => {
      await relied.read("lists", async (reliance) => {
        made.lists++;
        return JSON.stringify(await allKeys.all(reliance.db.read, {}));
      });
      await relied.read("builders", async (reliance) => {
        made.builders++;
        return JSON.stringify(await reliance.db.read.selectFrom("meta").selectAll().execute());
      });
      await relied.read("said", async (reliance) => {
        made.said++;
        return JSON.stringify(await reliance.on(async () => said.value));
      });
    };
    await readAll();
    await put("a", "one");
    await readAll();
    expect(made).toEqual({ lists: 2, builders: 2, said: 1 });
    said.value = { n: 1 };
    await put("a", "two");
    await readAll();
    expect(made).toEqual({ lists: 2, builders: 3, said: 1 });
    said.value = { n: 2 };
    await put("a", "three");
    await readAll();
    expect(made).toEqual({ lists: 2, builders: 4, said: 2 });
  });

  test("without keeping what others keep: that may go, and then it is made again", async () => {
    const { at, relied } = world();
    const elsewhere: { value?: { n: number } } = { value: { n: 1 } };
    const former = new WeakRef(elsewhere.value as object);
    const read = () =>
      relied.read("x", async (reliance) => {
        at.made++;
        return JSON.stringify(await reliance.onKept(async () => elsewhere.value)) ?? "nothing";
      });
    await read();
    await put("a", "one");
    await read();
    expect(at.made).toBe(1);
    delete elsewhere.value;
    await collectGarbage();
    expect(former.deref()).toBeUndefined();
    await put("a", "two");
    expect(await read()).toBe("nothing");
    await put("a", "three");
    await read();
    expect(at.made).toBe(2);
  });

  test("and made again where looking would be many reads", async () => {
    const { at, relied } = world();
    const read = () =>
      relied.read("x", async (reliance) => {
        at.made++;
        for (let index = 0; index < 50; index++) await byKey.first(reliance.db.read, { key: "a" });
        return "made";
      });
    await read();
    await put("b", "another");
    await read();
    expect(at.made).toBe(2);
  });

  test("within what it may take of memory", async () => {
    const { at, read } = world(4000);
    await put("a", "123456");
    await read("x");
    await read("y");
    await read("y");
    expect(at.made).toBe(2);
    await read("x");
    expect(at.made).toBe(3);
  });
});
