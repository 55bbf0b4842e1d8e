/** What a team does with a page, as people do it: in a browser, against the server, with the bytes as the API gives them. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { usePages } from "../account/pages.fixture.ts";
import { launchBrowser } from "../test/browser.ts";
import { type Person, useWorld } from "../test/harness.ts";

const world = useWorld();
const pages = usePages(world);

let browser: Browser;
let origin = "";
let axe = "";
let ada: Person;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  await pages.app().listen({ host: "127.0.0.1", port: 0 });
  origin = `http://127.0.0.1:${(pages.app().server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
  axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
});
afterAll(() => browser?.close());

interface Tab {
  readonly tab: Page;
  /** What went wrong in it. */
  readonly wrong: string[];
}

/** A tab in which somebody is signed in. */
async function open(
  person: Person,
  given?: BrowserContext,
  ignored = /status of 40[0-9]|ERR_INTERNET_DISCONNECTED/,
): Promise<Tab> {
  const context = given ?? (await browser.newContext({ reducedMotion: "reduce" }));
  await signIn(context, person);
  context.setDefaultTimeout(30_000);
  const tab = await context.newPage();
  const wrong: string[] = [];
  tab.on("pageerror", (error) => wrong.push(error.message));
  tab.on("console", (line) => {
    if (line.type() === "error" && !ignored.test(line.text())) wrong.push(line.text());
  });
  return { tab, wrong };
}

async function signIn(context: BrowserContext, person: Person): Promise<void> {
  const [name = "", value = ""] = (await world().signIn(person)).cookie.split("=");
  await context.addCookies([{ name, value, url: origin }]);
}

/** Looks at the screen as people with other senses do. */
async function check(tab: Page): Promise<void> {
  await tab.evaluate(axe);
  const found = await tab.evaluate(
    "axe.run(document).then(({ violations }) => violations.map(({ id, nodes }) => id + ' ' + nodes[0].html))",
  );
  expect(found).toEqual([]);
}

const read = async (space: string, page: string, person = ada) =>
  (await world().get(`/spaces/${space}/content/page/${page}`, person)).body;

const revisions = async (space: string) => (await world().get(`/spaces/${space}/revisions`, ada)).body.count;

async function makeSpace(title: string, more: object = {}): Promise<string> {
  return (await world().post(`/orgs/${world().organization}/spaces`, { title, ...more }, ada)).body.id;
}

/** A page whose text is that, byte for byte. */
async function makePage(space: string, title: string, markdown: string): Promise<string> {
  const inserted = await world().post(
    `/spaces/${space}/content`,
    { changes: [{ operation: "insert_page", type: "document", title }] },
    ada,
  );
  const { page } = inserted.body.changes[0];
  const change = { operation: "update_page", page, document: { markdown, base: null } };
  expect((await world().post(`/spaces/${space}/content`, { changes: [change] }, ada)).status).toBe(200);
  return page;
}

const status = (tab: Page, text: string) =>
  tab.locator(".saving", { hasText: new RegExp(`^${text}`) }).waitFor();
const editor = (tab: Page) => tab.locator(".ProseMirror");

/** The caret behind a text of the page. */
async function caretBehind(tab: Page, text: string): Promise<void> {
  await tab.evaluate(`{
    const root = document.querySelector(".ProseMirror");
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const at = node.data.indexOf(${JSON.stringify(text)});
      if (at === -1) continue;
      root.focus();
      getSelection().collapse(node, at + ${text.length});
      break;
    }
  }`);
  // The editor hears of it from the browser, a moment later.
  await tab.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
}

test("a first page: made, written and read again", async () => {
  const { tab, wrong } = await open(ada);
  await tab.goto(`${origin}/o/${world().organization}`);
  await tab.getByRole("button", { name: "New space" }).click();
  await tab.getByLabel("Title").fill("Handbook");
  await tab.keyboard.press("Enter");
  await tab.locator("main").getByRole("button", { name: "New page" }).click();
  await tab.getByLabel("Title").fill("Welcome");
  await tab.keyboard.press("Enter");
  await editor(tab).waitFor();
  await check(tab);
  await editor(tab).click();
  await tab.keyboard.type("## A");
  await tab.keyboard.press("Enter");
  await tab.keyboard.type("- one");
  await tab.keyboard.press("Enter");
  await tab.keyboard.type("two");
  await tab.keyboard.press("Enter");
  await tab.keyboard.press("Enter");
  await tab.keyboard.type("/hint");
  await tab.keyboard.press("Enter");
  await tab.keyboard.type("Mind the gap.");
  await status(tab, "Saved");
  const [, , space = "", page = ""] = new URL(tab.url()).pathname.split("/");
  const written = '## A\n\n- one\n- two\n\n{% hint style="info" %}\nMind the gap.\n{% endhint %}\n';
  expect((await read(space, page)).markdown).toBe(written);
  await tab.reload();
  await editor(tab).getByText("Mind the gap.").waitFor();
  await tab.getByLabel("Title").fill("Welcome to all");
  await status(tab, "Saved");
  await tab.getByRole("button", { name: "Done" }).click();
  await tab.getByRole("heading", { name: "Welcome to all", level: 1 }).waitFor();
  await tab.getByRole("treeitem", { name: "Welcome to all" }).waitFor();
  expect(await read(space, page)).toMatchObject({ title: "Welcome to all", markdown: written });
  expect(wrong).toEqual([]);
  await tab.context().close();
});

