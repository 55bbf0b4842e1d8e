/** renderIntegrationUiWithPost: who has a component drawn, where, and what the script is told of it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test, vi } from "vitest";
import { ScriptFailure } from "../../ports/scripts/failure.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { DOCS } from "../../test/shellExamples.ts";
import { publication } from "../integrations/publication.fixture.ts";

const world = useWorld({ runsScripts: true });
let admin: Person;
let space = "";
let site = "";
let installation = "";

/** Draws what it was told, but for some components that go wrong. */
const SCRIPT = `export default { async fetch(request) {
  const form = await request.formData();
  const event = JSON.parse(form.get("event"));
  const environment = JSON.parse(form.get("environment"));
  if (event.type !== "ui_render") return new Response("", { status: 406 });
  if (event.componentId === "throws") {
    console.log("asked by " + event.eventId);
    throw new Error("no");
  }
  if (event.componentId === "text") return new Response("no JSON");
  if (event.componentId === "deep") return new Response("[".repeat(100) + "]".repeat(100));
  if (event.action?.action === "done") return Response.json({ type: "complete", returnValue: event.state });
  if (event.action?.action === "offer") {
    const onPress = { action: "@ui.modal.open", componentId: "window", props: { at: 1 } };
    return Response.json({ element: { type: "block", children: [{ type: "button", label: "Open", onPress }] } });
  }
  const about = { ...event, on: Object.keys(environment).filter((name) => /nstallation$/.test(name)).sort() };
  if (event.props?.of === "birds") about.drawing = crypto.randomUUID();
  if (event.props?.of === "owls") about.begins = event.state === undefined;
  if (event.props?.of === "bats" && !globalThis.isAwake) {
    globalThis.isAwake = true;
    return new Response("", { status: 500 });
  }
  const text = { type: "markdown", content: JSON.stringify(about) };
  return Response.json({ element: { type: "block", children: [text] }, state: event.state });
} };`;

const render = (body: object, as: Person = admin) => world().post("/integrations/kit/render", body, as);
const onPage = () => ({ type: "document", spaceId: space });
const ask = (more: object = {}) => ({ componentId: "chart", props: {}, context: onPage(), ...more });

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  const { organization } = world();
  space = (await world().post(`/orgs/${organization}/spaces`, { title: "Guides" }, admin)).body.id;
  site = (await world().post(`/orgs/${organization}/sites`, { title: "Manual" }, admin)).body.id;
  const contentSources = [{ id: "rows", title: "Rows", configuration: { componentId: "chart" } }];
  const body = publication("acme", { target: "all", visibility: "public", script: SCRIPT, contentSources });
  await world().post("/integrations/kit", body, admin);
  const made = await world().post("/integrations/kit/installations", { organization }, admin);
  installation = made.body.id;
});

test("a component is drawn in a page of a space that the integration is on, and in its configuration", async () => {
  const elsewhere = await render(ask());
  expect([elsewhere.status, elsewhere.body.error.type]).toEqual([409, expect.stringMatching(/not-active$/)]);
  const own = `/integrations/kit/installations/${installation}`;
  await world().post(`${own}/spaces`, { space }, admin);
  await world().post(`${own}/sites`, { siteId: site }, admin);
  const state = { colour: "red" };
  const drawn = await render(ask({ props: { of: "birds" }, state, action: { action: "paint" } }));
  expect([drawn.status, drawn.body.state, drawn.body.props]).toEqual([200, state, { of: "birds" }]);
  const told = async (context: object) => {
    const { body } = await render(ask({ context }));
    return JSON.parse(body.element.children[0].content);
  };
  expect(JSON.parse(drawn.body.element.children[0].content)).toEqual({
    type: "ui_render",
    eventId: expect.stringMatching(/^\w{20}$/),
    drawing: expect.any(String),
    installationId: installation,
    spaceId: space,
    componentId: "chart",
    props: { of: "birds" },
    state,
    action: { action: "paint" },
    context: { theme: "light", ...onPage() },
    on: ["installation", "spaceInstallation"],
  });
  const { organization } = world();
  expect(await told({ type: "configuration_account", organizationId: organization })).toMatchObject({
    installationId: installation,
    on: ["installation"],
  });
  expect(await told({ type: "configuration_space", spaceId: space })).toMatchObject({
    spaceId: space,
    on: ["installation", "spaceInstallation"],
  });
  expect(await told({ type: "configuration_site", siteId: site, theme: "dark" })).toMatchObject({
    siteId: site,
    on: ["installation", "siteInstallation"],
    context: { theme: "dark" },
  });
  const done = await render(ask({ state, action: { action: "done" } }));
  expect(done.body).toEqual({ type: "complete", returnValue: state });
});

