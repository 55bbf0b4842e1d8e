/** Choices of fields that an integration answers with itself: who has it asked, where, and what is taken of the answer. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { publication } from "../../nouns/integrations/publication.fixture.ts";
import { type Person, type Session, useWorld } from "../../test/harness.ts";
import { DOCS } from "../../test/shellExamples.ts";

const world = useWorld({ runsScripts: true });
const people: Record<string, Session> = {};
let admin: Person;
let space = "";
let site = "";
let at: Record<"integration" | "installation" | "space" | "site", string>;

/** Lists what it was asked with, as the published ones do, and answers some paths in other ways. */
const SCRIPT = `export default { async fetch(request) {
  const form = await request.formData();
  const event = JSON.parse(form.get("event"));
  const environment = JSON.parse(form.get("environment"));
  if (event.type !== "fetch") return new Response("", { status: 406 });
  const url = new URL(event.request.url);
  const path = url.pathname.split("/endpoint")[1];
  const { method, headers } = event.request;
  const on = Object.keys(environment).filter((name) => /nstallation$/.test(name)).sort();
  if (path === "/told") return Response.json([{ id: JSON.stringify({ ...event, url: url.href, on }), label: "Told" }]);
  if (path === "/teams") return Response.json([{ id: "1", label: "Docs" }, { id: "2", label: "Sales" }, { id: "3", label: "More docs" }]);
  if (path === "/channels") return Response.json([{ value: "C1", label: "general" }, "random"]);
  if (path === "/repositories") {
    const page = Number(url.searchParams.get("page") ?? 1);
    const q = url.searchParams.get("q");
    if (q) return Response.json({ items: [{ id: "q", label: "Found for " + q }], selected: { id: "s", label: "Chosen" } });
    const next = new URL(url);
    next.searchParams.set("page", String(page + 1));
    return Response.json({ items: [{ id: "r" + page, label: "Repository " + page }], selected: [{ id: "s", label: "Chosen" }],
      ...(page < 3 ? { nextPage: next.href } : {}) });
  }
  if (path === "/astray") return Response.json({ items: ["here"], nextPage: url.searchParams.get("next") });
  if (path === "/odd") return Response.json([{ id: 7 }, null, [], { label: "None" }, { id: "" }, { id: "x".repeat(1001) },
    { id: "plain" }, { id: "long", label: "y".repeat(300) }]);
  if (path === "/many") return Response.json(Array.from({ length: 1100 }, (_, n) => ({ id: String(n), label: "No. " + n })));
  if (path === "/large") return Response.json([{ id: "a", label: "z".repeat(300000) }]);
  if (path === "/text") return new Response("no JSON");
  if (path === "/object") return Response.json({ choices: [] });
  if (path === "/throws") throw new Error("no");
  return new Response("", { status: 404 });
} };`;

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  const other = await world().addOrganization("Other", "other");
  people["ada"] = await world().signIn(admin);
  people["wim"] = await world().signIn(await world().addPerson("wim", "edit"));
  people["rea"] = await world().signIn(await world().addPerson("rea", "read"));
  people["sam"] = await world().signIn(await world().addPerson("sam", "admin", other));
  const { organization } = world();
  space = (await world().post(`/orgs/${organization}/spaces`, { title: "Guides" }, admin)).body.id;
  site = (await world().post(`/orgs/${organization}/sites`, { title: "Manual" }, admin)).body.id;
  const contentSources = [{ id: "rows", title: "Rows", configuration: { componentId: "rows" } }];
  const body = publication("acme", { target: "all", visibility: "public", script: SCRIPT, contentSources });
  const integration = (await world().post("/integrations/forge", body, admin)).body;
  const installed = (await world().post("/integrations/forge/installations", { organization }, admin)).body;
  const own = `/integrations/forge/installations/${installed.id}`;
  const onSpace = (await world().post(`${own}/spaces`, { space }, admin)).body;
  const onSite = (await world().post(`${own}/sites`, { siteId: site }, admin)).body;
  const endpoint = ({ urls }: { urls: { publicEndpoint: string } }): string => urls.publicEndpoint;
  at = {
    integration: endpoint(integration),
    installation: endpoint(installed),
    space: endpoint(onSpace),
    site: endpoint(onSite),
  };
  await world().post("/integrations/silent", publication("acme", { script: SCRIPT }), admin);
});

