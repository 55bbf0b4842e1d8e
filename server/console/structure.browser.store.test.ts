/** The structure of a space in a real browser, by keyboard alone and by pointer, read back through the API. */
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../test/harness.ts";
import { THEMES, useConsoleBrowser } from "./consoleBrowser.fixture.ts";
import { keptWith } from "./writing.fixture.ts";

const world = useWorld();
const browser = useConsoleBrowser(world);
let ada: Person;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
});

/** A space with pages at the top, by their titles. */
async function makeSpace(titles: readonly string[], texts: Readonly<Record<string, string>> = {}) {
  const { body } = await world().post(`/orgs/${world().organization}/spaces`, { title: "Guides" }, ada);
  const changes = titles.map((title) => ({
    operation: "insert_page",
    title,
    document: { markdown: texts[title] ?? `Text of ${title}.` },
  }));
  const made = await world().post(`/spaces/${body.id}/content`, { changes }, ada);
  const ids = made.body.changes.map(({ page }: { page: string }) => page) as string[];
  return { space: body.id as string, ids: new Map(titles.map((title, at) => [title, ids[at] ?? ""])) };
}

/** The tree as the API has it: titles, those below in brackets. */
async function outline(space: string): Promise<string> {
  const told = (pages: any[]): string =>
    pages
      .map(({ title, pages: below = [] }) => (below.length === 0 ? title : `${title}(${told(below)})`))
      .join(" ");
  return told((await world().get(`/spaces/${space}/content/pages`, ada)).body.pages);
}

const becomes = (space: string, wanted: string) => expect.poll(() => outline(space)).toBe(wanted);

describe("journey 7: structure by keyboard alone", () => {
  test("a group is made and filled, a page renamed, a move taken back, pages deleted and brought back", async () => {
    const { space, ids } = await makeSpace(["Install", "Linux", "Windows", "FAQ"]);
    const link = `[how](/pages/${ids.get("Linux")})`;
    const change = { operation: "update_page", page: ids.get("FAQ"), document: { markdown: `See ${link}.` } };
    await world().post(`/spaces/${space}/content`, { changes: [change] }, ada);
    const { tab, context, wrong } = await browser().open(ada);
    await tab.goto(`${browser().origin}/s/${space}`);
    const keys = tab.keyboard;
    const focused = (title: string) => tab.locator('[role="treeitem"]:focus', { hasText: title }).waitFor();
    await tab.getByRole("treeitem", { name: "Install" }).waitFor();

    // A group, first.
    await keys.press("c");
    await tab.getByRole("textbox", { name: "Title" }).waitFor();
    await browser().check(tab);
    await keys.press("Shift+Tab");
    await keys.press("ArrowRight");
    await keys.press("Tab");
    await keys.type("Setup");
    await keys.press("Enter");
    await becomes(space, "Install Linux Windows FAQ Setup");

    // To the top, and three pages into it.
    await tab.getByRole("treeitem", { name: "Setup" }).focus();
    for (let step = 0; step < 4; step++) await keys.press("Alt+ArrowUp");
    await becomes(space, "Setup Install Linux Windows FAQ");
    for (const title of ["Install", "Linux", "Windows"]) {
      await tab.getByRole("treeitem", { name: title }).focus();
      await keys.press("Alt+ArrowRight");
      await focused(title);
    }
    await becomes(space, "Setup(Install Linux Windows) FAQ");

    // A name, and a move that is taken back.
    await keys.press("F2");
    await tab.getByRole("textbox", { name: /Title of/ }).waitFor();
    await keys.type("Windows 11");
    await keys.press("Enter");
    await focused("Windows 11");
    await becomes(space, "Setup(Install Linux Windows 11) FAQ");
    await keys.press("Alt+ArrowLeft");
    await becomes(space, "Setup(Install Linux) Windows 11 FAQ");
    await tab.getByText("Moved “Windows 11”").waitFor();
    await keys.press("Control+z");
    await becomes(space, "Setup(Install Linux Windows 11) FAQ");

    // Gone with those below, and back, with links that still lead there.
    await tab.getByRole("treeitem", { name: "Setup" }).focus();
    await keys.press("Delete");
    await tab.getByText("4 pages go, and 1 link to them will lead nowhere.").waitFor();
    await browser().check(tab);
    // The button that leaves all as it is has the focus.
    await keys.press("Tab");
    await keys.press("Enter");
    await becomes(space, "FAQ");
    await tab.getByText("Deleted “Setup”").waitFor();
    await keys.press("Control+z");
    await becomes(space, "Setup(Install Linux Windows 11) FAQ");

    // Gone again, and back from the trash.
    await tab.getByRole("treeitem", { name: "FAQ" }).focus();
    await keys.press("Enter");
    await tab.getByRole("heading", { name: "FAQ", level: 1 }).waitFor();
    const setup = (await world().get(`/spaces/${space}/content/pages`, ada)).body.pages[0].id;
    const deletion = { operation: "delete_page", page: setup };
    await world().post(`/spaces/${space}/content`, { changes: [deletion] }, ada);
    await tab.getByRole("link", { name: "Trash" }).focus();
    await keys.press("Enter");
    await tab.getByText("with 3 pages below it").waitFor();
    await browser().check(tab);
    await tab.getByRole("button", { name: "Bring back: Setup" }).focus();
    await keys.press("Enter");
    await becomes(space, "Setup(Install Linux Windows 11) FAQ");
    await tab.getByText("Nothing was deleted").waitFor();
    const { body } = await world().get(`/spaces/${space}/links?status=broken`, ada);
    expect(body.items).toEqual([]);
    expect(wrong).toEqual([]);
    await context.close();
  });
});

