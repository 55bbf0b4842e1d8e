/** What a team does with a page, as people do it: in a browser, against the server, with the bytes as the API gives them. */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { usePages } from "../account/pages.fixture.ts";
import { launchBrowser, launchOwnBrowser } from "../test/browser.ts";
import { newFolder } from "../test/folders.ts";
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
  context.setDefaultTimeout(60_000);
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
  await tab.getByRole("textbox", { name: "Title" }).fill("Welcome to all");
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
    if (request.method() !== "GET" && request.url().includes("/-/v1/")) writes.push(request.url());
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
  await one.tab.keyboard.press("Control+s");
  await status(one.tab, "Saved");
  await caretBehind(two.tab, "Third.");
  await two.tab.keyboard.type(" By Ben.");
  await two.tab.keyboard.press("Control+s");
  await status(two.tab, "Saved");
  await editor(two.tab).getByText("First. By Ada.").waitFor();
  const both = "First. By Ada.\n\nSecond.\n\nThird. By Ben.\n";
  expect((await read(space, page)).markdown).toBe(both);

  await editor(one.tab).getByText("Third. By Ben.").waitFor();
  // Neither has heard of the other's words when they write their own.
  await two.tab.context().setOffline(true);
  await caretBehind(two.tab, "Second.");
  await two.tab.keyboard.type(" Ben says.");
  await caretBehind(one.tab, "Second.");
  await one.tab.keyboard.type(" Ada says.");
  await one.tab.keyboard.press("Control+s");
  await status(one.tab, "Saved");
  await two.tab.context().setOffline(false);
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

const WORDS = Array.from({ length: 200 }, (_, place) => `word${place}`).join(" ");

/** Ends the program of a browser as a machine does that fails: it tells nobody, and tidies nothing up. */
async function kill(tab: Page): Promise<void> {
  const context = tab.context();
  const closed = context.waitForEvent("close");
  const driver = await context.newCDPSession(tab);
  await driver.send("Browser.crash").catch(() => undefined);
  await closed;
}

test("offline, and killed: what was typed is there again, and is saved once", async () => {
  const space = await makeSpace("Offline");
  const page = await makePage(space, "Notes", "First.\n");
  const before = await revisions(space);
  const folder = newFolder("browser");
  const first = await open(ada, await launchOwnBrowser(folder));
  await first.tab.goto(`${origin}/s/${space}/${page}?edit`);
  await editor(first.tab).getByText("First.").waitFor();
  await caretBehind(first.tab, "First.");
  await first.tab.context().setOffline(true);
  await first.tab.keyboard.insertText(` ${WORDS}`);
  await status(first.tab, "Offline, kept on this device");
  await check(first.tab);
  await first.tab.keyboard.type(" end");
  await keptWith(first.tab, "word199 end");
  await kill(first.tab);

  const second = await open(ada, await launchOwnBrowser(folder));
  await second.tab.goto(`${origin}/s/${space}`);
  await second.tab.getByText("1 page is not saved yet").waitFor({ state: "attached" });
  await second.tab.goto(`${origin}/s/${space}/${page}?edit`);
  await editor(second.tab).getByText("word199 end").waitFor();
  await status(second.tab, "Saved");
  expect((await read(space, page)).markdown).toBe(`First. ${WORDS} end\n`);
  expect(await revisions(space)).toBe(before + 1);
  await second.tab.reload();
  await status(second.tab, "Saved");
  expect(await revisions(space)).toBe(before + 1);
  expect([first.wrong, second.wrong]).toEqual([[], []]);
  await second.tab.context().close();
});

/** Waits until the browser keeps a text of the page. */
async function keptWith(tab: Page, text: string): Promise<void> {
  const isKept = () =>
    tab.evaluate(`new Promise((done) => {
      const opening = indexedDB.open("lectern", 1);
      opening.onsuccess = () => {
        const asked = opening.result.transaction("drafts").objectStore("drafts").getAll();
        asked.onsuccess = () => {
          opening.result.close();
          done(asked.result.some(({ mine }) => mine.includes(${JSON.stringify(text)})));
        };
      };
    })`);
  await expect.poll(isKept).toBe(true);
}

