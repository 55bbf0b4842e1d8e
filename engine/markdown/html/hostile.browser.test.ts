import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launchBrowser } from "../../../server/test/browser.ts";
import { parse } from "../parse.ts";
import { prepareRendering } from "./prepare.ts";
import { FRAME_ORIGINS } from "./audit.fixture.ts";
import { renderHtml } from "./render.ts";
import { HOSTILE_MARKUP, HOSTILE_URLS, MARKUP_SINKS, URL_SINKS } from "./hostile.fixture.ts";

const FULL = process.env["LECTERN_TEST_TIER"] === "full";
const BATCH = 500;
const ADDRESS = "http://page.test/";

const TRAP = "var ran = []; window.alert = (what) => ran.push(String(what));";
const INSPECT = await readFile(new URL("inspect.fixture.js", import.meta.url), "utf8");

const { highlight, typeset } = await prepareRendering(parse("```html\nx\n```\n\n$$\nx\n$$").document);
const context = { highlight: highlight!, typeset: typeset! };

function sources(): string[] {
  const all = [
    ...HOSTILE_URLS.flatMap((url) => URL_SINKS.map((sink) => sink(url))),
    ...HOSTILE_MARKUP.flatMap((markup) => MARKUP_SINKS.map((sink) => sink(markup))),
  ];
  return FULL ? all : all.filter((_source, index) => index % 41 === 0);
}

function pageOf(batch: readonly string[]): string {
  const cases = batch.map(
    (source) => `<div data-case>${renderHtml(parse(source).document, context).html}</div>`,
  );
  return documentOf(cases.join(""));
}

function documentOf(body: string): string {
  return `<!doctype html><html><head><title>t</title><script>${TRAP}</script></head><body>${body}</body></html>`;
}

/** Every name that means something in a window or a document, with where that is. */
const NAMES = `["window", "document"].flatMap((owner) => {
  const names = [];
  for (let at = self[owner]; at !== null; at = Object.getPrototypeOf(at)) names.push(...Object.getOwnPropertyNames(at));
  return names.filter((name) => /^[a-z]\\w+$/i.test(name)).map((name) => [owner, name]);
})`;
const KIND = "([owner, name]) => `${owner}.${name} ${typeof self[owner][name]}`";

describe("hostile content in a browser", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
  });

  /** Shows a document as a server would, cut off from everything else, and tells what is wrong with it. */
  async function look(page: Page, html: string): Promise<unknown> {
    await page.unrouteAll();
    await page.route("**", (route) =>
      route.request().url() === ADDRESS
        ? route.fulfill({ body: html, contentType: "text/html; charset=utf-8" })
        : route.abort(),
    );
    await page.goto(ADDRESS, { waitUntil: "domcontentloaded" });
    return page.evaluate(`${INSPECT.replace("export ", "")}; inspect(${JSON.stringify(FRAME_ORIGINS)})`);
  }

  test(
    "nothing runs, and the browser sees what was meant",
    async () => {
      const page = await browser.newPage();
      const all = sources();
      for (let at = 0; at < all.length; at += BATCH) {
        expect(await look(page, pageOf(all.slice(at, at + BATCH)))).toEqual([]);
      }
      await page.close();
    },
    FULL ? 600_000 : 60_000,
  );

  test("ids take the place of nothing, and links lead to them", async () => {
    const page = await browser.newPage();
    await look(page, documentOf(""));
    const names = (await page.evaluate(NAMES)) as [string, string][];
    expect(names.length).toBeGreaterThan(500);
    const kinds = (of: Page) => of.evaluate(`${JSON.stringify(names)}.map(${KIND})`);
    const before = await kinds(page);
    const tags = [(id: string) => `<p id="${id}">`, (id: string) => `<a name="${id}" href="#x">`];
    const named = names.map(([, name], at) => `${tags[at % 2]?.(name)}x\n\n`).join("");
    const markdown = `${named}<img id="images" alt="x" src="https://x.test/x.png">\n\nTo [it](#my-anchor).\n\n<a id="my-anchor"></a> It.`;
    await look(page, pageOf([markdown]));
    expect(await kinds(page)).toEqual(before);
    await page.click('a[href="#my-anchor"]');
    expect(await page.evaluate("document.querySelector(':target').nextSibling.data")).toBe(" It.");
    await page.close();
  });

  test("the trap would notice", async () => {
    const page = await browser.newPage();
    const bad = '<p onmouseover="alert(1)">x</p><a href="javascript:x">y</a><script>alert(2)</script>';
    expect(await look(page, documentOf(`<div data-case>${bad}</div></div><b>`))).toEqual(
      expect.arrayContaining(["onmouseover on P", "href javascript:x", "ran: 1", "ran: 2"]),
    );
    expect(await look(page, documentOf("<div data-case></div><b>x</b>"))).toEqual([
      "escaped its place: <b>x</b>",
      "a case did not end",
    ]);
    await page.close();
  });
});
