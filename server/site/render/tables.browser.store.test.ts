/** How wide the columns of tables are: of our own manual's, and of one of prose, identifiers and long words. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { prepareRendering } from "../../../engine/markdown/html/prepare.ts";
import { renderHtml } from "../../../engine/markdown/html/render.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { launchBrowser } from "../../test/browser.ts";
import { startPreview, type Preview } from "../../test/preview/server.ts";

const DOCS = path.join(import.meta.dirname, "../../../docs");

const PROSE = "What becomes of a server that goes without it, in as many words as people write. ";
const HARD = `| Field | Kind | What it says | When | Why not | Example |
| - | - | - | - | - | - |
| \`publishedAtInMilliseconds\` | integer or null | ${PROSE} | ${PROSE} | ${PROSE.repeat(4)} | \`https://docs.example.com/a/very/long/address?with=a&query=too\` |
| Donaudampfschifffahrtsgesellschaft | x | Rindfleischetikettierungsüberwachungsaufgaben | Yes | No | [\`LECTERN_ALLOW_PRIVATE_NETWORK\`](settings.md) |
`;

let preview: Preview;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  [preview, browser] = await Promise.all([startPreview(inject("assets")), launchBrowser()]);
  page = await browser.newPage();
});
afterAll(async () => {
  await browser?.close();
  await preview?.close();
});

async function show(markdown: string): Promise<void> {
  const { document } = parse(markdown.replace(/^---\n[\s\S]*?\n---\n/, ""));
  const { html } = renderHtml(document, {
    ...(await prepareRendering(document)),
    resolveLink: () => undefined,
    resolveFile: () => undefined,
  });
  await page.goto(`${preview.origin}/acme/docs/page`, { waitUntil: "load" });
  await page.locator(".prose").evaluate((prose, inner) => {
    prose.innerHTML = inner;
  }, html);
}

/** What is wrong with the tables that are shown, in words. */
const FAULTS = `(() => {
  const faults = [];
  const lines = (range) => new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ y, height }) => Math.round(y + height / 2))).size;
  for (const box of document.querySelectorAll(".prose .table")) {
    if (box.scrollHeight > box.clientHeight) faults.push("scrolls up and down");
    const isWide = box.scrollWidth > box.clientWidth;
    for (const cell of box.querySelectorAll("th, td")) {
      const said = cell.textContent.trim();
      const about = JSON.stringify(said.slice(0, 40));
      if (cell.scrollWidth > cell.clientWidth) faults.push(about + " is wider than its cell");
      const style = getComputedStyle(cell);
      const ruler = document.createElement("span");
      ruler.textContent = "0".repeat(10);
      ruler.style.cssText = "position: absolute; visibility: hidden";
      cell.append(ruler);
      const letter = ruler.getBoundingClientRect().width / 10;
      ruler.remove();
      const width = (cell.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)) / letter;
      const words = said.split(/\\s+/);
      const longest = Math.max(...words.map(({ length }) => length));
      const isText = cell.tagName === "TD" && said.length > 40 && words.length > 5;
      if (isText && width < 13.9) faults.push(about + " has a column of " + width.toFixed(1));
      if (isText && isWide && width > 40.5 && longest < 30) faults.push(about + " has a column of " + width.toFixed(1));
      // Words stand on one line each. Code has joints, as have words at hyphens and slashes.
      const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
      for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
        for (const word of text.data.matchAll(/[^\\s/-]+/g)) {
          const range = document.createRange();
          range.setStart(text, word.index);
          range.setEnd(text, word.index + word[0].length);
          if (lines(range) > 1) faults.push(JSON.stringify(word[0]) + " is split");
        }
    }
  }
  return faults;
})()`;

describe.each(["settings", "comparison", "command-line", "git-sync", "console", "hard"])(
  "tables of %s",
  (name) => {
    beforeAll(async () =>
      show(name === "hard" ? HARD : await readFile(path.join(DOCS, `${name}.md`), "utf8")),
    );

    test.each([360, 768, 1280])("are wide enough to read at %i px", async (width) => {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.locator(".prose .table td").count()).toBeGreaterThan(4);
      expect(await page.evaluate(FAULTS)).toEqual([]);
      const isWider = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
      expect(await page.evaluate(isWider)).toBe(false);
    });
  },
);

test("a column that is too narrow, and a word that is split, would be seen", async () => {
  await show(HARD);
  await page.setViewportSize({ width: 360, height: 900 });
  await page.evaluate(`for (const cell of document.querySelectorAll(".prose :is(th, td)"))
    cell.style.cssText = "min-inline-size: 0; max-inline-size: 3ch; overflow-wrap: anywhere; white-space: normal";`);
  const faults = (await page.evaluate(FAULTS)) as string[];
  expect(faults.some((fault) => fault.includes("has a column of"))).toBe(true);
  expect(faults.some((fault) => fault.endsWith("is split"))).toBe(true);
});