describe("by pointer", () => {
  test("pages are dragged, selected and moved together, copied, and renamed", async () => {
    const { space } = await makeSpace(["A", "B", "C", "D"]);
    const { tab, context, wrong } = await browser().open(ada);
    await tab.goto(`${browser().origin}/s/${space}`);
    const row = (title: string) => tab.getByRole("treeitem", { name: title, exact: true });
    await row("D").dragTo(row("A"), { targetPosition: { x: 60, y: 3 } });
    await becomes(space, "D A B C");
    await row("C").dragTo(row("A"), { targetPosition: { x: 60, y: 16 } });
    await becomes(space, "D A(C) B");
    await row("D").click({ modifiers: ["Control"] });
    await row("B").click({ modifiers: ["Control"] });
    await tab.getByText("2 pages selected").waitFor();
    await browser().check(tab);
    await tab.getByRole("button", { name: "Move to…" }).click();
    await tab.getByRole("option", { name: "C A" }).click();
    await becomes(space, "A(C(D B))");
    await row("A").click({ button: "right" });
    await browser().check(tab);
    await tab.getByRole("menuitem", { name: "Duplicate" }).click();
    await becomes(space, "A(C(D B)) A (copy)(C(D B))");
    await tab.getByRole("heading", { name: "A (copy)", level: 1 }).waitFor();
    expect(wrong).toEqual([]);
    await context.close();
  });

  test("what somebody else has moved meanwhile is not moved again, and said", async () => {
    const { space, ids } = await makeSpace(["A", "B", "C"]);
    const { tab, context } = await browser().open(ada);
    await tab.goto(`${browser().origin}/s/${space}`);
    await tab.getByRole("treeitem", { name: "C" }).focus();
    const move = { operation: "update_page", page: ids.get("C"), into: ids.get("A") };
    await world().post(`/spaces/${space}/content`, { changes: [move] }, ada);
    await tab.keyboard.press("Alt+ArrowUp");
    await tab
      .getByRole("alert")
      .getByText(/That was not done/)
      .waitFor();
    expect(await outline(space)).toBe("A(C) B");
    await context.close();
  });
});

