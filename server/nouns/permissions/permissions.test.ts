import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "../../app.ts";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let admin: Person;
let creator: Person;
let reader: Person;
let guest: Person;
let stranger: Person;
let other: string;

beforeAll(async () => {
  other = await world().addOrganization("Other", "other");
  admin = await world().addPerson("ada", "admin");
  creator = await world().addPerson("carl", "create");
  reader = await world().addPerson("rita", "read");
  guest = await world().addPerson("gus", null);
  stranger = await world().addPerson("sam", "admin", other);
  await addTeam("writers", world().organization, [reader]);
  await addTeam("editors", world().organization, [reader, guest]);
  await addTeam("foreigners", other, [stranger]);
});

async function addTeam(id: string, organization: string, members: readonly Person[]): Promise<void> {
  await world().deps.db.transact(async (tx) => {
    const team = { id, organization_id: organization, title: id, title_folded: id, created_at: 1 };
    await tx.insertInto("teams").values(team).execute();
    for (const { id: user_id } of members) {
      const member = { organization_id: organization, user_id, role: "member" as const, added_at: 1 };
      await tx
        .insertInto("team_members")
        .values({ team_id: id, ...member })
        .execute();
    }
  });
}

const makeSpace = async (body: object = {}) =>
  (await world().post(`/orgs/${world().organization}/spaces`, body, creator)).body;
const makeCollection = async (body: object = {}) =>
  (await world().post(`/orgs/${world().organization}/collections`, body, creator)).body;
const faults = (answer: { body: { error: { details?: { path: string }[] } } }) =>
  answer.body.error.details?.map(({ path }) => path);

/** What both kinds do alike: `path` of a new thing, and a space by which access to it shows. */
const kinds = [
  [
    "space",
    async () => {
      const space = await makeSpace();
      return { path: `/spaces/${space.id}`, space: `/spaces/${space.id}` };
    },
  ],
  [
    "collection",
    async () => {
      const outer = await makeCollection();
      const nested = await makeCollection({ parent: outer.id });
      const space = await makeSpace({ parent: nested.id });
      return { path: `/collections/${outer.id}`, space: `/spaces/${space.id}` };
    },
  ],
] as const;

const rights = async (path: string, as: Person) => {
  const { status, body } = await world().get(path, as);
  return status === 200 ? body.permissions : status;
};

