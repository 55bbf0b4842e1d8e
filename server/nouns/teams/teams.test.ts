import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { grant } from "../../access/grants.ts";
import { newId } from "../../ports/ids.ts";
import { type Answer, type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let admin: Person;
let reader: Person;
let guest: Person;
let stranger: Person;
let base = "";
let foreign = "";

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  reader = await world().addPerson("rita", "read");
  guest = await world().addPerson("gus", null);
  const other = await world().addOrganization("Other", "other");
  stranger = await world().addPerson("sam", "admin", other);
  base = `/orgs/${world().organization}`;
  foreign = (await world().put(`/orgs/${other}/teams`, { title: "Foreign" }, stranger)).body.id;
});

const teams = (query = "", as: Person = admin) => world().get(`${base}/teams${query}`, as);
const make = async (body: object = { title: "Writers" }, as: Person | undefined = admin) =>
  world().put(`${base}/teams`, body, as);
const newTeam = async (...members: Person[]): Promise<string> =>
  (await make({ title: `Team ${newId()}`, members: members.map(({ id }) => id) })).body.id;
const titles = ({ body }: Answer): string[] => body.items.map((item: { title: string }) => item.title);
const details = ({ body }: Answer): string[] => body.error.details.map(({ path }: { path: string }) => path);

/** Who is in a team, by name and role. */
async function membersOf(team: string): Promise<string[]> {
  const { body } = await world().get(`${base}/teams/${team}/members`, admin);
  return body.items
    .map(
      (item: { organization: { user: { displayName: string } }; team: { role: string } }) =>
        `${item.organization.user.displayName} ${item.team.role}`,
    )
    .toSorted();
}

describe("createOrganizationTeam", () => {
  test("makes a team of members", async () => {
    const { status, body, headers } = await make({ title: "Writers", members: [reader.id, guest.id] });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: "team",
      title: "Writers",
      members: 2,
      spaces: 0,
      permissions: { admin: true, view: true },
    });
    expect(headers["location"]).toMatch(new RegExp(`${base}/teams/${body.id}$`));
    expect(await membersOf(body.id)).toEqual(["gus member", "rita member"]);
  });

  test("repeated under one key makes one team", async () => {
    const headers = { "idempotency-key": "team-1" };
    const send = () => world().put(`${base}/teams`, { title: "Once" }, admin, headers);
    expect((await send()).body).toEqual((await send()).body);
    expect((await teams("?title=once")).body.count).toBe(1);
  });

  test.each([
    [{}, "/title"],
    [{ title: "" }, "/title"],
    [{ title: "x".repeat(65) }, "/title"],
    [{ title: "T", id: "mine" }, "/id"],
    [{ title: "T", members: ["nobody"] }, "/members/0"],
    [{ title: "T", members: [3] }, "/members/0"],
  ])("refuses %j and makes nothing", async (body, path) => {
    const before = (await teams()).body.count;
    const answer = await make(body);
    expect([answer.status, details(answer)]).toEqual([400, [path]]);
    expect((await teams()).body.count).toBe(before);
  });

  test("refuses members of other organizations and people named twice", async () => {
    expect(details(await make({ title: "T", members: [reader.id, stranger.id] }))).toEqual(["/members/1"]);
    expect(details(await make({ title: "T", members: [reader.id, reader.id] }))).toEqual(["/members/1"]);
  });

  test("is the administrators' alone", async () => {
    expect((await world().put(`${base}/teams`, { title: "T" })).status).toBe(401);
    expect((await make({ title: "T" }, reader)).status).toBe(403);
    expect((await make({ title: "T" }, stranger)).status).toBe(404);
  });
});

describe("listTeamsInOrganizationById", () => {
  test("lists teams in pages, oldest first, and finds them by title and by owner", async () => {
    await make({ title: "Ärzte" });
    const owned = await newTeam(reader);
    await world().put(`${base}/teams/${owned}/members/${reader.id}`, { role: "owner" }, admin);
    const all = await teams();
    expect(all.body.count).toBe(all.body.items.length);
    expect(titles(await teams("?title=%C3%84RZ"))).toEqual(["Ärzte"]);
    expect(titles(await teams("?title=%25"))).toEqual([]);
    const found = await teams(`?owner=${reader.id}`, reader);
    expect(found.body.items.map(({ id }: { id: string }) => id)).toEqual([owned]);
    expect(found.body.items[0].permissions).toEqual({ admin: true, view: true });
    expect((await teams(`?owner=${admin.id}`)).body.count).toBe(all.body.count);
    expect((await teams(`?owner=${guest.id}`)).body.count).toBe(0);
    expect((await teams("?owner=nobody")).body.count).toBe(0);
    const first = await teams("?limit=1");
    const second = await teams(`?limit=1&page=${first.body.next.page}`);
    expect([...titles(first), ...titles(second)]).toEqual(titles(all).slice(0, 2));
  });

  test("is refused without a token, to guests and to strangers, and for what it doesn't know", async () => {
    expect((await world().get(`${base}/teams`)).status).toBe(401);
    expect((await teams("", guest)).status).toBe(403);
    expect((await teams("", stranger)).status).toBe(404);
    expect(details(await teams("?role=owner"))).toEqual(["/role"]);
    expect((await teams("", reader)).body.items[0].permissions).toEqual({ admin: false, view: true });
  });
});

