/** The history of one page: what changed it, and nothing else. */
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let ana: Person;
let ben: Person;

beforeAll(async () => {
  ana = await world().addPerson("ana", "admin");
  ben = await world().addPerson("ben", "admin");
});

async function makeSpace(): Promise<string> {
  const { body } = await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, ana);
  return body.id;
}

async function write(at: string, changes: readonly object[], headers: Record<string, string> = {}, as = ana) {
  const { status, body } = await world().post(`${at}/content`, { changes }, as, headers);
  expect([status, body.error]).toEqual([200, undefined]);
  return body;
}

const insert = (title: string) => ({ operation: "insert_page", title, document: { markdown: title } });
const edit = (page: string, markdown: string) => ({
  operation: "update_page",
  page,
  document: { markdown },
});

/** Ids of the revisions that are told, and how many there are said to be. */
async function history(space: string, query = ""): Promise<string[]> {
  const { status, body } = await world().get(`/spaces/${space}/revisions${query}`, ana);
  expect(status).toBe(200);
  return body.items.map(({ id }: { id: string }) => id);
}

const historyOf = (space: string, page: string) => history(space, `?targetPage=${page}`);

test("has each change of the page, be it of its text, its fields, its place, by a merge, a rollback or a deletion", async () => {
  const space = await makeSpace();
  const at = `/spaces/${space}`;
  const made = await write(at, [insert("One"), insert("Two")]);
  const [one, two] = made.changes.map(({ page }: { page: string }) => page) as [string, string];
  const text = await write(at, [edit(one, "One, again")]);
  const other = await write(at, [edit(two, "Two, again")]);
  const title = await write(at, [{ operation: "update_page", page: one, title: "First" }]);
  const moved = await write(at, [{ operation: "update_page", page: one, into: two }]);
  await write(at, [{ operation: "set_variables", variables: { edition: "pro" } }]);
  const begun = (await world().post(`${at}/change-requests`, {}, ana)).body;
  await write(`${at}/change-requests/${begun.number}`, [edit(one, "One, asked for")]);
  const merged = (await world().post(`${at}/change-requests/${begun.number}/merge`, undefined, ana)).body;
  expect(merged.result).toBe("merge");
  const back = (await world().post(`${at}/revisions/${text.revision}/restore`, undefined, ana)).body;
  const gone = await write(at, [{ operation: "delete_page", page: one }]);
  const again = await write(at, [{ operation: "revert_page", page: one, revision: text.revision }]);
  const all = [
    again.revision,
    gone.revision,
    back.id,
    merged.revision,
    moved.revision,
    title.revision,
    text.revision,
    made.revision,
  ];
  expect(await historyOf(space, one)).toEqual(all);
  // The rollback took its new text away too.
  expect(await historyOf(space, two)).toEqual([back.id, other.revision, made.revision]);
  expect(await historyOf(space, "absent")).toEqual([]);

  const first = (await world().get(`${at}/revisions?targetPage=${one}&limit=3`, ana)).body;
  expect([first.items.length, first.count]).toEqual([3, all.length]);
  const rest = `?targetPage=${one}&page=${encodeURIComponent(first.next.page)}`;
  expect(await history(space, rest)).toEqual(all.slice(3));
});

test("has one line for a text that saves itself, also where other pages are written meanwhile", async () => {
  const space = await makeSpace();
  const at = `/spaces/${space}`;
  const made = await write(at, [insert("One"), insert("Two")], {}, ben);
  const [one, two] = made.changes.map(({ page }: { page: string }) => page) as [string, string];
  const coalesce = { prefer: "coalesce" };
  await write(at, [edit(one, "a")], coalesce);
  await write(at, [edit(one, "ab")], coalesce);
  await write(at, [edit(two, "b")], coalesce);
  const { revision: last } = await write(at, [edit(two, "bc")], coalesce);
  expect((await history(space)).slice(0, 2)).toEqual([last, made.revision]);
  expect(await historyOf(space, one)).toEqual([last, made.revision]);
  expect(await historyOf(space, two)).toEqual([last, made.revision]);
});

test("goes with the space to another organization", async () => {
  const space = await makeSpace();
  const made = await write(`/spaces/${space}`, [insert("One")]);
  const { page } = made.changes[0];
  const other = await world().addOrganization("Other", "other");
  const member = { organization_id: other, user_id: ana.id, role: "admin" as const, joined_at: 1 };
  await world().deps.db.transact((tx) => tx.insertInto("members").values(member).execute());
  const moved = await world().post(`/spaces/${space}/transfer`, { organization: other }, ana);
  expect([moved.status, moved.body.error]).toEqual([200, undefined]);
  expect(await historyOf(space, page)).toEqual([made.revision]);
});