describe.each(kinds)("permissions of a %s", (_, make) => {
  test("a direct role decides, lower or higher", async () => {
    const { path, space } = await make();
    expect(await rights(space, guest)).toBe(404);
    const invited = await world().post(
      `${path}/permissions`,
      { users: [guest.id, creator.id], role: "comment" },
      admin,
    );
    expect([invited.status, invited.text]).toEqual([204, ""]);
    expect(await rights(space, guest)).toMatchObject({ comment: true, edit: false });
    expect(await rights(space, creator)).toMatchObject({ comment: true, edit: false, admin: false });
    const again = { users: [guest.id], role: "review" };
    expect((await world().post(`${path}/permissions`, again, admin)).status).toBe(204);
    expect(await rights(space, guest)).toMatchObject({ merge: true, admin: false });
  });

  test("of several teams the best role counts, and a direct one before it", async () => {
    const { path, space } = await make();
    await world().post(`${path}/permissions`, { teams: ["writers"], role: "comment" }, creator);
    await world().post(`${path}/permissions`, { teams: ["editors"], role: "edit" }, creator);
    expect(await rights(space, reader)).toMatchObject({ edit: true, review: false });
    expect(await rights(space, guest)).toMatchObject({ edit: true });
    await world().post(`${path}/permissions`, { users: [reader.id], role: "read" }, creator);
    expect(await rights(space, reader)).toMatchObject({ view: true, comment: false });
  });

  test("refuses whom the organization doesn't have, and gives nobody anything then", async () => {
    const { path, space } = await make();
    for (const [body, paths] of [
      [{ users: [guest.id, stranger.id, "absent"], role: "edit" }, ["/users/1", "/users/2"]],
      [{ users: [guest.id], teams: ["foreigners"], role: "edit" }, ["/teams/0"]],
      [{ users: [guest.id], role: "owner" }, ["/role"]],
      [{ users: [guest.id], role: null }, ["/role"]],
      [{ users: [guest.id, guest.id], role: "edit" }, ["/users"]],
      [{ users: [], role: "edit" }, ["/users"]],
      [{ users: [guest.id], role: "edit", level: 1 }, ["/level"]],
    ] as const) {
      const answer = await world().post(`${path}/permissions`, body, creator);
      expect(answer.status).toBe(400);
      expect(faults(answer)).toEqual(expect.arrayContaining([...paths]));
    }
    expect((await world().post(`${path}/permissions`, { role: "edit" }, creator)).status).toBe(400);
    expect(await rights(space, guest)).toBe(404);
  });

  test("changes and takes back what was given directly, and nothing else", async () => {
    const { path, space } = await make();
    const body = { users: [guest.id], teams: ["writers"], role: "comment" };
    await world().post(`${path}/permissions`, body, creator);
    const user = `${path}/permissions/users/${guest.id}`;
    const team = `${path}/permissions/teams/writers`;
    expect((await world().patch(user, { role: "edit" }, creator)).status).toBe(204);
    expect((await world().patch(team, { role: "review" }, creator)).status).toBe(204);
    expect(await rights(space, guest)).toMatchObject({ edit: true });
    expect(await rights(space, reader)).toMatchObject({ merge: true });
    for (const bad of [{}, { role: "x" }, { role: null }, { role: "edit", x: 1 }]) {
      expect((await world().patch(user, bad, creator)).status).toBe(400);
    }
    expect((await world().delete(user, creator)).status).toBe(205);
    expect((await world().delete(team, creator)).status).toBe(205);
    expect(await rights(space, guest)).toBe(404);
    expect(await rights(space, reader)).toMatchObject({ view: true, comment: false });
    expect((await world().delete(user, creator)).status).toBe(404);
    expect((await world().patch(user, { role: "edit" }, creator)).status).toBe(404);
    expect((await world().patch(team, { role: "edit" }, creator)).status).toBe(404);
    expect((await world().delete(`${path}/permissions/users/absent`, creator)).status).toBe(404);
  });

  test("lists who was given a role, and everybody who has one", async () => {
    const { path } = await make();
    await world().post(`${path}/permissions`, { users: [guest.id, reader.id], role: "comment" }, creator);
    await world().post(`${path}/permissions`, { teams: ["editors"], role: "edit" }, creator);
    const users = await world().get(`${path}/permissions/users?limit=1`, creator);
    const rest = await world().get(`${path}/permissions/users?page=${users.body.next.page}`, creator);
    const ids = [...users.body.items, ...rest.body.items].map(({ user }) => user.id);
    expect([users.body.count, ids.toSorted()]).toEqual([2, [guest.id, reader.id].toSorted()]);
    expect(users.body.items[0].permission).toBe("comment");
    const teams = (await world().get(`${path}/permissions/teams`, creator)).body;
    expect(teams).toMatchObject({
      count: 1,
      items: [{ permission: "edit", team: { object: "team", id: "editors", members: 2 } }],
    });
    const all = (await world().get(`${path}/permissions/aggregate`, creator)).body;
    const roles = Object.fromEntries(
      all.items.map(({ user, permission }: { user: { id: string }; permission: string }) => [
        user.id,
        permission,
      ]),
    );
    expect(roles).toEqual({
      [admin.id]: "admin",
      [creator.id]: "create",
      [reader.id]: "comment",
      [guest.id]: "comment",
    });
    const page = await world().get(`${path}/permissions/aggregate?role=comment&limit=1`, creator);
    const next = await world().get(
      `${path}/permissions/aggregate?role=comment&page=${page.body.next.page}`,
      creator,
    );
    expect([page.body.count, page.body.items.length, next.body.items.length]).toEqual([2, 1, 1]);
    expect((await world().get(`${path}/permissions/aggregate?role=guest`, creator)).status).toBe(400);
  });

  test("takes the right admin, whatever is asked", async () => {
    const { path, space } = await make();
    await world().post(`${path}/permissions`, { users: [guest.id], role: "comment" }, creator);
    const role = { role: "edit" };
    for (const [method, below, body] of [
      ["POST", "", { users: [guest.id], ...role }],
      ["GET", "/users", undefined],
      ["PATCH", `/users/${guest.id}`, role],
      ["DELETE", `/users/${guest.id}`, undefined],
      ["GET", "/teams", undefined],
      ["PATCH", "/teams/writers", role],
      ["DELETE", "/teams/writers", undefined],
      ["GET", "/aggregate", undefined],
    ] as const) {
      const url = `${path}/permissions${below}`;
      const statuses = [];
      for (const as of [undefined, reader, guest, stranger]) {
        statuses.push((await world().call(method, url, { as, body })).status);
      }
      expect(statuses).toEqual([401, 403, 403, 404]);
    }
    expect(await rights(space, guest)).toMatchObject({ comment: true, edit: false });
  });
});