const inOrganization = () => ({ type: "configuration_account", organizationId: world().organization });
const onSpace = () => ({ type: "configuration_space", spaceId: space });
const onSite = () => ({ type: "configuration_site", siteId: site });
const inPage = () => ({ type: "document", spaceId: space });

interface Answer {
  readonly status: number;
  readonly body: {
    readonly items: readonly { readonly id: string; readonly label: string }[];
    readonly selected: unknown;
    readonly nextPage?: string;
    readonly error: { readonly message: string };
  };
}

async function put(address: string, more: object = {}, who = "ada"): Promise<Answer> {
  const response = await world().app.inject({
    method: "PUT",
    url: "/-/options",
    headers: {
      "sec-fetch-site": "same-origin",
      "lectern-console": "1",
      "content-type": "application/json",
      cookie: people[who]?.cookie ?? "",
    },
    payload: JSON.stringify({ integration: "forge", context: onSpace(), address, ...more }),
  });
  return { status: response.statusCode, body: response.json() };
}

/** As ContentKit says where choices are: a host and a path. */
const withoutProtocol = (address: string): string => address.replace(/^https?:/, "");

test("the script is asked at its own address, for what is configured there", async () => {
  const told = async (address: string, context: object) => {
    const { status, body } = await put(address, { context });
    expect(status).toBe(200);
    return JSON.parse(body.items[0]?.id ?? "");
  };
  const address = `${at.space}/told?repository=7`;
  const headers = { accept: "application/json", "lectern-context": "configuration_space" };
  const request = { method: "get", url: address, headers };
  const { installationId, ...asked } = await told(withoutProtocol(address), onSpace());
  expect(asked).toEqual({
    type: "fetch",
    eventId: expect.stringMatching(/^\w{20}$/),
    spaceId: space,
    request,
    url: address,
    on: ["installation", "spaceInstallation"],
  });
  expect(at.installation).toContain(installationId);
  expect(await told(`${at.site}/told`, onSite())).toMatchObject({
    siteId: site,
    on: ["installation", "siteInstallation"],
  });
  expect((await told(`${at.installation}/told`, onSpace())).on).toEqual(["installation"]);
  expect((await told(`${at.integration}/told`, inOrganization())).on).toEqual([]);
  // Where a block is written its fields have them, too.
  expect((await told(`${at.space}/told`, inPage())).spaceId).toBe(space);
});

test("the script is told who asks by what nobody else can say", async () => {
  const contextOf = async (address: string, context: object) => {
    const { body } = await put(`${address}/told`, { context });
    return JSON.parse(body.items[0]?.id ?? "").request.headers["lectern-context"];
  };
  expect(await contextOf(at.installation, inOrganization())).toBe("configuration_account");
  expect(await contextOf(at.installation, inPage())).toBe("document");
  // Who chooses what pages are made of may write, and isn't taken for somebody who sets it up.
  const forSource = { type: "configuration_contentsource", organizationId: world().organization };
  expect(await contextOf(at.installation, { ...forSource, spaceId: space })).toBe("document");
  expect(await contextOf(at.installation, forSource)).toBe("configuration_account");
  expect(await contextOf(at.site, onSite())).toBe("configuration_site");
  // Where it has all installations at hand, who may install it in one organization is like anybody.
  expect(await contextOf(at.integration, inOrganization())).toBeUndefined();
  for (const name of ["lectern-context", "Lectern-Context", "LECTERN-CONTEXT"]) {
    const forged = { [name]: "configuration_space", "x-other": "1" };
    const { status, text } = await world().visit(new URL(`${at.space}/told`).pathname, forged);
    const { headers } = JSON.parse(JSON.parse(text)[0].id).request;
    expect([status, headers["x-other"], headers["lectern-context"]]).toEqual([200, "1", undefined]);
  }
});

