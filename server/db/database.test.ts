import { openDatabase } from "./open.ts";
import { EventEmitter, once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openTestDatabase } from "../test/databases.ts";
import type { TestDatabase } from "../test/databases.ts";
import { brokenRule, CommitLost, outage } from "./database.ts";
import { PostgresLink } from "./postgresLink.ts";
import type { Database, Write } from "./database.ts";

let opened: TestDatabase;
let db: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
  db = opened.db;
});
afterAll(() => opened.drop());
afterEach(() => db.transact((tx) => tx.deleteFrom("meta").execute()));

async function put(tx: Write, key: string, value: string): Promise<void> {
  await tx.insertInto("meta").values({ key, value }).execute();
}

/** The server process behind a PostgreSQL handle. */
async function backend(on: Database["read"]): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(on);
  return rows[0]?.pid ?? 0;
}

async function addOne(tx: Write): Promise<void> {
  await tx
    .updateTable("meta")
    .set({ value: sql`cast(cast(value as integer) + 1 as text)` })
    .where("key", "=", "n")
    .execute();
}

async function append(tx: Write, key: string, value: string): Promise<void> {
  await tx
    .updateTable("meta")
    .set({ value: sql`value || ${value}` })
    .where("key", "=", key)
    .execute();
}

async function keys(from: { selectFrom: Database["read"]["selectFrom"] } = db.read): Promise<string[]> {
  const rows = await from.selectFrom("meta").select("key").orderBy("key").execute();
  return rows.map(({ key }) => key);
}

