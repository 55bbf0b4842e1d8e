/** What readers get beside text, in a real browser: feedback without a script, updates by tag, pictures that fit. */
import { join } from "node:path";
import { Transformer } from "@napi-rs/image";
import type { FastifyInstance } from "fastify";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { complaintsOf } from "../test/axe.ts";
import { launchBrowser } from "../test/browser.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { buildSites } from "./serve.ts";
import { builtAssets } from "../test/assets.ts";
import { makeSite, type VisitedSite } from "./visitor/visitors.fixture.ts";

const world = useWorld();
const SHOTS = process.env["LECTERN_SHOTS"];

let writer: Person;
let site: VisitedSite;
let sites: FastifyInstance;
let browser: Browser;
let origin = "";

const UPDATES = `# Changes

What is new.

{% updates format="full" %}
{% update date="2025-03-01" tags="api,fixes" %}
## Faster search

The index follows at once.
{% endupdate %}

{% update date="2025-02-02" tags="docs" %}
## A guide to feeds

Read what is new where you read everything else.
{% endupdate %}
{% endupdates %}
`;

const DIAGRAMS = `# Diagrams

\`\`\`dot
digraph {
  rankdir=LR
  Draft -> Review [label="ask"]
  Review -> Draft [label="changes"]
  Review -> Merged [label="approve"]
}
\`\`\`

\`\`\`graphviz
graph { node [style=filled, fillcolor="#dbeafe"]; Site -- Space; Space -- Page }
\`\`\`

\`\`\`dot
digraph { never ends
\`\`\`
`;

const MERMAID = `# Mermaid

\`\`\`mermaid
flowchart LR
  A[Write] --> B{Review}
  B -->|approved| C[Publish]
  click A href "javascript:alert(1)"
\`\`\`

\`\`\`mermaid
pie title Pets
  "Dogs" : 386
  "Cats" : 85
\`\`\`

\`\`\`mermaid
none of the kinds that there are
\`\`\`
`;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  site = await makeSite(world(), writer, "Guide");
  const pixels = new Uint8Array(1600 * 800 * 4).map((_value, at) => (at % 4 === 3 ? 255 : (at * 31) % 256));
  const base64 = Transformer.fromRgbaPixels(pixels, 1600, 800).pngSync().toString("base64");
  const change = (changes: unknown[]) => world().post(`/spaces/${site.space}/content`, { changes }, writer);
  const files = [{ name: "wide.png", ref: "wide", contentType: "image/png", base64 }];
  const { body } = await change([{ operation: "insert_files", files }]);
  const picture = `# Home\n\n![Stripes](/files/${body.insertedFiles[0].id})\n`;
  await change([
    { operation: "insert_page", slug: "home", document: { markdown: picture } },
    { operation: "insert_page", slug: "diagrams", document: { markdown: DIAGRAMS } },
    { operation: "insert_page", slug: "mermaid", document: { markdown: MERMAID } },
    { operation: "insert_page", slug: "changes", document: { markdown: UPDATES } },
  ]);
  const { body: before } = await world().get(`${site.api}/customization`, writer);
  await world().put(`${site.api}/customization`, { ...before, feedback: { enabled: true } }, writer);
  sites = buildSites(world().deps, { trustedProxies: [] }, builtAssets());
  origin = await sites.listen({ port: 0, host: "127.0.0.1" });
  browser = await launchBrowser();
});

afterAll(async () => {
  await browser?.close();
  await sites?.close();
});

test("a reader without a script says what they think and is thanked", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${origin}${site.base}changes`);
  await page.getByText("Tell us more").click();
  await page.locator(".feedback textarea").fill("Clear, thank you.");
  if (SHOTS) await page.screenshot({ path: join(SHOTS, "feedback.png"), fullPage: true });
  await page.getByRole("button", { name: "Partly" }).click();
  await page.waitForURL("**/changes#~feedback-thanks");
  expect(await page.locator(".feedback-thanks").isVisible()).toBe(true);
  expect(await page.locator(".feedback fieldset").isVisible()).toBe(false);
  if (SHOTS) await page.screenshot({ path: join(SHOTS, "thanks.png") });
  const { body } = await world().get(`${site.api}/page-feedback`, writer);
  expect(body.items).toMatchObject([{ rating: "ok", comment: "Clear, thank you." }]);
  await context.close();
});

test("an answer asks for words, and is sent with them or when the reader goes on, never leaving the page", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const given = async () => (await world().get(`${site.api}/page-feedback`, writer)).body.items;
  const before = (await given()).length;
  const address = `${origin}${site.base}changes`;
  await page.goto(address);
  expect(await page.locator(".feedback textarea").isVisible()).toBe(false);
  await page.getByRole("button", { name: "Yes" }).click();
  if (SHOTS) await page.screenshot({ path: join(SHOTS, "rated.png"), fullPage: true });
  await page.locator(".feedback textarea").fill("All of it.");
  await page.getByRole("button", { name: "Send" }).click();
  await page.locator(".feedback-thanks").waitFor({ state: "visible" });
  expect(page.url()).toBe(address);
  expect((await given())[0]).toMatchObject({ rating: "good", comment: "All of it." });
  await page.goto(`${origin}${site.base}`);
  await page.getByRole("button", { name: "No", exact: true }).click();
  await page.goto(address);
  await expect.poll(async () => (await given()).length).toBe(before + 2);
  expect((await given())[0].rating).toBe("bad");
  await page.close();
});

test("updates narrow to a tag, and a link to another one shows all again", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${origin}${site.base}changes`);
  const shown = () => page.locator(".update:visible").count();
  expect(await shown()).toBe(2);
  await page.getByRole("button", { name: "docs" }).click();
  await expect
    .poll(async () => [await shown(), await page.locator("#update-2025-03-01").isVisible()])
    .toEqual([1, false]);
  await expect
    .poll(() => page.getByRole("button", { name: "docs" }).getAttribute("aria-pressed"))
    .toBe("true");
  if (SHOTS) await page.screenshot({ path: join(SHOTS, "updates.png"), fullPage: true });
  await page.evaluate('location.hash = "update-2025-03-01"');
  await page.locator("#update-2025-03-01").waitFor({ state: "visible" });
  expect(await page.locator('link[type="application/rss+xml"]').getAttribute("href")).toBe(
    `${site.base}changes/rss.xml`,
  );
  expect(await complaintsOf(page)).toEqual([]);
  await page.close();
});

