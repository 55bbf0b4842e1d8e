/** The published world as its readers meet it: a real server, a real browser. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { complaintsOf } from "../test/axe.ts";
import { launchBrowser } from "../test/browser.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { buildSites } from "./serve.ts";
import { builtAssets } from "../test/assets.ts";

const world = useWorld();
const base = "/acme/guide/";
const SHOTS = process.env["LECTERN_SHOTS"];
// A picture of one pixel.
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let writer: Person;
let space = "";
let ids: Record<string, string> = {};
let sites: FastifyInstance;
let browser: Browser;
let origin = "";

const change = async (changes: unknown[]) => {
  const answer = await world().post(`/spaces/${space}/content`, { changes }, writer);
  expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
  return answer.body;
};
const page = (ref: string, markdown: string, more: object = {}) => ({
  operation: "insert_page",
  ref,
  slug: ref,
  document: { markdown },
  ...more,
});

async function fillSite(): Promise<void> {
  writer = await world().addPerson("wanda", "create");
  const at = `/orgs/${world().organization}/sites`;
  const { body: site } = await world().post(at, { title: "Guide", spaces: "empty" }, writer);
  const { body: published } = await world().get(`${at}/${site.id}/published`, writer);
  space = published.structure.structure[0].space.id;
  const sink = await readFile(
    join(import.meta.dirname, "../../engine/markdown/html/fixtures/kitchen-sink.md"),
    "utf8",
  );
  const files = [{ name: "cover.png", ref: "picture", contentType: "image/png", base64: PIXEL }];
  const { insertedFiles } = await change([{ operation: "insert_files", files }]);
  const body = await change([
    page("start", START, { title: "Welcome", icon: "house" }),
    page("install", INSTALL, { cover: { ref: { kind: "file", file: insertedFiles[0].id }, yPos: -40 } }),
    page("everything", sink, { title: "Everything" }),
    { operation: "insert_page", type: "group", title: "Reference", ref: "reference", slug: "reference" },
  ]);
  ids = Object.fromEntries(body.changes.map((done: { ref: string; page: string }) => [done.ref, done.page]));
  await change([
    page("settings", "# Settings\n\nAll of them.", { into: ids["reference"] }),
    page("limits", "# Limits\n\n## Rates\n\nSix thousand points a minute.", { into: ids["reference"] }),
    page("linux", "# On Linux\n\nWith the package manager.", { into: ids["install"] }),
  ]);
  await change([
    {
      operation: "update_page",
      page: ids["start"],
      document: { markdown: START.replace("./install.md", `/pages/${ids["install"]}`) },
    },
  ]);
  await world().post(`${at}/${site.id}/publish`, undefined, writer);
  await world().runJobs();
}

const START = `# Welcome

Lectern serves documentation. Begin by [installing it](./install.md#from-the-package).

{% tabs %}
{% tab title="npm" %}
\`\`\`sh
npm install lectern
\`\`\`
{% endtab %}
{% tab title="Docker" %}
\`\`\`sh
docker run lectern
\`\`\`
{% endtab %}
{% endtabs %}

## What it is

A server.

## What it is not

A generator of files.
`;
const INSTALL = `---
description: Get it running in a minute.
---
# Install

## From the package

Run the installer, then open the first page.

## From source

Clone, then build.
`;

beforeAll(async () => {
  await fillSite();
  sites = buildSites(world().deps, { trustedProxies: [] }, builtAssets());
  [browser, origin] = await Promise.all([launchBrowser(), sites.listen({ host: "127.0.0.1", port: 0 })]);
});
afterAll(async () => {
  await browser?.close();
  await sites?.close();
});

/** Opens an address, does something there, and sees that the browser had nothing to complain about. */
async function reading(
  path: string,
  options: BrowserContextOptions,
  read: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    reducedMotion: "reduce",
    viewport: { width: 1280, height: 800 },
    ...options,
  });
  const tab = await context.newPage();
  const complaints: string[] = [];
  tab.on("console", (message) => {
    const text = message.text();
    // A page that is not there is asked for on purpose; frames of other origins can't be reached from here.
    const expected = text.includes("status of 404") || text.startsWith("Framing ") || text.includes("ERR_");
    if (message.type() === "error" && !expected) complaints.push(text);
  });
  tab.on("pageerror", (error) => complaints.push(String(error)));
  await tab.goto(origin + path, { waitUntil: "load" });
  await read(tab);
  expect(complaints).toEqual([]);
  await context.close();
}

