/** What integrations do in the published world: what they answer, what they have pages load, whom they sign in. */
import { beforeAll, describe, expect, test, vi } from "vitest";
import { publication } from "../../nouns/integrations/publication.fixture.ts";
import { disableUser, enableUser } from "../../nouns/sessions/disable.ts";
import { believeClaims } from "../../nouns/sites/hostnames/commands.ts";
import { RenderFailed } from "../bodies/renderer.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { cookiesFrom, makeSite, tokenOf, type VisitedSite } from "../visitor/visitors.fixture.ts";

const world = useWorld({ runsScripts: true, trustedProxies: ["127.0.0.1"] });
let admin: Person;
let integration: { location: string; publicEndpoint: string };
let installation: { location: string; publicEndpoint: string };
let onSpace: { publicEndpoint: string };
let space = "";

/** Tells what it was asked, or does what the path says. */
const SCRIPT = `export default { async fetch(request) {
  const form = await request.formData();
  const event = JSON.parse(form.get("event"));
  const environment = JSON.parse(form.get("environment"));
  const url = new URL(event.request.url);
  const api = async (method, path, body) => {
    const asked = await fetch(environment.apiEndpoint + "/v1" + path, { method,
      headers: { authorization: "Bearer " + environment.apiTokens.integration, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }) });
    return [asked.status, await asked.text()];
  };
  const path = url.pathname.split("/endpoint")[1];
  if (path === "/throws") { console.log("about to"); throw new Error("broken"); }
  if (path === "/page") return new Response("<script>1</script>", { headers: {
    "content-type": "text/html", "set-cookie": "a=b", "clear-site-data": "*", "service-worker-allowed": "/",
    "access-control-allow-credentials": "true", "access-control-allow-origin": "*", "x-mine": "1",
    "strict-transport-security": "max-age=1", "content-security-policy": "img-src 'none'", "www-authenticate": "Basic" } });
  if (path === "/away") return new Response(null, { status: 302, headers: { location: "https://id.example.com/?x" } });
  if (path === "/oauth") {
    const at = "/integrations/" + environment.integration.name + "/installations/" + url.searchParams.get("state");
    const saved = await api("PATCH", at, { configuration: { token: url.searchParams.get("code") } });
    const made = await api("POST", at + "/tokens");
    const stranger = await api("PATCH", at.slice(0, -1) + (at.endsWith("x") ? "y" : "x"), { configuration: {} });
    const listed = await api("GET", "/integrations/" + environment.integration.name + "/installations");
    const far = await api("GET", "/orgs");
    return Response.json([saved[0], made[0], stranger[0], JSON.parse(listed[1]).items.length, far[0]]);
  }
  const body = form.get("fetch-body");
  return Response.json({ event, body: body && (typeof body === "string" ? body : await body.text()),
    has: Object.keys(environment).filter((key) => key.endsWith("nstallation")).sort() });
} };`;

beforeAll(async () => {
  // Nothing is sent here: what a network may keep is said nevertheless.
  const { fetch } = world().deps;
  Object.assign(world().deps, { purge: { url: "http://127.0.0.1:9/", token: undefined, fetch } });
  admin = await world().addPerson("ada", "admin");
  const body = publication("acme", { script: SCRIPT });
  const published = await world().post("/integrations/asked", body, admin);
  integration = published.body.urls;
  const { organization } = world();
  const installed = await world().post("/integrations/asked/installations", { organization }, admin);
  installation = installed.body.urls;
  space = (await world().post(`/orgs/${organization}/spaces`, {}, admin)).body.id;
  const at = `/integrations/asked/installations/${installed.body.id}/spaces`;
  onSpace = (await world().post(at, { space }, admin)).body.urls;
});

const pathOf = (url: string): string => new URL(url).pathname;
const id = (): string => installation.location.split("/").at(-1) ?? "";