test("a script is told the id by which the log has what it was asked", async () => {
  const { body } = await render(ask({ props: { of: "ids" } }));
  const { eventId } = JSON.parse(body.element.children[0].content);
  const failed = await render(ask({ componentId: "throws" }));
  expect(failed.status).toBeGreaterThanOrEqual(400);
  const log = `/integrations/kit/installations/${installation}/events`;
  const told = async () => {
    const { items } = (await world().get(log, admin)).body;
    const found = items.find(
      ({ payload }: { payload: { componentId: string } }) => payload.componentId === "throws",
    );
    expect(found).toBeDefined();
    return found as { id: string; payload: { eventId: string } };
  };
  const thrown = await vi.waitFor(told, { timeout: 60_000 });
  const one = await world().get(`${log}/${thrown.id}`, admin);
  const lines = one.body.trace.logs.map(({ message }: { message: string }) => message);
  expect(lines).toContain(`asked by ${thrown.payload.eventId}`);
  expect(eventId).not.toBe(thrown.payload.eventId);
});

test("the script of the manual counts the pages of a space", async () => {
  const { organization } = world();
  const page = readFileSync(join(DOCS, "api/integrations/scripts.md"), "utf8");
  const [, script = ""] = /## A whole script[^]*?```js\n([^]*?)```/.exec(page) ?? [];
  const properties = { key: { type: "string" }, region: { type: "string", default: "eu" } };
  const configurations = { account: { properties, required: ["key"] } };
  const blocks = [{ id: "count", title: "Page count" }];
  const declared = publication("acme", { target: "space", configurations, blocks, script });
  expect((await world().post("/integrations/page-counter", declared, admin)).status).toBe(200);
  const all = "/integrations/page-counter/installations";
  const own = `${all}/${(await world().post(all, { organization }, admin)).body.id}`;
  const configured = await world().patch(own, { configuration: { key: "k-123" } }, admin);
  expect(configured.body.status).toBe("active");
  const counted = (await world().post(`/orgs/${organization}/spaces`, { title: "Counted" }, admin)).body.id;
  await world().post(`${own}/spaces`, { space: counted }, admin);
  const changes = ["One", "Two"].map((title) => ({ operation: "insert_page", type: "document", title }));
  await world().post(`/spaces/${counted}/content`, { changes }, admin);
  const { status, body } = await world().post(
    "/integrations/page-counter/render",
    { componentId: "count", props: {}, context: { type: "document", spaceId: counted } },
    admin,
  );
  expect([status, body.element]).toEqual([
    200,
    { type: "block", children: [{ type: "markdown", content: "**2** pages, counted in eu." }] },
  ]);
});

test("a script that can't be loaded isn't published, and who publishes it hears why", async () => {
  const publish = (script: string) =>
    world().post("/integrations/broken", publication("acme", { script }), admin);
  for (const [script, said] of [
    ["export default { fetch() { return", /SyntaxError/],
    ["import { a } from 'left-pad'; export default {};", /left-pad/],
    ["export default missing();", /missing is not defined/],
  ] as const) {
    const { status, body } = await publish(script);
    expect([status, body.error.details?.[0]?.path]).toEqual([400, "/script"]);
    expect(body.error.message).toMatch(said);
  }
  expect((await world().get("/integrations/broken", admin)).status).toBe(404);
  expect((await publish("export default {};")).body.version).toBe(1);
});

test("who is no administrator any more once a script has been loaded doesn't publish it, nor is one published unseen", async () => {
  const { organization, deps } = world();
  const leaver = await world().addPerson("lea", "admin");
  const tried = vi.spyOn(deps.scripts, "faultOf").mockImplementationOnce(async () => {
    await world().patch(`/orgs/${organization}/members/${leaver.id}`, { role: "edit" }, admin);
    return undefined;
  });
  const body = publication("acme", { script: "export default {};" });
  expect((await world().post("/integrations/late", body, leaver)).status).toBe(403);
  tried.mockImplementationOnce(() => Promise.reject(new ScriptFailure("busy")));
  const busy = await world().post("/integrations/late", body, admin);
  expect([busy.status, busy.headers["retry-after"]]).toEqual([503, "60"]);
  tried.mockRestore();
  expect((await world().get("/integrations/late", admin)).status).toBe(404);
});