async function shoot(tab: Page, name: string): Promise<void> {
  if (SHOTS) await tab.screenshot({ path: join(SHOTS, `served-${name}.png`) });
}

describe("a reader", () => {
  test("follows links, the navigation and the cards at the end of a page", async () => {
    await reading(base, {}, async (tab) => {
      await shoot(tab, "home");
      await tab.click(".prose a.link");
      await tab.waitForURL(`${origin}${base}install#from-the-package`);
      expect(await tab.textContent("h1")).toContain("Install");
      await shoot(tab, "cover");
      await tab.click('.nav-link:has-text("Limits")');
      await tab.waitForURL(`${origin}${base}reference/limits`);
      await tab.click(".pager-previous");
      await tab.waitForURL(`${origin}${base}reference/settings`);
      expect(await tab.getAttribute(".nav-link[aria-current=page]", "href")).toBe(
        `${base}reference/settings`,
      );
    });
  });

  test("opens a branch in place", async () => {
    await reading(base, {}, async (tab) => {
      await tab.click("button.nav-mark");
      await tab.waitForSelector('.nav-link:has-text("On Linux")');
    });
  });

  test("finds a section by typing, and opens it by keyboard", async () => {
    await reading(base, {}, async (tab) => {
      await tab.keyboard.press("Control+k");
      await tab.keyboard.type("thousand");
      await tab.waitForSelector(".search-option mark.match");
      await shoot(tab, "search");
      await tab.keyboard.press("Enter");
      await tab.waitForURL(`${origin}${base}reference/limits#rates`);
      await tab.keyboard.press("/");
      // The page that was read last is offered before anything is typed.
      await tab.waitForSelector('.search-option:has-text("Welcome")');
    });
  });

  test("keeps the theme that was chosen", async () => {
    await reading(base, { colorScheme: "light" }, async (tab) => {
      await tab.click("[data-theme-toggle]");
      await expect.poll(() => tab.getAttribute("html", "data-theme")).toBe("dark");
      await tab.goto(`${origin}${base}install`);
      await expect.poll(() => tab.getAttribute("html", "data-theme")).toBe("dark");
      expect(await tab.evaluate("getComputedStyle(document.documentElement).colorScheme")).toBe("dark");
    });
  });

  test("copies code, and the whole page as Markdown", async () => {
    await reading(base, { permissions: ["clipboard-read", "clipboard-write"] }, async (tab) => {
      await tab
        .locator(".tab-panel:visible button[data-copy], .code:visible button[data-copy]")
        .first()
        .click({ force: true });
      await expect.poll(() => tab.evaluate("navigator.clipboard.readText()")).toBe("npm install lectern");
      await tab.click("[data-copy-page]");
      await expect.poll(() => tab.evaluate("navigator.clipboard.readText()")).toContain("# Welcome");
      await tab.click(".page-actions summary");
      await tab.click("text=Copy MCP address");
      await expect.poll(() => tab.evaluate("navigator.clipboard.readText()")).toMatch(/^http.*\/~\/mcp$/);
    });
  });

  test("sees icons in the text's colour, each asked for once", async () => {
    await reading(`${base}everything`, {}, async (tab) => {
      const first = 'document.querySelector(".prose svg.icon")';
      // A drawing that wasn't fetched has no room.
      await expect.poll(() => tab.evaluate(`${first}.getBBox().width > 0`)).toBe(true);
      const { fill, color } = await tab.evaluate<{ fill: string; color: string }>(
        `(({ fill, color }) => ({ fill, color }))(getComputedStyle(${first}))`,
      );
      expect(fill).toBe(color);
      const asked = await tab.evaluate<string[]>(
        "performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)",
      );
      const icons = asked.filter((path) => path.startsWith("/~/icons/"));
      expect(icons.length).toBeGreaterThan(3);
      expect(new Set(icons).size).toBe(icons.length);
    });
  });

  test("changes tabs by arrow keys", async () => {
    await reading(base, {}, async (tab) => {
      await tab.focus("[role=tab] >> nth=0");
      await tab.keyboard.press("ArrowRight");
      await tab.locator("text=docker run lectern").waitFor();
      await expect.poll(() => tab.isVisible("text=npm install lectern")).toBe(false);
    });
  });

  test("opens the pages as a sheet on a phone", async () => {
    await reading(`${base}install`, { viewport: { width: 375, height: 700 } }, async (tab) => {
      await shoot(tab, "phone");
      expect(await tab.isVisible(".side")).toBe(false);
      await tab.click(".top-menu");
      await shoot(tab, "phone-sheet");
      await tab.click('.side .nav-link:has-text("Settings")');
      await tab.waitForURL(`${origin}${base}reference/settings`);
    });
  });

  test("is shown what may have been meant where nothing is", async () => {
    await reading(`${base}old/limits`, {}, async (tab) => {
      await shoot(tab, "absent");
      await tab.click('.suggestion:has-text("Limits")');
      await tab.waitForURL(`${origin}${base}reference/limits`);
    });
  });

  test("is led on from a page's former address", async () => {
    await change([{ operation: "update_page", page: ids["install"], slug: "setup" }]);
    await reading(`${base}install`, {}, async (tab) => {
      expect(tab.url()).toBe(`${origin}${base}setup`);
      await change([{ operation: "update_page", page: ids["install"], slug: "install" }]);
    });
  });

  test("reads, opens the sheet and searches without any script", async () => {
    await reading(base, { javaScriptEnabled: false, viewport: { width: 375, height: 700 } }, async (tab) => {
      expect(await tab.isVisible("text=npm install lectern")).toBe(true);
      await tab.locator("text=docker run lectern").waitFor();
      await tab.click(".top-menu");
      await tab.click('.side .nav-link:has-text("Limits")');
      await tab.waitForURL(`${origin}${base}reference/limits`);
      await tab.click("a.search-open");
      await tab.fill("input[name=q]", "thousand");
      await tab.keyboard.press("Enter");
      await tab.click('.result a:has-text("Rates")');
      await tab.waitForURL(`${origin}${base}reference/limits#rates`);
    });
  });

  test("prints the text and nothing around it", async () => {
    await reading(`${base}install`, {}, async (tab) => {
      await tab.emulateMedia({ media: "print" });
      for (const around of [".top", ".side", ".pager", ".page-actions"])
        expect([around, await tab.locator(around).first().isVisible()]).toEqual([around, false]);
      expect(await tab.isVisible("text=Run the installer")).toBe(true);
    });
  });

  test.each([
    ["", 1280, "light"],
    ["", 375, "dark"],
    ["install", 1280, "dark"],
    ["everything", 1280, "light"],
    ["everything", 1280, "dark"],
    ["everything", 375, "light"],
    ["nowhere-at-all", 1280, "light"],
    ["~/search?q=points", 1280, "light"],
  ] as const)("finds %s usable at %i px in %s", async (path, width, colorScheme) => {
    await reading(base + path, { viewport: { width, height: 900 }, colorScheme }, async (tab) => {
      expect(await complaintsOf(tab)).toEqual([]);
      await shoot(tab, `${path.replace(/\W+/g, "-") || "home"}-${width}-${colorScheme}`);
      const wider = await tab.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      expect(wider).toBeLessThanOrEqual(0);
    });
  });

  test("gets a tab's picture, a preview picture and what to fetch ahead", async () => {
    await reading(`${base}install`, {}, async (tab) => {
      expect(await tab.getAttribute("link[rel=icon]", "href")).toMatch(/^data:image\/svg\+xml/);
      expect(await tab.getAttribute('meta[property="og:image"]', "content")).toContain("/~/files/");
      expect(await tab.locator("img.cover-at-3").isVisible()).toBe(true);
      const answer = await tab.request.get(`${origin}${base}install`);
      const rules = JSON.parse(answer.headers()["speculation-rules"] ?? "");
      const file = await tab.request.get(origin + rules);
      expect([file.status(), file.headers()["content-type"]]).toEqual([
        200,
        "application/speculationrules+json",
      ]);
      expect(Object.keys(JSON.parse(await file.text()))).toEqual(["prefetch"]);
    });
  });
});
