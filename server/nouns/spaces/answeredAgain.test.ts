/** The answer of a space is kept while all that it is made of is believed: no change may show late. */
import { openDatabase } from "../../db/open.ts";
import { beforeAll, expect, test, vi } from "vitest";
import type { Database } from "../../db/database.ts";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let admin: Person;
let member: Person;
let space: string;

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  member = await world().addPerson("mia", "read");
  space = (await world().post(`/orgs/${world().organization}/spaces`, { title: "First" }, admin)).body.id;
});

const get = (as = member) => world().get(`/spaces/${space}`, as);

/** What both are answered, asked twice, so that what is kept is there. */
async function seen() {
  const first = await get();
  const again = await get();
  const { permissions } = (await get(admin)).body;
  expect([again.status, again.headers["etag"]]).toEqual([first.status, first.headers["etag"]]);
  if (first.status === 200) expect([permissions.admin, again.text]).toEqual([true, first.text]);
  return first;
}

test("what this process changes shows with the next answer: rows, roles, sites, levels, the trash", async () => {
  const org = `/orgs/${world().organization}`;
  const told = async (change: Promise<{ status: number }>) => {
    expect((await change).status).toBeLessThan(300);
    return seen();
  };
  const first = await seen();
  expect(first.body).toMatchObject({ title: "First", visibility: "private", permissions: { edit: false } });

  const renamed = await told(world().patch(`/spaces/${space}`, { title: "Second" }, admin));
  expect(renamed.body.title).toBe("Second");
  expect(renamed.headers["etag"]).not.toBe(first.headers["etag"]);

  const raised = await told(world().patch(`${org}/members/${member.id}`, { role: "edit" }, admin));
  expect(raised.body.permissions).toMatchObject({ edit: true, admin: false });

  const made = await world().post(
    `${org}/sites`,
    { title: "Site", spaces: [space], visibility: "public" },
    admin,
  );
  expect((await seen()).body.visibility).toBe("private");
  const published = await told(world().post(`${org}/sites/${made.body.id}/publish`, undefined, admin));
  expect(published.body).toMatchObject({ visibility: "public", urls: { public: expect.any(String) } });
  const hidden = await told(world().post(`${org}/sites/${made.body.id}/unpublish`, undefined, admin));
  expect(hidden.body.urls.published).toBeUndefined();

  const lowered = await told(world().patch(`/spaces/${space}`, { defaultLevel: null }, admin));
  expect(lowered.status).toBe(404);
  await told(world().patch(`/spaces/${space}`, { defaultLevel: "inherit" }, admin));
  expect((await told(world().call("DELETE", `/spaces/${space}`, { as: admin }))).status).toBe(404);
  const restored = await told(world().post(`/spaces/${space}/restore`, undefined, admin));
  expect(restored.body.permissions).toMatchObject({ edit: true });
  const removed = await told(world().call("DELETE", `${org}/members/${member.id}`, { as: admin }));
  expect(removed.status).toBe(404);
});

/** As if so many seconds had passed. */
async function later<T>(seconds: number, work: () => Promise<T>): Promise<T> {
  const real = performance.now.bind(performance);
  const clock = vi.spyOn(performance, "now").mockImplementation(() => real() + seconds * 1000);
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}

test("what another process changes shows a second later at the latest, roles and removals as well", async () => {
  const reader = await world().addPerson("rita", "read");
  const theirs: Database = await openDatabase({ ...world().place, poolSize: 1 });
  try {
    expect((await get(reader)).body.permissions.edit).toBe(false);
    await theirs.transact(async (tx) => {
      await tx.updateTable("spaces").set({ title: "Theirs" }).where("id", "=", space).execute();
      await tx.updateTable("members").set({ role: "edit" }).where("user_id", "=", reader.id).execute();
    });
    const changed = await later(1, () => get(reader));
    expect(changed.body).toMatchObject({ title: "Theirs", permissions: { edit: true } });
    await theirs.transact((tx) => tx.deleteFrom("members").where("user_id", "=", reader.id).execute());
    expect((await later(2, () => get(reader))).status).toBe(404);
  } finally {
    await theirs.close();
  }
});

test("a page of the list is each member's own, goes on where it was asked, and follows what changes", async () => {
  const spaces = `/orgs/${world().organization}/spaces`;
  const editor = await world().addPerson("edda", "edit");
  const reader = await world().addPerson("rosa", "read");
  for (const title of ["One", "Two", "Three"]) await world().post(spaces, { title }, admin);
  const list = async (as: Person, query = "") => {
    const first = await world().get(`${spaces}?limit=2${query}`, as);
    const again = await world().get(`${spaces}?limit=2${query}`, as);
    expect([again.text, again.headers["etag"]]).toEqual([first.text, first.headers["etag"]]);
    const next = await world().get(`${spaces}?limit=2${query}&page=${first.body.next.page}`, as);
    expect(next.status).toBe(200);
    const [{ id, title, permissions }] = first.body.items;
    return { id, title, edit: permissions.edit, further: next.body.items[0].id };
  };
  // In turns, so that each is asked while the others' answers are kept; a cursor is bound to its list and its user.
  const asked = [await list(editor), await list(reader), await list(reader, "&deleted=false")];
  expect(asked.map(({ edit }) => edit)).toEqual([true, false, false]);
  expect(new Set(asked.map(({ further }) => further)).size).toBe(1);
  await world().patch(`/spaces/${asked[0]?.id}`, { title: "Renamed" }, admin);
  expect((await list(reader)).title).toBe("Renamed");
  await world().patch(`/orgs/${world().organization}/members/${reader.id}`, { role: "edit" }, admin);
  expect((await list(reader)).edit).toBe(true);
});