test("a revision shows what it changed and what came since, and the space and a page come back to it", async () => {
  const { space, ids } = await makeSpace(["A", "B"], { A: "One.\n\nTwo." });
  const page = ids.get("A");
  const write = async (markdown: string) => {
    const change = { operation: "update_page", page, document: { markdown } };
    return (await world().post(`/spaces/${space}/content`, { changes: [change] }, ada)).body.revision;
  };
  await write("One.\n\nThree.");
  await write("Four.\n\nThree.");
  const text = async () => (await world().get(`/spaces/${space}/content/page/${page}`, ada)).body.markdown;
  const { tab, context, wrong } = await browser().open(ada);
  await tab.goto(`${browser().origin}/s/${space}`);
  await tab.getByRole("link", { name: "History", exact: true }).click();
  await tab.getByRole("row").nth(3).waitFor();
  await browser().check(tab);
  // The heads are a row too.
  await tab.getByRole("row").nth(2).getByRole("link").click();
  await tab.locator("main ins", { hasText: "Three" }).waitFor();
  await tab.getByRole("heading", { name: /^Edited, \w+ \d+, \d{4}/, level: 1 }).waitFor();
  await browser().check(tab);
  await tab.getByRole("combobox", { name: "Compared with" }).selectOption("the space as it is now");
  await tab.locator("main ins", { hasText: "Four" }).waitFor();
  await tab.getByRole("button", { name: "Bring this page back" }).click();
  await expect.poll(text).toBe("One.\n\nThree.");
  await tab.getByRole("button", { name: "Undo" }).click();
  await expect.poll(text).toBe("Four.\n\nThree.");
  await tab.getByRole("button", { name: "Bring the space back to this" }).click();
  await browser().check(tab);
  await tab.getByRole("button", { name: "Bring back", exact: true }).click();
  await tab.getByText("The space is as it was").waitFor();
  expect(await text()).toBe("One.\n\nThree.");
  await tab.getByText("Brought back", { exact: true }).first().waitFor();
  expect(wrong).toEqual([]);
  await context.close();
});

test("a page tells its own versions, any two of which are compared, and comes back whole or block by block", async () => {
  const was = "The first step.\n\nThe second step.\n\nAnd it is done.";
  const now = "The very first step.\n\nThe second step, too.";
  const { space, ids } = await makeSpace(["A", "B"], { A: was, B: "Other." });
  const page = ids.get("A") ?? "";
  const write = async (of: string | undefined, fields: object) => {
    const change = { operation: "update_page", page: of, ...fields };
    const { status } = await world().post(`/spaces/${space}/content`, { changes: [change] }, ada);
    expect(status).toBe(200);
    // Times tell one version from another.
    world().ahead += 3_600_000;
  };
  await write(page, {
    document: { markdown: "The first step.\n\nThe second step, too.\n\nAnd it is done." },
  });
  await write(ids.get("B"), { document: { markdown: "Another." } });
  await write(page, { document: { markdown: now }, title: "First" });
  const text = async () => (await world().get(`/spaces/${space}/content/page/${page}`, ada)).body.markdown;
  const { tab, context, wrong } = await browser().open(ada);
  await tab.goto(`${browser().origin}/s/${space}/${page}`);
  await tab.getByRole("banner").getByRole("link", { name: "History of this page" }).click();
  const versions = tab.getByRole("navigation", { name: "Versions" }).getByRole("button");
  await versions.first().waitFor();
  // What was done to the other page is none of them.
  await expect.poll(() => versions.count()).toBe(3);
  await tab.locator("main ins", { hasText: "very" }).waitFor();
  await tab.locator("main ins", { hasText: "First" }).waitFor();
  await browser().check(tab);

  // The oldest, with the page as it is: what went since is brought back, and nothing else.
  await versions.nth(2).click();
  await tab.getByText("The page begins with this version.").waitFor();
  await tab.getByRole("combobox", { name: "Compared with" }).selectOption("the page as it is now");
  await tab.locator("main ins", { hasText: "too" }).waitFor();
  await browser().check(tab);
  await tab.getByRole("button", { name: "Bring back: “And it is done.”" }).focus();
  await tab.keyboard.press("Enter");
  await expect.poll(text).toBe(`${now}\n\nAnd it is done.`);
  await tab.getByRole("button", { name: "Undo" }).click();
  await expect.poll(text).toBe(now);
  await tab.getByRole("button", { name: "Bring this page back" }).click();
  await expect.poll(text).toBe(was);
  // What brought it back and took that back are versions too.
  await expect.poll(() => versions.count()).toBe(6);
  expect(wrong).toEqual([]);
  await context.close();
});

