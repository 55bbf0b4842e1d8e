/** The console in a real browser: what people see of it, and that nothing stands in anybody's way. */
import type { Locator } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { givePassword } from "../account/pages.fixture.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { shoot, THEMES, useConsoleBrowser } from "./consoleBrowser.fixture.ts";

const world = useWorld();
const browser = useConsoleBrowser(world);
const PASSWORD = "four words of my own";
const TEXT = `## Requirements

You need **Node 20** and a [plan](./second-page.md).

{% hint style="info" %}
It takes a minute.
{% endhint %}

- [x] read
- [ ] written

| a | b |
| - | - |
| 1 | 2 |

## Steps

\`\`\`bash
npm start
\`\`\`
`;

let ada: Person;
let space = "";
let page = "";
let change = "";
let site = "";

/** Names of pages by what they are, in the tree of the test. */
const titles = [
  "Install",
  "Second page",
  "بداية سريعة",
  "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen",
];

async function makeContent(): Promise<void> {
  const of = `/orgs/${world().organization}`;
  space = (await world().post(`${of}/spaces`, { title: "Guides", emoji: "1f4d8" }, ada)).body.id;
  await world().post(`${of}/collections`, { title: "Product" }, ada);
  const changes = titles.map((title) => ({
    operation: "insert_page",
    type: "document",
    title,
    document: { markdown: `Text of ${title}.` },
  }));
  const group = { operation: "insert_page", type: "group", title: "Reference" };
  const { body, status } = await world().post(
    `/spaces/${space}/content`,
    { changes: [...changes, group] },
    ada,
  );
  expect(status).toBe(200);
  page = body.changes[0].page;
  const text = { operation: "update_page", page, document: { markdown: TEXT } };
  expect((await world().post(`/spaces/${space}/content`, { changes: [text] }, ada)).status).toBe(200);
  change = (await world().post(`/spaces/${space}/change-requests`, { subject: "More leave" }, ada)).body
    .number;
  await world().post(
    `/spaces/${space}/change-requests/${change}/content`,
    {
      changes: [
        { operation: "insert_page", type: "document", title: "Leave", document: { markdown: "More." } },
      ],
    },
    ada,
  );
  await world().post(`${of}/openapi`, { slug: "pets", source: { text: "{}" } }, ada);
  await world().runJobs();
  site = (await world().post(`${of}/sites`, { title: "Docs", spaces: [space] }, ada)).body.id;
  await world().post(`${of}/sites/${site}/publish`, {}, ada);
}

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  await givePassword(world(), ada, PASSWORD);
  await makeContent();
});

/** Each screen with what shows that it is there. */
const screens = (): readonly [path: string, sign: string][] => [
  [`/o/${world().organization}`, "Guides"],
  [`/s/${space}/${page}`, "Requirements"],
  [`/s/${space}/~/changes/${change}`, "What it changes"],
  [`/o/${world().organization}/sites/${site}`, "Guides"],
  [`/o/${world().organization}/specs/pets`, "It has mistakes"],
  [`/o/${world().organization}/integrations/absent`, "Not here, or not yours"],
  [`/s/absent`, "Not here, or not yours"],
];

const texts = ([path, sign]: readonly [string, string]) => [path, `text=${JSON.stringify(sign)}`] as const;

test.each(THEMES)("every screen, in %s", (theme) =>
  browser().look(ada, theme, "console", screens().map(texts)),
);

const DOT =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** A text of what a browser doesn't show by itself. @param picture and the others: their ids */
const rich = (
  picture: string,
  included: string,
  other: string,
) => `<figure><img src="/files/${picture}" alt="A dot" width="48"><figcaption><p>As it is</p></figcaption></figure>

![Elsewhere](https://example.org/there.png)

Power is $$E=mc^2$$ :rocket: and <i class="fa-star">:star:</i> by <script>alert(1)</script>.

$$
\\sum_{i=1}^n i
$$

\`\`\`js
const answer = 42;
\`\`\`

\`\`\`dot
digraph { a -> b }
\`\`\`

\`\`\`mermaid
graph LR
  One --> Two
\`\`\`

{% content-ref url="/pages/${other}" %}
[plan](/pages/${other})
{% endcontent-ref %}

{% embed url="https://www.youtube.com/watch?v=dQw4w9WgXcQ" %}

{% file src="/files/${picture}" %}

{% include "/reusable/${included}" %}

<div align="center" onclick="alert(1)"><b>Raw</b> and <a href="javascript:alert(1)">bad</a></div>
`;

