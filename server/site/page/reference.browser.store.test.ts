/** A reference as its readers meet it, and one that was written to harm them. */
import type { FastifyInstance } from "fastify";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KITCHEN_SINK } from "../../content/computed/apis.fixture.ts";
import { SourceServer } from "../../nouns/openapi/source.fixture.ts";
import { complaintsOf } from "../../test/axe.ts";
import { launchBrowser } from "../../test/browser.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { buildSites } from "../serve.ts";
import { builtAssets } from "../../test/assets.ts";

const world = useWorld();
const SHOTS = process.env["LECTERN_SHOTS"];
let writer: Person;
let sites: FastifyInstance;
let browser: Browser;
let server: SourceServer;
let origin = "";

const PAYLOADS = [
  "<script>window.__pwn=1</script>",
  "<img src=x onerror=window.__pwn=1>",
  "[x](javascript:window.__pwn=1)",
  '"><svg onload=window.__pwn=1>',
  "<iframe srcdoc='<script>parent.__pwn=1</script>'></iframe>",
  '{% openapi-operation spec="hostile" path="/x" method="get" %}{% endopenapi-operation %}',
  "</code></pre><script>window.__pwn=1</script>",
].join("\n\n");

/** The same in every text that a description may hold. */
const HOSTILE = {
  openapi: "3.1.0",
  info: { title: PAYLOADS, version: PAYLOADS },
  servers: [{ url: "javascript:window.__pwn=1" }, { url: `https://a.example/${PAYLOADS}` }],
  tags: [
    { name: "Evil", description: PAYLOADS, "x-page-icon": PAYLOADS, "x-page-title": `Evil ${PAYLOADS}` },
  ],
  security: [{ [PAYLOADS]: [PAYLOADS] }],
  components: {
    securitySchemes: {
      [PAYLOADS]: {
        type: "oauth2",
        description: PAYLOADS,
        flows: { [PAYLOADS]: { authorizationUrl: "javascript:window.__pwn=1" } },
      },
    },
    schemas: {
      [PAYLOADS]: {
        description: PAYLOADS,
        properties: { [PAYLOADS]: { description: PAYLOADS, pattern: PAYLOADS } },
      },
    },
  },
  paths: {
    "/x": {
      get: {
        tags: ["Evil"],
        summary: `Evil ${PAYLOADS}`,
        description: PAYLOADS,
        externalDocs: { url: "javascript:window.__pwn=1", description: PAYLOADS },
        "x-codeSamples": [{ lang: PAYLOADS, label: PAYLOADS, source: PAYLOADS }],
        parameters: [
          {
            name: PAYLOADS,
            in: "query",
            description: PAYLOADS,
            example: PAYLOADS,
            schema: { enum: [PAYLOADS], "x-enumDescriptions": { [PAYLOADS]: PAYLOADS } },
          },
        ],
        requestBody: {
          description: PAYLOADS,
          content: {
            [PAYLOADS]: { schema: { type: PAYLOADS, format: PAYLOADS } },
            "application/json": { example: { [PAYLOADS]: PAYLOADS } },
          },
        },
        responses: {
          200: {
            description: PAYLOADS,
            headers: { [PAYLOADS]: { description: PAYLOADS } },
            content: { "application/json": { example: PAYLOADS } },
          },
        },
      },
    },
  },
};

async function fill(slug: string, document: object): Promise<void> {
  const org = `/orgs/${world().organization}`;
  await world().put(`${org}/openapi/${slug}`, { source: { text: JSON.stringify(document) } }, writer);
  await world().runJobs();
  const { body } = await world().post(`${org}/spaces`, { title: slug }, writer);
  const ref = { kind: "openapi", spec: slug };
  const computed = { type: "builtin:openapi", props: { models: true }, dependencies: { spec: { ref } } };
  const changes = [{ operation: "insert_page", type: "computed", title: "API", computed }];
  await world().post(`/spaces/${body.id}/content`, { changes }, writer);
  const site = await world().post(`${org}/sites`, { title: slug, spaces: [body.id] }, writer);
  await world().post(`${org}/sites/${site.body.id}/publish`, undefined, writer);
}