test("what can't be shown is said, and nobody has it drawn who may not write or install there", async () => {
  for (const componentId of ["throws", "text", "deep"])
    expect([componentId, (await render(ask({ componentId }))).status]).toEqual([componentId, 503]);
  const reader = await world().addPerson("rea", "read");
  const writer = await world().addPerson("wim", "edit");
  const stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  const { organization } = world();
  const configuration = { context: { type: "configuration_account", organizationId: organization } };
  const onSpace = { context: { type: "configuration_space", spaceId: space } };
  const statuses = async (as: Person) =>
    Promise.all(
      [ask(), ask(configuration), ask(onSpace)].map(async (body) => (await render(body, as)).status),
    );
  expect(await statuses(admin)).toEqual([200, 200, 200]);
  expect(await statuses(writer)).toEqual([200, 400, 400]);
  expect(await statuses(reader)).toEqual([403, 400, 400]);
  expect(await statuses(stranger)).toEqual([400, 400, 400]);
  const { body } = await render(ask({ context: { type: "document", spaceId: "absent" } }));
  expect(body.error.details).toEqual([expect.objectContaining({ path: "/context/spaceId" })]);
  expect((await world().post("/integrations/absent/render", ask(), admin)).status).toBe(404);
});

test("what a content source is to make pages of is asked of those who write in the space", async () => {
  const { organization } = world();
  const own = `/integrations/kit/installations/${installation}`;
  await world().post(`${own}/spaces`, { space }, admin);
  const other = await world().addOrganization("Third", "third");
  const writer = await world().addPerson("wes", "edit");
  const reader = await world().addPerson("rob", "read");
  const stranger = await world().addPerson("sid", "admin", other);
  const source = { type: "configuration_contentsource", organizationId: organization };
  const inSpace = { ...source, spaceId: space };
  const drawn = await render(ask({ context: inSpace, props: { submitLabel: "Insert" } }), writer);
  expect(JSON.parse(drawn.body.element.children[0].content)).toMatchObject({
    installationId: installation,
    spaceId: space,
    props: { submitLabel: "Insert" },
    context: { theme: "light", ...inSpace },
    on: ["installation", "spaceInstallation"],
  });
  const action = { action: "done" };
  const state = { product: "windrose" };
  const done = await render(ask({ context: inSpace, state, action }), writer);
  expect(done.body).toEqual({ type: "complete", returnValue: state });
  const statuses = async (as: Person) =>
    Promise.all([inSpace, source].map(async (context) => (await render(ask({ context }), as)).status));
  // Where no space is named it is asked of those who may install it.
  expect(await statuses(admin)).toEqual([200, 200]);
  expect(await statuses(writer)).toEqual([200, 400]);
  expect(await statuses(reader)).toEqual([403, 400]);
  expect(await statuses(stranger)).toEqual([400, 400]);
  const elsewhere = await render(ask({ context: { ...inSpace, organizationId: other } }));
  expect(elsewhere.body.error.details).toEqual([expect.objectContaining({ path: "/context/spaceId" })]);
  const apart = (await world().post(`/orgs/${organization}/spaces`, { title: "Apart" }, admin)).body.id;
  expect((await render(ask({ context: { ...source, spaceId: apart } }))).status).toBe(409);
  const plain = publication("acme", { target: "all", script: SCRIPT });
  await world().post("/integrations/plain", plain, admin);
  const { body } = await world().post("/integrations/plain/installations", { organization }, admin);
  await world().post(`/integrations/plain/installations/${body.id}/spaces`, { space }, admin);
  const none = await world().post("/integrations/plain/render", ask({ context: inSpace }), admin);
  expect(none.body.error.details).toEqual([expect.objectContaining({ path: "/context/type" })]);
});