test.each([
  ["a phone", 360, 1, 640],
  ["a sharp screen", 1280, 2, 1600],
])("a picture comes as wide as %s needs it", async (_screen, width, deviceScaleFactor, most) => {
  const context = await browser.newContext({ viewport: { width, height: 800 }, deviceScaleFactor });
  const page = await context.newPage();
  await page.goto(`${origin}${site.base}`);
  const { src, natural } = (await page.evaluate(
    `(async (image) => {
      await image.decode();
      return { src: image.currentSrc, natural: image.naturalWidth };
    })(document.querySelector("img[alt=Stripes]"))`,
  )) as { src: string; natural: number };
  expect(src).toMatch(/\/~\/images\//);
  expect(Number(/-(\d+)$/.exec(src)?.[1])).toBeLessThanOrEqual(most);
  expect(natural).toBeGreaterThan(0);
  await context.close();
});

test("a graph is drawn in the colours of the page, opens large, and what is none is shown as it is written", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, colorScheme: "dark" });
  const page = await context.newPage();
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  await page.goto(`${origin}${site.base}diagrams`);
  const plain = page.locator(".drawing").first();
  expect(await plain.textContent()).toContain("Review");
  expect(await page.locator(".diagram-source").textContent()).toContain("digraph { never ends");
  const inks = (await page.evaluate(
    '[...document.querySelectorAll(".drawing")].map((svg) => getComputedStyle(svg).color)',
  )) as string[];
  expect(new Set(inks).size).toBe(2);
  if (SHOTS) await page.screenshot({ path: join(SHOTS, "diagrams-dark.png"), fullPage: true });
  await plain.focus();
  await page.keyboard.press("Enter");
  const large = page.locator("dialog .drawing");
  const widthOf = async (drawing: typeof plain) => (await drawing.boundingBox())?.width ?? 0;
  await expect.poll(() => widthOf(large)).toBeGreaterThan(await widthOf(plain));
  if (SHOTS) await page.screenshot({ path: join(SHOTS, "diagrams-zoomed.png") });
  await page.keyboard.press("Escape");
  await page.locator(".drawing:focus").first().waitFor();
  expect(await complaintsOf(page)).toEqual([]);
  if (SHOTS)
    for (const [name, width, colorScheme] of [
      ["light", 1440, "light"],
      ["phone", 390, "light"],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(SHOTS, `diagrams-${name}.png`), fullPage: true });
    }
  expect(said).toEqual([]);
  await context.close();
});

test("a diagram of Mermaid is drawn in a frame that reaches nothing, in a place that is kept free for it", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 1800 }, colorScheme: "dark" });
  const page = await context.newPage();
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  await page.goto(`${origin}${site.base}mermaid`, { waitUntil: "commit" });
  const boxes = page.locator(".diagram");
  await boxes.nth(2).waitFor();
  const before = await boxes.nth(1).boundingBox();
  const [flow, pie] = [0, 1].map((at) => boxes.nth(at).frameLocator("iframe").locator("svg"));
  await flow!.getByText("Publish").waitFor({ timeout: 60_000 });
  await pie!.getByText("Cats").waitFor({ timeout: 60_000 });
  expect(await boxes.nth(1).boundingBox()).toEqual(before);
  await boxes.nth(2).getByText("none of the kinds").waitFor({ timeout: 60_000 });
  expect(await flow!.locator("a[href^=javascript]").count()).toBe(0);
  const frame = page.frames().find((one) => one.url().endsWith("/~/diagram"));
  const reach = `[() => localStorage.length, () => document.cookie, () => parent.document.title].map((reach) => {
    try { return reach(); } catch { return "refused"; }
  })`;
  expect(await frame?.evaluate(reach)).toEqual(["refused", "refused", "refused"]);
  if (SHOTS) await page.screenshot({ path: join(SHOTS, "mermaid-dark.png"), fullPage: true });
  await page.emulateMedia({ colorScheme: "light" });
  await boxes.first().hover();
  await boxes.first().getByRole("button").click();
  await page.frameLocator("dialog iframe").getByText("Publish").waitFor({ timeout: 60_000 });
  if (SHOTS) await page.screenshot({ path: join(SHOTS, "mermaid-zoomed.png") });
  await page.keyboard.press("Escape");
  if (SHOTS) await page.screenshot({ path: join(SHOTS, "mermaid-light.png"), fullPage: true });
  expect(said).toEqual([]);
  await page.goto(`${origin}${site.base}changes`);
  expect(page.frames()).toHaveLength(1);
  await context.close();
});