describe("an endpoint of an integration", () => {
  test("is told the request as it came, without cookies, and for whom it is", async () => {
    const path = `${pathOf(onSpace.publicEndpoint)}/hook?a=1`;
    const headers = { cookie: "lectern=1", "x-signature": "s", "content-type": "application/json" };
    const answer = await world().send(path, '{"b":2}', headers);
    expect(answer.status).toBe(200);
    const { event, body, has } = JSON.parse(answer.text);
    expect(event).toMatchObject({ type: "fetch", installationId: id(), spaceId: space });
    expect(event.request).toMatchObject({ method: "post", url: `${onSpace.publicEndpoint}/hook?a=1` });
    expect(event.request.headers).toMatchObject({ "x-signature": "s" });
    expect(Object.keys(event.request.headers)).not.toContain("cookie");
    expect(body).toBe('{"b":2}');
    expect(has).toEqual(["installation", "spaceInstallation"]);
    const bare = JSON.parse((await world().visit(pathOf(integration.publicEndpoint))).text);
    expect([bare.has, bare.event.installationId]).toEqual([[], undefined]);
  });

  test("answers nothing that holds for the origin, and in a sandbox", async () => {
    const { status, headers, text } = await world().visit(`${pathOf(installation.publicEndpoint)}/page`);
    expect([status, text]).toEqual([200, "<script>1</script>"]);
    expect(headers).toMatchObject({ "x-mine": "1", "access-control-allow-origin": "*" });
    const policies = [headers["content-security-policy"]].flat();
    expect(policies[0]).toBe("img-src 'none'");
    expect(policies[1]).toMatch(/^sandbox allow-scripts(?!.*allow-same-origin)/);
    for (const name of ["set-cookie", "clear-site-data", "service-worker-allowed", "www-authenticate"])
      expect(headers[name]).toBeUndefined();
    expect(headers["access-control-allow-credentials"]).toBeUndefined();
    expect(headers["strict-transport-security"]).toBeUndefined();
    const away = await world().visit(`${pathOf(installation.publicEndpoint)}/away`);
    expect([away.status, away.headers["location"]]).toEqual([302, "https://id.example.com/?x"]);
  });

  test("is no part of our own pages, and on no other host", async () => {
    const path = `${pathOf(installation.publicEndpoint)}/page`;
    const asked = async (headers: Record<string, string>) => (await world().visit(path, headers)).status;
    for (const dest of ["script", "style", "serviceworker", "worker", "empty", "image"])
      expect(await asked({ "sec-fetch-site": "same-origin", "sec-fetch-dest": dest })).toBe(404);
    expect(await asked({ "sec-fetch-site": "same-origin", "sec-fetch-dest": "iframe" })).toBe(200);
    expect(await asked({ "sec-fetch-site": "cross-site", "sec-fetch-dest": "script" })).toBe(200);
    expect(await asked({ host: "docs.customer.test" })).toBe(404);
  });

  test("is not there for what is not there", async () => {
    for (const path of [
      `${pathOf(integration.publicEndpoint)}`.replace(/integrations\/\w/, "integrations/-"),
      `${pathOf(installation.publicEndpoint)}`.replace(id(), "nobody"),
      `${pathOf(onSpace.publicEndpoint)}`.replace(space, "nowhere"),
      `${pathOf(onSpace.publicEndpoint)}`.replace("/spaces/", "/sites/"),
    ])
      expect((await world().visit(path)).status, path).toBe(404);
  });

  test("that fails says so, and its log has it with the console and without what was sent", async () => {
    const path = pathOf(installation.publicEndpoint);
    const { status, text } = await world().visit(`${path}/throws?secret=1`, {
      authorization: "Bearer s3cret",
    });
    expect([status, text]).toEqual([502, "The script failed.\n"]);
    const events = async () => (await world().get("/integrations/asked/events", admin)).body.items;
    const failed = async () =>
      (await events()).find(({ payload }: { payload: { type: string } }) => payload.type === "fetch");
    await expect.poll(failed).toBeDefined();
    const { id: event, ...noted } = await failed();
    expect(noted.status).toBe("failed");
    expect(JSON.stringify(noted)).not.toMatch(/s3cret|secret=/);
    const { body } = await world().get(`/integrations/asked/events/${event}`, admin);
    const said = body.trace.logs.map(({ message }: { message: string }) => message);
    expect(said[0]).toBe("about to");
    expect(said[1]).toContain("broken");
  });

  test("refuses who asks in vain too often, whatever they ask for, and reads no body for them", async () => {
    world().stopClock();
    try {
      const path = (name: string) => `/~/integrations/${name}/endpoint`;
      // More than any body may have, which is a 413 where there is somebody to read it.
      expect((await world().send(path("nobody"), "x".repeat(6 * 1024 * 1024))).status).toBe(404);
      expect((await world().visit(path("x".repeat(65)))).status).toBe(404);
      let [asked, status] = [0, 404];
      for (; status === 404 && asked < 400; asked++)
        ({ status } = await world().visit(path(`made-up-${asked}`)));
      expect([status, asked > 100]).toEqual([429, true]);
      expect((await world().visit(path("y".repeat(65)))).status).toBe(429);
      world().ahead += 60_000;
      expect((await world().visit(pathOf(installation.publicEndpoint))).status).toBe(200);
    } finally {
      world().runClock();
    }
  });

  test("for the integration sets up the installation that a login was for, and nothing else", async () => {
    const path = `${pathOf(integration.publicEndpoint)}/oauth?code=c0de&state=${id()}`;
    const answer = await world().visit(path);
    expect(JSON.parse(answer.text)).toEqual([200, 200, 404, 1, 403]);
    const { body } = await world().get(`/integrations/asked/installations/${id()}`, admin);
    expect(body.configuration).toEqual({ token: "c0de" });
  });
});

