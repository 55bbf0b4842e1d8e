/** What takes a sign-in that is not long ago, asked by a browser and by a program. */
import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "../app.ts";
import { type Person, type Session, useWorld } from "../test/harness.ts";

const world = useWorld();
const MINUTE = 60_000;
let ada: Person;
let ben: Person;
let old: Session;
let fresh: Session;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  ben = await world().addPerson("ben", "read");
  old = await world().signIn(ada);
  world().ahead = 16 * MINUTE;
  fresh = await world().signIn(ada);
});

const of = () => `/orgs/${world().organization}`;
const member = () => `${of()}/members/${ben.id}`;

test("are these operations", () => {
  const names = operations.filter(({ sensitive }) => sensitive !== undefined).map((one) => one.operationId);
  expect(names.toSorted()).toEqual([
    "createOrganizationInvite",
    "createOrganizationSAMLProvider",
    "createUserToken",
    "deleteOrganizationById",
    "deleteOrganizationSAMLProvider",
    "deleteSiteById",
    "inviteUsersToOrganization",
    "purgeCollection",
    "purgeSite",
    "purgeSpace",
    "resetSecondFactorOfMember",
    "updateMemberInOrganizationById",
    "updateOrganizationById",
    "updateOrganizationInviteById",
    "updateOrganizationSAMLProvider",
  ]);
});

describe("a session that is older than a quarter of an hour", () => {
  test.each([
    ["an identity provider", () => world().post(`${of()}/saml`, { label: "Acme" }, old)],
    ["another administrator", () => world().patch(member(), { role: "admin" }, old)],
    [
      "an invited administrator",
      () => world().post(`${of()}/invites`, { emails: [{ email: "x@y.z", role: "admin" }] }, old),
    ],
    [
      "an administrator who is one by default",
      async () => {
        await world().patch(of(), { defaultRole: "admin" }, fresh);
        const answer = await world().post(`${of()}/invites`, { emails: ["x@y.z"] }, old);
        await world().patch(of(), { defaultRole: null }, fresh);
        return answer;
      },
    ],
    ["administrators by default", () => world().patch(of(), { defaultRole: "admin" }, old)],
    ["a domain whose people may come in", () => world().patch(of(), { emailDomains: ["acme.example"] }, old)],
    ["a link for administrators", () => world().post(`${of()}/link-invites`, { role: "admin" }, old)],
    ["single sign-on alone", () => world().patch(of(), { sso: true }, old)],
    ["the second factor of another", () => world().delete(`${member()}/second-factor`, old)],
    ["a token that outlives it", () => world().post("/user/tokens", { label: "Mine" }, old)],
    [
      "what a token is that was made by a fresh one",
      async () => {
        const key = { "idempotency-key": "once" };
        expect((await world().post("/user/tokens", { label: "Mine" }, fresh, key)).status).toBe(201);
        return world().post("/user/tokens", { label: "Mine" }, old, key);
      },
    ],
    ["the end of the organization", () => world().delete(of(), old)],
  ])("is refused %s, and nothing is done", async (_, act) => {
    const { status, body } = await act();
    expect([status, body.error.type]).toEqual([403, "sign-in-too-old"]);
    expect((await world().get(member(), ada)).body.role).toBe("read");
    expect((await world().get(`${of()}/saml`, ada)).body.count).toBe(0);
    expect((await world().get(of(), ada)).body.sso).toBe(false);
  });

  test("does everything else", async () => {
    expect((await world().patch(member(), { role: "edit" }, old)).status).toBe(200);
    expect((await world().patch(of(), { title: "Acme Two" }, old)).status).toBe(200);
    expect((await world().patch(member(), { role: "read" }, old)).status).toBe(200);
  });
});

test("who may not do it at all is told that, and nothing of signing in", async () => {
  const reader = await world().signIn(ben);
  world().ahead += 16 * MINUTE;
  const answer = await world().post(`${of()}/saml`, { label: "Acme" }, reader);
  world().ahead -= 16 * MINUTE;
  expect([answer.status, answer.body.error.type]).toEqual([403, "forbidden"]);
});

test("a fresh session and a token do it", async () => {
  expect((await world().patch(member(), { role: "admin" }, fresh)).status).toBe(200);
  expect((await world().patch(member(), { role: "read" }, ada)).status).toBe(200);
  expect((await world().patch(member(), { role: "admin" }, ada)).status).toBe(200);
});