test("reusable contents, variables and broken links of a space are written and found", async () => {
  const { space } = await makeSpace(["A"], { A: "[gone](./nowhere.md)" });
  const { tab, context, wrong } = await browser().open(ada);
  await tab.goto(`${browser().origin}/s/${space}`);
  await tab.getByRole("link", { name: "Broken links", exact: true }).click();
  await tab.getByText("nowhere.md").waitFor();
  await browser().check(tab);
  await tab.getByRole("link", { name: "Variables" }).click();
  await tab.getByRole("button", { name: "New variable" }).click();
  await tab.getByLabel("Name").fill("version");
  await tab.getByLabel("Value").fill("1.2");
  await browser().check(tab);
  await tab.keyboard.press("Enter");
  await tab.getByRole("cell", { name: "1.2" }).waitFor();
  expect((await world().get(`/spaces/${space}/content/variables`, ada)).body.variables).toEqual({
    version: "1.2",
  });
  await tab.getByRole("link", { name: "Tags", exact: true }).first().click();
  await tab.getByRole("button", { name: "New tag" }).first().click();
  await tab.getByLabel("Name", { exact: true }).fill("beta");
  await tab.getByLabel("Label").fill("Beta");
  await tab.getByLabel("Icon").fill("flask");
  await tab.getByLabel("Colour").selectOption({ label: "Purple" });
  await browser().check(tab);
  await tab.keyboard.press("Enter");
  await tab.getByRole("cell", { name: "Beta", exact: true }).waitFor();
  await browser().check(tab);
  expect((await world().get(`/spaces/${space}/content/tags`, ada)).body.tags).toEqual({
    beta: { label: "Beta", icon: "flask", color: "purple" },
  });
  await tab.getByRole("link", { name: "Reusable content" }).click();
  await tab.getByRole("button", { name: "New reusable content" }).first().click();
  await tab.getByLabel("Title").fill("Before you begin");
  await tab.keyboard.press("Enter");
  const field = tab.getByLabel("Text, in Markdown");
  await field.fill("You need\n\n* Node 20\n");
  // What was typed outlives the tab.
  await keptWith(tab, "* Node 20");
  await tab.reload();
  await tab.getByRole("button", { name: "Save" }).click();
  await tab.getByText("Saved. Every page").waitFor();
  await browser().check(tab);
  const id = new URL(tab.url()).pathname.split("/").at(-1) ?? "";
  const url = `/spaces/${space}/content/reusable-contents/${id}`;
  const text = async () => (await world().get(url, ada)).body.markdown;
  expect(await text()).toBe("You need\n\n* Node 20\n");

  // Somebody else writes the same meanwhile: both are seen, and ours is kept until it is decided.
  await field.fill("You need\n\n* Node 24\n");
  const { document } = (await world().get(url, ada)).body;
  const theirs = { markdown: "You need\n\n* Node 22\n", base: document };
  const change = { operation: "update_reusable_content", reusableContent: id, document: theirs };
  await world().post(`/spaces/${space}/content`, { changes: [change] }, ada);
  await tab.getByRole("button", { name: "Save" }).click();
  await tab.getByRole("alert").getByText("Node 22").waitFor();
  expect(await field.inputValue()).toBe("You need\n\n* Node 24\n");
  await tab.getByRole("button", { name: "Save mine again" }).click();
  await expect.poll(text).toBe("You need\n\n* Node 24\n");
  // The browser itself notes the refusal.
  expect(wrong.filter((line) => !line.includes("status of 409"))).toEqual([]);
  await context.close();
});