test("a paused installation has nothing drawn, wherever it is, until it is resumed", async () => {
  const { organization } = world();
  const leaver = await world().addPerson("lou", "create");
  const own = `/integrations/kit/installations/${installation}`;
  // Who changes it last answers for it.
  expect((await world().patch(own, { externalIds: ["L"] }, leaver)).status).toBe(200);
  const contexts = [
    onPage(),
    { type: "configuration_account", organizationId: organization },
    { type: "configuration_space", spaceId: space },
    { type: "configuration_site", siteId: site },
    { type: "configuration_contentsource", organizationId: organization, spaceId: space },
  ];
  const drawn = () => Promise.all(contexts.map((context) => render(ask({ context }))));
  expect((await drawn()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  await world().patch(`/orgs/${organization}/members/${leaver.id}`, { role: "edit" }, admin);
  for (const { status, body } of await drawn())
    expect([status, body.error.type, body.error.message]).toEqual([
      409,
      expect.stringMatching(/not-active$/),
      expect.stringContaining("resume it."),
    ]);
  await world().patch(own, { externalIds: [] }, admin);
  expect((await drawn()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test("readers of a site have drawn by its token what its pages have, and what was offered there", async () => {
  const { organization } = world();
  const make = async (title: string, text: string) => {
    const made = (await world().post(`/orgs/${organization}/spaces`, { title }, admin)).body.id;
    const page = { operation: "insert_page", type: "document", title: "Birds", document: { markdown: text } };
    await world().post(`/spaces/${made}/content`, { changes: [page] }, admin);
    await world().post(`/integrations/kit/installations/${installation}/spaces`, { space: made }, admin);
    return made as string;
  };
  const shown = await make("Shown", '{% @kit/chart of="birds" %}');
  const hidden = await make("Hidden", '{% @kit/chart of="cats" %}');
  const published = async (title: string, id: string) => {
    const { body } = await world().post(`/orgs/${organization}/sites`, { title, spaces: [id] }, admin);
    await world().post(`/orgs/${organization}/sites/${body.id}/publish`, undefined, admin);
    const { body: of } = await world().get(`/orgs/${organization}/sites/${body.id}`, admin);
    const { body: place } = await world().post("/urls/published", { url: of.urls.published });
    return { token: place.apiToken as string, address: of.urls.published as string };
  };
  const { token, address } = await published("Birds", shown);
  const { token: other } = await published("Cats", hidden);
  const blockOf = async (id: string, as: string | Person) => {
    const { body } = await world().get(`/spaces/${id}/content/path/birds?format=document`, as);
    return body.document.nodes[0].data as { block: string; props: Record<string, string> };
  };
  const { block, props } = await blockOf(shown, token);
  expect([block, props]).toEqual(["chart", { of: "birds", "lectern-seal": expect.any(String) }]);
  expect((await blockOf(shown, admin)).props).toEqual({ of: "birds" });
  // The document alone is the same, and nothing but it.
  const { body: of } = await world().get(`/spaces/${shown}`, token);
  const { body: found } = await world().get(`/spaces/${shown}/content/path/birds`, token);
  const alone = `/spaces/${shown}/revisions/${of.revision}/page/${found.id}/document?evaluated=true`;
  const { body: document, text } = await world().get(alone, token);
  expect(document.nodes[0].data.props).toEqual(props);
  expect(JSON.parse(text)).toEqual(document);
  const draw = (as: string, more: object = {}) =>
    world().post(
      "/integrations/kit/render",
      { componentId: "chart", props, context: { type: "document", spaceId: shown, editable: true }, ...more },
      as,
    );
  const drawn = await draw(token);
  const told = JSON.parse(drawn.body.element.children[0].content);
  expect(told).toMatchObject({ props: { of: "birds" }, context: { theme: "light", editable: false } });
  expect(told.props).toEqual({ of: "birds" });
  expect(drawn.body.props).toEqual(props);
  // Whoever reads the page here sees the very same, for which nobody was asked again.
  const page = await world().visit(new URL(address).pathname);
  expect(page.text).toContain(told.drawing);
  const pressed = await draw(token, { action: { action: "paint" }, state: { colour: "red" } });
  expect([pressed.status, pressed.body.state, pressed.body.props]).toEqual([200, { colour: "red" }, props]);
  // A renderer keeps what was drawn for all who read, and what somebody has pressed for nobody.
  expect([drawn, pressed].map(({ headers }) => headers["x-gitbook-cache-control"])).toEqual([
    "public, max-age=60",
    "no-store",
  ]);
  // A window is opened with what it was offered with, and with nothing else.
  const offering = await draw(token, { action: { action: "offer" } });
  const { onPress } = offering.body.element.children[0];
  expect(onPress).toMatchObject({ action: "@ui.modal.open", componentId: "window", props: { at: 1 } });
  expect((await draw(token, { componentId: "window", props: onPress.props })).status).toBe(200);

  const configuration = { type: "configuration_account", organizationId: organization };
  const refused: [as: string, more: object][] = [
    [token, { props: { of: "birds" } }],
    [token, { props: { ...props, of: "cats" } }],
    [token, { props: { ...onPress.props, at: 2 }, componentId: "window" }],
    [token, { componentId: "window" }],
    [token, { context: { type: "document", spaceId: hidden } }],
    [token, { context: configuration }],
    [other, {}],
    [other, { context: { type: "document", spaceId: hidden } }],
  ];
  for (const [as, more] of refused) expect([more, (await draw(as, more)).status]).toEqual([more, 400]);
  const own = `/integrations/kit/installations/${installation}/spaces/${shown}`;
  await world().call("DELETE", own, { as: admin });
  expect((await draw(token)).status).toBe(404);
});

test("what readers ask first is drawn as it begins, and nothing that was given for a moment stays for minutes", async () => {
  world().stopClock();
  const { organization } = world();
  const made = (await world().post(`/orgs/${organization}/spaces`, { title: "Night" }, admin)).body.id;
  const text = ["owls", "bats"].map((of) => `{% @kit/chart of="${of}" %}`).join("\n\n");
  const page = { operation: "insert_page", type: "document", title: "Night", document: { markdown: text } };
  await world().post(`/spaces/${made}/content`, { changes: [page] }, admin);
  await world().post(`/integrations/kit/installations/${installation}/spaces`, { space: made }, admin);
  const { body: manual } = await world().post(
    `/orgs/${organization}/sites`,
    { title: "Night", spaces: [made] },
    admin,
  );
  const { body: of } = await world().post(
    `/orgs/${organization}/sites/${manual.id}/publish`,
    undefined,
    admin,
  );
  const { body: place } = await world().post("/urls/published", { url: of.urls.published });
  const token: string = place.apiToken;
  const { body } = await world().get(`/spaces/${made}/content/path/night?format=document`, token);
  const [owls, bats] = body.document.nodes.map(({ data }: { data: { props: object } }) => data.props);
  const draw = (props: object, more: object = {}) =>
    world().post(
      "/integrations/kit/render",
      { componentId: "chart", props, context: { type: "document", spaceId: made }, ...more },
      token,
    );
  const begins = async (more: object) =>
    JSON.parse((await draw(owls, more)).body.element.children[0].content).begins;
  // It is everybody's, for minutes, and has no state of anybody.
  expect([await begins({ state: {} }), await begins({})]).toEqual([true, true]);
  expect([(await draw(bats)).status, (await draw(bats)).status]).toEqual([503, 503]);
  world().ahead += 31_000;
  expect((await draw(bats)).status).toBe(200);
  world().ahead = 0;
  world().runClock();
});

test("what was asked for a space that somebody doesn't see, or for a site as a whole, is not in their log", async () => {
  const { organization } = world();
  const installer = await world().addPerson("ina", "create");
  const kept = (await world().post(`/orgs/${organization}/spaces`, { title: "Kept" }, admin)).body.id;
  const own = `/integrations/kit/installations/${installation}`;
  for (const [where, body] of [
    ["spaces", { space }],
    ["spaces", { space: kept }],
    ["sites", { siteId: site }],
  ] as const)
    await world().post(`${own}/${where}`, body, admin);
  await world().patch(`/spaces/${kept}`, { defaultLevel: null }, admin);
  const contexts = [
    { type: "configuration_account", organizationId: organization },
    { type: "document", spaceId: space },
    { type: "document", spaceId: kept },
    { type: "configuration_site", siteId: site },
  ];
  for (const context of contexts)
    expect((await render(ask({ componentId: "throws", props: {}, context }))).status).toBe(503);
  interface Line {
    readonly id: string;
    readonly payload: { readonly spaceId?: string; readonly siteId?: string; readonly type: string };
  }
  const log = async (as: Person): Promise<Line[]> => (await world().get(`${own}/events`, as)).body.items;
  const asked = async (as: Person) =>
    (await log(as)).flatMap(({ payload: { type, spaceId, siteId } }) =>
      type === "ui_render" ? [spaceId ?? siteId ?? "account"] : [],
    );
  // Notes are taken behind the answers.
  await expect.poll(async () => new Set(await asked(admin))).toEqual(new Set(["account", space, kept, site]));
  expect(new Set(await asked(installer))).toEqual(new Set(["account", space]));
  const hidden = (await log(admin)).find(({ payload }) => payload.spaceId === kept);
  expect((await world().get(`${own}/events/${hidden?.id}`, installer)).status).toBe(404);
  expect((await world().get(`${own}/events/${hidden?.id}`, admin)).status).toBe(200);
});