/** Writes a script for pages, and signs visitors in. */
const SITE_SCRIPT = `export default { async fetch(request) {
  const form = await request.formData();
  const event = JSON.parse(form.get("event"));
  const { siteInstallation, signingSecrets } = JSON.parse(form.get("environment"));
  const { say = "", login } = siteInstallation.configuration;
  if (event.type === "fetch_published_script")
    return say === "fails" ? new Response("no", { status: 500 }) : new Response("console.log('" + say + "')");
  if (event.type === "fetch_visitor_authentication") {
    if (login === "nowhere") return new Response("I don't know you");
    const to = new URL("https://id.example.com/authorize");
    to.searchParams.set("location", event.location);
    to.searchParams.set("secret", signingSecrets.siteInstallation);
    return Response.redirect(to, 302);
  }
  return new Response("", { status: 406 });
} };`;

const HOST = "docs.acme.test";
const at = (path = "") => world().visit(`/${path}`, { host: HOST });

/** Installs an integration of such scopes on a site. @returns where the installation is configured */
async function installOn(site: VisitedSite, name: string, scopes: string[], by = admin): Promise<string> {
  const { organization } = world();
  const text = { type: "string" };
  const body = publication("acme", {
    target: "site",
    scopes,
    script: SITE_SCRIPT,
    configurations: { site: { properties: { say: text, login: text } } },
    contentSecurityPolicy: "img-src https://count.example.com",
  });
  await world().post(`/integrations/${name}`, body, admin);
  const made = await world().post(`/integrations/${name}/installations`, { organization }, by);
  const path = `/integrations/${name}/installations/${made.body.id}`;
  await world().post(`${path}/sites`, { siteId: site.id }, by);
  return `${path}/sites/${site.id}`;
}