test("files are added, found, renamed, replaced and deleted, and each is taken back", async () => {
  const { space, ids } = await makeSpace(["A"]);
  const { tab, context, wrong } = await browser().open(ada);
  const files = async () => (await world().get(`/spaces/${space}/content/files?sort=name`, ada)).body.items;
  const sent = (name: string, text: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await tab.goto(`${browser().origin}/s/${space}/~/files`);
  await tab.getByText("No files yet").waitFor();
  const notes = sent("notes.txt", "Notes");
  // Lost on the way, once and for all tries: it is kept, and sent again.
  await context.route("**/content/files", (route) => route.abort(), { times: 3 });
  await tab.getByLabel("Upload").first().setInputFiles([notes]);
  await tab.getByRole("button", { name: "Send again" }).click();
  await tab.getByRole("link", { name: "notes.txt" }).waitFor();
  await tab
    .getByLabel("Upload")
    .first()
    .setInputFiles([sent("prices.csv", "a,b")]);
  await tab.getByRole("link", { name: "prices.csv" }).waitFor();
  await tab.getByLabel("Find by name").fill("NOTE");
  await tab.getByText("1 in all").waitFor();
  await browser().check(tab);
  const [{ id }] = await files();
  const shown = { operation: "update_page", page: ids.get("A"), document: { markdown: `[n](/files/${id})` } };
  await world().post(`/spaces/${space}/content`, { changes: [shown] }, ada);

  await tab.getByRole("link", { name: "notes.txt" }).click();
  await tab.locator("main").getByRole("link", { name: "A", exact: true }).waitFor();
  await browser().check(tab);
  await tab.getByRole("button", { name: "Rename" }).click();
  await tab.getByRole("textbox", { name: "Name" }).fill("remarks.txt");
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { name: "remarks.txt" }).waitFor();
  await tab
    .getByLabel("Replace")
    .first()
    .setInputFiles([sent("other.txt", "Longer notes")]);
  await tab.getByText("12 bytes").waitFor();
  expect(await files()).toMatchObject([{ name: "prices.csv" }, { id, name: "remarks.txt", size: 12 }]);
  await tab.getByRole("button", { name: "Undo" }).click();
  await tab.getByText("5 bytes").waitFor();
  await tab.getByRole("button", { name: "Delete" }).click();
  await tab.getByText("1 place links to it").waitFor();
  await browser().check(tab);
  await tab.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await tab.getByText("Deleted “remarks.txt”").waitFor();
  await expect.poll(async () => (await files()).length).toBe(1);
  await tab.getByRole("button", { name: "Undo" }).click();
  await expect.poll(files).toMatchObject([{ name: "prices.csv" }, { id, name: "remarks.txt", size: 5 }]);
  // Gone long ago, it comes back from the history.
  const deletion = { operation: "delete_file", file: id, force: true };
  const { body } = await world().post(`/spaces/${space}/content`, { changes: [deletion] }, ada);
  await tab.goto(`${browser().origin}/s/${space}/~/revisions/${body.before}?with=now`);
  await tab.getByRole("button", { name: "Bring this file back" }).click();
  await expect.poll(async () => (await files()).length).toBe(2);
  // The browser itself notes what was lost.
  expect(wrong.filter((line) => !line.includes("net::ERR_FAILED"))).toEqual([]);
  await context.close();
});

test("a version that an address names is found among old ones, and one that is nowhere is said to be", async () => {
  const { space, ids } = await makeSpace(["Install"]);
  const page = ids.get("Install");
  for (let version = 2; version <= 32; version += 1) {
    const change = { operation: "update_page", page, document: { markdown: `Text ${version}.` } };
    expect((await world().post(`/spaces/${space}/content`, { changes: [change] }, ada)).status).toBe(200);
  }
  const all = await world().get(`/spaces/${space}/revisions?targetPage=${page}&limit=100`, ada);
  expect(all.body.items.length).toBe(32);
  const { tab, context, wrong } = await browser().open(ada);
  const history = `${browser().origin}/s/${space}/~/history/${page}`;
  await tab.goto(`${history}?version=${all.body.items.at(-1).id}`);
  await tab.getByText("The page begins with this version.").waitFor();
  await expect.poll(() => tab.locator('.version[aria-current="true"]').count()).toBe(1);
  await tab.goto(`${history}?version=nowhere`);
  await tab.getByRole("heading", { name: "This version isn't there" }).waitFor();
  expect(await tab.getByRole("button", { name: "Bring this page back" }).count()).toBe(0);
  await browser().check(tab);
  expect(wrong).toEqual([]);
  await context.close();
});

