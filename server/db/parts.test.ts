/** Reads from PostgreSQL which tables it has in parts, and which parts a statement touches. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../test/databases.ts";
import type { TestDatabase } from "../test/databases.ts";

/** The tables that grow with what organizations write: a part can be cleaned, or put elsewhere, by itself. */
const PARTED = {
  addresses: "id",
  bodies: "organization_id",
  change_requests: "organization_id",
  comments: "organization_id",
  content_source_results: "organization_id",
  git_entries: "organization_id",
  nodes: "organization_id",
  openapi_pieces: "organization_id",
  page_revisions: "organization_id",
  prints: "organization_id",
  revisions: "organization_id",
  search_pages: "organization_id",
  search_sections: "organization_id",
  source_entries: "organization_id",
};

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

test("what grows with content has 16 parts, by organization, and addresses by themselves", async () => {
  if (opened.dialect === "sqlite") return;
  const { rows } = await parted.execute(opened.db.read);
  expect(rows).toEqual(Object.entries(PARTED).map(([name, by]) => ({ name, by: `HASH (${by})`, parts: 16 })));
});
