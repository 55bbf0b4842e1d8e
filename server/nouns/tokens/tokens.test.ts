import { beforeAll, describe, expect, test } from "vitest";
import { newToken } from "../../ports/tokens.ts";
import { type Answer, type Person, useWorld } from "../../test/harness.ts";
import { publication } from "../integrations/publication.fixture.ts";

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

  test("is refused to a token that ends: what it made would outlive it", async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const { body } = await make({ label: "Short", expiresAt: soon });
    for (const wanted of [{ label: "Longer" }, { label: "As long", expiresAt: soon }]) {
      const refused = await world().call("POST", "/user/tokens", { as: body.token, body: wanted });
      expect([refused.status, refused.body.error.message]).toEqual([
        403,
        "A token that ends makes no others, since they would outlive it. Make this one on your account page, or by `lectern token create` on the server.",
      ]);
    }
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

describe("a token in what others read", () => {
  const page = (markdown: string) => ({
    changes: [{ operation: "insert_page", title: "Setup", document: { markdown } }],
  });
  const pathOf = ({ body }: Answer): string | undefined => body.error?.details?.[0]?.path;
  let at = "";
  let token = "";

  beforeAll(async () => {
    at = `/spaces/${(await world().post(`/orgs/${world().organization}/spaces`, {}, ada)).body.id}`;
    token = (await make({ label: "Leaks" }, bob)).body.token;
  });

  test("is refused wherever it is written, whoever's it is, by the field's name, and nothing is changed", async () => {
    const text = `Run \`curl -H "Authorization: Bearer ${token}"\``;
    const leaf = { object: "leaf", text, marks: [] };
    const paragraph = { object: "block", type: "paragraph", nodes: [{ object: "text", leaves: [leaf] }] };
    const document = { object: "document", data: {}, nodes: [paragraph] };
    const openapi = `/orgs/${world().organization}/openapi`;
    const before = (await world().get(at, ada)).body;
    for (const [answer, path] of [
      [await world().post(`${at}/content`, page(text), ada), "/changes/0/document/markdown"],
      [
        await world().post(
          `${at}/content`,
          { changes: [{ ...page("").changes[0], document: { document } }] },
          ada,
        ),
        "/changes/0/document/document/nodes/0/nodes/0/leaves/0/text",
      ],
      [await world().post(`${at}/comments`, { body: { markdown: text } }, ada), "/body/markdown"],
      [await world().patch(at, { title: token.slice(0, 40) }, ada), "/title"],
      [await world().post(openapi, { slug: "leaks", source: { text } }, ada), "/source/text"],
    ] as const) {
      expect([answer.status, pathOf(answer)]).toEqual([400, path]);
      expect([answer.body.error.message.includes("Revoke the token"), answer.text.includes(token)]).toEqual([
        true,
        false,
      ]);
    }
    expect((await world().get(at, ada)).body).toEqual(before);
    expect((await world().get(`${at}/comments`, ada)).body.count).toBe(0);
  });

  test("is refused in an import, which names the file and brings nothing", async () => {
    const form = [
      '--xx\r\ncontent-disposition: form-data; name="file"; filename="setup.md"',
      `content-type: text/markdown\r\n\r\n# Setup\n\nSend ${token}.\r\n--xx--\r\n`,
    ].join("\r\n");
    const headers = { "content-type": "multipart/form-data; boundary=xx" };
    const answer = await world().call("POST", `${at}/content/import`, { as: ada, headers, raw: form });
    expect([answer.status, answer.body.error.message]).toEqual([
      400,
      expect.stringContaining("setup.md holds an API token"),
    ]);
    expect((await world().get(`${at}/content/pages`, ada)).body.pages).toEqual([]);
  });

  test("may be written once it has ended, and so may what only looks like one", async () => {
    const soon = new Date(Date.now() + 60_000).toISOString();
    const { body: short } = await make({ label: "Short", expiresAt: soon });
    const { body: revoked } = await make({ label: "Revoked" });
    await world().delete(`/user/tokens/${revoked.id}`, ada);
    const write = async (text: string) => (await world().post(`${at}/content`, page(text), ada)).status;
    expect(await write(short.token)).toBe(400);
    world().ahead = 61_000;
    expect(await write(short.token)).toBe(200);
    world().ahead = 0;
    for (const text of [revoked.token, newToken(), `${token.slice(0, -1)}!`, "lct_", "lct_".repeat(5000)])
      expect(await write(text)).toBe(200);
  });

  test("is no secret to keep from who keeps secrets, nor a word that nobody may search for", async () => {
    const integration = publication(world().organization, { secrets: { LECTERN: token } });
    expect((await world().post("/integrations/keeper", integration, ada)).status).toBeLessThan(300);
    const site = (await world().post(`/orgs/${world().organization}/sites`, { title: "Site" }, ada)).body.id;
    const search = `/orgs/${world().organization}/sites/${site}/search`;
    const asked = { query: token, scope: { mode: "all" } };
    expect((await world().post(search, asked, ada)).status).toBe(200);
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
