/** What integrations bring to the pages of a site's own host, in a real browser. */
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publication } from "../nouns/integrations/publication.fixture.ts";
import { believeClaims } from "../nouns/sites/hostnames/commands.ts";
import { builtAssets } from "../test/assets.ts";
import { complaintsOf } from "../test/axe.ts";
import { launchBrowser, PLAIN_HOST } from "../test/browser.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { buildSites } from "./serve.ts";
import { makeSite, type VisitedSite } from "./visitor/visitors.fixture.ts";

const world = useWorld({ runsScripts: true });
const SHOTS = process.env["LECTERN_SHOTS"];
/** The site's own. */
const HOST = `docs.${PLAIN_HOST}`;
let admin: Person;
let site: VisitedSite;
let sites: FastifyInstance;
let browser: Browser;
let origin = "";

/** Loads the rest of itself from the host that it names, and from one that it doesn't. */
const LOADER = `for (const host of ["cdn", "others"]) {
  const script = document.createElement("script");
  script.src = "https://" + host + ".example.com/tag.js";
  script.onerror = () => { document.documentElement.dataset.refused = host; };
  document.head.append(script);
}`;
/** Keeps something of its readers, counts when the cookie of published scripts says that they agreed, and would hear of the page's end. */
const COUNTER = `document.cookie = "seen=1"; const { dataset } = document.documentElement;
dataset.counted = /(^|; )__gitbook_cookie_granted=yes(;|$)/.test(document.cookie) ? "yes" : "no";
window.GitBook.addEventListener("unload", () => {}); dataset.listens = "";`;

/** Counts in its state, asks a name in a dialog, and shows a frame that wants to know the count. */
const POLL = `export default { async fetch(request) {
  const { type, componentId, props, state = {}, action } = JSON.parse((await request.formData()).get("event"));
  if (type !== "ui_render") return new Response("", { status: 406 });
  const button = (label, onPress, more) => ({ type: "button", label, onPress, ...more });
  if (componentId === "who") {
    if (action?.action === "done") return Response.json({ type: "complete", returnValue: { name: state.name } });
    const field = { type: "input", label: "Your name", hint: props.why, element: { type: "textinput", state: "name" } };
    const submit = button("Save", { action: "done" }, { style: "primary" });
    return Response.json({ element: { type: "modal", title: "Who are you?", children: [field], submit }, state: {}, props });
  }
  if (action?.action === "fail") throw new Error("no");
  const votes = (state.votes ?? 0) + (action?.action === "vote" ? 1 : 0);
  const name = action?.returnValue?.name ?? state.name ?? "nobody";
  const choice = { type: "select", state: "colour", initialValue: "red", onValueChange: { action: "chosen" },
    options: [{ id: "red", label: "Red" }, { id: "blue", label: "Blue" }] };
  return Response.json({ props, state: { votes, name }, element: { type: "block", controls: [[
    { label: "Say who", icon: "edit", onPress: { action: "@ui.modal.open", componentId: "who", props: { why: "So that we know." } } },
  ]], children: [
    { type: "card", title: props.question, hint: votes + " votes of " + name + " for " + (state.colour ?? "red"),
      buttons: [button("Vote", { action: "vote" }), button("Fail", { action: "fail" })] },
    { type: "input", label: "Colour", element: choice },
    { type: "hstack", children: [button("Write", { action: "@editor.node.updateProps", props: { question: "Mine" } })] },
    { type: "input", label: "Agreed", element: { type: "switch", state: "agreed", confirm: { title: "Sure?", text: "It is for good.", confirm: "Yes" } } },
    { type: "codeblock", syntax: "js", lineNumbers: 7, content: "const tea = 1;", footer: [
      { type: "webframe", source: { url: "https://frames.example.com/poll" }, aspectRatio: 3,
        data: { votes: { $state: "votes" }, of: "poll" } } ] } ] } });
} };`;
/** A frame that says that it listens, writes down what it hears, and what its own origin is. */
const FRAME = `<!doctype html><p></p><script>
addEventListener("message", ({ data }) => { document.querySelector("p").textContent = JSON.stringify(data.state) + origin; });
parent.postMessage({ action: { action: "@webframe.resize", size: { height: 120 } } }, "*");
parent.postMessage({ action: { action: "@webframe.ready" } }, "*");
</script>`;

const answering = (text: string): string => `export default { async fetch(request) {
  const { type } = JSON.parse((await request.formData()).get("event"));
  return type === "fetch_published_script" ? new Response(${JSON.stringify(text)}) : new Response("", { status: 406 });
} };`;

