import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../../test/harness.ts";

const world = useWorld();
let admin: Person;
let creator: Person;
let reader: Person;
let guest: Person;
let stranger: Person;
let sites = "";
let site = "";
let team = "";

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  creator = await world().addPerson("carl", "create");
  reader = await world().addPerson("rita", "read");
  guest = await world().addPerson("gus", null);
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  const of = `/orgs/${world().organization}`;
  sites = `${of}/sites`;
  site = `${sites}/${(await world().post(sites, { title: "Guide", spaces: "sample" }, admin)).body.id}`;
  team = (
    await world().call("PUT", `${of}/teams`, { as: admin, body: { title: "Writers", members: [guest.id] } })
  ).body.id;
});

const status = async (as: Person, url = site): Promise<number> => (await world().get(url, as)).status;
const listed = async (as: Person): Promise<number> => (await world().get(sites, as)).body.count;
const everybody = async (): Promise<Record<string, unknown>> => {
  const { body } = await world().get(`${site}/permissions/aggregate`, admin);
  return Object.fromEntries(
    body.items.map((one: { user: { id: string }; permission: string; origin: object }) => [
      one.user.id,
      [one.permission, one.origin],
    ]),
  );
};

test("a role on a site counts there instead of that in the organization, and is taken back", async () => {
  expect([await status(guest), await listed(guest)]).toEqual([404, 0]);
  expect((await world().patch(site, { title: "By Rita" }, reader)).status).toBe(403);
  const given = await world().post(`${site}/permissions`, { users: [reader.id], role: "create" }, admin);
  expect(given.status).toBe(204);
  expect((await world().patch(site, { title: "By Rita" }, reader)).body.permissions).toMatchObject({
    view: true,
    edit: true,
    admin: true,
  });
  const users = `${site}/permissions/users`;
  expect((await world().get(users, admin)).body.items).toMatchObject([
    { permission: "create", user: { id: reader.id } },
  ]);
  expect((await world().patch(`${users}/${reader.id}`, { role: "comment" }, admin)).status).toBe(204);
  expect((await world().patch(site, { title: "Again" }, reader)).status).toBe(403);
  expect((await world().delete(`${users}/${reader.id}`, admin)).status).toBe(205);
  expect((await world().get(users, admin)).body.count).toBe(0);
  expect((await world().delete(`${users}/${reader.id}`, admin)).status).toBe(404);
});

test("a team's role lets a guest see the site, and no other", async () => {
  await world().post(sites, { title: "Another" }, admin);
  expect((await world().post(`${site}/permissions`, { teams: [team], role: "read" }, creator)).status).toBe(
    204,
  );
  expect([await status(guest), await listed(guest)]).toEqual([200, 1]);
  const teams = `${site}/permissions/teams`;
  expect((await world().get(teams, admin)).body.items).toMatchObject([
    { permission: "read", team: { id: team } },
  ]);
  const origin = { type: "site", site: site.split("/").at(-1), reason: "team", team };
  expect((await everybody())[guest.id]).toEqual(["read", origin]);
  expect((await everybody())[reader.id]).toEqual([
    "read",
    { type: "organization", organization: world().organization },
  ]);
  expect((await world().patch(`${teams}/${team}`, { role: "edit" }, admin)).status).toBe(204);
  expect((await everybody())[guest.id]).toEqual(["edit", origin]);
  const members = `/orgs/${world().organization}/members/${guest.id}`;
  expect((await world().get(members, admin)).body.sites).toBe(1);
  expect((await world().delete(`${teams}/${team}`, admin)).status).toBe(205);
  expect([await status(guest), await listed(guest)]).toEqual([404, 0]);
});

test("a closed site is its maker's and the administrators'", async () => {
  const { body } = await world().post(sites, { title: "Closed" }, creator);
  const closed = `${sites}/${body.id}`;
  expect((await world().patch(closed, { defaultLevel: null }, creator)).body.defaultLevel).toBeNull();
  expect([await status(creator, closed), await status(admin, closed), await status(reader, closed)]).toEqual([
    200, 200, 404,
  ]);
  expect((await world().patch(closed, { defaultLevel: "read" }, creator)).status).toBe(200);
  expect([await status(reader, closed), await status(guest, closed)]).toEqual([200, 404]);
  const hostname = "docs.taken.example";
  expect((await world().patch(closed, { hostname }, creator)).status).toBe(403);
  await world().post(`${closed}/permissions`, { users: [creator.id], role: "admin" }, admin);
  expect((await world().patch(closed, { hostname }, creator)).status).toBe(403);
});

test("nobody else gives roles, and no stranger gets one", async () => {
  const wanted = { users: [reader.id], role: "edit" };
  const answers = [
    await world().post(`${site}/permissions`, wanted, reader),
    await world().post(`${site}/permissions`, wanted, stranger),
    await world().post(`${site}/permissions`, wanted),
    await world().post(`${site}/permissions`, { users: [stranger.id], role: "edit" }, admin),
    await world().post(`${site}/permissions`, { role: "edit" }, admin),
  ];
  expect(answers.map((answer) => answer.status)).toEqual([403, 404, 401, 400, 400]);
});