test("what is read is shown as on a site: pictures, formulas, code, diagrams, and what is included", async () => {
  const { body } = await world().post(`/orgs/${world().organization}/spaces`, { title: "Rich" }, ada);
  const write = async (at: string, changes: readonly object[]) => {
    const written = await world().post(`/spaces/${body.id}${at}/content`, { changes }, ada);
    expect([written.status, written.body.error?.message]).toEqual([200, undefined]);
    return written.body.changes as { page: string; file: string; reusableContent: string }[];
  };
  const note = { title: "Note", document: { markdown: "It is **said once**." } };
  const [file, reusable, plan] = await write("", [
    { operation: "insert_files", files: [{ name: "dot.png", contentType: "image/png", base64: DOT }] },
    { operation: "insert_reusable_content", ...note },
    { operation: "insert_page", type: "document", title: "The plan", icon: "map" },
  ]);
  const { items } = (await world().get(`/spaces/${body.id}/content/files`, ada)).body;
  const text = rich(items[0].id, reusable?.reusableContent ?? "", plan?.page ?? "");
  const [made] = await write("", [
    { operation: "insert_page", type: "document", title: "Rich", document: { markdown: text } },
  ]);
  expect(file).toBeDefined();
  const request = await world().post(`/spaces/${body.id}/change-requests`, { subject: "Less" }, ada);
  const number = request.body.number as number;
  const markdown = text.replace("const answer = 42;", "const answer = 43;").replace("n i", "n i^2");
  await write(`/change-requests/${number}`, [
    { operation: "update_page", page: made?.page, document: { markdown } },
  ]);

  const { tab, context, wrong } = await browser().open(ada);
  await tab.goto(`${browser().origin}/s/${body.id}/${made?.page}`);
  const prose = tab.locator("main .prose");
  await prose.locator("img[alt='A dot']").first().waitFor();
  await prose.locator("math msup").first().waitFor();
  await prose.locator(".math-block munderover").waitFor();
  await prose.locator(".tok-keyword", { hasText: "const" }).waitFor();
  await prose.locator("svg.drawing").waitFor();
  await prose.locator("[data-result=drawn] iframe").waitFor();
  await prose.getByText("🚀").waitFor();
  await prose.locator("p use[href='/~/icons/star.svg#i']").waitFor({ state: "attached" });
  expect(await prose.locator("a.ref .ref-title").allTextContents()).toEqual([
    "The plan",
    "youtube.com/watch?v=dQw4w9WgXcQ",
    "dot.png",
  ]);
  await prose.locator("strong", { hasText: "said once" }).waitFor();
  await prose.locator("[class=align-center] b", { hasText: "Raw" }).waitFor();
  expect(await prose.locator("[onclick], script, [href^='javascript']").count()).toBe(0);
  await prose.locator(".picture", { hasText: "Elsewhere example.org" }).waitFor();
  const isShown = "(it) => it.complete && it.naturalWidth === 1 && it.width === 48";
  await tab.waitForFunction(`[...document.querySelectorAll("main img[alt='A dot']")].every(${isShown})`);
  await browser().check(tab);
  await shoot(tab, "rich");

  // What can't be drawn is shown as it is written, and drawn once somebody has mended it.
  const rewrite = (diagram: string) =>
    write("", [
      {
        operation: "update_page",
        page: made?.page,
        document: { markdown: text.replace("  One --> Two", diagram) },
      },
    ]);
  await rewrite("  One --");
  await prose.locator(".diagram-source", { hasText: "One --" }).waitFor();
  await rewrite("  One --> Three");
  await prose.locator("[data-result=drawn] iframe").waitFor();

  await tab.goto(`${browser().origin}/s/${body.id}/~/changes/${number}/diff`);
  await tab.locator(".diff ins .tok-number", { hasText: "43" }).waitFor();
  await tab.locator(".diff math msup").first().waitFor();
  await tab.getByRole("button", { name: "Show" }).first().click();
  await tab.locator(".diff img[alt='A dot']").waitFor();
  await shoot(tab, "rich-diff");
  expect(wrong).toEqual([]);
  await context.close();
});