async function install(name: string, more: object): Promise<void> {
  await world().post(`/integrations/${name}`, publication("acme", { target: "site", ...more }), admin);
  const { organization } = world();
  const made = await world().post(`/integrations/${name}/installations`, { organization }, admin);
  await world().post(`/integrations/${name}/installations/${made.body.id}/sites`, { siteId: site.id }, admin);
}

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  site = await makeSite(world(), admin, "Loading");
  const page = { operation: "insert_page", title: "Start", document: { markdown: "Hello, reader." } };
  await world().post(`/spaces/${site.space}/content`, { changes: [page] }, admin);
  const hostname = { hostname: HOST };
  expect((await world().patch(site.api, hostname, admin)).status).toBe(200);
  await believeClaims(world().deps.db, world().deps.clock.now());
  sites = buildSites(world().deps, { trustedProxies: [] }, builtAssets());
  const { port } = new URL(await sites.listen({ port: 0, host: "127.0.0.1" }));
  origin = `http://${HOST}:${port}/`;
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await sites?.close();
});

/** A reader's browser, in which other hosts answer with a script; and what was asked of them. */
async function newReader(
  more: object = {},
): Promise<{ context: BrowserContext; page: Page; asked: string[] }> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...more });
  const asked: string[] = [];
  await context.route("https://*.example.com/**", async (route) => {
    asked.push(route.request().url());
    if (new URL(route.request().url()).hostname === "frames.example.com")
      return route.fulfill({ contentType: "text/html", body: FRAME });
    const body = `document.documentElement.dataset.tag = "";`;
    return route.fulfill({ contentType: "text/javascript", body });
  });
  return { context, page: await context.newPage(), asked };
}

describe("the script of an integration", () => {
  test("loads the rest of itself from the hosts that were accepted with it, and from no other", async () => {
    const policy = "script-src 'self' 'unsafe-inline' * https://cdn.example.com";
    const loader = { scopes: ["site:script:inject"], script: answering(LOADER) };
    await install("loader", { ...loader, contentSecurityPolicy: policy });
    const { context, page, asked } = await newReader();
    await page.goto(origin);

    await page.locator(":root[data-tag][data-refused=others]").waitFor({ state: "attached" });
    expect(asked).toEqual(["https://cdn.example.com/tag.js"]);
    // A later version asks for more: who installed it has not accepted that.
    const wider = { ...loader, contentSecurityPolicy: "script-src https://others.example.com" };
    await world().post("/integrations/loader", publication("acme", { target: "site", ...wider }), admin);
    const script = async () =>
      page.goto(origin).then((answer) => answer?.headers()["content-security-policy"]);
    await expect.poll(script).toContain("script-src 'self';");
    const { body } = await world().get("/integrations/loader/installations", admin);
    expect(body.items.map(({ hosts }: { hosts: string[] }) => hosts)).toEqual([[]]);
    expect((await world().get("/integrations/loader", admin)).body.hosts).toEqual(["others.example.com"]);
    await world().delete("/integrations/loader", admin);
    await context.close();
  });

  test("that keeps something of readers runs when they agreed, as long as they do", async () => {
    const scopes = ["site:script:inject", "site:script:cookies"];
    await install("counter", { title: "Page counter", scopes, script: answering(COUNTER) });
    const { context, page } = await newReader();
    const banner = page.getByRole("complementary", { name: "Cookie settings" });
    const counted = page.locator(":root[data-counted=yes][data-listens]");
    const granted = async () =>
      (await context.cookies()).find(({ name }) => name === "__gitbook_cookie_granted")?.value;
    await expect.poll(async () => (await page.goto(origin), page.locator("#\\~cookies").count())).toBe(1);
    await banner.waitFor();
    expect(await banner.textContent()).toContain("Page counter would like to keep something in your browser");
    expect(await complaintsOf(page)).toEqual([]);
    if (SHOTS) await page.screenshot({ path: join(SHOTS, "consent.png") });
    await banner.getByRole("button", { name: "Decline" }).click();
    await banner.waitFor({ state: "hidden" });
    await page.reload();
    const settings = page.getByRole("button", { name: "Cookie settings" });
    await settings.waitFor();
    expect([await banner.isVisible(), await counted.count(), await context.cookies()]).toEqual([
      false,
      0,
      [expect.objectContaining({ name: "__gitbook_cookie_granted", value: "no", path: "/" })],
    ]);
    await settings.click();
    await banner.getByRole("button", { name: "Accept" }).click();
    await counted.waitFor({ state: "attached" });
    expect((await context.cookies()).map(({ name }) => name).toSorted()).toEqual([
      "__gitbook_cookie_granted",
      "seen",
    ]);
    await page.reload();
    await counted.waitFor({ state: "attached" });
    expect(await banner.isVisible()).toBe(false);
    await settings.click();
    await banner.getByRole("button", { name: "Decline" }).click();
    // It is loaded anew, without what ran on it.
    await counted.waitFor({ state: "detached" });
    await settings.waitFor();
    expect([await counted.count(), await granted()]).toEqual([0, "no"]);
    // Whoever asks anew is not granted what others were.
    await settings.click();
    await banner.getByRole("button", { name: "Accept" }).click();
    await counted.waitFor({ state: "attached" });
    await install("second", { title: "Second counter", scopes, script: answering(COUNTER) });
    await expect
      .poll(async () => (await page.goto(origin), banner.getByText("Second counter").count()))
      .toBe(1);
    await banner.waitFor();
    expect([await counted.count(), await granted()]).toEqual([0, undefined]);
    await context.close();
    if (SHOTS) await shoot();
  });
});

