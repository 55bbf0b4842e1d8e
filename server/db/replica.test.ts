import { type AddressInfo, createServer } from "node:net";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { openContent } from "../content/store.ts";
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
  const isReadThere = async (of: Database = db): Promise<boolean> => isReplica(await of.upToDate());
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
    let onReplica = 0;
    for (let round = 0; round < 50; round++) {
      await write(`round ${round}`);
      const read = await db.upToDate();
      expect(await word(read)).toBe(`round ${round}`);
      if (await isReplica(read)) onReplica++;
    }
    expect(onReplica).toBeGreaterThan(0);
  });

  test("is read from the first while the second stands still, and from the second once it goes on", async () => {
    await write("before");
    await expect.poll(() => word(copy.read)).toBe("before");
    await standStill();
    await write("after");
    const read = await db.upToDate();
    expect([await isReplica(read), await word(read)]).toEqual([false, "after"]);
    expect(await word(copy.read)).toBe("before");
    // What can't have changed is read there all the same, once it is asked again.
    await vi.waitUntil(() => isReplica(db.replica as Read), { timeout: 60_000 });
    expect(await word(db.replica as Read)).toBe("before");

    await sql`select pg_wal_replay_resume()`.execute(copy.read);
    await vi.waitUntil(() => isReadThere(), { timeout: 60_000 });
    expect(await word(await db.upToDate())).toBe("after");
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

  test("asks the first once for those who come together, and waits for one that is about to have it", async () => {
    const asked = vi.spyOn(pg.Pool.prototype, "query");
    const times = (name: string) =>
      asked.mock.calls.filter(([query]) => (query as unknown as pg.QueryConfig).name === name).length;
    let round = 0;
    // A busy machine may take longer than the replica is waited for: then once more.
    const isWaitedFor = async (): Promise<boolean> => {
      await vi.waitUntil(() => isReadThere(), { timeout: 60_000 });
      await standStill();
      await write(`late ${++round}`);
      asked.mockClear();
      const first = Array.from({ length: 20 }, () => db.upToDate());
      await vi.waitUntil(() => times("has_come") > 0 || times("log_position") > 1, { interval: 1 });
      await sql`select pg_wal_replay_resume()`.execute(copy.read);
      const reads = await Promise.all(first);
      expect(times("log_position")).toBe(1);
      expect(new Set(await Promise.all(reads.map(word)))).toEqual(new Set([`late ${round}`]));
      return times("has_come") > 1 && (await Promise.all(reads.map(isReplica))).every(Boolean);
    };
    try {
      await vi.waitUntil(isWaitedFor, { timeout: 60_000 });
    } finally {
      asked.mockRestore();
    }
  });

  test("is not waited for longer than it has, when all its connections are taken", async () => {
    const taken = await open(second.url);
    try {
      await vi.waitUntil(() => isReadThere(taken), { timeout: 60_000 });
      const replica = taken.replica as Read;
      const slow = Promise.all([1, 2].map(() => sql`select pg_sleep(2)`.execute(replica)));
      const first = await Promise.race([
        slow.then(() => "those who have them"),
        isReadThere(taken).then((is) => `read there: ${is}`),
      ]);
      expect(first).toBe("read there: false");
      await slow;
    } finally {
      await taken.close();
    }
  });

  test("counts what it lacks for the first as well", async () => {
    const content = openContent(db).of("org");
    const counted = async (hash: string) => {
      const { replica, primary } = { ...db.replicaCounts! };
      const text = await content.body(hash);
      const { replicaCounts: now } = db;
      return [text, now!.replica - replica, now!.primary - primary];
    };
    const add = (hash: string) =>
      db.transact((tx) =>
        tx
          .insertInto("bodies")
          .values({ organization_id: "org", hash, text: `text of ${hash}`, touched_at: 1 })
          .execute(),
      );
    await add("there");
    await vi.waitUntil(() => isReadThere(), { timeout: 60_000 });
    await standStill();
    await add("absent");
    expect(await counted("absent")).toEqual(["text of absent", 1, 1]);
    expect(await counted("there")).toEqual(["text of there", 1, 0]);
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
      const read = await both.upToDate();
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
