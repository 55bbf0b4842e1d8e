/** Reads from PostgreSQL which tables it has in parts, and which parts a statement touches. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../test/databases.ts";
import type { TestDatabase } from "../test/databases.ts";
import { PARTED } from "./tables/parted.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.drop());

const parted = sql<{ name: string; by: string; parts: number }>`
  select c.relname as "name", pg_get_partkeydef(c.oid) as "by",
    (select count(*) from pg_inherits i where i.inhparent = c.oid) as "parts"
  from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
  where c.relnamespace = current_schema()::regnamespace order by c.relname collate "C"`;

test("what grows with content has 16 parts, by organization", async () => {
  if (opened.dialect === "sqlite") return;
  const { rows } = await parted.execute(opened.db.read);
  expect(rows).toEqual(PARTED.map((name) => ({ name, by: "HASH (organization_id)", parts: 16 })));
});
