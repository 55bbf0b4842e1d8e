/** What integrations bring to the pages of a site's own host, in a real browser. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { publication } from "../nouns/integrations/publication.fixture.ts";
import { believeClaims } from "../nouns/sites/hostnames/commands.ts";
import { builtAssets } from "../test/assets.ts";
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
let axe = "";

/** Loads the rest of itself from the host that it names, and from one that it doesn't. */
const LOADER = `for (const host of ["cdn", "others"]) {
  const script = document.createElement("script");
  script.src = "https://" + host + ".example.com/tag.js";
  script.onerror = () => { document.documentElement.dataset.refused = host; };
  document.head.append(script);
}`;
/** Keeps something of its readers. */
const COUNTER = `document.cookie = "seen=1"; document.documentElement.dataset.counted = "";`;

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
  axe = await readFile(createRequire(import.meta.url).resolve("axe-core"), "utf8");
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
    const body = `document.documentElement.dataset.tag = "";`;
    await route.fulfill({ contentType: "text/javascript", body });
  });
  return { context, page: await context.newPage(), asked };
}

async function violationsOn(page: Page) {
  await page.evaluate(axe);
  const { violations } = (await page.evaluate("axe.run()")) as { violations: { id: string }[] };
  return violations.map(({ id }) => id);
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
    await expect.poll(script, { timeout: 20_000 }).toContain("script-src 'self';");
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
    const counted = page.locator(":root[data-counted]");
    await expect
      .poll(async () => (await page.goto(origin), page.locator("#\\~cookies").count()), { timeout: 20_000 })
      .toBe(1);
    await banner.waitFor();
    expect(await banner.textContent()).toContain("Page counter would like to keep something in your browser");
    expect(await violationsOn(page)).toEqual([]);
    if (SHOTS) await page.screenshot({ path: join(SHOTS, "consent.png") });
    await banner.getByRole("button", { name: "Decline" }).click();
    await banner.waitFor({ state: "hidden" });
    await page.reload();
    const settings = page.getByRole("button", { name: "Cookie settings" });
    await settings.waitFor();
    expect([await banner.isVisible(), await counted.count(), await context.cookies()]).toEqual([
      false,
      0,
      [],
    ]);
    await settings.click();
    await banner.getByRole("button", { name: "Accept" }).click();
    await counted.waitFor({ state: "attached" });
    expect((await context.cookies()).map(({ name }) => name)).toEqual(["seen"]);
    await page.reload();
    await counted.waitFor({ state: "attached" });
    expect(await banner.isVisible()).toBe(false);
    await settings.click();
    await banner.getByRole("button", { name: "Decline" }).click();
    // It is loaded anew, without what ran on it.
    await counted.waitFor({ state: "detached" });
    await settings.waitFor();
    expect(await counted.count()).toBe(0);
    await context.close();
    if (SHOTS) await shoot();
  });
});

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