describe("the script of an integration", () => {
  let site: VisitedSite;
  let configured = "";
  beforeAll(async () => {
    site = await makeSite(world(), admin, "Scripted");
    const page = { operation: "insert_page", title: "Start", document: { markdown: "Hello." } };
    await world().post(`/spaces/${site.space}/content`, { changes: [page] }, admin);
    await world().patch(site.api, { hostname: HOST }, admin);
    await believeClaims(world().deps.db, world().deps.clock.now());
    configured = await installOn(site, "counter", ["site:script:inject"]);
    await world().patch(configured, { configuration: { say: "hello" } }, admin);
  });
  const scripts = async (): Promise<string[]> =>
    (await world().get(`${site.api}/integration-scripts`, admin)).body.map(
      ({ script }: { script: string }) => script,
    );
  const loaded = (text: string): string[] =>
    [...text.matchAll(/<script src="(\/~\/scripts\/[^"]+)" defer>/g)].map(([, src]) => src ?? "");

  test("is loaded by the pages of the site's own host, within its policy", async () => {
    const { status, text, headers } = await at();
    expect(status).toBe(200);
    const [src = "", ...more] = loaded(text);
    expect(more).toEqual([]);
    expect(await scripts()).toEqual([`https://${HOST}${src}`]);
    expect(headers["content-security-policy"]).toContain("script-src 'self';");
    const script = await at(src.slice(1));
    expect([script.status, script.text]).toEqual([200, "console.log('hello')"]);
    expect(script.headers).toMatchObject({ "content-type": "text/javascript; charset=utf-8" });
    const published = await world().get(`${site.api}/published`, admin);
    const policy = { cookies: false, contentSecurityPolicy: "img-src https://count.example.com" };
    expect(published.body.scripts).toEqual([{ script: `https://${HOST}${src}`, ...policy }]);
  });

  test("has another address when it is set up otherwise, and none when it is gone", async () => {
    const [before = ""] = await scripts();
    await world().patch(configured, { configuration: { say: "bye" } }, admin);
    const [after = ""] = await scripts();
    expect(after).not.toBe(before);
    await expect.poll(async () => loaded((await at()).text)).toEqual([new URL(after).pathname]);
    expect((await at(new URL(after).pathname.slice(1))).text).toBe("console.log('bye')");
    expect((await at(new URL(before).pathname.slice(1))).status).toBe(404);
    await world().patch(configured, { configuration: { say: "fails" } }, admin);
    const [failing = ""] = await scripts();
    await expect.poll(async () => loaded((await at()).text)).toEqual([new URL(failing).pathname]);
    world().stopClock();
    const runs = vi.spyOn(world().deps.scripts, "run");
    const failingAgain = [1, 2, 3].map(async () => (await at(new URL(failing).pathname.slice(1))).status);
    expect(await Promise.all(failingAgain)).toEqual([404, 404, 404]);
    expect((await at(new URL(failing).pathname.slice(1).replace("scripts", "%73cripts"))).status).toBe(404);
    expect(runs.mock.calls.length).toBeLessThan(2);
    runs.mockRestore();
    world().runClock();
    await world().delete(configured, admin);
    expect(await scripts()).toEqual([]);
    await expect.poll(async () => loaded((await at()).text)).toEqual([]);
  });

  test("is on no host that others' sites are on, in no preview, and not there where readers are to be asked", async () => {
    const shared = await makeSite(world(), admin, "Shared");
    const onShared = await installOn(shared, "shared", ["site:script:inject"]);
    const told = async () => (await world().get(onShared, admin)).body.script;
    const listed = async () => (await world().get(`${shared.api}/integration-scripts`, admin)).text;
    expect([await told(), await listed()]).toEqual(["shared-host", "[]"]);
    const page = { operation: "insert_page", title: "Start", document: { markdown: "Hello." } };
    await world().post(`/spaces/${shared.space}/content`, { changes: [page] }, admin);
    expect((await world().visit(shared.base)).text).not.toContain("~/scripts/");
    // Behind another server, at the path that it has among all sites: what was answered there isn't answered here.
    await world().patch(shared.api, { proxy: `other.example${shared.base.replace(/\/$/, "")}` }, admin);
    const behind = { host: "sites.test", "x-forwarded-host": "other.example" };
    expect((await world().visit(shared.base, behind)).text).toContain("~/scripts/");
    expect((await world().visit(shared.base)).text).not.toContain("~/scripts/");
    expect(await told()).toBe("sent");
    expect(await listed()).toContain(`https://other.example${shared.base}~/scripts/`);
    await world().post(`${shared.api}/unpublish`, undefined, admin);
    expect([await told(), await listed()]).toEqual(["not-published", "[]"]);
    await installOn(site, "cookies", ["site:script:inject", "site:script:cookies"]);
    const { body } = await world().get(`${site.api}/integration-scripts`, admin);
    expect(body.map(({ cookies }: { cookies: boolean }) => cookies)).toEqual([true]);
    expect(loaded((await at()).text)).toEqual([]);
    await installOn(site, "plain", ["site:script:inject"]);
    await expect.poll(async () => loaded((await at()).text)).toHaveLength(1);
    const preview = await world().get(`${site.api}/publishing/preview`, admin);
    const shown = await world().visit(new URL(preview.body.url).pathname, { host: HOST });
    expect(shown.text).not.toContain("~/scripts/");
  });
});