describe("a reference in a browser", () => {
  beforeAll(async () => {
    writer = await world().addPerson("wanda", "create");
    server = await SourceServer.open();
    server.files.set("/dishes/7", '{"name":"Soup of the day"}');
    server.files.set("/plain", (request, response) => {
      const isOurs = request.headers.origin === origin && request.headers.cookie === undefined;
      response.writeHead(200, { "access-control-allow-origin": "*" }).end(isOurs ? "Plainly." : "Not so.");
    });
    server.files.set("/photos", (request, response) => {
      let body = "";
      request.on("data", (part) => (body += String(part)));
      request.on("end", () => response.end(body.includes('filename="soup.png"') ? "Got soup.png." : body));
    });
    const servers = [{ url: server.origin }, ...KITCHEN_SINK.servers];
    await fill("kitchen", { ...KITCHEN_SINK, servers });
    await fill("hostile", HOSTILE);
    sites = buildSites(world().deps, { trustedProxies: [] }, builtAssets());
    [browser, origin] = await Promise.all([launchBrowser(), sites.listen({ host: "127.0.0.1", port: 0 })]);
  });
  afterAll(async () => {
    await browser?.close();
    await sites?.close();
    await server?.close();
  });

  async function visit(path: string, options: BrowserContextOptions, look: (page: Page) => Promise<void>) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (message.type() === "error") complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    await page.goto(`${origin}/acme/${path}`, { waitUntil: "load" });
    await look(page);
    await context.close();
    return complaints;
  }

  test.each([
    ["kitchen/", 1440, "light"],
    ["kitchen/", 1440, "dark"],
    ["kitchen/", 360, "light"],
    ["kitchen/models", 1280, "dark"],
    ["kitchen/all-of-it/inside", 768, "light"],
  ] as const)("%s at %i px in %s has nothing to complain about", async (path, width, colorScheme) => {
    const complaints = await visit(path, { viewport: { width, height: 900 }, colorScheme }, async (page) => {
      if (SHOTS)
        await page.screenshot({
          path: `${SHOTS}/api-${path.replaceAll("/", "-")}${width}-${colorScheme}.png`,
          fullPage: true,
        });
      await page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true");
      expect(await complaintsOf(page)).toEqual([]);
      const wider = await page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      expect(wider).toBeLessThanOrEqual(0);
    });
    expect(complaints).toEqual([]);
  });

  test("an operation is tried out in its place", async () => {
    const complaints = await visit("kitchen/", { viewport: { width: 1440, height: 900 } }, async (page) => {
      const form = page.locator(".try").first();
      await page.locator(".op-address").first().getByRole("link", { name: "Try it" }).click();
      await form.getByLabel("dishId").fill("7");
      await form.getByRole("button", { name: "Send" }).click();
      await form.locator("output pre").filter({ hasText: "Soup of the day" }).waitFor();
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/api-tried.png` });
    });
    expect(complaints).toEqual([]);
  });

  test("samples follow what is filled in, and the token stays with the tab and the server", async () => {
    const viewport = { width: 1440, height: 900 };
    const complaints = await visit("kitchen/", { viewport }, async (page) => {
      const operation = page.locator(".op").first();
      const sample = (title: string) => operation.locator(`[data-made="${title}"]`).textContent();
      const before = await sample("cURL");
      await operation.getByRole("link", { name: "Try it" }).click();
      await operation.getByLabel("dishId").fill("no 7");
      await expect.poll(() => sample("cURL")).toContain("/dishes/no%207");
      expect(before).toContain("/dishes/{dishId}");
      expect(await sample("Ruby")).toContain("/dishes/no%207");
      expect(await sample("C#")).toContain("/dishes/no%207");
      const secret = operation.locator("input[type=password]").first();
      await secret.fill("s3cret");
      await operation.getByLabel("dishId").fill("8");
      await expect.poll(() => sample("Python")).toContain("/dishes/8");
      expect(await operation.textContent()).not.toContain("s3cret");
      await operation.getByRole("button", { name: "Send" }).click();
      await operation.locator(".try-status, .try-error").first().waitFor();
      if (SHOTS) await page.screenshot({ path: `${SHOTS}/api-typed.png` });
      await page.reload();
      expect(await secret.inputValue()).toBe("s3cret");
      await operation.getByRole("link", { name: "Try it" }).click();
      await operation.getByLabel("Server").selectOption({ index: 1 });
      expect(await secret.inputValue()).toBe("");
      await operation.getByLabel("Server").selectOption({ index: 0 });
      expect(await secret.inputValue()).toBe("s3cret");
    });
    expect(complaints).toEqual([]);
  });

  test("a file is sent, and the browser asks by itself where the description says so", async () => {
    const uploading = await visit("kitchen/all-of-it/inside", {}, async (page) => {
      const form = page.locator(".try").first();
      await form.locator("summary").first().click();
      const file = { name: "soup.png", mimeType: "image/png", buffer: Buffer.from("PNG") };
      await form.getByLabel("photo").setInputFiles(file);
      await form.getByRole("button", { name: "Send" }).click();
      await form.locator("output pre").filter({ hasText: "Got soup.png." }).waitFor();
    });
    const asking = await visit("kitchen/operations", {}, async (page) => {
      const form = page.locator(".try").first();
      await form.locator("summary").first().click();
      await form.getByRole("button", { name: "Send" }).click();
      await form.locator("output pre").filter({ hasText: "Plainly." }).waitFor();
    });
    expect([uploading, asking]).toEqual([[], []]);
  });

  test("nothing in a description runs", async () => {
    for (const path of ["hostile/", "hostile/models"]) {
      const complaints = await visit(path, {}, async (page) => {
        await page.evaluate("for (const fold of document.querySelectorAll('details')) fold.open = true");
        expect(await page.evaluate("window.__pwn")).toBeUndefined();
        const dangerous = await page.evaluate(
          "[...document.querySelectorAll('.prose *')].filter((e) => /^(script|iframe|svg:script|object)$/i.test(e.tagName) || [...e.attributes].some(({ name, value }) => /^on/i.test(name) || /^\\s*javascript:/i.test(value))).map((e) => e.outerHTML)",
        );
        expect(dangerous).toEqual([]);
        expect(await page.locator("main .page-title").count()).toBe(1);
      });
      // A picture that isn't there is none.
      expect(
        complaints.filter((text) => !/Failed to load resource|Content Security Policy/.test(text)),
      ).toEqual([]);
    }
  });
});