const IMPORTED = [
  "Setext",
  "======",
  "",
  "* one",
  "* two",
  "  * inner *word* here",
  "",
  "| a  | b |",
  "|:---|--:|",
  "| c  | d |",
  "",
  "<div>kept</div>",
  "",
  "{% unknown %}",
  "",
  "A note.[^1]",
  "",
  "[^1]: The note.",
  "",
].join("\r\n");

test("bytes: what nobody edited stays as it was written, and looking is no change", async () => {
  const space = await makeSpace("Bytes");
  const page = await makePage(space, "Imported", IMPORTED);
  const before = await revisions(space);
  const { tab, wrong } = await open(ada);
  const writes: string[] = [];
  tab.on("request", (request) => {
    if (request.method() !== "GET") writes.push(request.url());
  });
  await tab.goto(`${origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("A note.").waitFor();
  await status(tab, "Saved");
  await tab.getByRole("button", { name: "Done" }).click();
  await tab.getByRole("button", { name: "Edit", exact: true }).click();
  await editor(tab).getByText("A note.").waitFor();
  expect([writes, await revisions(space)]).toEqual([[], before]);
  await caretBehind(tab, " here");
  await tab.keyboard.type(" too");
  await caretBehind(tab, "d");
  await editor(tab).locator("td").last().click();
  await tab.keyboard.press("End");
  await tab.keyboard.type("e");
  await tab.keyboard.press("Control+s");
  await status(tab, "Saved");
  const edited = IMPORTED.replace("here", "here too").replace("| d |", "| de |");
  expect((await read(space, page)).markdown).toBe(edited);
  expect(wrong).toEqual([]);
  await tab.context().close();
});

test("two writers: each sees the other's words, and what both wrote is decided with both in sight", async () => {
  const space = await makeSpace("Two");
  const page = await makePage(space, "Shared", "First.\n\nSecond.\n\nThird.\n");
  const ben = await world().addPerson("ben", "edit");
  const one = await open(ada);
  const two = await open(ben);
  for (const { tab } of [one, two]) {
    await tab.goto(`${origin}/s/${space}/${page}?edit`);
    await editor(tab).getByText("Third.").waitFor();
  }
  await caretBehind(one.tab, "First.");
  await one.tab.keyboard.type(" By Ada.");
  await status(one.tab, "Saved");
  await caretBehind(two.tab, "Third.");
  await two.tab.keyboard.type(" By Ben.");
  await status(two.tab, "Saved");
  await editor(two.tab).getByText("First. By Ada.").waitFor();
  const both = "First. By Ada.\n\nSecond.\n\nThird. By Ben.\n";
  expect((await read(space, page)).markdown).toBe(both);

  await caretBehind(one.tab, "Second.");
  await one.tab.keyboard.type(" Ada says.");
  await one.tab.keyboard.press("Control+s");
  await status(one.tab, "Saved");
  await editor(one.tab).getByText("Third. By Ben.").waitFor();
  await caretBehind(two.tab, "Second.");
  await two.tab.keyboard.type(" Ben says.");
  await two.tab.keyboard.press("Control+s");
  await status(two.tab, "Conflict");
  await check(two.tab);
  await two.tab
    .getByRole("group", { name: /changed this too/ })
    .getByText("Ada says.")
    .waitFor();
  expect((await read(space, page)).markdown).toBe(both.replace("Second.", "Second. Ada says."));
  await two.tab.getByRole("button", { name: "Keep both" }).click();
  await status(two.tab, "Saved");
  expect((await read(space, page)).markdown).toBe(
    both.replace("Second.", "Second. Ben says.\n\nSecond. Ada says."),
  );
  expect([one.wrong, two.wrong]).toEqual([[], []]);
  await one.tab.context().close();
  await two.tab.context().close();
});