test("a folder is imported from home into a new space, with a report, and taken out again", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "lectern-import-"));
  await mkdir(path.join(folder, "guide/img"), { recursive: true });
  await mkdir(path.join(folder, "guide/node_modules"));
  await writeFile(path.join(folder, "guide/README.md"), "# Début\n\n![dot](img/punkt-ä.png)\n");
  await writeFile(path.join(folder, "guide/install.md"), "# Install\n\n[gone](nowhere.md)\n");
  await writeFile(path.join(folder, "guide/img/punkt-ä.png"), Buffer.from(DOT, "base64"));
  await writeFile(path.join(folder, "guide/node_modules/left-out.md"), "# No\n");
  const { tab, context, wrong } = await browser().open(ada);
  await tab.goto(`${browser().origin}/o/${world().organization}`);
  await tab.getByRole("button", { name: "Import" }).click();
  await tab.getByRole("textbox", { name: "Title" }).fill("Imported");
  await tab.keyboard.press("Enter");
  await tab.getByText("Drop a folder or files here").waitFor();
  await tab.locator("input[webkitdirectory]").setInputFiles(path.join(folder, "guide"));
  await tab.getByText("guide · 3 files").waitFor();
  await tab.getByRole("button", { name: "Import", exact: true }).click();
  await tab.getByRole("heading", { name: "Reading and taking over…" }).waitFor();
  const asked = async () => (await world().get(`/orgs/${world().organization}/jobs`, ada)).body.count;
  await expect.poll(asked).toBe(1);
  // The page forgets what it began; the server doesn't.
  await tab.reload();
  await tab.getByRole("heading", { name: "Reading and taking over…" }).waitFor();
  // A cancel that was refused is said, and the import goes on.
  const refused = { status: 409, json: { error: { code: 409, message: "It can't be ended now." } } };
  await tab.route(/\/v1\/jobs\/\w+\/cancel$/, (route) => route.fulfill(refused), { times: 1 });
  await tab.getByRole("button", { name: "Cancel" }).click();
  await tab.getByText("That was not done. It can't be ended now.").waitFor();
  wrong.splice(0, wrong.length, ...wrong.filter((line) => !line.includes("409")));
  await world().runJobs();
  await tab.getByText("Taken over: 2 pages, 1 file.").waitFor();
  await tab.getByText("Links that found nothing: 1").click();
  await tab.getByText("nowhere.md").waitFor();
  await browser().check(tab);
  const download = tab.waitForEvent("download");
  await tab.getByRole("button", { name: "Export this space" }).click();
  expect((await download).suggestedFilename()).toBe("Imported.zip");
  await tab.getByRole("link", { name: "Open the space" }).click();
  await tab.getByRole("treeitem", { name: "Install" }).waitFor();
  const space = /\/s\/(\w+)/.exec(tab.url())?.[1] ?? "";
  expect(await outline(space)).toBe("Début Install");
  // Where what is imported is looked at first, nothing is left to look at of what failed.
  await world().patch(`/spaces/${space}`, { editMode: "locked" }, ada);
  await writeFile(path.join(folder, "broken.zip"), "no archive");
  await tab.goto(`${browser().origin}/s/${space}/~/import`);
  await tab.getByText("This space takes change requests").waitFor();
  await tab.locator("input[type=file]:not([webkitdirectory])").setInputFiles(path.join(folder, "broken.zip"));
  await tab.getByRole("button", { name: "Import", exact: true }).click();
  await expect.poll(asked).toBe(2);
  await world().runJobs();
  await tab.getByRole("heading", { name: "The import came to nothing" }).waitFor();
  const count = async (status: string): Promise<number> =>
    (await world().get(`/spaces/${space}/change-requests?status=${status}`, ada)).body.count;
  expect([await count("draft"), await count("archived")]).toEqual([0, 1]);
  await tab.goto(`${browser().origin}/o/${world().organization}/jobs`);
  await tab.getByRole("row", { name: /Import.*Imported.*Done/ }).waitFor();
  expect(wrong).toEqual([]);
  await context.close();
  await rm(folder, { recursive: true });
});

