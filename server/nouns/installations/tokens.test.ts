import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  INTEGRATION_SCOPES,
  OWN_INSTALLATION,
  OWN_INTEGRATION,
  SCOPE_EVENTS,
  TOKEN_SCOPES,
} from "../../access/scopes.ts";
import { operations } from "../../app.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { publication } from "../integrations/publication.fixture.ts";

/** Scopes that can be asked for, as integrations written for other hosts do, and open nothing, each with the reason. */
const WITHOUT_USE: Readonly<Record<string, string>> = {
  "space:views:read": "Views of pages are not counted.",
  "space:script:inject": "Sites carry scripts, spaces don't: `site:script:inject` is for that.",
  "space:script:cookies": "The same.",
  "site:script:inject":
    "It brings the script to pages; see integrations.store.test.ts of the published world.",
  "site:script:cookies": "It says of the script that readers have to be asked.",
  "space:visitor:auth": "Sites sign visitors in, spaces don't: `site:visitor:auth` is for that.",
  "site:visitor:claims": "What is known of visitors is their login's to say.",
  "site:ai:ask": "Nothing answers questions.",
  "conversations:ingest": "No conversations are kept.",
};

const world = useWorld();
const HOUR = 3_600_000;
let author: Person;
let elsewhere: string;
let installer: Person;
let name: string;
let path: string;
let inside: string;
let outside: string;
let made = 0;

const post = (at: string, body: object, as: Person) => world().post(at, body, as);
const write = { changes: [{ operation: "insert_page", title: "A", document: { markdown: "a" } }] };

beforeAll(async () => {
  elsewhere = await world().addOrganization("Authors", "authors");
  author = await world().addPerson("arno", "admin", elsewhere);
});

/** An integration on one of two spaces of somebody who may do everything. */
beforeEach(async () => {
  made += 1;
  name = `tokens-${made}`;
  installer = await world().addPerson(`installer-${made}`, "create");
  const scopes = ["space:content:read", "space:content:write", "site:metadata:read"];
  await post(`/integrations/${name}`, publication(elsewhere, { visibility: "public", scopes }), author);
  const { organization } = world();
  const { body } = await post(`/integrations/${name}/installations`, { organization }, installer);
  path = `/integrations/${name}/installations/${body.id}`;
  [inside, outside] = (await Promise.all(
    [0, 1].map(async () => (await post(`/orgs/${organization}/spaces`, {}, installer)).body.id),
  )) as [string, string];
  await post(`${path}/spaces`, { space: inside }, installer);
});

const newToken = async (): Promise<string> =>
  (await world().post(`${path}/tokens`, undefined, author)).body.token;
const status = async (method: string, at: string, as: string, body?: unknown) =>
  (await world().call(method, at, { as, body })).status;

describe("createIntegrationInstallationToken", () => {
  test("is for the administrators of whoever published the integration", async () => {
    const reader = await world().addPerson(`reader-${made}`, "read");
    const statuses = [];
    for (const as of [undefined, reader, installer, author]) {
      statuses.push((await world().post(`${path}/tokens`, undefined, as)).status);
    }
    expect(statuses).toEqual([401, 404, 403, 200]);
    const token = await newToken();
    const rows = await world().deps.db.read.selectFrom("installation_tokens").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
    const admin = await world().addPerson(`admin-${made}`, "admin");
    const trail = await world().get(`/orgs/${world().organization}/audit-events`, admin);
    expect(trail.text).toContain("installation.token.create");
  });
});

