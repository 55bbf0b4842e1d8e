/** What the text of a statement tells of the rows that it is about. */
import { expect, test } from "vitest";
import { MOST_TEXT, readBy, rememberedText, type Touch, writtenBy } from "./statementTables.ts";

const shown = (touches: readonly Touch[] | undefined) =>
  touches?.map(({ table, organization }) => `${table}@${organization ?? "any"}`).toSorted() ?? "anything";

const READ: Readonly<
  Record<string, readonly [sql: string, values: unknown[], reads: string[] | "anything"]>
> = {
  "of one organization": [
    'select * from "spaces" where "organization_id" = $1 and "id" = $2',
    ["o1", "s"],
    ["spaces@o1"],
  ],
  "with question marks, the second of which names it": [
    'select * from "spaces" where "id" = ? and "organization_id" = ?',
    ["s", "o1"],
    ["spaces@o1"],
  ],
  "by its id alone": ['select * from "spaces" where "id" = $1', ["s"], ["spaces@any"]],
  "of the organization itself": [
    'select * from "organizations" where "id" = $1',
    ["o1"],
    ["organizations@o1"],
  ],
  "of tables that are joined by it": [
    `select "members"."role" from "members"
     inner join "organizations" on "organizations"."id" = "members"."organization_id"
     left join "team_members" on ("team_members"."organization_id" = "members"."organization_id" and "team_members"."user_id" = "members"."user_id")
     where "members"."organization_id" = $1 and "members"."user_id" = $2`,
    ["o1", "u"],
    ["members@o1", "organizations@o1", "team_members@o1"],
  ],
  "of a table that is joined by something else": [
    'select 1 from "members" inner join "users" on "users"."id" = "members"."user_id" where "members"."organization_id" = $1',
    ["o1"],
    ["members@o1", "users@any"],
  ],
  "of the table before an outer join whose condition names it": [
    'select 1 from "sites" left join "site_auth" on "site_auth"."organization_id" = $1 and "sites"."organization_id" = "site_auth"."organization_id"',
    ["o1"],
    ["site_auth@o1", "sites@any"],
  ],
  "where it is one of two ways": [
    'select 1 from "spaces" where ("organization_id" = $1 or "id" = $2)',
    ["o1", "s"],
    ["spaces@any"],
  ],
  "where it is a value in parentheses that is only shown": [
    'select ("organization_id" = $1) as "own" from "spaces" order by ("organization_id" = $2)',
    ["o1", "o1"],
    ["spaces@any"],
  ],
  "in parentheses, with others": [
    'select 1 from "spaces" where (("organization_id" = $1) and ("id" = $2))',
    ["o1", "s"],
    ["spaces@o1"],
  ],
  "where it is not": ['select 1 from "spaces" where not ("organization_id" = $1)', ["o1"], ["spaces@any"]],
  "where it is only compared with more": [
    `select 1 from "spaces" where "organization_id" = $1 || 'x'`,
    ["o1"],
    ["spaces@any"],
  ],
  "with another that only a part asks for": [
    'select 1 from "spaces" where "id" in (select "space_id" from "site_spaces" where "organization_id" = $1)',
    ["o1"],
    ["site_spaces@o1", "spaces@any"],
  ],
  "in a part that goes by what is around it": [
    `select 1 from "spaces" where "spaces"."organization_id" = $1 and exists (
       select 1 from "site_spaces" where "site_spaces"."organization_id" = "spaces"."organization_id")`,
    ["o1"],
    ["site_spaces@o1", "spaces@o1"],
  ],
  "around a part that goes by it": [
    `select 1 from "spaces" where exists (
       select 1 from "site_spaces" where "site_spaces"."organization_id" = $1 and "site_spaces"."organization_id" = "spaces"."organization_id")`,
    ["o1"],
    ["site_spaces@o1", "spaces@any"],
  ],
  "of two, one after the other": [
    'select "id" from "sites" where "organization_id" = $1 union all select "id" from "spaces" where "organization_id" = $2',
    ["o1", "o2"],
    ["sites@o1", "spaces@o2"],
  ],
  "by another name": [
    'select 1 from "revisions" as "heads" where "heads"."organization_id" = $1',
    ["o1"],
    ["revisions@o1"],
  ],
  "by a name that was given before": [
    'with "own" as (select "id" from "spaces" where "organization_id" = $1) select 1 from "own" inner join "sites" on "sites"."id" = "own"."id"',
    ["o1"],
    ["sites@any", "spaces@o1"],
  ],
  "of what a function gives": [
    'select 1 from "spaces" where "organization_id" = ? and "id" in (select value from json_each(?))',
    ["o1", "[]"],
    ["spaces@o1"],
  ],
  "of a table that nobody knows": ['select 1 from "elsewhere"', [], "anything"],
  "of no query": ["pragma table_info(spaces)", [], "anything"],
  "for who has none": ['select 1 from "jobs" where "organization_id" = $1', [null], ["jobs@any"]],
};