test("without a session one is sent to the door, and then to where one wanted to", async () => {
  const tab = await browser().openSignedOut();
  await tab.goto(`${browser().origin}/s/${space}`);
  await tab.getByLabel("E-mail address").fill("ada@example.com");
  await tab.getByLabel("Password").fill(PASSWORD);
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { name: "Install", level: 1 }).waitFor();
  expect(new URL(tab.url()).pathname).toBe(`/s/${space}`);
  await tab.context().close();
});

test("pages are opened in the tree with the keyboard alone", async () => {
  const { tab, wrong } = await browser().open(ada);
  await tab.goto(`${browser().origin}/s/${space}`);
  await tab.getByRole("treeitem", { name: "Install" }).focus();
  await tab.keyboard.press("ArrowDown");
  await tab.locator('[role="treeitem"]:focus', { hasText: "Second page" }).waitFor();
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { name: "Second page", level: 1 }).waitFor();
  expect(await tab.getByRole("treeitem", { name: "Second page" }).getAttribute("aria-current")).toBe("page");
  await tab.goBack();
  await tab.getByRole("heading", { name: "Install", level: 1 }).waitFor();
  await tab.getByRole("link", { name: "plan" }).click();
  await tab.getByRole("heading", { name: "Second page", level: 1 }).waitFor();
  expect(wrong).toEqual([]);
  await tab.context().close();
});

test("the tree waits until it is known who may edit it, so that nobody in it loses the focus", async () => {
  const { tab, wrong } = await browser().open(ada);
  let tell = (): void => undefined;
  const isTold = new Promise<void>((done) => (tell = done));
  await tab.route(/\/-\/start\?/, (route) => route.fulfill({ json: {} }));
  await tab.route(/\/-\/v1\/user$/, async (route) => {
    await isTold;
    await route.continue();
  });
  await tab.goto(`${browser().origin}/s/${space}/${page}`);
  // The page is shown, and so the list of pages is known.
  await tab.getByRole("heading", { name: "Install", level: 1 }).waitFor();
  expect(await tab.getByRole("treeitem").count()).toBe(0);
  tell();
  await tab.getByRole("treeitem", { name: "Install" }).waitFor();
  expect(wrong).toEqual([]);
  await tab.context().close();
});

test("of ten thousand pages those in sight are drawn, and the last is a key away", async () => {
  const { tab, wrong } = await browser().open(ada);
  // The server's part of so large a list is tested where it is made.
  const at = new Date(0).toISOString();
  const made = Array.from({ length: 10_000 }, (_, place) => ({
    id: `p${place}`,
    type: "document",
    kind: "sheet",
    title: `Page ${place}`,
    createdAt: at,
    updatedAt: at,
    hidden: false,
    path: `page-${place}`,
    pages: [],
  }));
  await tab.route(/\/-\/start\?/, (route) => route.fulfill({ json: {} }));
  await tab.route(/content\/pages\?/, (route) => route.fulfill({ json: { pages: made } }));
  await tab.goto(`${browser().origin}/s/${space}/${page}`);
  const first = tab.getByRole("treeitem", { name: "Page 0", exact: true });
  await first.focus();
  expect(await tab.getByRole("treeitem").count()).toBeLessThan(100);
  const last = tab.locator('[role="treeitem"]:focus', { hasText: "Page 9999" });
  // A key that comes while the rows are drawn for the first time is nobody's.
  await expect
    .poll(async () => {
      await tab.keyboard.press("End");
      return last.count();
    })
    .toBe(1);
  expect(await tab.getByRole("treeitem").count()).toBeLessThan(100);
  await tab.getByRole("searchbox", { name: "Filter pages" }).fill("page 77");
  await tab.getByRole("link", { name: "Page 77", exact: true }).waitFor();
  expect(wrong).toEqual([]);
  await tab.context().close();
});

