import { type AddressInfo, createServer } from "node:net";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { OwnServer } from "../test/postgresServer.ts";
import { freePort } from "../test/ports.ts";
import type { Database, Read } from "./database.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open.ts";

/** A database, and a server that copies it, which stands still when it is told to. */
describe.runIf(inject("databases").dialect === "postgres")("a database with a replica", () => {
  let first: OwnServer;
  let second: OwnServer;
  let db: Database;
  let copy: Database;
  const reported: unknown[] = [];

  const open = (readUrl: string, url = first.url): Promise<Database> =>
    openDatabase({ url, readUrl, file: "", poolSize: 2, report: (error) => void reported.push(error) });

  beforeAll(async () => {
    first = await OwnServer.start();
    const bare = await openDatabase({ url: first.url, file: "" });
    await migrate(bare, { at: 1 });
    // Where commits wait for the disk, as they do outside tests, all that is confirmed has been sent on.
    await bare.transact((tx) => sql`alter database postgres set synchronous_commit = on`.execute(tx));
    await bare.close();
    await first.stop();
    second = await first.standby();
    await first.start();
    void second.start().catch(() => undefined);
    const isThere = (): Promise<boolean> =>
      openDatabase({ url: second.url, file: "" }).then(
        (opened) => ((copy = opened), true),
        () => false,
      );
    await vi.waitUntil(isThere, { timeout: 60_000 });
    db = await open(second.url);
    await vi.waitUntil(() => isReadThere(), { timeout: 60_000 });
  });
  afterAll(async () => {
    await db?.close();
    await copy?.close();
    await Promise.all([first?.remove(), second?.remove()]);
  });
  afterEach(async () => {
    await sql`select pg_wal_replay_resume()`.execute(copy.read);
    reported.length = 0;
    await vi.waitUntil(() => isReadThere(), { timeout: 60_000 });
  });

  /** Whether what has to be up to date is read from the replica. */
  const isReadThere = async (of: Database = db): Promise<boolean> => isReplica(await of.latest());
  async function isReplica(read: Read): Promise<boolean> {
    const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as "is"`.execute(read);
    return rows[0]?.is === true;
  }
  const standStill = () => sql`select pg_wal_replay_pause()`.execute(copy.read);
  const write = (value: string) =>
    db.transact((tx) =>
      tx
        .insertInto("meta")
        .values({ key: "word", value })
        .onConflict((on) => on.column("key").doUpdateSet({ value }))
        .execute(),
    );
  async function word(read: Read): Promise<string | undefined> {
    const row = await read.selectFrom("meta").select("value").where("key", "=", "word").executeTakeFirst();
    return row?.value;
  }

  test("is read where what was written a moment ago is, each time", async () => {
    for (let round = 0; round < 50; round++) {
      await write(`round ${round}`);
      expect(await word(await db.latest())).toBe(`round ${round}`);
    }
    expect(db.replicaCounts?.replica).toBeGreaterThan(0);
  });

  test("is read from the first while the second stands still, and from the second once it goes on", async () => {
    await write("before");
    await expect.poll(() => word(copy.read)).toBe("before");
    await standStill();
    await write("after");
    const read = await db.latest();
    expect([await isReplica(read), await word(read)]).toEqual([false, "after"]);
    expect(await word(copy.read)).toBe("before");
    // What can't have changed is read there all the same, once it is asked again.
    await vi.waitUntil(() => isReplica(db.replica as Read), { timeout: 60_000 });
    expect(await word(db.replica as Read)).toBe("before");

    await sql`select pg_wal_replay_resume()`.execute(copy.read);
    await vi.waitUntil(() => isReadThere(), { timeout: 60_000 });
    expect(await word(await db.latest())).toBe("after");
  });

  test("names the first alike in every time zone", async () => {
    const name = (of: Database) =>
      of.read.selectFrom("meta").select("value").where("key", "=", "primary").execute();
    const before = await name(db);
    const elsewhere = await open(second.url, `${first.url}?options=-c%20timezone%3DAsia/Tokyo`);
    await vi.waitUntil(() => isReadThere(elsewhere), { timeout: 60_000 });
    expect(await name(db)).toEqual(before);
    await elsewhere.close();
  });

  test("asks the first nothing twice for those who come together, and waits for one that is about to have it", async () => {
    await standStill();
    await write("late");
    const asked = Promise.all(Array.from({ length: 20 }, () => db.latest()));
    await sql`select pg_wal_replay_resume()`.execute(copy.read);
    const words = await Promise.all((await asked).map(word));
    expect(new Set(words)).toEqual(new Set(["late"]));
  });

  test("is read from the first when the second is gone, says so once, and finds it again", async () => {
    const port = await freePort();
    const alone = await open(second.url.replace(/:\d+\//, `:${port}/`));
    try {
      expect(await isReadThere(alone)).toBe(false);
      expect(await isReplica(alone.replica as Read)).toBe(false);
      expect(await isReadThere(alone)).toBe(false);
      expect(alone.replicaCounts).toEqual({ replica: 0, primary: 3 });
      // It is asked again each second, and told of once.
      const began = performance.now();
      await vi.waitUntil(async () => (await isReadThere(alone)) || performance.now() - began > 2500, {
        timeout: 60_000,
      });
      expect(reported).toHaveLength(1);
    } finally {
      await alone.close();
    }
  });

  test("is read from the first when the second takes connections and says nothing", async () => {
    const silent = createServer();
    await new Promise<void>((listening) => silent.listen(0, "127.0.0.1", listening));
    const { port } = silent.address() as AddressInfo;
    const alone = await openDatabase({
      url: first.url,
      readUrl: second.url.replace(/:\d+\//, `:${port}/`),
      file: "",
      connectionPatience: 300,
      report: () => undefined,
    });
    try {
      expect(await isReadThere(alone)).toBe(false);
    } finally {
      await alone.close();
      silent.close();
    }
  });

  test("is never read from a server that copies another one, however far it has come", async () => {
    const other = await OwnServer.start();
    const opened = await openDatabase({ url: other.url, file: "" });
    try {
      await migrate(opened, { at: 1 });
      const both = await open(second.url, other.url);
      await both.transact((tx) =>
        tx.insertInto("meta").values({ key: "word", value: "of another" }).execute(),
      );
      // The log of the one has come further than that of the other, or the next check would prove nothing.
      const end = await sql<{
        is: boolean;
      }>`select pg_last_wal_replay_lsn() >= ${await endOf(opened)}::pg_lsn as "is"`
        .execute(copy.read)
        .then(({ rows }) => rows[0]?.is);
      const far = end === true ? both : undefined;
      expect(far).toBeDefined();
      const read = await both.latest();
      expect([await isReplica(read), await word(read)]).toEqual([false, "of another"]);
      await both.close();
    } finally {
      await opened.close();
      await other.remove();
    }
  });

  async function endOf(of: Database): Promise<string> {
    const { rows } = await sql<{ end: string }>`select pg_current_wal_insert_lsn()::text as "end"`.execute(
      of.read,
    );
    return rows[0]?.end ?? "";
  }
});