const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("what came back by itself keeps what was written in it since when the page above it comes back", async () => {
  const { space } = await makeSpace(["Guide", "FAQ"]);
  const { pages } = (await world().get(`/spaces/${space}/content/pages`, ada)).body;
  const change = async (...changes: object[]) =>
    (await world().post(`/spaces/${space}/content`, { changes }, ada)).body;
  const into = pages[0].id;
  const { changes } = await change(
    { operation: "insert_page", title: "Linux", into, document: { markdown: "Old.\n" } },
    { operation: "insert_page", title: "Mac", into },
  );
  const { before } = await change({ operation: "delete_page", page: into });
  const page = changes[0].page;
  await change({ operation: "revert_page", page, revision: before });
  await change({ operation: "update_page", page, document: { markdown: "New words.\n" } });
  const { tab, context, wrong } = await browser().open(ada);
  await tab.goto(`${browser().origin}/s/${space}/~/trash`);
  await tab.getByText("with 1 page below it").waitFor();
  await tab.getByRole("button", { name: "Bring back: Guide" }).click();
  await tab.getByText("Nothing was deleted").waitFor();
  expect((await world().get(`/spaces/${space}/content/page/${page}`, ada)).body.markdown).toBe(
    "New words.\n",
  );
  const now = (await world().get(`/spaces/${space}/content/pages`, ada)).body.pages;
  const guide = now.find(({ title }: { title: string }) => title === "Guide");
  expect(guide.pages.map(({ title }: { title: string }) => title)).toEqual(["Mac"]);
  expect(wrong).toEqual([]);
  await context.close();
});