describe("a transaction", () => {
  test("keeps what it wrote and gives the work's result", async () => {
    const result = await db.transact(async (tx) => {
      await put(tx, "a", "1");
      return 42;
    });
    expect(result).toBe(42);
    expect(await keys()).toEqual(["a"]);
  });

  test("lets others have the event loop before the next one that waits", async () => {
    let turns = 0;
    let counting = true;
    const count = (): void => {
      turns++;
      if (counting) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all(["a", "b", "c", "d", "e"].map((key) => db.transact((tx) => put(tx, key, ""))));
    counting = false;
    expect(turns).toBeGreaterThanOrEqual(4);
  });

  test("keeps nothing when the work throws", async () => {
    const failing = db.transact(async (tx) => {
      await put(tx, "a", "1");
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    expect(await keys()).toEqual([]);
  });

  test("keeps nothing when a statement failed, even if the work goes on", async () => {
    const failing = db.transact(async (tx) => {
      await put(tx, "a", "1");
      await put(tx, "a", "2").catch(() => undefined);
      await expect(put(tx, "b", "1")).rejects.toThrow("rolled back");
    });
    await expect(failing).rejects.toSatisfy((error) => brokenRule(error) === "unique");
    expect(await keys()).toEqual([]);
    await db.transact((tx) => put(tx, "c", "1"));
    expect(await keys()).toEqual(["c"]);
  });

  test("is not seen from outside before it commits", async () => {
    await db.transact(async (tx) => {
      await put(tx, "a", "1");
      expect(await keys(tx)).toEqual(["a"]);
      expect(await keys()).toEqual([]);
    });
    expect(await keys()).toEqual(["a"]);
  });

  test("refuses its handle once it has ended", async () => {
    const kept = await db.transact((tx) => Promise.resolve(tx));
    await expect(put(kept, "late", "1")).rejects.toThrow("ended");
    expect(await keys()).toEqual([]);
  });

  test("runs several statements at once", async () => {
    await db.transact((tx) => Promise.all(["a", "b", "c", "d"].map((key) => put(tx, key, key))));
    expect(await keys()).toEqual(["a", "b", "c", "d"]);
  });

  test("inside a transaction is refused", async () => {
    const nested = db.transact(async (tx) => {
      await put(tx, "outer", "1");
      await db.transact((inner) => put(inner, "inner", "1"));
    });
    await expect(nested).rejects.toThrow(/another (one|transaction)/);
    expect(await keys()).not.toContain("outer");
  });

  test("loses no update when many run at once", async () => {
    await db.transact((tx) => put(tx, "n", "0"));
    await Promise.all(Array.from({ length: 40 }, () => db.transact(addOne)));
    expect(await db.read.selectFrom("meta").select("value").executeTakeFirst()).toEqual({ value: "40" });
  });

  test("holds a row that it reads for update until it ends", async () => {
    await db.transact((tx) => put(tx, "n", "0"));
    const readAndAdd = async (tx: Write): Promise<void> => {
      const row = await tx
        .selectFrom("meta")
        .selectAll()
        .where("key", "=", "n")
        .forUpdate()
        .executeTakeFirst();
      await tx
        .updateTable("meta")
        .set({ value: String(Number(row?.value) + 1) })
        .where("key", "=", "n")
        .execute();
    };
    await Promise.all(Array.from({ length: 40 }, () => db.transact(readAndAdd)));
    expect(await db.read.selectFrom("meta").select("value").executeTakeFirst()).toEqual({ value: "40" });
  });

  test("takes its turn in the order asked for, on SQLite", async () => {
    const order: number[] = [];
    const all = Array.from({ length: 20 }, (_, i) => i);
    await Promise.all(
      all.map((i) =>
        db
          .transact(async (tx) => {
            order.push(i);
            for (let step = 0; step < i % 3; step++) await put(tx, `${i}-${step}`, "");
            if (i % 5 === 4) throw new Error("no");
            order.push(i);
          })
          .catch(() => undefined),
      ),
    );
    const inTurn = all.flatMap((i) => (i % 5 === 4 ? [i] : [i, i]));
    if (db.dialect === "sqlite") expect(order).toEqual(inTurn);
    else expect(order.toSorted((a, b) => a - b)).toEqual(inTurn);
  });

  test("waits its turn on SQLite and comes through a deadlock on PostgreSQL", async () => {
    await db.transact(async (tx) => {
      await put(tx, "x", "");
      await put(tx, "y", "");
    });
    let met = 0;
    const bothIn = new EventEmitter();
    const haveMet = once(bothIn, "met");
    const order: string[] = [];
    const crossing = (name: string, first: string, second: string): Promise<void> =>
      db.transact(async (tx) => {
        order.push(name);
        await append(tx, first, name);
        if (++met === 2) bothIn.emit("met");
        if (db.dialect === "postgres") await haveMet;
        await append(tx, second, name);
      });
    await Promise.all([crossing("1", "x", "y"), crossing("2", "y", "x")]);
    const rows = await db.read.selectFrom("meta").select("value").orderBy("key").execute();
    for (const { value } of rows) expect(value).toHaveLength(2);
    if (db.dialect === "sqlite") expect(order).toEqual(["1", "2"]);
    else expect(order).toHaveLength(3);
  });

  test("is refused after the database was closed", async () => {
    const other = await openDatabase({ url: opened.url, file: opened.file });
    await other.close();
    await expect(other.transact((tx) => put(tx, "a", "1"))).rejects.toThrow();
    expect(await keys()).toEqual([]);
  });
});

describe("a commit hook", () => {
  test("runs after the commit, before the caller goes on", async () => {
    const seen: string[][] = [];
    await db.transact(async (tx) => {
      tx.afterCommit(() => seen.push(["first"]));
      await put(tx, "a", "1");
      tx.afterCommit(() => seen.push(["second"]));
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual([["first"], ["second"]]);
  });

  test("never runs without a commit", async () => {
    let ran = false;
    const failing = db.transact((tx) => {
      tx.afterCommit(() => (ran = true));
      return Promise.reject(new Error("no"));
    });
    await expect(failing).rejects.toThrow("no");
    expect(ran).toBe(false);
  });

  test("that throws is reported and undoes nothing", async () => {
    const reports: unknown[] = [];
    const report = (error: unknown): void => void reports.push(error);
    const other = await openDatabase({ url: opened.url, file: opened.file, report });
    await other.transact(async (tx) => {
      tx.afterCommit(() => {
        throw new Error("hook");
      });
      await put(tx, "a", "1");
    });
    await other.close();
    expect(reports).toEqual([new Error("hook")]);
    expect(await keys()).toEqual(["a"]);
  });
});

describe("the reading handle", () => {
  test("has no way to write", async () => {
    // @ts-expect-error a Read has no insertInto
    const insert = () => db.read.insertInto("meta").values({ key: "a", value: "1" }).execute();
    await expect(insert()).rejects.toThrow(/read.?only/);
    const raw = sql`insert into meta (key, value) values ('a', '1')`;
    await expect(raw.execute(db.read)).rejects.toThrow(/read.?only/);
    expect(await keys()).toEqual([]);
  });

  test("tells a change's size inside a transaction", async () => {
    const counts = await db.transact(async (tx) => {
      await tx
        .insertInto("meta")
        .values(["a", "b"].map((key) => ({ key, value: "1" })))
        .execute();
      const updated = await tx.updateTable("meta").set({ value: "2" }).executeTakeFirst();
      const deleted = await tx.deleteFrom("meta").where("key", "=", "a").returningAll().execute();
      return [updated.numUpdatedRows, deleted];
    });
    expect(counts).toEqual([2n, [{ key: "a", value: "2" }]]);
  });
});

describe("opening", () => {
  test.each(["mysql://localhost/x", "localhost", ""])("refuses the URL %j", async (url) => {
    await expect(openDatabase({ url, file: "" })).rejects.toThrow("postgres://");
  });

  test("a server that isn't there is an outage, not a broken rule", async () => {
    const error: unknown = await openDatabase({ url: "postgres://nobody@127.0.0.1:1/none", file: "" }).catch(
      (e: unknown) => e,
    );
    expect([outage(error), brokenRule(error)]).toEqual(["unreachable", undefined]);
  });

  test("what the driver says in whatever words is an outage; what is wrong with a query is not", async () => {
    const said = async (error: Error): Promise<unknown> => {
      const link = new PostgresLink({ query: () => Promise.reject(error) });
      const statement = { slot: 0, sql: "select 1" } as Parameters<typeof link.row>[0];
      const [named, plain] = [link.row(statement, []), link.execute("select 1", [])];
      const heard = await Promise.allSettled([named, plain]);
      return heard.map((one) => one.status === "rejected" && outage(one.reason));
    };
    expect(await said(new Error("The wire has gone quiet"))).toEqual(["unreachable", "unreachable"]);
    expect(await said(Object.assign(new Error("reset"), { code: "ECONNRESET" }))).toEqual([
      "unreachable",
      "unreachable",
    ]);
    expect(await said(Object.assign(new Error("syntax"), { code: "42601" }))).toEqual([undefined, undefined]);
    expect(await said(new TypeError("query is null"))).toEqual([undefined, undefined]);
  });

  test("no connection in time is an outage as well", async () => {
    if (db.dialect === "sqlite") return; // Transactions wait for their turn there, not for a connection.
    const busy = await openDatabase({ ...opened, poolSize: 1, connectionPatience: 1500 });
    const asked = new EventEmitter();
    const holding = busy.transact(async (tx) => {
      await put(tx, "held", "");
      const freed = once(asked, "free");
      asked.emit("held");
      await freed;
    });
    await once(asked, "held");
    const late: unknown = await busy.transact((tx) => put(tx, "late", "")).catch((error: unknown) => error);
    asked.emit("free");
    await holding;
    expect([outage(late), brokenRule(late)]).toEqual(["unreachable", undefined]);
    expect(await keys()).toEqual(["held"]);
    await busy.close();
  });

  test("outlives the loss of its connections", async () => {
    if (db.dialect === "sqlite") return; // It has none to lose.
    const reports: unknown[] = [];
    const other = await openDatabase({ ...opened, report: (error) => void reports.push(error) });
    const idle = await backend(other.read);
    const losing = other.transact(async (tx) => {
      await put(tx, "lost", "");
      for (const pid of [idle, await backend(tx)])
        await db.transact((killer) => sql`select pg_terminate_backend(${pid}::int)`.execute(killer));
      await put(tx, "lost too", "");
    });
    const lost = await losing.catch((error: unknown) => error);
    expect([outage(lost), lost instanceof CommitLost]).toEqual(["unreachable", false]);
    // Nobody was told whether what was to be committed is there.
    const unheard = other.transact(async (tx) => {
      await put(tx, "unheard", "");
      const own = await backend(tx);
      await db.transact((killer) => sql`select pg_terminate_backend(${own}::int)`.execute(killer));
    });
    expect(await unheard.catch((error: unknown) => error)).toBeInstanceOf(CommitLost);
    expect(reports.length).toBeGreaterThan(0);
    await other.transact((tx) => put(tx, "kept", ""));
    expect(await keys(other.read)).toEqual(["kept"]);
    await other.close();
  });

  test("gives up a read that takes too long and goes on, and hurries neither writers nor jobs", async () => {
    if (db.dialect === "sqlite") return; // Its reads hold the thread; there is nobody to give them up.
    const hurried = await openDatabase({ ...opened, poolSize: 1, readPatience: 500 });
    const patience = async (on: Database["read"]) => {
      const { rows } = await sql<{ ms: string }>`select current_setting('statement_timeout') as ms`.execute(
        on,
      );
      return rows[0]?.ms;
    };
    const slow: unknown = await sql`select pg_sleep(3600)`
      .execute(hurried.read)
      .catch((error: unknown) => error);
    expect([outage(slow), brokenRule(slow)]).toEqual(["gaveUp", undefined]);
    const others = [await patience(hurried.unhurried.read), await hurried.transact(patience)];
    expect([await patience(hurried.read), ...others]).toEqual(["500ms", "0", "0"]);
    const writes = hurried.writes;
    await hurried.unhurried.transact((tx) => put(tx, "counted", ""));
    expect(hurried.writes).toBe(writes + 1);
    await hurried.close();
  });

  test("a file that is no database throws", async () => {
    const file = fileURLToPath(import.meta.url);
    await expect(openDatabase({ url: undefined, file })).rejects.toThrow("not a database");
  });
});

test.each([
  ["in", 0],
  ["not in", 1],
] as const)("`%s` an empty list holds for %i of one row", async (operator, count) => {
  await db.transact((tx) => put(tx, "k", "v"));
  const rows = await db.read.selectFrom("meta").select("key").where("key", operator, []).execute();
  expect(rows).toHaveLength(count);
});