test("the search finds a space, gives the focus back, and leads to commands", async () => {
  const { tab, wrong } = await browser().open(ada);
  await tab.goto(`${browser().origin}/o/${world().organization}`);
  const opener = tab.getByRole("button", { name: /Search or go to/ });
  await opener.click();
  await tab.getByRole("combobox").waitFor();
  await browser().check(tab);
  await tab.keyboard.press("Escape");
  await tab.getByRole("combobox").waitFor({ state: "hidden" });
  await expect.poll(() => tab.evaluate("document.activeElement.className")).toBe("side-search");
  await tab.keyboard.press("Control+k");
  await tab.getByRole("combobox").fill("guid");
  await tab.getByRole("option", { name: /Guides/ }).waitFor();
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { name: "Install", level: 1 }).waitFor();
  await tab.keyboard.press("/");
  await tab.getByRole("combobox").fill("nothing like this at all");
  await tab.getByText(/No results for/).waitFor();
  await tab.keyboard.press("Escape");
  // What was read is found again, at home and in the search, until one leaves.
  await tab.goto(`${browser().origin}/o/${world().organization}`);
  const recent = tab.getByRole("region", { name: "Recently opened" });
  await recent.getByRole("link", { name: "Install" }).waitFor();
  await browser().check(tab);
  await tab.keyboard.press("Control+k");
  await tab
    .getByRole("group", { name: "Recently opened" })
    .getByRole("option", { name: /Install/ })
    .waitFor();
  await tab.keyboard.press("Enter");
  await tab.getByRole("heading", { name: "Install", level: 1 }).waitFor();
  expect(wrong).toEqual([]);
  await tab.getByRole("button", { name: /Account of ada/ }).click();
  await tab.getByRole("menuitem", { name: "Sign out" }).click();
  await tab.getByText("You are signed out.").waitFor();
  expect(await tab.evaluate("JSON.stringify(localStorage)")).not.toContain("Install");
  await tab.context().close();
});

test("a space is made, and a title that is too long is refused in words, with what was typed", async () => {
  const { tab } = await browser().open(ada);
  await tab.goto(`${browser().origin}/o/${world().organization}`);
  await tab.getByRole("button", { name: "New space" }).click();
  await tab.getByLabel("Title").fill("x".repeat(60));
  await tab.keyboard.press("Enter");
  await tab.getByRole("alert").waitFor();
  await browser().check(tab);
  expect(await tab.getByLabel("Title").inputValue()).toBe("x".repeat(60));
  await tab.getByLabel("Title").fill("Handbook");
  await tab.keyboard.press("Enter");
  await tab.getByText("No pages yet").waitFor();
  expect((await world().get(`/spaces/${new URL(tab.url()).pathname.slice(3)}`, ada)).body.title).toBe(
    "Handbook",
  );
  await tab.context().close();
});