test.each(Object.entries(READ))("a read %s", (_name, [sql, values, reads]) => {
  expect(shown(readBy(sql, values))).toEqual(reads);
  expect(writtenBy(sql, values)).toEqual(reads === "anything" && sql.startsWith("pragma") ? undefined : []);
});

const WRITTEN: Readonly<
  Record<string, readonly [sql: string, values: unknown[], writes: string[] | "anything"]>
> = {
  "an insert": [
    'insert into "spaces" ("organization_id", "id", "title") values ($1, $2, $3)',
    ["o1", "s", "T"],
    ["spaces@o1"],
  ],
  "an insert of two rows": [
    'insert into "spaces" ("id", "organization_id") values (?, ?), (?, ?)',
    ["s", "o1", "t", "o2"],
    ["spaces@o1", "spaces@o2"],
  ],
  "an insert of what is read": [
    'insert into "spaces" ("organization_id", "id") select "organization_id", "id" from "sites" where "organization_id" = $1',
    ["o1"],
    ["spaces@any"],
  ],
  "an insert that overwrites what has the same organization": [
    'insert into "members" ("organization_id", "user_id", "role") values ($1, $2, $3) on conflict ("organization_id", "user_id") do update set "role" = $4',
    ["o1", "u", "read", "read"],
    ["members@o1"],
  ],
  "an insert that overwrites whatever has the key": [
    'insert into "jobs" ("organization_id", "key") values ($1, $2) on conflict ("key") do update set "due_at" = $3',
    ["o1", "k", 1],
    ["jobs@any"],
  ],
  "an insert that leaves what is there": [
    'insert into "jobs" ("organization_id", "key") values ($1, $2) on conflict do nothing',
    ["o1", "k"],
    ["jobs@o1"],
  ],
  "an update": [
    'update "spaces" set "title" = $1 where "organization_id" = $2 and "id" = $3 returning *',
    ["T", "o1", "s"],
    ["spaces@o1"],
  ],
  "an update by the id alone": [
    'update "jobs" set "state" = $1 where "id" = $2',
    ["done", "j"],
    ["jobs@any"],
  ],
  "an update of those that a query names": [
    'update "spaces" set "title" = $1 where "id" in (select "space_id" from "site_spaces" where "organization_id" = $2)',
    ["T", "o1"],
    ["spaces@any"],
  ],
  "what is handed over": [
    'update "spaces" set "title" = $1, "organization_id" = $2 where "organization_id" = $3',
    ["T", "o2", "o1"],
    "anything",
  ],
  "a change inside a query": [
    'with "gone" as (delete from "team_members" where "organization_id" = $1 returning *) select * from "gone"',
    ["o1"],
    ["team_members@o1"],
  ],
  "what locks alone": ['select * from "spaces" where "organization_id" = $1 for update', ["o1"], []],
  "what nobody knows": ["replace into spaces values (?)", ["s"], "anything"],
};

test.each(Object.entries(WRITTEN))("%s", (_name, [sql, values, writes]) => {
  expect(shown(writtenBy(sql, values))).toEqual(writes);
});

test("a deletion takes along what names the rows, of the same organization where both are of one", () => {
  const gone = shown(
    writtenBy('delete from "sites" where "organization_id" = $1 and "id" = $2', ["o1", "s"]),
  );
  expect(gone).toEqual(
    expect.arrayContaining(["sites@o1", "site_spaces@o1", "site_auth@o1", "share_links@o1"]),
  );
  expect(gone).not.toContain("spaces@o1");
  const people = shown(writtenBy('delete from "users" where "id" = $1', ["u"]));
  expect(people).toEqual(expect.arrayContaining(["users@any", "members@any", "team_members@any"]));
  const all = shown(writtenBy('delete from "organizations" where "id" = $1', ["o1"]));
  expect(all).toEqual(
    expect.arrayContaining(["organizations@o1", "members@o1", "sites@o1", "site_spaces@o1"]),
  );
});

test("texts are remembered by their length, however many lengths of lists there are", () => {
  for (let length = 1; length <= 1200; length += 1) {
    const places = Array.from({ length }, (_, index) => `$${index + 2}`).join(", ");
    const sql = `select * from "spaces" where "organization_id" = $1 and "id" in (${places})`;
    expect(shown(readBy(sql, ["o1"]))).toEqual(["spaces@o1"]);
  }
  // They are more than four million characters.
  expect(rememberedText()).toBeGreaterThan(MOST_TEXT / 2);
  expect(rememberedText()).toBeLessThanOrEqual(MOST_TEXT);
});
