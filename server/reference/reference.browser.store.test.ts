import type { FastifyInstance } from "fastify";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "../app.ts";
import { builtAssets } from "../test/assets.ts";
import { complaintsOf } from "../test/axe.ts";
import { launchBrowser } from "../test/browser.ts";
import { useWorld } from "../test/harness.ts";

const world = useWorld();
let app: FastifyInstance;

beforeAll(async () => {
  app = world().openApp({}, { assets: builtAssets() });
});
afterAll(async () => {
  await app?.close();
});

const read = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: "GET", url, headers });

interface Described {
  readonly operationId: string;
  readonly href: string;
}

/** The addresses of the pages of tags. */
async function chapterPages(): Promise<string[]> {
  const overview = (await read("/docs")).body;
  const chapters = [...overview.matchAll(/class="chapter" href="([^"]+)"/g)].map(([, href]) => href ?? "");
  expect(new Set(chapters).size).toBe(new Set(operations.map(({ tag }) => tag)).size);
  return chapters;
}

/** Every operation with the page that it has, as the chapters say. */
async function pagesOfOperations(): Promise<Described[]> {
  const found: Described[] = [];
  for (const chapter of await chapterPages()) {
    const { body } = await read(chapter);
    for (const [, operationId = "", href = ""] of body.matchAll(/<li id="(\w+)">\s*<a href="([^"]+)"/g))
      found.push({ operationId, href });
  }
  return found;
}

describe("the reference of the API", () => {
  test("has a page for every operation, within 400 kB, and every page says which it is", async () => {
    const pages = await pagesOfOperations();
    expect(pages.map(({ operationId }) => operationId).toSorted()).toEqual(
      operations.map(({ operationId }) => operationId).toSorted(),
    );
    const titles = new Map(operations.map(({ operationId, summary }) => [operationId, summary]));
    const broken: string[] = [];
    for (const { operationId, href } of pages) {
      const { statusCode, body } = await read(href);
      const title = (titles.get(operationId) ?? "").replaceAll("'", "&#39;");
      const isWhole =
        statusCode === 200 && body.includes(`<h1 class="page-title"><span>${title}</span></h1>`);
      if (!isWhole || Buffer.byteLength(body) > 400_000 || !body.includes('class="op-address"'))
        broken.push(href);
    }
    expect(broken).toEqual([]);
  });

  test("has lists within 400 kB as well", async () => {
    for (const path of ["/docs", "/docs/~/search?q=a", ...(await chapterPages())]) {
      expect(Buffer.byteLength((await read(path)).body)).toBeLessThan(400_000);
    }
  });

  test("shows how to ask in eight languages and what comes back", async () => {
    const { body } = await read("/docs/sites/createSite");
    expect(body).toContain("curl -X POST");
    expect(body).toContain("http://app.test/v1/orgs/{organizationId}/sites");
    expect(body).toContain("await lectern.sites.create(");
    expect(body).toContain("requests.post(");
    expect(body).toContain("http.NewRequest(");
    expect(body).toContain("Net::HTTP::Post");
    expect(body).toContain("HttpRequest.newBuilder()");
    for (const title of ["cURL", "JavaScript", "Python", "Go", "PHP", "Ruby", "Java", "C#"])
      expect(body).toContain(`>${title}</`);
    expect(body).toContain("method-post");
    expect(body).toContain('<span class="tok-attr">&quot;visibility&quot;</span>');
  });

  test("says what a page leaves out when somebody unfolds it", async () => {
    const pages = await pagesOfOperations();
    let address: string | undefined;
    for (const { href } of pages) {
      address ??= /data-fragment="([^"]+)"/.exec((await read(href)).body)?.[1];
    }
    const { statusCode, body } = await read(address as string);
    expect(statusCode).toBe(200);
    expect(body).toMatch(/data-schema[^]*class="field-name"/);
    for (const path of [
      "/docs/~/schema/",
      "/docs/~/schema/00/x",
      "/docs/~/schema/0123456789abcdef/%23%2Fx/f.y",
    ])
      expect([path, (await read(path)).statusCode]).toEqual([path, 404]);
  });

  test("finds operations by their words, with a letter wrong as well", async () => {
    const found = async (query: string) =>
      (await read(`/docs/~/search.json?q=${encodeURIComponent(query)}`)).json().results as {
        href: string;
        title: { text: string; match?: true }[];
      }[];
    expect((await found("merge change request"))[0]?.href).toBe("/docs/change-requests/mergeChangeRequest");
    expect((await found("createSite"))[0]?.href).toBe("/docs/sites/createSite");
    expect((await found("publihs a site"))[0]?.href).toBe("/docs/sites/publishSite");
    expect((await found("delete site"))[0]?.title).toEqual([
      { text: "Delete", match: true },
      { text: " a " },
      { text: "site", match: true },
    ]);
    expect(await found("zebra crossing")).toEqual([]);
    expect(await found("")).toEqual([]);
    expect(await found("(((")).toEqual([]);
    const page = await read("/docs/~/search?q=merge+%3Cscript%3E");
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain("<script>");
    expect((await read("/docs/~/search?q=merge")).body).toContain(
      'href="/docs/change-requests/mergeChangeRequest"',
    );
  });

  test("opens the operations of a tag beside the others", async () => {
    const { body } = await read("/docs/~/nav/sites");
    expect(body).toContain('href="/docs/sites/createSite"');
    expect(body).toContain("method-post");
    expect((await read("/docs/~/nav/absent")).statusCode).toBe(404);
  });

  test("needs nothing inline and nothing from elsewhere", async () => {
    for (const path of ["/docs", "/docs/spaces", "/docs/spaces/getSpaceById", "/docs/absent"]) {
      const { headers, body } = await read(path);
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
      expect(headers["content-security-policy"]).toContain("connect-src 'self';");
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
    for (const path of ["/docs/absent", "/docs/sites/absent", "/docs/absent/createSite", "/docs/~/nothing"]) {
      const none = await read(path);
      expect([path, none.statusCode, none.headers["content-type"]]).toEqual([
        path,
        404,
        "text/html; charset=utf-8",
      ]);
    }
  });
});

