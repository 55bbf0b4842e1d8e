import { type AddressInfo, createServer } from "node:net";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { OwnServer } from "../test/postgresServer.ts";
import { type Database, outage } from "./database.ts";
import { openDatabase } from "./open.ts";

/** A database on a server that another one copies, and takes the place of. */
describe.runIf(inject("databases").dialect === "postgres")("a database on two servers", () => {
  let first: OwnServer;
  let second: OwnServer;
  let db: Database;
  let ofSecond: Database;
  beforeAll(async () => {
    first = await OwnServer.start();
    await first.stop();
    second = await first.standby();
    await first.start();
    // It says that it has started once it takes writes.
    void second.start().catch(() => undefined);
    await reachable(second.url);
    ofSecond = await openDatabase({ url: second.url, file: "", poolSize: 1 });
    db = await openDatabase({ url: bothOf(second.url, first.url), file: "", poolSize: 2 });
  });
  afterAll(async () => {
    await db?.close();
    await ofSecond?.close();
    await Promise.all([first?.remove(), second?.remove()]);
  });

  /** The address of one database with the hosts of two servers. */
  const bothOf = (one: string, other: string): string =>
    one.replace(/(?=\/postgres$)/, `,${new URL(other).host}`);
  async function reachable(url: string): Promise<void> {
    const isThere = (): Promise<boolean> =>
      openDatabase({ url, file: "" }).then(
        (opened) => opened.close().then(() => true),
        () => false,
      );
    await vi.waitUntil(isThere, { timeout: 60_000 });
  }
  const write = (word: string) => db.transact((tx) => sql`insert into words values (${word})`.execute(tx));
  const words = async (of: Database): Promise<unknown> =>
    (await sql<{ word: string }>`select word from words order by word`.execute(of.read)).rows.map(
      ({ word }) => word,
    );
  const outcome = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => "done",
      (error: unknown) => outage(error),
    );

  test("is written where writes are taken, and goes on where they are taken next, with nothing believed of before", async () => {
    await db.transact((tx) => sql`create table words (word text)`.execute(tx));
    await write("kept");
    await expect.poll(() => words(ofSecond).catch(() => [])).toEqual(["kept"]);

    // What the first wrote last was never copied.
    await ofSecond.close();
    await second.stop();
    await write("lost");
    const before = await db.state();
    await first.stop();
    expect(await outcome(write("refused"))).toBe("unreachable");

    void second.start().catch(() => undefined);
    await reachable(second.url);
    // One that copies still takes none.
    expect(await outcome(write("refused"))).toBe("unreachable");
    ofSecond = await openDatabase({ url: second.url, file: "", poolSize: 1 });
    await sql`select pg_promote()`.execute(ofSecond.read);
    await expect.poll(() => outcome(write("new"))).toBe("done");
    expect(await words(db)).toEqual(["kept", "new"]);
    // As many transactions as the first had seen: their numbers are the same, and mean others.
    expect(await db.state()).not.toBe(before);
    expect(String(await db.state()).split(" ")[0]).toBe(String(before).split(" ")[0]);
  });

  test("is reached past a host that takes connections and says nothing", async () => {
    const silent = createServer();
    await new Promise<void>((listening) => silent.listen(0, "127.0.0.1", listening));
    const { port } = silent.address() as AddressInfo;
    const url = bothOf(second.url.replace(/:\d+\//, `:${port}/`), second.url);
    const past = await openDatabase({ url, file: "", connectionPatience: 500 });
    expect(await words(past)).toContain("kept");
    await past.close();
    silent.close();
  });
});