describe("an integration of somebody who may not install it any more", () => {
  test("answers nothing and is on no site, and is again when they may again", async () => {
    const { organization, deps } = world();
    const leaver = await world().addPerson("leaver", "create");
    const site = await makeSite(world(), admin, "Left");
    await world().patch(site.api, { hostname: "left.acme.test" }, admin);
    await believeClaims(deps.db, deps.clock.now());
    const onSite = await installOn(site, "left", ["site:script:inject"], leaver);
    const url = pathOf((await world().get(onSite, admin)).body.urls.publicEndpoint);
    const path = onSite.replace(/\/sites\/.*/, "");
    const works = async () => [
      (await world().visit(url)).status,
      (await world().get(path, admin)).body.status,
      (await world().get(onSite, admin)).body.script,
      (await world().get(`${site.api}/integration-scripts`, admin)).body.length,
    ];
    const [yes, no] = [
      [406, "active", "sent", 1],
      [503, "paused", "none", 0],
    ];
    expect(await works()).toEqual(yes);
    const member = `/orgs/${organization}/members/${leaver.id}`;
    await world().patch(member, { role: "edit" }, admin);
    expect(await works()).toEqual(no);
    await world().patch(member, { role: "create" }, admin);
    expect(await works()).toEqual(yes);
    await deps.db.transact((tx) => disableUser(tx, leaver.id, deps.clock.now()));
    expect(await works()).toEqual(no);
    await deps.db.transact((tx) => enableUser(tx, leaver.id));
    expect(await works()).toEqual(yes);
    expect((await world().delete(member, admin)).status).toBe(204);
    expect(await works()).toEqual(no);
  });
});

describe("the login of an integration", () => {
  test("is that of the one that was chosen, and of no other while it is away", async () => {
    const site = await makeSite(world(), admin, "Chosen");
    await world().patch(`${site.api}`, { visibility: "visitor-auth" }, admin);
    const first = await installOn(site, "first-login", ["site:visitor:auth"]);
    const choose = () => world().patch(`${site.api}/publishing/auth`, { backend: "integration" }, admin);
    await choose();
    const second = await installOn(site, "second-login", ["site:visitor:auth"]);
    const signer = async () => {
      const { headers } = await world().visit(`${site.base}~/auth/login`);
      return new URL(String(headers["location"])).searchParams.get("secret");
    };
    const secret = await signer();
    expect(secret).toMatch(/./);
    await world().delete(first, admin);
    // To the login that the site has of its own.
    expect(await signer()).toBe(null);
    await choose();
    const other = await signer();
    expect([other !== secret, typeof other]).toEqual([true, "string"]);
    await world().delete(second, admin);
    expect(await signer()).toBe(null);
  });

  test("signs visitors in by the secret of its installation, until it is gone", async () => {
    const site = await makeSite(world(), admin, "Closed");
    await world().patch(`${site.api}`, { visibility: "visitor-auth" }, admin);
    const configured = await installOn(site, "login", ["site:visitor:auth"]);
    await world().patch(`${site.api}/publishing/auth`, { backend: "integration", fallbackURL: null }, admin);
    const page = { operation: "insert_page", title: "Start", document: { markdown: "Inside." } };
    await world().post(`/spaces/${site.space}/content`, { changes: [page] }, admin);
    const door = await world().visit(`${site.base}start`);
    expect(door.status).toBe(303);
    expect(door.headers["location"]).toBe(`${site.base}~/auth/login?location=%2Fstart`);
    const picture = { "sec-fetch-dest": "image" };
    expect((await world().visit(String(door.headers["location"]), picture)).status).toBe(403);
    const sent = await world().visit(String(door.headers["location"]));
    expect(sent.status).toBe(303);
    const to = new URL(String(sent.headers["location"]));
    expect([to.origin, to.searchParams.get("location")]).toEqual(["https://id.example.com", "/start"]);
    const token = await tokenOf(world(), to.searchParams.get("secret") ?? "");
    const let_in = await world().visit(`${site.base}start?jwt_token=${token}`);
    expect(let_in.status).toBe(303);
    const cookie = cookiesFrom(let_in);
    expect((await world().visit(site.base, { cookie })).text).toContain("Inside.");
    // The site's own key is as good: some integrations sign with that.
    const own = await world().visit(`${site.base}start?jwt_token=${await tokenOf(world(), site.key)}`);
    expect(own.status).toBe(303);
    await world().patch(configured, { configuration: { login: "nowhere" } }, admin);
    const lost = await world().visit(`${site.base}~/auth/login`);
    expect([lost.status, lost.headers["location"]]).toEqual([403, undefined]);
    world().stopClock();
    const runs = vi.spyOn(world().deps.scripts, "run");
    let [asked, status] = [0, 403];
    for (; status === 403 && asked < 100; asked++)
      ({ status } = await world().visit(`${site.base}~/auth/login?location=%2F${asked}`));
    expect([status, runs.mock.calls.length > 20, runs.mock.calls.length]).toEqual([429, true, asked - 1]);
    runs.mockRestore();
    world().runClock();
    await world().delete(configured, admin);
    await expect.poll(async () => (await world().visit(site.base, { cookie })).status).toBe(403);
  });
});