describe("the block of an integration", () => {
  test("is drawn anew by what its readers press, choose and say, beside a frame without an origin", async () => {
    const blocks = [{ id: "poll", title: "Poll" }];
    const body = publication("acme", { target: "space", script: POLL, blocks });
    await world().post("/integrations/polls", body, admin);
    const { organization } = world();
    const made = await world().post("/integrations/polls/installations", { organization }, admin);
    const path = `/integrations/polls/installations/${made.body.id}/spaces`;
    await world().post(path, { space: site.space }, admin);
    const markdown = `{% @polls/poll question="Tea?" %}\n\nWhat stands below it.`;
    const page = { operation: "insert_page", title: "Asked", slug: "asked", document: { markdown } };
    await world().post(`/spaces/${site.space}/content`, { changes: [page] }, admin);
    const reader = await newReader();
    const asked = reader.page;
    const failed: string[] = [];
    asked.on("pageerror", (error) => failed.push(String(error)));
    await expect
      .poll(async () => (await asked.goto(`${origin}asked`), asked.locator("[data-kit]").count()))
      .toBe(1);
    const hint = asked.locator(".kit-card .kit-hint");
    const says = (text: string) => asked.getByText(text, { exact: true }).waitFor();
    await expect.poll(() => hint.textContent()).toBe("0 votes of nobody for red");
    expect(await asked.getByRole("button", { name: "Write" }).count()).toBe(0);
    const frame = asked.frameLocator(".integration iframe").locator("p");
    await frame.getByText('{"votes":0,"of":"poll"}null').waitFor();
    await asked.locator(".integration iframe[style*='120px']").waitFor();
    await asked.getByRole("button", { name: "Vote" }).press("Enter");
    await says("1 votes of nobody for red");
    // Who goes by the keyboard is where they were.
    await asked.locator("[data-kit-action]:focus", { hasText: "Vote" }).press("Enter");
    await says("2 votes of nobody for red");
    await frame.getByText('{"votes":2,"of":"poll"}null').waitFor();
    await asked.getByLabel("Colour").selectOption("Blue");
    await says("2 votes of nobody for blue");
    // Drawn anew, it has its colours still.
    await asked.locator(".integration .line[data-line='7'] .tok-keyword", { hasText: "const" }).waitFor();
    const agreed = asked.getByLabel("Agreed");
    const sayTo = (answer: "accept" | "dismiss") => asked.once("dialog", (dialog) => void dialog[answer]());
    sayTo("dismiss");
    await agreed.click();
    expect(await agreed.isChecked()).toBe(false);
    sayTo("accept");
    await agreed.click();
    expect(await agreed.isChecked()).toBe(true);
    await asked.getByRole("button", { name: "Say who" }).click();
    const dialog = asked.getByRole("dialog", { name: "Who are you?" });
    await dialog.getByLabel("Your name").fill("Ada");
    expect(await complaintsOf(asked)).toEqual([]);
    if (SHOTS) await asked.screenshot({ path: join(SHOTS, "dialog.png") });
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.waitFor({ state: "detached" });
    await says("2 votes of Ada for blue");
    if (SHOTS) await shootBlock(asked);
    await asked.getByRole("button", { name: "Fail" }).click();
    await asked.getByText("It could not be sent. Try again in a moment.").waitFor();
    await asked.getByRole("button", { name: "Vote" }).click();
    await says("3 votes of Ada for blue");
    expect(failed).toEqual([]);
    await reader.context.close();
  });
});

async function shootBlock(page: Page): Promise<void> {
  for (const [width, colorScheme] of [
    [1440, "light"],
    [390, "dark"],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(SHOTS ?? "", `block-${width}.png`) });
  }
}

async function shoot(): Promise<void> {
  for (const [name, width, colorScheme] of [
    ["consent-dark", 1440, "dark"],
    ["consent-phone", 390, "light"],
  ] as const) {
    const { context, page } = await newReader({ viewport: { width, height: 800 }, colorScheme });
    await page.goto(origin);
    await page.locator("#\\~cookies:not([hidden])").waitFor();
    await page.screenshot({ path: join(SHOTS ?? "", `${name}.png`) });
    await context.close();
  }
}