test("everybody's role says why they have it, and names nothing that the caller may not see", async () => {
  const outer = await makeCollection({ title: "Outer" });
  const nested = await makeCollection({ parent: outer.id, title: "Nested" });
  const space = await makeSpace({ parent: nested.id, title: "Inside" });
  await world().post(`/collections/${outer.id}/permissions`, { teams: ["editors"], role: "edit" }, creator);
  await world().post(`/spaces/${space.id}/permissions`, { users: [guest.id], role: "create" }, creator);
  const reasonsFor = async (as: Person) => {
    const { items } = (await world().get(`/spaces/${space.id}/permissions/aggregate`, as)).body;
    const found = new Map(items.map((item: { user: { id: string } }) => [item.user.id, item]));
    return (who: Person) => found.get(who.id) as { permission: string; reason: object } | undefined;
  };
  const of = await reasonsFor(creator);
  expect(of(admin)).toMatchObject({ permission: "admin", reason: { kind: "administrator" } });
  expect(of(creator)).toMatchObject({ permission: "create", reason: { kind: "organization" } });
  expect(of(reader)).toMatchObject({
    permission: "edit",
    reason: {
      kind: "team",
      team: { id: "editors", title: "editors" },
      collection: { id: outer.id, title: "Outer" },
    },
  });
  expect(of(guest)).toMatchObject({
    permission: "create",
    reason: { kind: "user", space: { id: space.id, title: "Inside" } },
  });
  // The guest administrates the space alone: what lies above it is closed to them, once their team has no role there.
  await world().delete(`/collections/${outer.id}/permissions/teams/editors`, creator);
  await world().post(
    `/collections/${outer.id}/permissions`,
    { teams: ["writers"], role: "comment" },
    creator,
  );
  const inside = await reasonsFor(guest);
  expect(inside(reader)).toMatchObject({ permission: "comment", reason: { kind: "team" } });
  expect(Object.keys(inside(reader)?.reason ?? {})).toEqual(["kind"]);
  await world().patch(`/collections/${outer.id}`, { defaultLevel: "review" }, creator);
  expect((await reasonsFor(admin))(creator)).toMatchObject({
    permission: "review",
    reason: { kind: "level", collection: { id: outer.id } },
  });
});

test("the operations have the names that clients know", () => {
  const names = operations
    .filter(({ url }) => /^\/(spaces|collections)\/.*\/permissions/.test(url))
    .map((each) => each.operationId);
  expect(names).toEqual([
    "inviteToSpace",
    "listUserPermissionsInSpace",
    "updateUserPermissionInSpace",
    "removeUserFromSpace",
    "listTeamPermissionsInSpace",
    "updateTeamPermissionInSpace",
    "removeTeamFromSpace",
    "listPermissionsAggregateInSpace",
    "inviteToCollection",
    "listUserPermissionsInCollection",
    "updateUserPermissionInCollection",
    "removeUserFromCollection",
    "listTeamPermissionsInCollection",
    "updateTeamPermissionInCollection",
    "removeTeamFromCollection",
    "listPermissionsAggregateInCollection",
  ]);
});

test("who leaves the organization loses what they were given, also when they come back", async () => {
  const leaver = await world().addPerson("lea", "read");
  const space = await makeSpace();
  await world().post(`/spaces/${space.id}/permissions`, { users: [leaver.id], role: "edit" }, creator);
  expect(await rights(`/spaces/${space.id}`, leaver)).toMatchObject({ edit: true });
  const member = `/orgs/${world().organization}/members/${leaver.id}`;
  expect((await world().delete(member, admin)).status).toBe(204);
  expect(await rights(`/spaces/${space.id}`, leaver)).toBe(404);
  await world().deps.db.transact(async (tx) => {
    const back = {
      organization_id: world().organization,
      user_id: leaver.id,
      role: "read" as const,
      joined_at: 2,
    };
    await tx.insertInto("members").values(back).execute();
  });
  expect(await rights(`/spaces/${space.id}`, leaver)).toMatchObject({ view: true, edit: false });
});

test("a duplicate is open to the same people, a transferred space to those who are members there", async () => {
  const both = await world().addPerson("bea", "create");
  await world().deps.db.transact(async (tx) => {
    const member = { organization_id: other, user_id: both.id, role: "create" as const, joined_at: 1 };
    await tx.insertInto("members").values(member).execute();
  });
  const space = (await world().post(`/orgs/${world().organization}/spaces`, {}, both)).body;
  await world().post(
    `/spaces/${space.id}/permissions`,
    { users: [guest.id, both.id], teams: ["writers"], role: "create" },
    both,
  );
  const copy = (await world().post(`/spaces/${space.id}/duplicate`, undefined, both)).body;
  expect(await rights(`/spaces/${copy.id}`, guest)).toMatchObject({ admin: true });
  const moved = await world().post(`/spaces/${space.id}/transfer`, { organization: other }, both);
  expect(moved.status).toBe(200);
  const { items } = (await world().get(`/spaces/${space.id}/permissions/users`, stranger)).body;
  expect(items.map(({ user }: { user: { id: string } }) => user.id)).toEqual([both.id]);
  expect((await world().get(`/spaces/${space.id}/permissions/teams`, stranger)).body.count).toBe(0);
  expect(await rights(`/spaces/${space.id}`, guest)).toBe(404);
});