describe("in a browser", () => {
  let browser: Browser;
  let origin: string;
  beforeAll(async () => {
    [browser, origin] = await Promise.all([launchBrowser(), app.listen({ host: "127.0.0.1", port: 0 })]);
  });
  afterAll(() => browser?.close());

  test.each([
    ["/docs", 1280, "dark"],
    ["/docs", 360, "light"],
    ["/docs/sites", 1280, "light"],
    ["/docs/sites", 360, "dark"],
    ["/docs/sites/createSite", 1440, "light"],
    ["/docs/sites/createSite", 1024, "dark"],
    ["/docs/content/updateContent", 1440, "dark"],
    ["/docs/sites/createSite", 360, "light"],
    ["/docs/~/search?q=merge", 1280, "dark"],
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
    expect(await complaintsOf(page)).toEqual([]);
    expect(complaints).toEqual([]);
    const wider = await page.evaluate(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    expect(wider).toBeLessThanOrEqual(0);
    const shots = process.env["LECTERN_SHOTS"];
    if (shots)
      await page.screenshot({
        path: `${shots}/reference${path.replace(/[^a-z]+/gi, "-")}-${width}-${colorScheme}.png`,
      });
    await context.close();
  });

  test("a request is tried out, and the token stays with the tab", async () => {
    const person = await world().addPerson("tara", "read");
    const context = await browser.newContext();
    const page = await context.newPage();
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/v1/")) asked.push(`${request.method()} ${new URL(request.url()).host}`);
    });
    await page.goto(`${origin}/docs/users/getAuthenticatedUser`);
    await page.locator(".try > summary").click();
    await page.locator(".try input[type=password]").fill("lct_wrong");
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator(".try-status .status-4").waitFor();
    await page.locator(".try input[type=password]").fill(person.token);
    await page.getByRole("button", { name: "Send" }).click();
    await page.locator(".try-status .status-2").waitFor();
    await expect.poll(() => page.locator(".try-answer").textContent()).toContain(person.id);
    const { host } = new URL(origin);
    expect(asked).toEqual([`GET ${host}`, `GET ${host}`]);

    await page.goto(`${origin}/docs/users/getUserById`);
    await page.locator(".try > summary").click();
    await expect.poll(() => page.locator(".try input[type=password]").inputValue()).toBe(person.token);
    const other = await context.newPage();
    await other.goto(`${origin}/docs/users/getUserById`);
    expect(await other.locator(".try input[type=password]").inputValue()).toBe("");
    await context.close();
  });

  test("Ctrl K finds an operation, by keys alone, and a branch opens in place", async () => {
    const page = await browser.newPage();
    await page.goto(`${origin}/docs`);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("merge change request");
    await page.locator(".search-option").first().waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL("**/docs/change-requests/mergeChangeRequest");
    expect(await page.locator("h1").textContent()).toContain("Merge a change request");
    expect(await page.locator(".nav-link[aria-current=page]").count()).toBe(1);
    const sites = page.locator(".nav-row", { hasText: /^Sites$/ });
    await sites.locator("button").click();
    await page.locator('.nav-link[href="/docs/sites/createSite"]').waitFor();
    await page.close();
  });
});