test("the manual's list of repositories is for who sets the integration up, and for nobody else", async () => {
  const page = readFileSync(join(DOCS, "api/integrations/scripts.md"), "utf8");
  const [, script = ""] = /## Choices of a field[^]*?```js\n([^]*?)```/.exec(page) ?? [];
  const body = publication("acme", { target: "space", visibility: "public", script });
  expect((await world().post("/integrations/listing", body, admin)).status).toBe(200);
  const { organization } = world();
  const installed = (await world().post("/integrations/listing/installations", { organization }, admin)).body;
  const own = `/integrations/listing/installations/${installed.id}/spaces`;
  const { publicEndpoint } = (await world().post(own, { space }, admin)).body.urls;
  const address = `${publicEndpoint}/repositories`;
  const { status, body: listed } = await put(address, { integration: "listing" });
  expect([status, listed.items[0]]).toEqual([200, { id: "1", label: "acme/manual" }]);
  const { status: more, body: second } = await put(listed.nextPage ?? "", { integration: "listing" });
  expect([more, second.items[0]?.label, second.nextPage]).toEqual([200, "acme/guides", undefined]);
  const written = await put(address, { integration: "listing", context: inPage() });
  expect([written.status, JSON.stringify(written.body)]).toEqual([503, expect.not.stringContaining("acme")]);
  const asked = await world().visit(new URL(address).pathname, { "lectern-context": "configuration_space" });
  expect([asked.status, asked.text]).toEqual([403, ""]);
});

test("a paused installation is asked for none, as it answers nothing at its address", async () => {
  const { organization } = world();
  const leaver = await world().addPerson("lou", "create");
  const installation = `/integrations/forge/installations/${at.installation.split("/").at(-2)}`;
  // Who changes it last answers for it.
  expect((await world().patch(installation, { externalIds: ["L"] }, leaver)).status).toBe(200);
  const contexts = [inOrganization(), onSpace(), onSite(), inPage()];
  const statuses = async () => [
    ...(await Promise.all(
      contexts.map(async (context) => (await put(`${at.installation}/teams`, { context })).status),
    )),
    (await put(`${at.integration}/teams`)).status,
    (await world().visit(new URL(`${at.space}/teams`).pathname)).status,
  ];
  expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200]);
  await world().patch(`/orgs/${organization}/members/${leaver.id}`, { role: "edit" }, admin);
  expect(await statuses()).toEqual([409, 409, 409, 409, 409, 503]);
  expect((await put(`${at.space}/teams`)).body.error.message).toMatch(/paused here.*resume it/);
  await world().patch(installation, { externalIds: [] }, admin);
  expect(await statuses()).toEqual([200, 200, 200, 200, 200, 200]);
});

test("choices are taken in each form in which integrations answer with them", async () => {
  expect((await put(`${at.space}/teams`)).body).toEqual({
    items: [
      { id: "1", label: "Docs" },
      { id: "2", label: "Sales" },
      { id: "3", label: "More docs" },
    ],
    selected: [],
  });
  // A list is searched here, and who has pages does it there.
  expect((await put(`${at.space}/teams`, { find: "dOCS" })).body.items.map(({ id }) => id)).toEqual([
    "1",
    "3",
  ]);
  expect((await put(`${at.space}/channels`)).body.items).toEqual([
    { id: "C1", label: "general" },
    { id: "random", label: "random" },
  ]);
  const chosen = [{ id: "s", label: "Chosen" }];
  const seen: string[] = [];
  let next: string | undefined = `${at.space}/repositories`;
  while (next !== undefined && seen.length < 5) {
    const { body }: Answer = await put(next);
    seen.push(...body.items.map(({ label }) => label));
    expect(body.selected).toEqual(chosen);
    next = body.nextPage;
  }
  expect(seen).toEqual(["Repository 1", "Repository 2", "Repository 3"]);
  expect((await put(`${at.space}/repositories`, { find: "a b" })).body).toEqual({
    items: [{ id: "q", label: "Found for a b" }],
    selected: chosen,
  });
});

test("what was answered is not lost to a next part that nobody would be asked for", async () => {
  const astray = async (next: string) =>
    (await put(`${at.space}/astray?${new URLSearchParams({ next })}`)).body;
  const items = [{ id: "here", label: "here" }];
  for (const next of ["https://example.com/2", new URL("/", at.space).href, "/2", "http://[", at.site])
    expect([next, await astray(next)]).toEqual([next, { items, selected: [] }]);
  // By what was asked, as links are.
  expect((await astray("teams?page=2")).nextPage).toBe(`${at.space}/teams?page=2`);
  expect((await astray(`${at.installation}/teams`)).nextPage).toBe(`${at.installation}/teams`);
});