test("the theme is switched from the menu, and somebody leaves", async () => {
  const { tab, wrong } = await browser().open(ada);
  await tab.goto(`${browser().origin}/`);
  await tab.getByRole("button", { name: /Account of ada/ }).click();
  await tab.getByRole("menuitem", { name: "Dark theme" }).click();
  await tab.getByRole("menuitem", { name: "Light theme" }).waitFor();
  expect(await tab.evaluate("document.documentElement.dataset.theme")).toBe("dark");
  await browser().check(tab);
  await tab.getByRole("menuitem", { name: "Turn off keys of a single letter" }).click();
  await tab.getByRole("menuitem", { name: "Turn on keys of a single letter" }).waitFor();
  const set = async () => (await world().get("/user/settings", ada)).body;
  await expect.poll(set).toEqual({ theme: "dark", singleKeys: false });
  // They go along into another browser.
  const other = await browser().open(ada);
  await other.tab.goto(`${browser().origin}/s/${space}/${page}`);
  await expect.poll(() => other.tab.evaluate("document.documentElement.dataset.theme")).toBe("dark");
  await other.tab.getByRole("button", { name: "Edit", exact: true }).waitFor();
  await other.tab.keyboard.press("e");
  await other.tab.keyboard.press("Control+k");
  await other.tab.getByRole("combobox").waitFor();
  expect(other.tab.url()).not.toContain("edit");
  await other.tab.keyboard.press("Escape");
  // So does what somebody does in a space, which is remembered for the next time.
  await other.tab.getByRole("button", { name: "Propose changes" }).click();
  await other.tab.getByRole("button", { name: "Done" }).click();
  await expect.poll(async () => (await set()).proposesIn).toEqual([space]);
  await other.context.close();
  await world().patch("/user/settings", { theme: null, singleKeys: null, proposesIn: null }, ada);
  await tab.getByRole("menuitem", { name: "Sign out" }).click();
  await tab.getByText("You are signed out.").waitFor();
  expect(wrong).toEqual([]);
  await tab.context().close();
});

test("a session that has ended leads to the door, and back", async () => {
  const { tab } = await browser().open(ada);
  await tab.goto(`${browser().origin}/o/${world().organization}`);
  await tab.getByRole("button", { name: "New space" }).waitFor();
  // An open console would hear of it and go to the door by itself, at once or a moment later.
  await tab.goto("about:blank");
  await world().deps.db.transact((tx) => tx.updateTable("sessions").set({ hash: null }).execute());
  await tab.goto(`${browser().origin}/s/${space}`);
  await tab.getByLabel("E-mail address").waitFor();
  expect(new URL(tab.url()).searchParams.get("next")).toBe(`/s/${space}`);
  await tab.context().close();
});

test("a page that somebody else deletes leaves the tree, says who it was, and takes no words from who writes in it", async () => {
  const ben = await world().addPerson("ben", "admin");
  const write = (as: Person, change: object) =>
    world().post(`/spaces/${space}/content`, { changes: [change] }, as);
  const insert = { operation: "insert_page", title: "Draft", document: { markdown: "Old words." } };
  const draft = (await write(ada, { ...insert, type: "document" })).body.changes[0].page;
  const { tab, context, wrong } = await browser().open(ada);
  const reader = await browser().open(ada);
  await reader.tab.goto(`${browser().origin}/s/${space}/${draft}`);
  await reader.tab.getByText("Old words.").waitFor();
  await tab.goto(`${browser().origin}/s/${space}/${draft}?edit`);
  await tab.locator(".saving", { hasText: /^Saved/ }).waitFor();
  expect((await write(ben, { operation: "delete_page", page: draft })).status).toBe(200);
  // Who reads is told, beside a tree that stays.
  await reader.tab.getByRole("heading", { name: "“Draft” was deleted" }).waitFor();
  await reader.tab.getByText(/^ben deleted it/).waitFor();
  await reader.tab.getByRole("treeitem", { name: "Install" }).waitFor();
  await browser().check(reader.tab);
  // Who writes keeps their words, and is told that they are not saved.
  await tab.getByText("What you wrote stays here.").waitFor();
  await tab.getByText("Old words.").click();
  await tab.keyboard.press("End");
  await tab.keyboard.type(" New words.");
  await tab.getByRole("heading", { name: "This is not saved" }).waitFor();
  await tab.getByText("Old words. New words.").waitFor();
  await browser().check(tab);
  await reader.tab.getByRole("button", { name: "Bring it back" }).click();
  await reader.tab.getByText("“Draft” is back").waitFor();
  // The last try to save what was typed may come before it or after it.
  const stored = (await world().get(`/spaces/${space}/content/page/${draft}`, ada)).body.markdown;
  expect(["Old words.", "Old words. New words."]).toContain(stored);
  expect([...wrong, ...reader.wrong].filter((line) => !/status of 40\d/.test(line))).toEqual([]);
  await reader.context.close();
  await context.close();
});