describe("getTeamInOrganizationById", () => {
  test("counts members, and the spaces that it has a role on and the caller sees", async () => {
    const team = await newTeam(guest);
    const space = (await world().post(`${base}/spaces`, { title: "S" }, admin)).body.id;
    await world().patch(`/spaces/${space}`, { defaultLevel: null }, admin);
    expect((await world().get(`/spaces/${space}`, guest)).status).toBe(404);
    await world().deps.db.transact((tx) =>
      grant(tx, {
        content: { kind: "space", id: space },
        organization: world().organization,
        grantees: [{ kind: "team", id: team }],
        role: "edit",
        now: 0,
      }),
    );
    const counted = async (as: Person) => (await world().get(`${base}/teams/${team}`, as)).body.spaces;
    expect([await counted(admin), await counted(reader)]).toEqual([1, 0]);
    expect((await world().get(`/spaces/${space}`, guest)).body.permissions.edit).toBe(true);
    const items = (await world().get(`${base}/members/${guest.id}/spaces`, admin)).body.items;
    expect(items).toMatchObject([{ permission: "edit", space: { id: space } }]);

    await world().delete(`${base}/teams/${team}/members/${guest.id}`, admin);
    expect((await world().get(`/spaces/${space}`, guest)).status).toBe(404);
    await world().put(`${base}/teams/${team}/members/${guest.id}`, undefined, admin);
    expect((await world().get(`/spaces/${space}`, guest)).status).toBe(200);
    expect((await world().delete(`${base}/teams/${team}`, admin)).status).toBe(204);
    expect((await world().get(`/spaces/${space}`, guest)).status).toBe(404);
  });

  test("hides teams of other organizations, and all from guests but those they own", async () => {
    const team = await newTeam(guest);
    const path = `${base}/teams/${team}`;
    expect((await world().get(`${base}/teams/${foreign}`, admin)).status).toBe(404);
    expect((await world().get(path)).status).toBe(401);
    expect((await world().get(path, stranger)).status).toBe(404);
    expect((await world().get(path, guest)).status).toBe(404);
    await world().put(`${path}/members/${guest.id}`, { role: "owner" }, admin);
    expect((await world().get(path, guest)).body.permissions).toEqual({ admin: true, view: true });
    expect((await world().get(base, guest)).body.permissions.ownTeam).toBe(true);
    expect((await world().get("/orgs", guest)).body.items[0].permissions.ownTeam).toBe(true);
    expect((await world().get(base, reader)).body.permissions.ownTeam).toBe(
      (await world().get("/orgs", reader)).body.items[0].permissions.ownTeam,
    );
  });
});

describe("updateTeamInOrganizationById and removeTeamFromOrganizationById", () => {
  test("rename and delete, once", async () => {
    const path = `${base}/teams/${await newTeam()}`;
    expect((await world().patch(path, { title: "Editors" }, admin)).body.title).toBe("Editors");
    expect(titles(await teams("?title=EDITORS"))).toEqual(["Editors"]);
    expect([(await world().delete(path, admin)).status, (await world().delete(path, admin)).status]).toEqual([
      204, 404,
    ]);
    expect((await world().patch(path, { title: "Late" }, admin)).status).toBe(404);
  });

  test.each([[{}], [{ title: "" }], [{ title: "x".repeat(65) }], [{ title: null }]])(
    "refuse %j",
    async (body) => {
      const answer = await world().patch(`${base}/teams/${await newTeam()}`, body, admin);
      expect([answer.status, details(answer)]).toEqual([400, ["/title"]]);
    },
  );

  test("are the administrators' alone; owners manage members and nothing else", async () => {
    const path = `${base}/teams/${await newTeam(reader)}`;
    await world().put(`${path}/members/${reader.id}`, { role: "owner" }, admin);
    expect((await world().patch(path, { title: "T" })).status).toBe(401);
    expect((await world().patch(path, { title: "T" }, reader)).status).toBe(403);
    expect((await world().delete(path, reader)).status).toBe(403);
    expect((await world().delete(path, stranger)).status).toBe(404);
  });

  test("compare If-Match with the version", async () => {
    const path = `${base}/teams/${await newTeam()}`;
    const headers = { "if-match": String((await world().get(path, admin)).headers["etag"]) };
    expect((await world().patch(path, { title: "One" }, admin, headers)).status).toBe(200);
    expect((await world().patch(path, { title: "Two" }, admin, headers)).status).toBe(412);
    expect((await world().delete(path, admin, headers)).status).toBe(412);
  });
});

