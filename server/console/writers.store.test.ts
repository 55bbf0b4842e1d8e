/** Words that meet in the database: of one who writes, of two at once, of one who was cut off. On both databases. */
import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { heldBack } from "../test/browser.ts";
import { newFolder } from "../test/folders.ts";
import { expect, test } from "vitest";
import { shoot } from "./consoleBrowser.fixture.ts";
import {
  caretBehind,
  editor,
  inStore,
  keptWith,
  type LeftText,
  leaveText,
  status,
  useWriting,
} from "./writing.fixture.ts";

const { ada, browser, faults, makePage, makeSpace, open, read, revisions, world } = useWriting();

test("a first page, over plain HTTP: made, written and read again", async () => {
  const at = browser().plainOrigin;
  const opened = await open(ada(), { at });
  const { tab } = opened;
  await tab.goto(`${at}/o/${world().organization}`);
  await tab.getByRole("button", { name: "New space" }).click();
  await tab.getByLabel("Title").fill("Handbook");
  await tab.keyboard.press("Enter");
  await tab.locator("main").getByRole("button", { name: "New page" }).click();
  await tab.getByLabel("Title").fill("Welcome");
  await tab.keyboard.press("Enter");
  // At once: what is typed is the page's, whatever has come of it yet.
  await tab.keyboard.type("## A");
  await editor(tab).getByRole("heading", { name: "A" }).waitFor();
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
  await browser().check(tab);
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
  expect(faults(opened)).toEqual([]);
  await tab.context().close();
});

test("what is typed before the text is there is no shortcut, and stands in it: in a new page, and in one that is edited", async () => {
  const space = await makeSpace("Early");
  const picture = await makePage(space, "Picture", "Rest.\n");
  const opened = await open(ada());
  const { tab } = opened;
  await tab.goto(`${browser().origin}/s/${space}`);
  await tab.getByRole("heading", { name: "Picture", level: 1 }).waitFor();
  const making = await heldBack(tab, /\/content$/);
  // The last that it takes: what keeps a text is there before anything can be typed into it.
  const coming = await heldBack(tab, /console-page\./);
  await tab.locator(".side").getByRole("button", { name: "New page" }).click();
  await tab.getByLabel("Title").fill("Lights");
  await tab.getByRole("button", { name: "Create page" }).click();
  await tab.keyboard.type("Through ");
  await making.asked;
  await tab.keyboard.type("light, ");
  making.come();
  await coming.asked;
  expect(await editor(tab).count()).toBe(0);
  await tab.keyboard.type("ghosts[/c e?");
  await tab.keyboard.press("Enter");
  await tab.keyboard.type("- g h");
  coming.come();
  await editor(tab).getByText("g h").waitFor();
  await tab.keyboard.type("i");
  const [, , , page = ""] = new URL(tab.url()).pathname.split("/");
  const written = async (id: string) => (await read(space, id)).markdown;
  await expect.poll(() => written(page)).toBe("Through light, ghosts\\[/c e?\n\n- g hi\n");

  await tab.getByRole("button", { name: "Done" }).click();
  await tab.getByRole("treeitem", { name: "Picture" }).click();
  await tab.getByRole("heading", { name: "Picture", level: 1 }).waitFor();
  await tab.getByRole("button", { name: "Edit", exact: true }).click();
  await tab.keyboard.type("ghost ");
  await editor(tab).getByText("ghost Rest.").waitFor();
  await expect.poll(() => written(picture)).toBe("ghost Rest.\n");
  expect(faults(opened)).toEqual([]);
  await tab.context().close();
});

