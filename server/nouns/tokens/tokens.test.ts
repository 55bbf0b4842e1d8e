import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let ada: Person;
let bob: Person;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  bob = await world().addPerson("bob", "read");
});

const make = async (body: object, as = ada) => world().post("/user/tokens", body, as);

describe("createUserToken", () => {
  test("gives a secret that works, once, and keeps only its hash", async () => {
    const { status, body, headers } = await make({ label: "CI" });
    expect(status).toBe(201);
    expect(body.token).toMatch(/^lct_[0-9A-Za-z]{36}$/);
    expect(headers["location"]).toBe(body.urls.location);
    expect((await world().call("GET", "/user", { as: body.token })).body.id).toBe(ada.id);
    expect((await world().get(`/user/tokens/${body.id}`, ada)).text).not.toContain(body.token);
    const rows = await world().deps.db.read.selectFrom("tokens").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(body.token);
  });

  test("a repeated request gets the same secret, which is not kept in the clear", async () => {
    const send = () =>
      world().post("/user/tokens", { label: "Again" }, ada, { "idempotency-key": "token-1" });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    const rows = await world().deps.db.read.selectFrom("idempotency").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(first.body.token);
  });

  test("expires when it is told to", async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const { body } = await make({ label: "Short", expiresAt: soon });
    const works = async () => (await world().call("GET", "/user", { as: body.token })).status;
    expect([body.expiresAt, await works()]).toEqual([soon, 200]);
    world().ahead = 61_000;
    expect(await works()).toBe(401);
    world().ahead = 0;
  });

  test.each([
    [{}, "/label"],
    [{ label: "" }, "/label"],
    [{ label: "x".repeat(51) }, "/label"],
    [{ label: "x", expiresAt: "tomorrow" }, "/expiresAt"],
    [{ label: "x", expiresAt: "2020-01-01T00:00:00Z" }, "/expiresAt"],
    // Both have the form of a time; read as none, the first would never expire.
    [{ label: "x", expiresAt: "2036-12-31T23:59:60Z" }, "/expiresAt"],
    [{ label: "x", expiresAt: "2036-01-01T00:00:00+00" }, "/expiresAt"],
    [{ label: "x", scopes: ["all"] }, "/scopes/0"],
  ])("refuses %j", async (body, path) => {
    const answer = await make(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error.details[0].path).toBe(path);
  });
});

describe("listUserTokens, getUserToken and deleteUserToken", () => {
  test("show a user their own tokens only", async () => {
    const { body } = await make({ label: "Private" });
    const labels = async (as: Person) =>
      (await world().get("/user/tokens?limit=100", as)).body.items.map(
        (item: { label: string }) => item.label,
      );
    expect(await labels(ada)).toContain("Private");
    expect(await labels(bob)).toEqual(["test"]);
    expect((await world().get(`/user/tokens/${body.id}`, bob)).status).toBe(404);
    expect((await world().delete(`/user/tokens/${body.id}`, bob)).status).toBe(404);
  });

  test("a revoked token stops at once, and is revoked once", async () => {
    const { body } = await make({ label: "Doomed" });
    expect((await world().call("GET", "/user", { as: body.token })).status).toBe(200);
    expect((await world().delete(`/user/tokens/${body.id}`, ada)).status).toBe(204);
    expect((await world().call("GET", "/user", { as: body.token })).status).toBe(401);
    expect((await world().delete(`/user/tokens/${body.id}`, ada)).status).toBe(404);
  });
});

test("getAuthenticatedUser and getApiInformation say who and what", async () => {
  expect((await world().get("/user", bob)).body).toMatchObject({
    object: "user",
    displayName: "bob",
    email: "bob@example.com",
  });
  expect((await world().get("/")).body).toMatchObject({
    version: expect.any(String),
    build: expect.any(String),
  });
});