test("collections are made in each other, with a space, and both are moved, by those who may alone", async () => {
  const { tab, context, wrong } = await browser().open(ada);
  const idOf = () => new URL(tab.url()).pathname.split("/")[2] ?? "";
  const parentOf = async (path: string) => (await world().get(path, ada)).body.parent;
  const press = (name: string) => tab.getByRole("button", { name, exact: true }).click();
  const make = async (what: string, title: string, sign: Locator) => {
    await press(what);
    await tab.getByRole("dialog").getByLabel("Title").fill(title);
    await tab.keyboard.press("Enter");
    await sign.waitFor();
    return idOf();
  };
  const heading = (name: string) => tab.getByRole("heading", { name, exact: true, level: 1 });
  const move = async (into: string, title: string) => {
    const dialog = tab.getByRole("dialog");
    await dialog.getByLabel("Into").selectOption({ label: into });
    await browser().check(tab);
    await dialog.getByRole("button", { name: "Move", exact: true }).click();
    await tab.getByText(`Moved “${title}”`).waitFor();
  };

  await tab.goto(`${browser().origin}/o/${world().organization}`);
  const outer = await make("New collection", "Outer", heading("Outer"));
  await tab.getByText("Nothing in it yet").waitFor();
  await browser().check(tab);
  const inner = await make("New collection", "Inner", heading("Inner"));
  expect(await parentOf(`/collections/${inner}`)).toBe(outer);
  const space = await make("New space", "Reference", tab.getByText("No pages yet"));
  expect(await parentOf(`/spaces/${space}`)).toBe(inner);

  await tab.goto(`${browser().origin}/s/${space}/~/settings`);
  await tab.getByText("It is in “Inner”.").waitFor();
  await press("Move to…");
  await move("The top of the organization", "Reference");
  await tab.getByText("It is at the top of the organization.").waitFor();
  expect(await parentOf(`/spaces/${space}`)).toBe(undefined);
  await press("Move to…");
  await move("Outer / Inner", "Reference");
  expect(await parentOf(`/spaces/${space}`)).toBe(inner);

  // Nothing goes into itself, or into what lies in it.
  await tab.goto(`${browser().origin}/c/${outer}`);
  await press("Actions for Outer");
  await tab.getByRole("menuitem", { name: "Move to…" }).click();
  const into = tab.getByRole("dialog").getByLabel("Into").getByRole("option");
  await into.filter({ hasText: "The top of the organization" }).waitFor({ state: "attached" });
  expect((await into.allTextContents()).filter((name) => /Outer|Inner/.test(name))).toEqual([]);
  await tab.keyboard.press("Escape");
  await tab.goto(`${browser().origin}/c/${inner}`);
  await press("Actions for Inner");
  await tab.getByRole("menuitem", { name: "Move to…" }).click();
  await move("The top of the organization", "Inner");
  expect(await parentOf(`/collections/${inner}`)).toBe(undefined);
  expect(wrong).toEqual([]);
  await context.close();

  const rolf = await world().addPerson("rolf", "read");
  await world().patch(`/collections/${inner}`, { defaultLevel: "read" }, ada);
  const other = await browser().open(rolf);
  for (const path of [`/o/${world().organization}`, `/c/${inner}`]) {
    await other.tab.goto(browser().origin + path);
    await other.tab.locator("main").getByRole("link").first().waitFor();
    expect(await other.tab.getByRole("button", { name: /New collection|New space|Actions/ }).count()).toBe(0);
  }
  await other.context.close();
});