describe("the token of an installation", () => {
  test("opens what its scopes name, where it is installed, and nothing else", async () => {
    const token = await newToken();
    const org = `/orgs/${world().organization}`;
    const foreign = (await post(`/orgs/${elsewhere}/spaces`, {}, author)).body.id;
    const found: Record<string, number> = {};
    for (const [method, at, body] of [
      ["GET", `/spaces/${inside}/content/pages`],
      ["POST", `/spaces/${inside}/content`, write],
      ["GET", `/spaces/${outside}/content/pages`],
      ["POST", `/spaces/${outside}/content`, write],
      ["GET", `/spaces/${foreign}/content/pages`],
      ["GET", `/spaces/${inside}`],
      ["PATCH", `/spaces/${inside}`, { title: "Mine" }],
      ["DELETE", `/spaces/${inside}`],
      ["GET", `/spaces/${inside}/permissions/users`],
      ["GET", "/user"],
      ["POST", "/user/tokens", { label: "More" }],
      ["GET", "/orgs"],
      ["GET", org],
      ["GET", `${org}/members`],
      ["POST", `${path}/tokens`],
      ["POST", `${path}/spaces`, { space: outside }],
      ["DELETE", path],
      ["GET", path],
      ["GET", `${path}/spaces/${inside}`],
      ["GET", `${path}/spaces/${outside}`],
      ["GET", "/integrations"],
    ] as const) {
      found[`${method} ${at.replace(inside, ":in").replace(outside, ":out").replace(foreign, ":foreign")}`] =
        await status(method, at, token, body);
    }
    expect(found).toEqual({
      "GET /spaces/:in/content/pages": 200,
      "POST /spaces/:in/content": 200,
      "GET /spaces/:out/content/pages": 404,
      "POST /spaces/:out/content": 404,
      "GET /spaces/:foreign/content/pages": 404,
      "GET /spaces/:in": 403,
      "PATCH /spaces/:in": 403,
      "DELETE /spaces/:in": 403,
      "GET /spaces/:in/permissions/users": 403,
      "GET /user": 403,
      "POST /user/tokens": 403,
      "GET /orgs": 403,
      [`GET ${org}`]: 403,
      [`GET ${org}/members`]: 403,
      [`POST ${path}/tokens`]: 403,
      [`POST ${path}/spaces`]: 403,
      [`DELETE ${path}`]: 403,
      [`GET ${path}`]: 200,
      [`GET ${path}/spaces/:in`]: 200,
      [`GET ${path}/spaces/:out`]: 404,
      "GET /integrations": 200,
    });
  });

  test("stays in the organization, whatever else its installer belongs to", async () => {
    const member = {
      organization_id: elsewhere,
      user_id: installer.id,
      role: "admin" as const,
      joined_at: 0,
    };
    await world().deps.db.transact((tx) => tx.insertInto("members").values(member).execute());
    await world().patch(path, { space_selection: "all", site_selection: "all" }, installer);
    const token = await newToken();
    const space = (await post(`/orgs/${elsewhere}/spaces`, {}, author)).body.id;
    const site = (await post(`/orgs/${elsewhere}/sites`, { title: "Theirs" }, author)).body.id;
    expect(await status("GET", `/spaces/${outside}/content/pages`, token)).toBe(200);
    expect(await status("GET", `/spaces/${space}/content/pages`, token)).toBe(404);
    expect(await status("GET", `/orgs/${elsewhere}/sites/${site}`, token)).toBe(404);
    expect(await status("GET", `/orgs/${world().organization}/sites/${site}`, token)).toBe(404);
    const secret = `${name}-private`;
    await post(`/integrations/${secret}`, publication(elsewhere), author);
    expect(await status("GET", `/integrations/${secret}`, token)).toBe(404);
    expect(await status("GET", `/integrations/${secret}`, installer.token)).toBe(200);
  });

  test("has no more rights than its installer has now", async () => {
    const token = await newToken();
    const set = (values: object) =>
      world().deps.db.transact((tx) =>
        tx.updateTable("members").set(values).where("user_id", "=", installer.id).execute(),
      );
    await set({ role: "read" });
    await world().patch(`/spaces/${inside}`, { editMode: "locked" }, author);
    expect(await status("POST", `/spaces/${inside}/content`, token, write)).toBe(403);
    expect(await status("GET", `/spaces/${inside}/content/pages`, token)).toBe(200);
    await set({ disabled: 1 });
    expect(await status("GET", `/spaces/${inside}/content/pages`, token)).toBe(404);
  });

  test("loses what the integration asks for no more, and gains nothing that it asks for later", async () => {
    const token = await newToken();
    const scopes = ["space:content:read", "space:metadata:read"];
    await post(`/integrations/${name}`, publication(elsewhere, { visibility: "public", scopes }), author);
    expect(await status("GET", `/spaces/${inside}/content/pages`, token)).toBe(200);
    expect(await status("POST", `/spaces/${inside}/content`, token, write)).toBe(403);
    expect(await status("GET", `/spaces/${inside}`, token)).toBe(403);
  });

  test("ends after an hour, and with the installation", async () => {
    const pages = `/spaces/${inside}/content/pages`;
    const token = await newToken();
    world().ahead += HOUR;
    expect(await status("GET", pages, token)).toBe(401);
    const next = await newToken();
    expect(await status("GET", pages, next)).toBe(200);
    await world().delete(path, installer);
    expect(await status("GET", pages, next)).toBe(401);
  });

  test("sets up itself, but chooses neither its spaces nor who answers for it", async () => {
    const token = await newToken();
    expect(await status("PATCH", path, token, { externalIds: ["T1"] })).toBe(200);
    expect(await status("PATCH", path, token, { space_selection: "all" })).toBe(403);
    expect(await status("PATCH", `${path}/spaces/${inside}`, token, { externalIds: ["T2"] })).toBe(200);
  });

  test("is named in the audit log, and reads nothing that was kept for its installer", async () => {
    const token = await newToken();
    const headers = { "idempotency-key": "same" };
    const content = `/spaces/${inside}/content`;
    const first = await world().call("POST", content, { as: installer, body: write, headers });
    const second = await world().call("POST", content, { as: token, body: write, headers });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers["idempotent-replayed"]).toBeUndefined();
    const admin = await world().addPerson(`admin-${made}`, "admin");
    const trail = await world().get(`/orgs/${world().organization}/audit-events?limit=10`, admin);
    const actors = trail.body.items.map(({ actor }: { actor: { type: string; id: string } }) => actor);
    expect(actors).toContainEqual({ type: "installation", id: path.split("/").at(-1) });
  });
});