test("a deleted space, collection and site come back from the trash of the organization, or go for good", async () => {
  const { space } = await makeSpace(["A"]);
  const of = `/orgs/${world().organization}`;
  const site = (await world().post(`${of}/sites`, { title: "Manual", spaces: [space] }, ada)).body.id;
  const collection = (await world().post(`${of}/collections`, { title: "Product" }, ada)).body.id;
  await world().call("DELETE", `/spaces/${space}`, { as: ada });
  const { tab, context, wrong } = await browser().open(ada, { colorScheme: "dark" });
  await tab.goto(`${browser().origin}/o/${world().organization}/sites/${site}/settings`);
  await tab.getByRole("button", { name: "Delete site…" }).click();
  await tab.getByRole("dialog").getByRole("textbox").fill("Manual");
  await tab.getByRole("dialog").getByRole("button", { name: "Delete site" }).click();
  await tab.getByText("“Manual” is in the trash").waitFor();
  await tab.getByRole("button", { name: "Undo" }).click();
  await tab.getByText("Nobody reads it until it is published.").waitFor();
  await world().call("DELETE", `${of}/sites/${site}`, { as: ada });
  await tab.goto(`${browser().origin}/c/${collection}`);
  await tab.getByRole("button", { name: "Actions for Product" }).click();
  await tab.getByRole("menuitem", { name: "Rename…" }).click();
  await tab.getByRole("dialog").getByLabel("Title").fill("Products");
  await tab.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await tab.getByRole("heading", { name: "Products", exact: true }).waitFor();
  await tab.getByRole("button", { name: "Actions for Products" }).click();
  await tab.getByRole("menuitem", { name: "Delete collection" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Delete collection" }).click();
  await tab.getByText("“Products” is in the trash").waitFor();
  await tab.goto(`${browser().origin}/o/${world().organization}/trash`);
  await tab.getByText("7 days left").nth(2).waitFor();
  await browser().check(tab);
  await tab.getByRole("button", { name: "Bring back: Guides" }).click();
  await tab.getByText("“Guides” is back").waitFor();
  await tab.getByRole("button", { name: "Bring back: Manual" }).click();
  await tab.getByText("Nobody reads it until it is published.").waitFor();
  await tab.getByRole("button", { name: "Actions for Products" }).click();
  await tab.getByRole("menuitem", { name: "Delete for good" }).click();
  await tab.getByRole("dialog").getByRole("textbox").fill("Products");
  await tab.getByRole("dialog").getByRole("button", { name: "Delete for good" }).click();
  await tab.getByText("Nothing was deleted").waitFor();
  expect((await world().get(`/spaces/${space}`, ada)).status).toBe(200);
  expect((await world().get(`${of}/sites/${site}`, ada)).status).toBe(200);
  expect((await world().post(`/collections/${collection}/restore`, undefined, ada)).status).toBe(404);
  expect(wrong).toEqual([]);
  await context.close();
});

test("in a space that is locked the first change makes a change request, and is in it", async () => {
  const { space } = await makeSpace(["A", "B"]);
  const url = `/spaces/${space}`;
  expect((await world().call("PATCH", url, { as: ada, body: { editMode: "locked" } })).status).toBe(200);
  const { tab, context, wrong } = await browser().open(ada);
  await tab.goto(`${browser().origin}/s/${space}`);
  await tab.getByRole("treeitem", { name: "B" }).focus();
  await tab.keyboard.press("Alt+ArrowUp");
  await tab.waitForURL(/\/~\/changes\/1/);
  expect(await outline(space)).toBe("A B");
  const { body } = await world().get(`${url}/change-requests/1/content/pages`, ada);
  expect(body.pages.map(({ title }: { title: string }) => title)).toEqual(["B", "A"]);
  expect(wrong).toEqual([]);
  await context.close();
});

test("who may not edit sees the tree and nothing that changes it", async () => {
  const { space } = await makeSpace(["A", "B"]);
  const rita = await world().addPerson("rita", "read");
  const { tab, context } = await browser().open(rita);
  await tab.goto(`${browser().origin}/s/${space}`);
  await tab.getByRole("treeitem", { name: "B" }).focus();
  await tab.keyboard.press("Alt+ArrowUp");
  await tab.keyboard.press("F2");
  expect(await tab.getByRole("button", { name: /New page|Actions for/ }).count()).toBe(0);
  expect(await tab.getByRole("textbox").count()).toBe(0);
  await context.close();
});

describe("every screen beside the pages", () => {
  const long = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen ".repeat(3).trim();
  const shown = "table, form, details, .page-diff, .file-grid, .file-shown, .as-it-was, .notice-box";
  let screens: readonly (readonly [path: string, sign: string])[] = [];
  beforeAll(async () => {
    const { space, ids } = await makeSpace([long, "بداية سريعة", "Gone"], { [long]: "[x](./nowhere.md)" });
    const changes = [
      { operation: "insert_reusable_content", title: long, document: { markdown: "Text." } },
      { operation: "set_variables", variables: { version: "1.2", isNew: true } },
      { operation: "set_tags", tags: { x: { label: long.slice(0, 90), icon: "flask", color: "red" } } },
      { operation: "delete_page", page: ids.get("Gone") },
      {
        operation: "insert_files",
        files: [{ name: `${long}.txt`, contentType: "text/plain", base64: "QQ==" }],
      },
    ];
    const { body } = await world().post(`/spaces/${space}/content`, { changes }, ada);
    const parts = [
      "files",
      `files/${body.insertedFiles[0].id}`,
      "history",
      `history/${ids.get(long)}`,
      `revisions/${body.revision}`,
      `revisions/${body.revision}/${ids.get(long)}`,
      "comments",
      "reusable",
      "variables",
      "tags",
      "links",
      "import",
      "trash",
    ];
    const shared = `reusable/${body.changes[0].reusableContent}`;
    screens = [...parts, shared].map((part) => [`/s/${space}/~/${part}`, shown]);
  });

  test.each(THEMES)("in %s", (theme) => browser().look(ada, theme, "structure", screens));
});