test("keys lead through the console, and it says when there is no network, a newer server, or no such address", async () => {
  const { tab, context, wrong } = await browser().open(ada);
  const asked: string[] = [];
  tab.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const ready = () => tab.locator("main").getByRole("heading", { level: 1 }).first().waitFor();
  await tab.goto(`${browser().origin}/s/it's`);
  await tab.getByText("Not here, or not yours").waitFor();
  expect(asked.filter((path) => path.startsWith("/-/v1/spaces"))).toEqual([]);

  await tab.goto(`${browser().origin}/o/${world().organization}/settings`);
  await tab.getByLabel("Name", { exact: true }).waitFor();
  await tab.keyboard.press("?");
  const keys = tab.getByRole("dialog", { name: "Keys" });
  await keys.getByText("Search and commands").waitFor();
  await browser().check(tab);
  await shoot(tab, "keys");
  await tab.keyboard.press("Escape");
  await keys.waitFor({ state: "hidden" });
  // They are a pair when no pause is between them, which a busy machine may make.
  const led = async (): Promise<string> => {
    await tab.keyboard.press("g");
    await tab.keyboard.press("c");
    return tab.url();
  };
  await expect.poll(led).toMatch(/\/changes$/);
  await ready();
  await tab.keyboard.press("Control+k");
  await tab.getByRole("combobox", { name: "Search and commands" }).fill("Webho");
  await tab.getByRole("option", { name: "Webhooks" }).waitFor();
  await tab.keyboard.press("Enter");
  await tab.waitForURL(/\/webhooks$/);
  const add = tab.getByRole("main").getByRole("button").first();
  await add.waitFor();

  const notice = tab.getByRole("status");
  await tab.goto(`${browser().origin}/o/${world().organization}/settings`);
  const title = tab.getByLabel("Name", { exact: true });
  await title.fill("Typed meanwhile");
  await context.setOffline(true);
  await notice.getByText("You are offline.").waitFor();
  await tab.locator("main fieldset:disabled").waitFor();
  expect(await title.isDisabled()).toBe(true);
  await browser().check(tab);
  await shoot(tab, "offline");
  await context.setOffline(false);
  await notice.getByText("You are offline.").waitFor({ state: "detached" });
  await expect.poll(() => title.isDisabled()).toBe(false);
  expect(await title.inputValue()).toBe("Typed meanwhile");

  // A session that ends takes nothing along that is typed.
  await world().deps.db.transact((tx) => tx.deleteFrom("sessions").where("user_id", "=", ada.id).execute());
  await notice.getByText("You are signed out.").waitFor();
  await browser().check(tab);
  await shoot(tab, "signed-out");
  await browser().signIn(context, ada);
  await notice.getByRole("button", { name: "I am signed in" }).click();
  await notice.getByText("You are signed out.").waitFor({ state: "detached" });
  expect(await title.inputValue()).toBe("Typed meanwhile");
  await title.fill("Acme");

  // What the server can't take now is asked again when it says so.
  let isSeen = false;
  await tab.route("**/-/v1/orgs/*/webhooks*", async (route) => {
    if (isSeen) return route.continue();
    const error = { message: "Too much is asked at once. Wait a second.", type: "rate-limited", details: [] };
    await route.fulfill({ status: 429, headers: { "retry-after": "1" }, json: { error } });
  });
  await tab.goto(`${browser().origin}/o/${world().organization}/webhooks`);
  await tab.getByText("Too much is asked at once. Wait a second.").waitFor();
  isSeen = true;
  await tab.getByText("Too much is asked at once.").waitFor({ state: "detached" });
  await tab.unrouteAll({ behavior: "wait" });

  await tab.route("**/-/v1/**", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "lectern-version": "99.0.0" } });
  });
  await tab.reload();
  await notice.getByText("Lectern was updated.").waitFor();
  await notice.getByRole("button", { name: "Reload" }).waitFor();
  expect(wrong.filter((line) => !/ERR_INTERNET_DISCONNECTED|status of 4(?:01|29)/.test(line))).toEqual([]);
  await tab.unrouteAll({ behavior: "ignoreErrors" });
  await context.close();
});