test("a session that ends and a right that is taken away leave what was typed where it is", async () => {
  const space = await makeSpace("Rights");
  const page = await makePage(space, "Rules", "First.\n");
  const carl = await world().addPerson("carl", "edit");
  const { tab, wrong } = await open(carl);
  await tab.goto(`${origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await world().deps.db.transact((tx) =>
    tx.updateTable("sessions").set({ hash: null }).where("user_id", "=", carl.id).execute(),
  );
  await caretBehind(tab, "First.");
  await tab.keyboard.type(" Second.");
  await tab.getByRole("heading", { name: "You are signed out" }).waitFor();
  await check(tab);
  expect((await read(space, page)).markdown).toBe("First.\n");
  await signIn(tab.context(), carl);
  await tab.getByRole("button", { name: "I am signed in" }).click();
  await status(tab, "Saved");
  expect((await read(space, page)).markdown).toBe("First. Second.\n");

  await world().patch(`/orgs/${world().organization}/members/${carl.id}`, { role: "read" }, ada);
  await caretBehind(tab, "Second.");
  await tab.keyboard.type(" Third.");
  await tab.getByRole("heading", { name: "This is not saved" }).waitFor();
  await keptWith(tab, "Third.");
  await check(tab);
  await tab.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await tab.getByRole("button", { name: "Copy the text" }).click();
  const copied = () => tab.evaluate("navigator.clipboard.readText()");
  await expect.poll(copied).toBe("First. Second. Third.\n");
  await world().patch(`/orgs/${world().organization}/members/${carl.id}`, { role: "edit" }, ada);
  await tab.getByRole("button", { name: "Save as change request" }).click();
  await tab.waitForURL(/~\/changes\/1\//);
  await status(tab, "Saved");
  expect((await read(space, page)).markdown).toBe("First. Second.\n");
  const changed = await world().get(`/spaces/${space}/change-requests/1/content/page/${page}`, ada);
  expect(changed.body.markdown).toBe("First. Second. Third.\n");
  expect(wrong).toEqual([]);
  await tab.context().close();
});

test("a space that asks for change requests gets one with the first change, and the page stays on the screen", async () => {
  const space = await makeSpace("Locked");
  const page = await makePage(space, "Plan", "First.\n");
  await world().patch(`/spaces/${space}`, { editMode: "locked" }, ada);
  const { tab, wrong } = await open(ada);
  await tab.goto(`${origin}/s/${space}/${page}`);
  await tab.getByRole("button", { name: "Edit", exact: true }).click();
  await editor(tab).getByText("First.").waitFor();
  expect((await world().get(`/spaces/${space}/change-requests?status=draft`, ada)).body.count).toBe(0);
  await caretBehind(tab, "First.");
  await tab.keyboard.type(" Second.");
  await tab.waitForURL(/~\/changes\/1\//);
  await tab.keyboard.type(" Third.");
  await status(tab, "Saved");
  const changed = await world().get(`/spaces/${space}/change-requests/1/content/page/${page}`, ada);
  expect([changed.body.markdown, (await read(space, page)).markdown]).toEqual([
    "First. Second. Third.\n",
    "First.\n",
  ]);
  await tab.goto(`${origin}/s/${space}/${page}`);
  await tab.getByRole("button", { name: "Edit", exact: true }).click();
  await editor(tab).getByText("Third.").waitFor();
  expect(new URL(tab.url()).pathname).toBe(`/s/${space}/~/changes/1/${page}`);
  expect(wrong).toEqual([]);
  await tab.context().close();
});

test("who only reads sees no way to write, and an address that asks for it shows the page", async () => {
  const space = await makeSpace("Read");
  const page = await makePage(space, "Rules", "First.\n");
  const { tab, wrong } = await open(await world().addPerson("rita", "read"));
  await tab.goto(`${origin}/s/${space}/${page}?edit`);
  await tab.locator("article").getByText("First.").waitFor();
  expect(await tab.getByRole("button", { name: /Edit|Propose|New page/ }).count()).toBe(0);
  expect(await editor(tab).count()).toBe(0);
  expect(wrong).toEqual([]);
  await tab.context().close();
});

test("who signs out takes what is kept along, saved first; what can't be saved is asked for", async () => {
  const space = await makeSpace("Leaving");
  const page = await makePage(space, "Rules", "First.\n");
  const dora = await world().addPerson("dora", "edit");
  const { tab } = await open(dora);
  await tab.goto(`${origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await caretBehind(tab, "First.");
  await world().patch(`/spaces/${space}`, { editMode: "locked" }, ada);
  await tab.keyboard.type(" Second.");
  await tab.getByRole("heading", { name: "This is not saved" }).waitFor();
  await tab.getByRole("button", { name: /Account of dora/ }).click();
  await tab.getByRole("menuitem", { name: "Sign out" }).click();
  await tab.getByRole("dialog").getByText("Rules").waitFor();
  await tab.getByRole("button", { name: "Cancel" }).click();
  await world().patch(`/spaces/${space}`, { editMode: "live" }, ada);
  await tab.getByRole("button", { name: /Account of dora/ }).click();
  await tab.getByRole("menuitem", { name: "Sign out" }).click();
  await tab.getByText("You are signed out.").waitFor();
  expect((await read(space, page)).markdown).toBe("First. Second.\n");
  await tab.context().close();
});

test("what the browser keeps and is no draft is put aside, and the page opens as it is stored", async () => {
  const space = await makeSpace("Hostile");
  const page = await makePage(space, "Rules", "First.\n");
  const { tab, wrong } = await open(ada);
  await tab.goto(`${origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  const key = JSON.stringify([ada.id, space, "", page]);
  const kept = (store: string, act: string) =>
    tab.evaluate(`new Promise((done) => {
      const opening = indexedDB.open("lectern", 1);
      opening.onsuccess = () => {
        const transaction = opening.result.transaction("${store}", "readwrite");
        const asked = transaction.objectStore("${store}").${act};
        transaction.oncomplete = () => { opening.result.close(); done(asked.result); };
      };
    })`);
  // An open page may still forget its own draft: it is put where no page is written any more.
  await tab.goto(`${origin}/inbox`);
  await tab.getByRole("heading", { name: "Inbox" }).waitFor();
  await kept("drafts", `put({ version: 1, mine: { toString: null }, base: 1, user: "${ada.id}" }, ${key})`);
  await tab.goto(`${origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await status(tab, "Saved");
  await expect.poll(() => kept("rejected", "count()")).toBe(1);
  expect(await kept("drafts", `get(${key})`)).toBeUndefined();
  expect(wrong).toEqual([]);
  await tab.context().close();
});

/** A picture of one point. */
const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Drops or pastes a file where the caret is. */
async function bring(tab: Page, name: string, type: string, base64: string): Promise<void> {
  await tab.evaluate(`{
    const bytes = Uint8Array.from(atob("${base64}"), (one) => one.charCodeAt(0));
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File([bytes], "${name}", { type: "${type}" }));
    const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
    document.querySelector(".ProseMirror").dispatchEvent(event);
  }`);
}

test("a picture is pasted, shown and kept as a file; the page's settings are saved beside it", async () => {
  const space = await makeSpace("Pictures");
  const page = await makePage(space, "Logo", "First.\n");
  const { tab, wrong } = await open(ada);
  await tab.route("http://sites.test/**", (route) =>
    route.fulfill({ contentType: "image/png", body: Buffer.from(PICTURE, "base64") }),
  );
  await tab.goto(`${origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await caretBehind(tab, "First.");
  await bring(tab, "dot.png", "image/png", PICTURE);
  await editor(tab).locator("figure img, .figure img").waitFor();
  await status(tab, "Saved");
  const { items } = (await world().get(`/spaces/${space}/content/files`, ada)).body;
  expect(items.map(({ name }: { name: string }) => name)).toEqual(["dot.png"]);
  const figure = `<figure><img src="/files/${items[0].id}" alt=""><figcaption></figcaption></figure>`;
  expect((await read(space, page)).markdown).toBe(`First.\n\n${figure}\n`);
  await tab.getByLabel("Address", { exact: true }).fill("our-logo");
  await tab.getByLabel("Icon").fill("star");
  await tab.getByLabel("Hidden from the navigation").check();
  await tab.getByLabel("Shown if").fill("visitor.claims.a ==");
  await tab.keyboard.press("Enter");
  await tab.locator(".properties .wrong").waitFor();
  await check(tab);
  await tab.getByLabel("Shown if").fill("visitor.claims.a == 1");
  await tab.keyboard.press("Control+s");
  await tab.keyboard.press("Enter");
  await status(tab, "Saved");
  expect(await read(space, page)).toMatchObject({
    slug: "our-logo",
    icon: "star",
    hidden: true,
    condition: "visitor.claims.a == 1",
  });
  expect(wrong).toEqual([]);
  await tab.context().close();
});

test("a page and a person are linked as one types, and the page is written as Markdown too", async () => {
  const space = await makeSpace("Links");
  const page = await makePage(space, "Start", "First.\r\n");
  const other = await makePage(space, "Second steps", "Text.\n");
  const eve = await world().addPerson("eve", "edit");
  const { tab, wrong } = await open(ada);
  await tab.goto(`${origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await caretBehind(tab, "First.");
  await tab.keyboard.type(" See [[second st");
  await tab.getByRole("option", { name: "Second steps" }).waitFor();
  await check(tab);
  await tab.keyboard.press("Enter");
  await tab.keyboard.type("by @eve");
  await tab.getByRole("option", { name: "@eve" }).waitFor();
  await tab.keyboard.press("Enter");
  await tab.keyboard.press("Control+s");
  await status(tab, "Saved");
  const linked = `First. See [Second steps](/pages/${other}) by [@eve](/users/${eve.id}) \r\n`;
  await expect.poll(async () => (await read(space, page)).markdown).toBe(linked.replace(" \r", "\r"));
  await tab.getByRole("button", { name: "As Markdown" }).click();
  const source = tab.getByRole("textbox", { name: "Markdown of the page" });
  await check(tab);
  await source.focus();
  await tab.keyboard.press("Control+End");
  await tab.keyboard.type("* more");
  await tab.getByRole("button", { name: "As blocks" }).click();
  await editor(tab).locator("li", { hasText: "more" }).waitFor();
  await tab.keyboard.press("Control+s");
  await status(tab, "Saved");
  expect((await read(space, page)).markdown).toBe(`${linked.replace(" \r", "\r")}* more`);
  expect(wrong).toEqual([]);
  await tab.context().close();
});