describe("API tokens with scopes", () => {
  test("do no more than these", async () => {
    const scopes = ["space:read", "user:read"];
    const { body } = await post("/user/tokens", { label: "Reads", scopes }, installer);
    expect(body.scopes).toEqual(scopes);
    const { token } = body;
    expect(await status("GET", "/user", token)).toBe(200);
    expect(await status("GET", `/spaces/${inside}`, token)).toBe(200);
    const refused = await world().call("PATCH", `/spaces/${inside}`, { as: token, body: { title: "A" } });
    expect([refused.status, refused.body.error.message]).toEqual([
      403,
      expect.stringContaining("space:write"),
    ]);
    expect(await status("POST", "/user/tokens", token, { label: "More" })).toBe(403);
    expect(await status("GET", "/user/tokens", token)).toBe(403);
    for (const wrong of [[], ["everything"], ["space:read", "space:read"]]) {
      expect((await post("/user/tokens", { label: "No", scopes: wrong }, installer)).status).toBe(400);
    }
  });

  test("merging and publishing take scopes of their own", async () => {
    const { body } = await post(
      "/user/tokens",
      { label: "W", scopes: ["space:write", "site:write"] },
      installer,
    );
    const request = await post(`/spaces/${inside}/change-requests`, {}, installer);
    const merge = `/spaces/${inside}/change-requests/${request.body.id}/merge`;
    expect(await status("POST", merge, body.token)).toBe(403);
    const { organization } = world();
    const site = (await post(`/orgs/${organization}/sites`, { title: "Docs" }, installer)).body.id;
    expect(await status("POST", `/orgs/${organization}/sites/${site}/publish`, body.token)).toBe(403);
    expect(await status("PATCH", `/orgs/${organization}/sites/${site}`, body.token, { title: "Else" })).toBe(
      200,
    );
  });

  test("a token that reads sites searches in them, and changes nothing", async () => {
    const { organization } = world();
    const site = (await post(`/orgs/${organization}/sites`, { title: "Searched" }, installer)).body.id;
    const { body } = await post("/user/tokens", { label: "R", scopes: ["site:read"] }, installer);
    const at = `/orgs/${organization}/sites/${site}`;
    expect(await status("POST", `${at}/search`, body.token, { query: "x", mode: "all" })).toBe(200);
    expect(await status("PATCH", at, body.token, { title: "Else" })).toBe(403);
  });
});

describe("the scopes of operations", () => {
  test("has a use for each scope, or a reason why there is none", () => {
    const used = new Set<string>([
      ...operations.flatMap(({ scopes }) => scopes),
      ...Object.keys(SCOPE_EVENTS),
    ]);
    const all = [...INTEGRATION_SCOPES, ...TOKEN_SCOPES, OWN_INSTALLATION, OWN_INTEGRATION];
    expect(all.filter((scope) => !used.has(scope)).toSorted()).toEqual(Object.keys(WITHOUT_USE).toSorted());
    // The documentation names them all.
    const page = readFileSync(new URL("../../../docs/api/integrations.md", import.meta.url), "utf8");
    expect(INTEGRATION_SCOPES.filter((scope) => !page.includes(`\`${scope}\``))).toEqual([]);
  });

  test("opens tokens, passwords, webhooks, single sign-on and the audit log to nobody", () => {
    const closed = /\/(tokens|webhooks|saml|audit-[a-z-]+)\b/;
    const open = operations.filter(({ url, scopes }) => closed.test(url) && scopes.length > 0);
    // An integration's own script asks for the tokens of its installations.
    expect(open.map(({ operationId, scopes }) => [operationId, scopes])).toEqual([
      ["createIntegrationInstallationToken", ["integration"]],
    ]);
  });

  test("lets nobody who only reads write", () => {
    const wrong = operations.filter(
      ({ method, scopes }) => method !== "GET" && scopes.some((scope) => /:(read|search)$/.test(scope)),
    );
    // What is asked for is too long for an address; they change nothing.
    const reading = [
      "aggregateSiteEvents",
      "getComputedDocument",
      "getComputedRevision",
      "searchSiteContent",
    ];
    expect(wrong.map(({ operationId }) => operationId).toSorted()).toEqual(reading);
  });
});