describe("updateMembersInOrganizationTeam", () => {
  let team: string;
  let path: string;
  beforeEach(async () => {
    team = await newTeam(guest);
    path = `${base}/teams/${team}/members`;
  });

  test("adds and removes by id and by address; who is in both is removed", async () => {
    const { status, text } = await world().put(
      path,
      { add: ["RITA@example.com", admin.id, guest.id], remove: [guest.id] },
      admin,
    );
    expect([status, text]).toEqual([204, ""]);
    expect(await membersOf(team)).toEqual(["ada member", "rita member"]);
  });

  test("gives roles by memberships, to those added and those who are in it", async () => {
    const memberships = { "gus@example.com": { role: "owner" }, [reader.id]: { role: "owner" } };
    await world().put(path, { add: [reader.id, admin.id], memberships }, admin);
    expect(await membersOf(team)).toEqual(["ada member", "gus owner", "rita owner"]);
    await world().put(path, { add: [guest.id], memberships: { [reader.id]: { role: "member" } } }, admin);
    expect(await membersOf(team)).toEqual(["ada member", "gus owner", "rita member"]);
    const owner = { [reader.id]: { role: "owner" } };
    await world().put(path, { memberships: owner, remove: ["rita@example.com", admin.id] }, admin);
    expect(await membersOf(team)).toEqual(["gus owner"]);
    expect((await world().put(path, {}, admin)).status).toBe(204);
  });

  test.each<[object, string[]]>([
    [{ add: ["nobody"] }, ["/add/0"]],
    [{ add: ["rita@example.com", "no@where.com"], remove: ["x"] }, ["/add/1", "/remove/0"]],
    [{ memberships: { "a/b~c": { role: "owner" } } }, ["/memberships/a~1b~0c"]],
    [{ memberships: { constructor: { role: "member" } } }, ["/memberships/constructor"]],
    [{ memberships: { "rita@example.com": { role: "boss" } } }, ["/memberships/rita@example.com/role"]],
    [{ memberships: { "rita@example.com": {} } }, ["/memberships/rita@example.com/role"]],
    [{ add: "rita@example.com" }, ["/add"]],
    [{ members: [] }, ["/members"]],
  ])("refuses %j and changes nothing", async (body, paths) => {
    const answer = await world().put(path, body, admin);
    expect([answer.status, details(answer)]).toEqual([400, paths]);
    expect(await membersOf(team)).toEqual(["gus member"]);
  });

  test("refuses two roles for one person, and members of other organizations", async () => {
    const memberships = { "gus@example.com": { role: "owner" }, [guest.id]: { role: "member" } };
    expect((await world().put(path, { memberships }, admin)).status).toBe(400);
    expect(details(await world().put(path, { add: ["sam@example.com"] }, admin))).toEqual(["/add/0"]);
  });

  test("takes an administrator or an owner of the team", async () => {
    const body = { add: [reader.id] };
    expect((await world().put(path, body)).status).toBe(401);
    expect((await world().put(path, body, reader)).status).toBe(403);
    expect((await world().put(path, body, guest)).status).toBe(404);
    expect((await world().put(path, body, stranger)).status).toBe(404);
    await world().put(`${path}/${guest.id}`, { role: "owner" }, admin);
    expect((await world().put(path, body, guest)).status).toBe(204);
    const foreignPath = `${base}/teams/${foreign}/members`;
    expect((await world().put(foreignPath, body, admin)).status).toBe(404);
  });
});

