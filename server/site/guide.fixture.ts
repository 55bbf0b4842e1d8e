/** A published site, on a real server, and a real browser to read it with. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchBrowser } from "../test/browser.ts";
import { type Answer, useWorld, type World } from "../test/harness.ts";
import { buildSites } from "./serve.ts";
import { builtAssets } from "../test/assets.ts";

/** Where the site is. */
export const base = "/acme/guide/";
const SHOTS = process.env["LECTERN_SHOTS"];
// A picture of one pixel.
const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

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

const page = (ref: string, markdown: string, more: object = {}) => ({
  operation: "insert_page",
  ref,
  slug: ref,
  document: { markdown },
  ...more,
});

export async function shoot(tab: Page, name: string): Promise<void> {
  if (SHOTS) await tab.screenshot({ path: join(SHOTS, `served-${name}.png`) });
}

interface Guide {
  /** Changes its content. */
  readonly change: (changes: unknown[]) => Promise<Answer["body"]>;
  /** The ids of pages by their names. */
  readonly ids: Readonly<Record<string, string>>;
}

async function publishGuide(world: World): Promise<Guide> {
  const writer = await world.addPerson("wanda", "create");
  const at = `/orgs/${world.organization}/sites`;
  const { body: site } = await world.post(at, { title: "Guide", spaces: "empty" }, writer);
  const { body: published } = await world.get(`${at}/${site.id}/published`, writer);
  const space = published.structure.structure[0].space.id;
  const change: Guide["change"] = async (changes) => {
    const answer = await world.post(`/spaces/${space}/content`, { changes }, writer);
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.anything()]);
    return answer.body;
  };
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
  const ids: Guide["ids"] = Object.fromEntries(
    body.changes.map((done: { ref: string; page: string }) => [done.ref, done.page]),
  );
  await change([
    page("settings", "# Settings\n\nAll of them.", { into: ids["reference"] }),
    page("limits", "# Limits\n\n## Rates\n\nSix thousand points a minute.", { into: ids["reference"] }),
    page("linux", "# On Linux\n\nWith the package manager.", { into: ids["install"] }),
  ]);
  const markdown = START.replace("./install.md", `/pages/${ids["install"]}`);
  await change([{ operation: "update_page", page: ids["start"], document: { markdown } }]);
  await world.post(`${at}/${site.id}/publish`, undefined, writer);
  await world.runJobs();
  return { change, ids };
}

/** Opens an address, does something there, and sees that the browser had nothing to complain about. */
async function readAt(
  browser: Browser,
  address: string,
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
  await tab.goto(address, { waitUntil: "load" });
  await read(tab);
  expect(complaints).toEqual([]);
  await context.close();
}

/** Publishes the site before the tests of a file, and gives what reads and changes it. */
export function useGuide() {
  const world = useWorld();
  let guide: Guide;
  let sites: FastifyInstance;
  let browser: Browser;
  let origin = "";

  beforeAll(async () => {
    guide = await publishGuide(world());
    sites = buildSites(world().deps, { trustedProxies: [] }, builtAssets());
    [browser, origin] = await Promise.all([launchBrowser(), sites.listen({ host: "127.0.0.1", port: 0 })]);
  });
  afterAll(async () => {
    await browser?.close();
    await sites?.close();
  });

  return {
    change: (changes: unknown[]) => guide.change(changes),
    ids: () => guide.ids,
    origin: () => origin,
    reading: (path: string, options: BrowserContextOptions, read: (page: Page) => Promise<void>) =>
      readAt(browser, origin + path, options, read),
  };
}