test("two writers: each sees the other's words, and what both wrote is decided with both in sight", async () => {
  const space = await makeSpace("Two");
  const page = await makePage(space, "Shared", "First.\n\nSecond.\n\nThird.\n");
  const ben = await world().addPerson("ben", "edit");
  // One of them over plain HTTP, where a page has no locks, and the browser doesn't say that it is asked by itself.
  const { origin, plainOrigin } = browser();
  const one = await open(ada());
  const two = await open(ben, { at: plainOrigin });
  for (const [{ tab }, at] of [
    [one, origin],
    [two, plainOrigin],
  ] as const) {
    await tab.goto(`${at}/s/${space}/${page}?edit`);
    await editor(tab).getByText("Third.").waitFor();
    expect(await tab.evaluate("isSecureContext")).toBe(at === origin);
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
  await browser().check(two.tab);
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
  expect([faults(one), faults(two)]).toEqual([[], []]);
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

test("offline, and killed: what was typed is saved at the next start, once, and is there again", async () => {
  const space = await makeSpace("Offline");
  const page = await makePage(space, "Notes", "First.\n");
  const before = await revisions(space);
  const folder = newFolder("browser");
  const first = await open(ada(), { folder });
  await first.tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(first.tab).getByText("First.").waitFor();
  await caretBehind(first.tab, "First.");
  await first.tab.context().setOffline(true);
  await first.tab.keyboard.insertText(` ${WORDS}`);
  await status(first.tab, "Offline, kept on this device");
  await browser().check(first.tab);
  await first.tab.keyboard.type(" end");
  await keptWith(first.tab, "word199 end");
  await kill(first.tab);

  const second = await open(ada(), { folder });
  // Whichever screen is opened first.
  await second.tab.goto(`${browser().origin}/inbox`);
  await second.tab.getByText("1 text that was kept on this device is saved now").waitFor();
  expect((await read(space, page)).markdown).toBe(`First. ${WORDS} end\n`);
  await second.tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(second.tab).getByText("word199 end").waitFor();
  await status(second.tab, "Saved");
  expect((await read(space, page)).markdown).toBe(`First. ${WORDS} end\n`);
  expect(await revisions(space)).toBe(before + 1);
  await second.tab.reload();
  await status(second.tab, "Saved");
  expect(await revisions(space)).toBe(before + 1);
  expect([faults(first), faults(second)]).toEqual([[], []]);
  await second.tab.context().close();
});

test("what can't be loaded without a network is told, and no page that is written is taken down for it", async () => {
  const space = await makeSpace("Parts");
  const page = await makePage(space, "Notes", "First.\n");
  const opened = await open(ada());
  const { tab } = opened;
  await tab.route(/BlockTalk/, (route) => route.abort());
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await tab
    .getByRole("alert")
    .getByText("A part of Lectern could not be loaded. Reload the page.")
    .first()
    .waitFor();
  await caretBehind(tab, "First.");
  await tab.context().setOffline(true);
  await tab.keyboard.type(" Second.");
  await status(tab, "Offline, kept on this device");
  await expect.poll(() => tab.evaluate("navigator.onLine")).toBe(false);
  await tab.keyboard.press("Control+k");
  await tab.getByRole("alert").getByText("You are offline: this could not be loaded.").first().waitFor();
  await tab.context().setOffline(false);
  await status(tab, "Saved");
  await editor(tab).getByText("First. Second.").waitFor();
  expect((await read(space, page)).markdown).toBe("First. Second.\n");
  expect(faults(opened).filter((line) => !line.includes("ERR_FAILED"))).toEqual([]);
  await tab.context().close();
});

test("what is read while a page is moved doesn't take it back, and the next key goes on from there", async () => {
  const space = await makeSpace("Moves");
  const pages: string[] = [];
  for (const title of ["A", "B", "C"]) pages.push(await makePage(space, title, `Text of ${title}.\n`));
  const opened = await open(ada());
  const { tab } = opened;
  await tab.goto(`${browser().origin}/s/${space}`);
  const rows = tab.getByRole("treeitem");
  let write = (): void => undefined;
  const held = new Promise<void>((resolve) => (write = resolve));
  await tab.route(`**/-/v1/spaces/${space}/content`, async (route) => {
    await held;
    await route.continue();
  });
  await rows.filter({ hasText: "C" }).focus();
  await tab.keyboard.press("Alt+ArrowUp");
  await expect.poll(() => rows.allInnerTexts()).toEqual(["A", "C", "B"]);
  const change = { operation: "update_page", page: pages[1], title: "Bee" };
  await world().post(`/spaces/${space}/content`, { changes: [change] }, ada());
  await rows.filter({ hasText: "Bee" }).waitFor();
  await tab.keyboard.press("Alt+ArrowUp");
  await expect.poll(() => rows.allInnerTexts()).toEqual(["C", "A", "Bee"]);
  write();
  const titles = async () =>
    (await world().get(`/spaces/${space}/content/pages`, ada())).body.pages.map((one: any) => one.title);
  await expect.poll(titles).toEqual(["C", "A", "Bee"]);
  expect(faults(opened)).toEqual([]);
  await tab.context().close();
});

test("what is typed for a page that is refused is in it when it is made after all", async () => {
  const space = await makeSpace("Refused");
  await makePage(space, "Notes", "First.\n");
  const opened = await open(ada());
  const { tab } = opened;
  let isRefused = false;
  let refuse = (): void => undefined;
  let take = (): void => undefined;
  const [held, heldAgain] = [
    new Promise<void>((resolve) => (refuse = resolve)),
    new Promise<void>((resolve) => (take = resolve)),
  ];
  await tab.route(`**/-/v1/spaces/${space}/content`, async (route) => {
    await (isRefused ? heldAgain : held);
    if (isRefused) return route.continue();
    isRefused = true;
    const error = { message: "Another time.", type: "no-time", details: [] };
    await route.fulfill({ status: 409, json: { error } });
  });
  await tab.goto(`${browser().origin}/s/${space}`);
  await tab.getByRole("treeitem", { name: "Notes" }).waitFor();
  await tab.locator(".side").getByRole("button", { name: "New page" }).click();
  await tab.getByRole("textbox", { name: "Title" }).fill("Later");
  await tab.keyboard.press("Enter");
  const ahead = tab.locator('textarea[aria-label="Text of the page"]:focus');
  await ahead.waitFor();
  await tab.keyboard.type("Typed early");
  refuse();
  await tab.getByRole("dialog").getByText("Another time.").waitFor();
  await tab.getByRole("dialog").getByRole("button", { name: "Create page" }).click();
  await ahead.waitFor();
  await tab.keyboard.type(", and late");
  take();
  await editor(tab).getByText("Typed early, and late").waitFor();
  await status(tab, "Saved");
  expect(faults(opened).filter((line) => !line.includes("status of 409"))).toEqual([]);
  await tab.context().close();
});

test("a second save in a change request survives the closing of its tab, and is one change with the first", async () => {
  const space = await makeSpace("Closing");
  const page = await makePage(space, "Notes", "First.\n");
  await world().post(`/spaces/${space}/change-requests`, { subject: "Words" }, ada());
  const at = `/spaces/${space}/change-requests/1`;
  const opened = await open(ada());
  const { tab } = opened;
  await tab.goto(`${browser().origin}/s/${space}/~/changes/1/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await caretBehind(tab, "First.");
  await tab.keyboard.type(" Second.");
  await tab.keyboard.press("Control+s");
  await status(tab, "Saved");
  // At once: letter by letter a save of its own could begin in between, and closing would meet that.
  await tab.keyboard.insertText(" Third.");
  await editor(tab).getByText("Third.").waitFor();
  const closed = tab.waitForEvent("close");
  await tab.close({ runBeforeUnload: true });
  await closed;
  const stored = async () => (await world().get(`${at}/content/page/${page}`, ada())).body.markdown;
  await expect.poll(stored).toBe("First. Second. Third.\n");
  const { items } = (await world().get(`${at}/contributors`, ada())).body;
  expect(items.map(({ count }: any) => count)).toEqual([1]);
  expect(faults(opened)).toEqual([]);
  await tab.context().close();
});

test("texts that were refused are listed, read, copied, downloaded, deleted and taken up again", async () => {
  const space = await makeSpace("Refused");
  const page = await makePage(space, "Rules", "First.\n");
  const gone = await makePage(space, "Old rules", "Old.\n");
  const deletion = { changes: [{ operation: "delete_page", page: gone }] };
  expect((await world().post(`/spaces/${space}/content`, deletion, ada())).status).toBe(200);
  await world().patch(`/spaces/${space}`, { editMode: "locked" }, ada());
  const nina = await world().addPerson("nina", "edit");
  const opened = await open(nina);
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/kept`);
  await tab.getByText("Everything you wrote is saved").waitFor();
  // What is no draft is put aside though nobody opens its page, and listed where there is nothing else.
  const odd = JSON.stringify({ version: 0, title: "Sketch", mine: "Of old.", space });
  await inStore(tab, "drafts", `put(${odd}, ["${nina.id}", "${space}", "", "page", "odd"])`);
  await tab.goto(`${browser().origin}/inbox`);
  await tab.getByRole("link", { name: "1 text is not saved yet" }).waitFor();
  await leaveText(tab, nina.id, space, {
    id: page,
    title: "Rules",
    base: "First.\n",
    mine: "First. Second.\n",
  });
  await leaveText(tab, nina.id, space, { id: gone, title: "Old rules", base: "Old.\n", mine: "Old. New.\n" });
  await tab.goto(`${browser().origin}/inbox`);
  await tab.getByRole("link", { name: "3 texts are not saved yet" }).click();
  const text = (title: string) => tab.getByRole("article", { name: title, exact: true });
  await text("Rules").getByRole("button", { name: "Save as change request" }).waitFor();
  await text("Old rules").getByText("The page is not there any more").waitFor();
  await text("Sketch").getByText("can't be opened any more").waitFor();
  await text("Rules").getByText("Read", { exact: true }).click();
  expect(await text("Rules").getByLabel("Text of Rules").inputValue()).toBe("First. Second.\n");
  for (const [colorScheme, width] of [
    ["light", 1440],
    ["dark", 320],
  ] as const) {
    await tab.emulateMedia({ colorScheme });
    await tab.setViewportSize({ width, height: 900 });
    await browser().check(tab);
    await shoot(tab, `kept-${colorScheme}-${width}`);
  }
  await tab.setViewportSize({ width: 1440, height: 900 });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await text("Old rules").getByRole("button", { name: "Copy" }).click();
  await expect.poll(() => tab.evaluate("navigator.clipboard.readText()")).toBe("Old. New.\n");
  const download = tab.waitForEvent("download");
  await text("Sketch").getByRole("button", { name: "Download" }).click();
  const file = await download;
  expect([file.suggestedFilename(), await readFile(await file.path(), "utf8")]).toEqual([
    "Sketch.md",
    "Of old.",
  ]);
  await text("Sketch").getByRole("button", { name: "Delete" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await text("Sketch").waitFor({ state: "detached" });

  const written = async (number: number, id: string) =>
    (await world().get(`/spaces/${space}/change-requests/${number}/content/page/${id}`, ada())).body.markdown;
  await text("Rules").getByRole("button", { name: "Save as change request" }).click();
  await tab.waitForURL(/~\/changes\/1\//);
  expect(await written(1, page)).toBe("First. Second.\n");
  await tab.goto(`${browser().origin}/kept`);
  await text("Old rules").getByRole("button", { name: "Make a new page of it" }).click();
  await tab.waitForURL(/~\/changes\/2\//);
  expect(await written(2, new URL(tab.url()).pathname.split("/").at(-1) ?? "")).toBe("Old. New.\n");
  await tab.goto(`${browser().origin}/kept`);
  await tab.getByText("Everything you wrote is saved").waitFor();
  expect((await read(space, page)).markdown).toBe("First.\n");
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("kept texts are saved as nobody else, and not over another one or over what others wrote", async () => {
  const space = await makeSpace("Contested");
  const page = await makePage(space, "Rules", "First.\n");
  const gone = await makePage(space, "Old rules", "Old.\n");
  const deletion = { changes: [{ operation: "delete_page", page: gone }] };
  expect((await world().post(`/spaces/${space}/content`, deletion, ada())).status).toBe(200);
  const requests = `/spaces/${space}/change-requests`;
  await world().post(requests, { subject: "Words" }, ada());
  const renamed = { changes: [{ operation: "update_page", page, title: "Request" }] };
  expect((await world().post(`${requests}/1/content`, renamed, ada())).status).toBe(200);
  expect((await world().patch(`${requests}/1`, { status: "archived" }, ada())).status).toBe(200);
  const before = await revisions(space);
  const nils = await world().addPerson("nils", "edit");
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/kept`);
  await tab.getByText("Everything you wrote is saved").waitFor();
  const keep = (left: LeftText) => leaveText(tab, ada().id, space, left);
  await keep({ id: page, title: "Rules", base: "Zero.\n", mine: "Mine.\n" });
  await keep({ id: page, title: "Request", change: "1", base: "First.\n", mine: "First. Third.\n" });
  await keep({ id: gone, title: "Old", base: "", mine: "Old.\n", fields: { description: "Of old." } });
  await tab.reload();
  const text = (title: string) => tab.getByRole("article", { name: title, exact: true });
  const press = (title: string, name: string) => text(title).getByRole("button", { name }).click();
  await text("Rules").getByText("Somebody else changed the same").waitFor();
  expect(await text("Rules").getByRole("button", { name: "Save" }).count()).toBe(0);
  await press("Request", "Save as change request");
  await text("Request").getByText("Another text of this page is kept here").waitFor();
  await shoot(tab, "kept-contested");
  await keptWith(tab, "Mine.");
  await keptWith(tab, "First. Third.");

  await browser().signIn(context, nils);
  await press("Request", "Save again");
  await text("Request").getByText("Somebody else is signed in in this browser now").waitFor();
  await press("Old", "Make a new page of it");
  await tab.getByRole("alert").getByText("Somebody else is signed in in this browser now").waitFor();
  expect([await revisions(space), (await world().get(requests, ada())).body.count]).toEqual([before, 0]);

  await browser().signIn(context, ada());
  await press("Rules", "Delete");
  await tab.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await text("Rules").waitFor({ state: "detached" });
  await press("Request", "Save again");
  await press("Request", "Save as change request");
  await tab.waitForURL(/~\/changes\/2\//);
  const { body } = await world().get(`${requests}/2/content/page/${page}`, ada());
  expect(body.markdown).toBe("First. Third.\n");
  await tab.goto(`${browser().origin}/kept`);
  await press("Old", "Make a new page of it");
  await tab.waitForURL((url) => url.pathname.startsWith(`/s/${space}/`));
  const made = await read(space, new URL(tab.url()).pathname.split("/").at(-1) ?? "");
  expect([made.markdown, made.description]).toEqual(["Old.\n", "Of old."]);
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("an operation is found in its description by its name, where a block shows it", async () => {
  const paths = { "/pets": { get: { summary: "All pets" }, post: { summary: "A new pet" } } };
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths });
  const body = { slug: "animals", source: { text } };
  await world().post(`/orgs/${world().organization}/openapi`, body, ada());
  await world().runJobs();
  const space = await makeSpace("Animals");
  const written = '{% openapi-operation spec="animals" path="" method="" %}\n{% endopenapi-operation %}\n';
  const page = await makePage(space, "API", written);
  const opened = await open(ada());
  const { tab } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await tab.getByRole("combobox", { name: "Operation, by its address or summary" }).fill("new");
  await tab.getByRole("option", { name: "POST /pets · A new pet" }).click();
  await browser().check(tab);
  await tab.keyboard.press("Control+s");
  const said = written.replace('path="" method=""', 'path="/pets" method="post"');
  await expect.poll(async () => (await read(space, page)).markdown).toBe(said);
  expect(faults(opened)).toEqual([]);
  await tab.context().close();
});