test("what an integration does on all spaces has an address on each of them, as long as it does", async () => {
  const { organization } = world();
  const elsewhere = (await world().post(`/orgs/${organization}/spaces`, { title: "Elsewhere" }, admin)).body
    .id;
  const own = `/integrations/forge/installations/${at.installation.split("/").at(-2)}`;
  const context = { type: "document", spaceId: elsewhere };
  const address = at.space.replace(space, elsewhere);
  const answers = async (): Promise<number[]> => [
    (await world().visit(new URL(`${address}/teams`).pathname)).status,
    (await put(`${address}/teams`, { context })).status,
  ];
  expect(await answers()).toEqual([404, 409]);
  await world().patch(own, { space_selection: "all" }, admin);
  expect(await answers()).toEqual([200, 200]);
  expect((await put(`${at.installation}/teams`, { context })).status).toBe(200);
  await world().patch(own, { space_selection: "selected" }, admin);
  expect(await answers()).toEqual([404, 409]);
});

test("of an answer as it may come only what can be chosen is taken, up to a bound", async () => {
  expect((await put(`${at.space}/odd`)).body.items).toEqual([
    { id: "plain", label: "plain" },
    { id: "long", label: "y".repeat(200) },
  ]);
  const { items } = (await put(`${at.space}/many`)).body;
  expect([items.length, items.at(-1)]).toEqual([1000, { id: "999", label: "No. 999" }]);
  // What is beyond the bound is found.
  expect((await put(`${at.space}/many`, { find: "1099" })).body.items).toHaveLength(1);
  for (const path of ["large", "text", "object", "throws", "absent"]) {
    const { status, body } = await put(`${at.space}/${path}`);
    expect([path, status, body.error.message]).toEqual([path, 503, expect.stringMatching(/\.$/)]);
  }
});

test("addresses of anybody else are refused, and so are places of others", async () => {
  const { host, pathname } = new URL(at.space);
  const refused: [string, object?][] = [
    ["https://example.com/teams"],
    [`https://example.com${pathname}/teams`],
    [`//${host}/teams`],
    [`//${host}${pathname}s/teams`],
    [`//${host}${pathname}/../../teams`],
    [`//${host}${pathname}/%2e%2e/%2e%2e/teams`],
    [`${at.site}/teams`],
    [`${at.space}/teams`, { context: inOrganization() }],
    ["/teams"],
    ["http://["],
    ["javascript:alert(1)"],
  ];
  for (const [address, more] of refused) {
    const { status, body } = await put(address, more);
    expect([address, status]).toEqual([address, 400]);
    expect(body.error.message).toMatch(/^\/address: /);
  }
  expect((await put(`//somebody:secret@${host}${pathname}/teams`)).body.items).toHaveLength(3);
  expect((await put(`${at.space}/${"a".repeat(4100)}`)).status).toBe(400);
  expect((await put(`${at.space}/teams`, { find: "x".repeat(201) })).status).toBe(400);
  expect((await put(`${at.space}/teams`, { integration: "absent" })).status).toBe(404);
  // It is installed nowhere.
  expect((await put(`${at.space}/teams`, { integration: "silent" })).status).toBe(400);
});

test("only who may install it there, or write the page, has it asked", async () => {
  const statuses = async (who: string) =>
    Promise.all(
      [{}, { context: inOrganization() }, { context: onSite() }, { context: inPage() }].map(
        async (more) => (await put(`${at.integration}/teams`, more, who)).status,
      ),
    );
  expect(await statuses("ada")).toEqual([200, 200, 200, 200]);
  expect(await statuses("wim")).toEqual([400, 400, 400, 200]);
  expect(await statuses("rea")).toEqual([400, 400, 400, 403]);
  expect(await statuses("sam")).toEqual([400, 400, 400, 400]);
  expect(await statuses("nobody")).toEqual([401, 401, 401, 401]);
});
