import { openDatabase } from "./open.ts";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openTestDatabase } from "../test/databases.ts";
import type { TestDatabase } from "../test/databases.ts";
import type { Write } from "./database.ts";
import { appliedTo, isMigrated, migrate, refusalOf } from "./migrate.ts";
import { migrations } from "./migrations/list.ts";
import { createTables } from "./migrations/table.ts";
import type { Migration } from "./migrations/table.ts";
import released from "./migrations/released.json" with { type: "json" };

const names = migrations.map(({ name }) => name);

/** A migration that makes a table called after it, then does `more`. */
function making(name: string, more: () => Promise<void> = () => Promise.resolve()): Migration {
  return {
    name,
    async up(context) {
      await createTables(context, [{ name: name.replace("-", "_"), columns: { id: "text" }, key: ["id"] }]);
      await more();
    },
  };
}

let opened: TestDatabase;
beforeEach(async () => {
  opened = await openTestDatabase({ migrated: false });
});
afterEach(() => opened.drop());

async function has(name: string): Promise<boolean> {
  const query =
    opened.dialect === "sqlite"
      ? sql`select 1 from sqlite_master where name = ${name}`
      : sql`select 1 from pg_tables where tablename = ${name}`;
  return (await query.execute(opened.db.read)).rows.length > 0;
}

describe("migrating", () => {
  test("an empty database applies everything once, and notes when", async () => {
    expect(await appliedTo(opened.db.read)).toEqual([]);
    expect(await isMigrated(opened.db.read)).toBe(false);
    expect(await migrate(opened.db, { at: 1234 })).toEqual(names);
    expect(await isMigrated(opened.db.read)).toBe(true);
    expect(await migrate(opened.db, { at: 5678 })).toEqual([]);
    const rows = await opened.db.read.selectFrom("migrations").selectAll().orderBy("name").execute();
    expect(rows.map(({ name, applied_at }) => [name, applied_at])).toEqual(names.map((name) => [name, 1234]));
    if (opened.dialect === "sqlite") expect(existsSync(`${opened.file}.before-${names[0]}`)).toBe(false);
  });

  test("twice at once applies each once", async () => {
    // Two SQLite connections of one thread can't wait for each other; two processes of one server can.
    const other = opened.url === undefined ? opened.db : await openDatabase(opened);
    const done = await Promise.all([migrate(opened.db, { at: 1 }), migrate(other, { at: 2 })]);
    if (other !== opened.db) await other.close();
    expect(done.flat().toSorted()).toEqual(names);
  });

  test("refuses a database that a newer program migrated, and leaves it alone", async () => {
    const newer = [...migrations, making("998-newer"), making("999-newest")];
    await migrate(opened.db, { at: 1, migrations: newer });
    await expect(migrate(opened.db, { at: 2 })).rejects.toThrow(
      /newer version of Lectern \(it has 998-newer, 999-newest/,
    );
    expect(await isMigrated(opened.db.read)).toBe(false);
    expect(await has("998_newer")).toBe(true);
  });

  test("refuses a database from before the first release, and says how to bring its content over", async () => {
    const before = ["001-foundation", "002-search", "022-references"].map((name) => making(name));
    await migrate(opened.db, { at: 1, migrations: before.slice(1) });
    const note = (tx: Write) =>
      tx.insertInto("migrations").values({ name: "001-foundation", applied_at: 1 }).execute();
    await opened.db.transact(note);
    await expect(migrate(opened.db, { at: 2 })).rejects.toThrow(
      /^This database is of a version before the first release.*export.*empty LECTERN_DATA_DIR.*import them there/,
    );
    expect(await appliedTo(opened.db.read)).toEqual(before.map(({ name }) => name));
    expect(await has("spaces")).toBe(false);
  });

  test.each([
    ["that made other tables", (tx: Write) => sql`update migrations set made = 'other'`.execute(tx)],
    ["that noted nothing", (tx: Write) => sql`update migrations set made = null`.execute(tx)],
    ["without the column", (tx: Write) => sql`alter table migrations drop column made`.execute(tx)],
  ])("refuses a database of an earlier first migration %s, and leaves it alone", async (_of, age) => {
    await migrate(opened.db, { at: 1 });
    expect(await refusalOf(opened.db.read)).toBeUndefined();
    await opened.db.transact(age);
    await expect(migrate(opened.db, { at: 2 })).rejects.toThrow(
      /^This database is of a version before the first release/,
    );
    expect(await refusalOf(opened.db.read)).toMatch(/export your spaces with the version that made it/);
    expect(await isMigrated(opened.db.read)).toBe(false);
    expect(await appliedTo(opened.db.read)).toEqual(names);
  });

  test("keeps nothing of a migration that fails, and what came before it", async () => {
    const broken = making("003-broken", () => Promise.reject(new Error("half way")));
    const list = [making("001-a"), making("002-b"), broken, making("004-d")];
    await expect(migrate(opened.db, { at: 1, migrations: list })).rejects.toThrow("half way");
    expect(await appliedTo(opened.db.read)).toEqual(["001-a", "002-b"]);
    expect(await Promise.all(["002_b", "003_broken", "004_d"].map(has))).toEqual([true, false, false]);
    const mended = [...list.slice(0, 2), making("003-broken"), making("004-d")];
    expect(await migrate(opened.db, { at: 2, migrations: mended })).toEqual(["003-broken", "004-d"]);
  });

  test("copies a SQLite file that holds data beside itself first", async () => {
    await migrate(opened.db, { at: 1 });
    await opened.db.transact((tx) => tx.insertInto("meta").values({ key: "a", value: "1" }).execute());
    await migrate(opened.db, { at: 2, migrations: [...migrations, making("998-next")] });
    const copy = `${opened.file}.before-998-next`;
    expect(existsSync(copy)).toBe(opened.dialect === "sqlite");
    expect(existsSync(`${copy}.partial`)).toBe(false);
    if (opened.dialect === "postgres") return;
    const before = await openDatabase({ url: undefined, file: copy });
    expect(await appliedTo(before.read)).toEqual(names);
    expect(await before.read.selectFrom("meta").selectAll().execute()).toEqual([{ key: "a", value: "1" }]);
    await before.close();
  });
});

describe("the list of migrations", () => {
  const folder = new URL("migrations/", import.meta.url);

  /** Of a migration's file, and of those in the folder of its name, in their order. */
  function hashOf(name: string): string {
    const parts = new URL(`${name}/`, folder);
    const beside = existsSync(parts) ? readdirSync(parts).toSorted() : [];
    const hash = createHash("sha256").update(readFileSync(new URL(`${name}.ts`, folder)));
    for (const part of beside) hash.update(readFileSync(new URL(part, parts)));
    return hash.digest("hex");
  }

  test("is in order, numbered without a gap, one file each", () => {
    const files = readdirSync(folder).filter((file) => /^\d.*\.ts$/.test(file));
    expect(names.map((name) => `${name}.ts`)).toEqual(files.toSorted());
    expect(names.map((name) => Number(name.slice(0, 3)))).toEqual(names.map((_, i) => i + 1));
  });

  test("holds the released ones unchanged (what they lack is a new migration)", () => {
    for (const [name, hash] of Object.entries(released as Record<string, string>)) {
      expect([name, hashOf(name)]).toEqual([name, hash]);
    }
  });

  test("has a hash of what each makes until it is released, another for each database", () => {
    for (const { name, made } of migrations) {
      expect([name, made !== undefined]).toEqual([name, !(name in released)]);
      if (made !== undefined) expect(made.sqlite).not.toBe(made.postgres);
    }
  });
});
