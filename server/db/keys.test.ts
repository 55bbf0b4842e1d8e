/** Reads the schema: what belongs to one organization has it first in every key. */
import { readFileSync } from "node:fs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestDatabase } from "../test/databases.ts";
import type { TestDatabase } from "../test/databases.ts";

const OWNER = "organization_id";

/** Tables of the installation or of people, and why. */
const OF_NO_ORGANIZATION = new Map([
  ["migrations", "of the database"],
  ["meta", "of the installation"],
  ["users", "people belong to many organizations"],
  ["tokens", "of people"],
  ["sessions", "of people"],
  ["user_settings", "of people"],
  ["sign_in_links", "of people"],
  ["device_grants", "asked for by a program that nobody is signed in to yet"],
  ["sign_in_attempts", "counts before it is known who asks"],
  ["user_photos", "of people"],
  ["authenticators", "of people"],
  ["passkeys", "of people"],
  ["recovery_codes", "of people"],
  ["sign_in_steps", "of people"],
  ["idempotency", "by who asks, whatever they ask for"],
  ["jobs", "claimed by whichever process is free, in one order"],
  ["outbox", "counts up over the installation"],
  ["audit", "counts up over the installation, and outlives the organization"],
  ["organizations", "the organizations themselves"],
  ["addresses", "asked which organization has what an address names by its id alone"],
  ["former_hostnames", "hostnames are unique over the installation"],
  ["site_hostnames", "hostnames are unique over the installation"],
  ["integrations", "installed by any organization, named over the installation"],
  ["integration_versions", "of an integration"],
  ["integration_images", "of an integration"],
  ["saml_sessions", "of a session"],
]);

interface Key {
  readonly table: string;
  /** What it is: the primary key, unique, an index, or a reference to `to`. */
  readonly kind: string;
  readonly to: string | null;
  /** In order, with commas between them. */
  readonly columns: string;
}

const inSqlite = sql<Key>`
  select m.name as "table", case when l.origin = 'pk' then 'primary' when l."unique" = 1 then 'unique' else 'index' end as "kind", null as "to",
    (select group_concat(i.name, ',') from pragma_index_info(l.name) i) as "columns"
  from sqlite_master m, pragma_index_list(m.name) l
  where m.type = 'table' and m.name not like 'sqlite_%'
  union all
  select m.name, 'reference', f."table", group_concat(f."from", ',')
  from sqlite_master m, pragma_foreign_key_list(m.name) f
  where m.type = 'table' and m.name not like 'sqlite_%' group by m.name, f.id`;

const inPostgres = sql<Key>`
  select c.relname as "table", case when i.indisprimary then 'primary' when i.indisunique then 'unique' else 'index' end as "kind", null as "to",
    (select string_agg(a.attname, ',' order by k.at) from unnest(i.indkey) with ordinality as k (number, at)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number) as "columns"
  from pg_index i join pg_class c on c.oid = i.indrelid
  where not c.relispartition and c.relnamespace = current_schema()::regnamespace
  union all
  select c.relname, 'reference', t.relname,
    (select string_agg(a.attname, ',' order by k.at) from unnest(o.conkey) with ordinality as k (number, at)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number)
  from pg_constraint o join pg_class c on c.oid = o.conrelid join pg_class t on t.oid = o.confrelid
  where o.contype = 'f' and o.conparentid = 0 and c.relnamespace = current_schema()::regnamespace`;

let opened: TestDatabase;
let keys: readonly Key[];
beforeAll(async () => {
  opened = await openTestDatabase();
  const found = await (opened.dialect === "sqlite" ? inSqlite : inPostgres).execute(opened.db.read);
  // The full-text index is one for the installation; its rows belong to pages of spaces.
  keys = found.rows.filter(({ table }) => !table.startsWith("search_index"));
});
afterAll(() => opened.drop());

/** What breaks the rule, one line each. */
function offences(): string[] {
  return keys
    .filter(({ table, kind }) => kind !== "index" && !OF_NO_ORGANIZATION.has(table))
    .filter(({ columns, to }) => {
      const [first] = columns.split(",");
      // Who refers to what is of no organization names it by its id.
      return first !== OWNER && !(to !== null && OF_NO_ORGANIZATION.has(to));
    })
    .map(({ table, kind, columns }) => `${table}: ${kind} (${columns})`);
}

test("every key of what belongs to an organization begins with it", () => {
  expect(offences().toSorted()).toEqual([]);
});

test.each([
  ["revisions", "created_by,id"],
  ["change_requests", "created_by,id"],
  ["comments", "posted_by,id"],
  ["comment_replies", "posted_by,id"],
  ["reviews", "reviewer_id,id"],
  ["notifications", "user_id,id"],
  ["audit", "actor_id,seq"],
])("what somebody has in %s is read slice by slice from an index", (table, columns) => {
  expect(keys.filter((key) => key.table === table).map((key) => key.columns)).toContain(columns);
});

test("the list of exceptions names tables of the schema", () => {
  const tables = new Set([...keys.map(({ table }) => table), "outbox", "audit", "search_pages"]);
  expect([...OF_NO_ORGANIZATION.keys()].filter((name) => !tables.has(name))).toEqual([]);
});

/** What a paragraph of the decision names, by how it begins. */
function listed(start: string): string[] {
  const decision = readFileSync(
    new URL("../../decisions/035-ready-for-a-distributed-postgresql.md", import.meta.url),
    "utf8",
  );
  const paragraph = decision.split("\n").find((line) => line.startsWith(start)) ?? "";
  return [...paragraph.slice(paragraph.indexOf(": ") + 2).matchAll(/`([^`]+)`/g)].map(
    ([, name = ""]) => name,
  );
}

test("decisions/035 says of every table where a distributed PostgreSQL would have it", () => {
  const spread = listed("Spread by `organization_id`");
  const copied = listed("Copied to every machine");
  const alone = [...listed("Spread by its own"), ...copied, ...listed("Left on the machine")];
  const tables = new Set([...keys.map(({ table }) => table), "outbox", "audit"]);
  expect([...spread, ...alone].toSorted()).toEqual([...tables].toSorted());
  expect(alone.toSorted()).toEqual([...OF_NO_ORGANIZATION.keys()].toSorted());

  const refused = keys
    .filter(({ kind }) => kind === "reference")
    .filter(({ table, to }) => {
      const target = to ?? "";
      if (spread.includes(table)) return !spread.includes(target) && !copied.includes(target);
      // Who is copied to every machine, or stands on one, may refer to others of these kinds.
      return spread.includes(target) || target === "addresses";
    })
    .map(({ table, columns }) => `${table} (${columns.replaceAll(",", ", ")})`);
  expect(listed("References that would go").toSorted()).toEqual(refused.toSorted());
});