describe("addMemberToOrganizationTeamById and deleteMemberFromOrganizationTeamById", () => {
  test("add, change and remove one member", async () => {
    const team = await newTeam();
    const path = `${base}/teams/${team}/members/${reader.id}`;
    expect((await world().put(path, undefined, admin)).status).toBe(204);
    expect(await membersOf(team)).toEqual(["rita member"]);
    expect((await world().put(path, { role: "owner" }, admin)).status).toBe(204);
    expect((await world().put(path, {}, admin)).status).toBe(204);
    expect(await membersOf(team)).toEqual(["rita owner"]);
    expect((await world().delete(path, reader)).status).toBe(204);
    expect((await world().delete(path, admin)).status).toBe(404);
    expect(await membersOf(team)).toEqual([]);
  });

  test("refuse bad roles, strangers and those without the right", async () => {
    const path = `${base}/teams/${await newTeam()}/members`;
    expect((await world().put(`${path}/${reader.id}`, { role: "boss" }, admin)).status).toBe(400);
    expect((await world().put(`${path}/${stranger.id}`, {}, admin)).status).toBe(404);
    expect((await world().put(`${path}/${reader.id}`, {})).status).toBe(401);
    expect((await world().put(`${path}/${reader.id}`, {}, reader)).status).toBe(403);
    expect((await world().delete(`${path}/${reader.id}`, reader)).status).toBe(403);
    expect((await world().delete(`${path}/${reader.id}`, stranger)).status).toBe(404);
  });

  test("whoever leaves the organization leaves its teams", async () => {
    const person = await world().addPerson("leaver", "edit");
    const team = await newTeam(person, reader);
    await world().delete(`${base}/members/${person.id}`, admin);
    expect(await membersOf(team)).toEqual(["rita member"]);
  });

  test("adding and removing the same member at once leaves no one in a team who is no member", async () => {
    for (let round = 0; round < 5; round++) {
      const person = await world().addPerson(`racer${newId()}`, "edit");
      const team = await newTeam();
      const [added, removed] = await Promise.all([
        world().put(`${base}/teams/${team}/members/${person.id}`, {}, admin),
        world().delete(`${base}/members/${person.id}`, admin),
      ]);
      expect([204, 404]).toContain(added.status);
      expect(removed.status).toBe(204);
      expect(await membersOf(team)).toEqual([]);
    }
  });
});

describe("listTeamMembersInOrganizationById and listTeamsForOrganizationMember", () => {
  test("list in pages what they count", async () => {
    const team = await newTeam(reader, guest, admin);
    const path = `${base}/teams/${team}/members`;
    const first = await world().get(`${path}?limit=2`, reader);
    expect([first.body.count, first.body.items.length]).toEqual([3, 2]);
    const rest = await world().get(`${path}?limit=2&page=${first.body.next.page}`, reader);
    expect(rest.body.items).toHaveLength(1);
    expect(first.body.items[0]).toMatchObject({
      organization: { object: "member" },
      team: { role: "member" },
      permissions: { view: true },
    });
    const person = await world().addPerson("teamed", "edit");
    const [one, two] = [await newTeam(person), await newTeam(person)];
    const theirs = await world().get(`${base}/members/${person.id}/teams`, reader);
    expect(theirs.body.items.map(({ team: { id } }: { team: { id: string } }) => id)).toEqual([one, two]);
    expect(theirs.body.items[0]).toMatchObject({ member: { role: "member" }, team: { members: 1 } });
    const { title } = theirs.body.items[1].team;
    const found = await world().get(
      `${base}/members/${person.id}/teams?title=${title.toLowerCase()}`,
      person,
    );
    expect(found.body.count).toBe(1);
    expect((await world().get(`${base}/members/${person.id}`, admin)).body.teams).toBe(2);
    const page = await world().get(`${base}/members/${person.id}/teams?limit=1`, admin);
    const next = `${base}/members/${person.id}/teams?limit=1&page=${page.body.next.page}`;
    expect((await world().get(next, admin)).body.items[0].team.id).toBe(two);
  });

  test("show a guest their own teams, and nobody else's", async () => {
    await newTeam(guest);
    const own = await world().get(`${base}/members/${guest.id}/teams`, guest);
    expect(own.body.items.at(-1).team.permissions).toEqual({ admin: false, view: false });
    expect((await world().get(`${base}/members/${reader.id}/teams`, guest)).status).toBe(404);
    expect((await world().get(`${base}/members/${reader.id}/teams`)).status).toBe(401);
    expect((await world().get(`${base}/members/${reader.id}/teams`, stranger)).status).toBe(404);
    expect((await world().get(`${base}/members/${reader.id}/teams?owner=x`, admin)).status).toBe(400);
  });
});
