import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { FastifyInstance } from "fastify";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { buildApp, operations } from "../app.ts";
import { builtAssets } from "../test/assets.ts";
import { launchBrowser } from "../test/browser.ts";
import { useWorld } from "../test/harness.ts";

const world = useWorld();
let app: FastifyInstance;

beforeAll(async () => {
  app = buildApp(world().deps, { rateLimit: 0, trustedProxies: [], assets: builtAssets() });
});
afterAll(async () => {
  await app?.close();
});

const read = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: "GET", url, headers });

describe("the reference of the API", () => {
  test("has every operation in one chapter, and every chapter on the overview", async () => {
    const overview = (await read("/docs")).body;
    const chapters = [...overview.matchAll(/class="chapter" href="([^"]+)"/g)].map(([, href]) => href ?? "");
    expect(new Set(chapters).size).toBe(new Set(operations.map(({ tag }) => tag)).size);
    const texts = await Promise.all(chapters.map(async (href) => (await read(href)).body));
    for (const { operationId, summary } of operations) {
      const holding = texts.filter((text) => text.includes(`<h2 class="op-title" id="${operationId}"`));
      expect([operationId, holding.length]).toEqual([operationId, 1]);
      expect(holding[0]).toContain(summary.replaceAll("'", "&#39;"));
    }
  });

  test("shows how to ask and what comes back", async () => {
    const { body } = await read("/docs/content");
    expect(body).toContain("curl -X POST &quot;http://app.test/v1/spaces/$SPACE_ID/content&quot;");
    expect(body).toContain("update_page");
    expect(body).toContain("Up to 50 changes");
    expect(body).toContain('<span class="tok-attr">&quot;revision&quot;</span>');
  });

  test("needs nothing inline and nothing from elsewhere", async () => {
    for (const path of ["/", "/docs", "/docs/spaces", "/docs/absent"]) {
      const { headers, body } = await read(path);
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
      expect(body).not.toMatch(/<script(?![^>]*\ssrc=)|\sstyle=/);
      for (const [, href] of body.matchAll(/<(?:script|link)\b[^>]*(?:src|href)="(\/~[^"]+)"/g)) {
        expect([href, (await read(String(href))).statusCode]).toEqual([href, 200]);
      }
    }
  });

  test("answers 304 to its tag, compresses, and says where nothing is", async () => {
    const first = await read("/docs/sites", { "accept-encoding": "br" });
    expect(first.headers["content-encoding"]).toBe("br");
    const again = await read("/docs/sites", {
      "accept-encoding": "br",
      "if-none-match": String(first.headers["etag"]),
    });
    expect(again.statusCode).toBe(304);
    const slash = await read("/docs/");
    expect([slash.statusCode, slash.headers["location"]]).toEqual([308, "/docs"]);
    const none = await read("/docs/absent");
    expect([none.statusCode, none.headers["content-type"]]).toEqual([404, "text/html; charset=utf-8"]);
  });
});

describe("the first page", () => {
  test("names the sites that anybody may read, and no others", async () => {
    const writer = await world().addPerson("wanda", "create");
    const at = `/orgs/${world().organization}/sites`;
    const made = async (title: string) =>
      (await world().post(at, { title, spaces: "empty" }, writer)).body.id as string;
    const [open, unlisted, draft] = [await made("Guide"), await made("Quiet"), await made("Draft")];
    await world().patch(`${at}/${unlisted}`, { visibility: "unlisted" }, writer);
    for (const site of [open, unlisted]) await world().post(`${at}/${site}/publish`, undefined, writer);
    const { body } = await read("/");
    expect(body).toContain('href="http://sites.test/acme/guide/"');
    expect(body).not.toContain("Quiet");
    expect(body).not.toContain("Draft");
    expect(draft).not.toBe("");
  });
});

// What a browser shows does not depend on the database.
describe.skipIf(inject("databases").dialect === "postgres")("in a browser", () => {
  let browser: Browser;
  let origin: string;
  let axe: string;
  beforeAll(async () => {
    axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
    [browser, origin] = await Promise.all([launchBrowser(), app.listen({ host: "127.0.0.1", port: 0 })]);
  });
  afterAll(() => browser?.close());

  test.each([
    ["/", 1280, "light"],
    ["/docs", 1280, "dark"],
    ["/docs", 360, "light"],
    ["/docs/content", 1440, "light"],
    ["/docs/content", 360, "dark"],
    ["/docs/absent", 1280, "light"],
  ] as const)("%s at %i px in %s has nothing to complain about", async (path, width, colorScheme) => {
    const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("404")) complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(origin + path, { waitUntil: "load" });
    for (const fold of await page.locator(".op:first-child details").all()) {
      await fold.evaluate("(fold) => { fold.open = true; }").catch(() => undefined);
    }
    await page.evaluate(axe);
    const violations = await page.evaluate(
      'axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations.map(({ id, nodes }) => `${id}: ${nodes[0].html} ${nodes[0].failureSummary}`))',
    );
    expect(violations).toEqual([]);
    expect(complaints).toEqual([]);
    const wider = await page.evaluate(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    expect(wider).toBe(0);
    const shots = process.env["LECTERN_SHOTS"];
    if (shots)
      await page.screenshot({
        path: `${shots}/reference${path.replaceAll("/", "-")}-${width}-${colorScheme}.png`,
      });
    await context.close();
  });
});