/** Draws a card of what a block says, with a frame and with what has no place on a page. */
const DRAWING_SCRIPT = `export default { async fetch(request) {
  const form = await request.formData();
  const { type, componentId, props, context } = JSON.parse(form.get("event"));
  if (type !== "ui_render") return new Response("", { status: 406 });
  if (componentId === "broken") throw new Error("broken");
  if (componentId === "deep") return new Response('{"element":' + "[".repeat(49000) + "]".repeat(49000) + "}");
  const card = { type: "card", title: "Task " + props.id, hint: context.type,
    onPress: { action: "@ui.url.open", url: "https://tasks.example.com/" + props.id },
    children: [{ type: "text", style: "bold", children: "<b>open</b>" }, { type: "textinput", state: "x" }],
    buttons: [{ type: "button", label: "More", onPress:
      { action: "@ui.modal.open", componentId: "broken", props: { of: props.id } } }] };
  const frame = { type: "webframe", source: { url: "https://frames.example.com/" + props.id }, aspectRatio: 2 };
  return Response.json({ type: "element", element: { type: "block", children: [card, frame] }, state: {}, props });
} };`;

describe("the block of an integration", () => {
  test.each(["blocks", "%62locks", "bloc%6Bs/"])(
    "is asked for sixty times a minute at ~/%s",
    async (name) => {
      const site = await makeSite(world(), admin, "Often");
      const network = { blocks: 7, "%62locks": 8, "bloc%6Bs/": 9 }[name];
      const headers = { "content-type": "application/json", "x-forwarded-for": `203.0.${network}.1` };
      world().stopClock();
      const statuses: number[] = [];
      for (let asked = 0; asked < 61; asked++)
        statuses.push((await world().send(`${site.base}~/${name}`, "{}", headers)).status);
      world().runClock();
      expect(statuses.indexOf(429)).toBe(60);
    },
  );

  test("takes the place of code in its language, where the space has it", async () => {
    const site = await makeSite(world(), admin, "Fenced");
    const script = `export default { async fetch(request) {
      const { type, componentId, props } = JSON.parse((await request.formData()).get("event"));
      if (type !== "ui_render") return new Response("", { status: 406 });
      const content = componentId + " of " + props.source.split("\\n").length + " lines";
      const button = { type: "button", label: "Again", onPress: { action: "again" } };
      return Response.json({ element: { type: "block", children: [{ type: "markdown", content }, button] } });
    } };`;
    const markdown = { codeblock: "Sums", body: "source" };
    const blocks = [{ id: "sum", title: "Sum", markdown }];
    await world().post(
      "/integrations/fences",
      publication("acme", { target: "space", script, blocks }),
      admin,
    );
    const { organization } = world();
    const made = await world().post("/integrations/fences/installations", { organization }, admin);
    await world().post(
      `/integrations/fences/installations/${made.body.id}/spaces`,
      { space: site.space },
      admin,
    );
    const text = "```sums\n1 + 1\n2 + 2\n```\n\n```js\nalert(1)\n```\n\n```\nplain\n```";
    const page = { operation: "insert_page", title: "Start", document: { markdown: text } };
    await world().post(`/spaces/${site.space}/content`, { changes: [page] }, admin);
    await expect.poll(async () => (await world().visit(site.base)).text).toContain("sum of 2 lines");
    const { text: html } = await world().visit(site.base);
    expect(html).not.toContain("1 + 1</");
    expect(html).toContain("alert");
    expect(html).toContain("plain");
    // A button of it is pressed as that of any other block.
    const attribute = (name: string) =>
      (new RegExp(`data-${name}="([^"]*)"`).exec(html)?.[1] ?? "").replaceAll("&quot;", '"');
    const [name, props] = JSON.parse(attribute("kit"));
    const question = {
      path: site.base,
      block: { name, props },
      props: JSON.parse(attribute("kit-props")),
      seal: attribute("kit-seal"),
      state: {},
      action: { action: "again" },
    };
    const pressed = await world().send(`${site.base}~/blocks`, JSON.stringify(question), {
      "content-type": "application/json",
    });
    expect([pressed.status, pressed.text]).toEqual([200, expect.stringContaining("sum of 2 lines")]);
    const other = { ...question, block: { name, props: { text: "1" } } };
    const { status } = await world().send(`${site.base}~/blocks`, JSON.stringify(other), {
      "content-type": "application/json",
    });
    expect(status).toBe(404);
  });

  test("is drawn on the pages of the spaces that it is on, safely; where it fails, the block is named", async () => {
    const site = await makeSite(world(), admin, "Drawn");
    const markdown = `{% @tasks/card id="7" %}\n\n{% @tasks/broken %}\n\n{% @tasks/deep %}\n\n{% @others/card %}`;
    const page = { operation: "insert_page", title: "Start", document: { markdown } };
    await world().post(`/spaces/${site.space}/content`, { changes: [page] }, admin);
    const before = (await world().visit(site.base)).text;
    expect(before).toContain("tasks/card");
    const blocks = [
      { id: "card", title: "Card" },
      { id: "broken", title: "Broken" },
      { id: "deep", title: "Deep" },
    ];
    const body = publication("acme", { target: "space", script: DRAWING_SCRIPT, blocks });
    await world().post("/integrations/tasks", body, admin);
    const { organization } = world();
    const made = await world().post("/integrations/tasks/installations", { organization }, admin);
    const path = `/integrations/tasks/installations/${made.body.id}/spaces`;
    await world().post(path, { space: site.space }, admin);
    await expect.poll(async () => (await world().visit(site.base)).text).toContain("Task 7");
    const { text, headers } = await world().visit(site.base);
    expect(text).toContain('href="https://tasks.example.com/7"');
    expect(text).toContain("<strong>&lt;b&gt;open&lt;/b&gt;</strong>");
    expect(text).toMatch(
      /<iframe[^>]* src="https:\/\/frames\.example\.com\/7"[^>]* sandbox="allow-scripts(?![^"]*allow-same-origin)/,
    );
    expect(headers["content-security-policy"]).toContain("frame-src https://frames.example.com");
    expect(text).not.toContain("textinput");
    expect(text).toContain("tasks/broken");
    expect(text).toContain("tasks/deep");
    expect(text).toContain("others/card");
    // What was drawn is asked for with what proves that it was.
    const [, seal = ""] = /data-kit-seal="([^"]+)"/.exec(text) ?? [];
    const [, opens = ""] = /data-kit-action="([^"]+)"/.exec(text) ?? [];
    const { action: _, ...offered } = JSON.parse(opens.replaceAll("&quot;", '"'));
    const ask = async (more: object, headers: object = { "content-type": "application/json" }) => {
      const question = {
        path: site.base,
        block: { name: "tasks/card", props: { id: "7" } },
        props: { id: "7" },
        seal,
        state: {},
      };
      return world().send(`${site.base}~/blocks`, JSON.stringify({ ...question, ...more }), headers as never);
    };
    const drawn = await ask({ action: { action: "again" } });
    expect([drawn.status, drawn.headers["cache-control"]]).toEqual([200, "private, no-store"]);
    expect(drawn.text).toContain("Task 7");
    expect(drawn.text).toContain(`data-kit-seal="${seal}"`);
    const other = { name: "others/card", props: {} };
    for (const [status, more] of [
      [404, { block: { name: "tasks/card", props: { id: "8" } } }],
      [404, { block: other }],
      [404, { path: "/elsewhere" }],
      [404, { path: `${site.base}nowhere` }],
      // Nobody was offered these: another task, another component, nothing that proves it.
      [404, { props: { id: "8" } }],
      [404, { props: {} }],
      [404, { componentId: "broken" }],
      [404, { ...offered, props: { of: "8" } }],
      [404, { ...offered, componentId: "card" }],
      [404, { seal: undefined }],
      [404, { seal: 7 }],
      [503, offered],
      [400, { block: 1 }],
      [400, { state: [] }],
      [400, { path: 7 }],
    ] as const)
      expect((await ask(more)).status, JSON.stringify(more)).toBe(status);
    expect((await ask({}, { "content-type": "text/plain" })).status).toBe(415);
    const foreign = { "content-type": "application/json", "sec-fetch-site": "cross-site" };
    expect((await ask({}, foreign)).status).toBe(403);
    await world().delete(`${path}/${site.space}`, admin);
    await expect.poll(async () => (await world().visit(site.base)).text).not.toContain("Task 7");
  });

  test("is kept by networks with what was drawn, and with nothing that failed for a moment", async () => {
    const { body: listed } = await world().get("/integrations/tasks/installations", admin);
    const kept = async (title: string, markdown: string, file = "") => {
      const site = await makeSite(world(), admin, title);
      const page = { operation: "insert_page", title: "Start", document: { markdown } };
      await world().post(`/spaces/${site.space}/content`, { changes: [page] }, admin);
      const path = `/integrations/tasks/installations/${listed.items[0].id}/spaces`;
      await world().post(path, { space: site.space }, admin);
      const { headers, status } = await world().visit(`${site.base}${file}`);
      return [status, headers["cdn-cache-control"]];
    };
    expect(await kept("Whole", '{% @tasks/card id="8" %}')).toEqual([
      200,
      expect.stringContaining("max-age=3600"),
    ]);
    expect(await kept("Failing", "{% @tasks/broken %}")).toEqual([200, undefined]);
    // A text that could not be rendered is shown as it is written.
    const run = vi.spyOn(world().deps.content, "derived").mockRejectedValue(new RenderFailed("too slow"));
    expect(await kept("Slow", "Words.").finally(() => run.mockRestore())).toEqual([200, undefined]);
    const UPDATES = (more: string) =>
      `{% updates format="full" %}\n{% update date="2026-01-02" %}\n## One\n\n${more}\n{% endupdate %}\n{% endupdates %}`;
    const whole = [200, expect.stringContaining("max-age=3600")];
    expect(await kept("Told", UPDATES("Words."), "rss.xml")).toEqual(whole);
    expect(await kept("Told badly", UPDATES("{% @tasks/broken %}"), "rss.xml")).toEqual([200, undefined]);
  });

  test("is not kept by networks where what a page asks could not be read in time", async () => {
    const VALUE = 'Words <code class="expression">space.vars.name</code>.';
    const { content } = world().deps;
    for (const file of ["", "start.md", "llms-full.txt"]) {
      const site = await makeSite(world(), admin, `Asking ${file}`);
      const page = { operation: "insert_page", title: "Start", slug: "start", document: { markdown: VALUE } };
      await world().post(`/spaces/${site.space}/content`, { changes: [page] }, admin);
      const derived = content.derived.bind(content);
      const run = vi
        .spyOn(content, "derived")
        .mockImplementation((kind, ...rest) =>
          kind === "expressions" ? Promise.reject(new RenderFailed("too slow")) : derived(kind, ...rest),
        );
      const held = await world()
        .visit(`${site.base}${file}`)
        .finally(() => run.mockRestore());
      expect([file, held.status, held.headers["cdn-cache-control"]]).toEqual([file, 200, undefined]);
    }
  });
});
