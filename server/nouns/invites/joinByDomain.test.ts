import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let admin: Person;
let one: Person;
let home = "";

const withAddress = (person: Person, email: string, verified: 0 | 1 = 1) =>
  world().deps.db.transact((tx) =>
    tx
      .updateTable("users")
      .set({ email, email_folded: email.toLowerCase(), email_verified: verified })
      .where("id", "=", person.id)
      .execute(),
  );
const join = (as: Person | undefined) => world().post(`${home}/join`, undefined, as);

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  home = `/orgs/${world().organization}`;
  await world().patch(home, { emailDomains: ["acme.test"], defaultRole: "edit" }, admin);
  one = await world().addPerson("olaf", "read", await world().addOrganization("Other", "other"));
});

test("joinOrganization takes in whose verified address is of the domain, with the role for such people", async () => {
  expect((await join(one)).status).toBe(404);
  await withAddress(one, "olaf@acme.test", 0);
  expect((await join(one)).status).toBe(404);
  await withAddress(one, "Olaf@Acme.test");
  expect([(await join(one)).status, (await join(one)).status]).toEqual([204, 204]);
  expect((await world().get(`${home}/members/${one.id}`, admin)).body.role).toBe("edit");
  expect((await join(undefined)).status).toBe(401);
});

test("who was removed doesn't come back by it, and who left may", async () => {
  await world().delete(`${home}/members/${one.id}`, one);
  expect((await join(one)).status).toBe(204);
  await world().delete(`${home}/members/${one.id}`, admin);
  const refused = await join(one);
  expect([refused.status, refused.body.error.type]).toEqual([409, "member-removed"]);
});

test.each([null, "comment"])("who was lowered to %s doesn't get the role back by leaving", async (role) => {
  const lowered = await world().addPerson(`lou${role}`, undefined);
  await withAddress(lowered, `lou${role}@acme.test`);
  const membership = `${home}/members/${lowered.id}`;
  expect((await join(lowered)).status).toBe(204);
  expect((await world().patch(membership, { role }, admin)).status).toBe(200);
  expect((await world().delete(membership, lowered)).status).toBe(204);
  const refused = await join(lowered);
  expect([refused.status, refused.body.error.type]).toEqual([409, "member-removed"]);
  expect((await world().get(membership, admin)).status).toBe(404);
});

test("who was invited again after a removal may leave and come back", async () => {
  await world().patch(home, { inviteLinks: true }, admin);
  const invite = () => world().post(`${home}/invites`, { emails: ["olaf@acme.test"], role: "edit" }, admin);
  const link = async () => (await world().post(`${home}/link-invites`, { role: "edit" }, admin)).body.id;
  const follow = async () => world().post(`${home}/invites/${await link()}`, undefined, one);
  for (const again of [invite, follow]) {
    expect((await again()).status).toBeLessThan(300);
    await world().delete(`${home}/members/${one.id}`, one);
    expect((await join(one)).status).toBe(204);
    await world().delete(`${home}/members/${one.id}`, admin);
    expect((await join(one)).status).toBe(409);
  }
});
