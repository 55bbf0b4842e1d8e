/** Two people in two tabs of one browser: the session is the browser's, and a tab is still of whom it was opened by. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { Person } from "../test/harness.ts";
import { shoot } from "./consoleBrowser.fixture.ts";
import { caretBehind, editor, keptWith, paste, PICTURE, status, useWriting } from "./writing.fixture.ts";

const { ada, browser, faults, makePage, makeSpace, open, read, world } = useWriting();
let ben: Person;

beforeAll(async () => {
  ben = await world().addPerson("ben", "admin");
});

const ANOTHER = "Somebody else is signed in";
/** It is a menu once that is loaded. */
const nameOf = (tab: Page) => tab.locator("button.side-account");

/** Ada's tab on something, and one of Ben's beside it, who signed in last. */
async function twoTabs(path: string) {
  const opened = await open(ada());
  const { tab: hers, context } = opened;
  /** Requests below `/-/` that don't say whom they are for. */
  const unsaid: string[] = [];
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const isMarked = request.headers()["lectern-person"] !== undefined;
    if (pathname.startsWith("/-/") && pathname !== "/-/start" && !isMarked)
      unsaid.push(`${request.method()} ${pathname}`);
  });
  const begin = async (): Promise<Page> => {
    await browser().signIn(context, ben);
    const his = await context.newPage();
    await his.goto(`${browser().origin}/`);
    await nameOf(his).getByText("ben").waitFor();
    return his;
  };
  await hers.goto(browser().origin + path);
  return { opened, context, hers, begin, unsaid };
}

/** Who made the revisions of a space, the newest first. */
async function authors(space: string): Promise<readonly string[]> {
  const { items } = (await world().get(`/spaces/${space}/revisions`, ada())).body;
  return items.map(({ createdBy }: any) => createdBy.id);
}

test("what is typed stays the first one's: it is kept, never sent as the second, and saved once they are back", async () => {
  const space = await makeSpace("Two");
  const page = await makePage(space, "Plan", "First.\n");
  const { opened, context, hers, begin, unsaid } = await twoTabs(`/s/${space}/${page}?edit`);
  await editor(hers).getByText("First.").waitFor();
  await caretBehind(hers, "First.");
  const his = await begin();
  await hers.bringToFront();
  await hers.keyboard.type(" Second.");
  await hers.getByRole("heading", { name: ANOTHER }).waitFor();
  await keptWith(hers, "Second.");
  await browser().check(hers);
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1440, 390]) {
      await hers.emulateMedia({ colorScheme });
      await hers.setViewportSize({ width, height: 900 });
      await shoot(hers, `another-person-${colorScheme}-${width}`);
    }
  // A picture is a file of the space at once: it isn't made one by somebody else.
  await paste(hers, "dot.png", "image/png", PICTURE);
  await hers.getByRole("button", { name: "I am signed in" }).click();
  await hers.getByRole("heading", { name: ANOTHER }).waitFor();
  expect((await read(space, page)).markdown).toBe("First.\n");
  expect((await world().get(`/spaces/${space}/content/files`, ada())).body.items).toEqual([]);
  // He works on, and hears of what happens, though the tab beside his came first.
  await his.goto(`${browser().origin}/s/${space}/${page}`);
  await his.locator("article").getByText("First.").waitFor();
  const change = { operation: "update_page", page, title: "Plan of both" };
  await world().post(`/spaces/${space}/content`, { changes: [change] }, ada());
  await his.getByRole("heading", { name: "Plan of both", level: 1 }).waitFor();

  // The change was told to her tab too, and the page refused to it: what she typed and her way back are still there.
  await editor(hers).getByText("First. Second.").waitFor();
  await hers.getByRole("heading", { name: ANOTHER }).waitFor();
  // She signs in where the button leads to, in a tab of its own; the door doesn't take him for her.
  await hers.setViewportSize({ width: 1440, height: 900 });
  await hers.bringToFront();
  const link = hers.getByRole("link", { name: "Sign in", exact: true });
  expect(await link.getAttribute("target")).toBe("_blank");
  const door = await context.newPage();
  await door.goto(browser().origin + (await link.getAttribute("href")));
  await door.getByText("ben is signed in in this browser now.").waitFor();
  await shoot(door, "another-person-door");
  await browser().signIn(context, ada());
  await door.reload();
  await door.waitForURL(`${browser().origin}/s/${space}/${page}*`);
  await door.close();
  await hers.getByRole("button", { name: "I am signed in" }).click();
  await status(hers, "Saved");
  expect((await read(space, page)).markdown).toContain("First. Second.");
  expect(await authors(space)).not.toContain(ben.id);
  expect(await hers.getByRole("heading", { name: ANOTHER }).count()).toBe(0);
  // What was refused meanwhile is read again: the title in the tree is what was made of it.
  await hers.locator(".side-tree").getByText("Plan of both").waitFor();
  expect((await read(space, page)).title).toBe("Plan of both");
  expect(unsaid).toEqual([]);
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("a comment and an approval are refused with their words, which the second never sees", async () => {
  const space = await makeSpace("Said");
  const page = await makePage(space, "Plan", "First.\n");
  await world().post(`/spaces/${space}/change-requests`, { subject: "More" }, ben);
  const at = `/spaces/${space}/change-requests/1`;
  const change = { operation: "update_page", page, document: { markdown: "Second.\n" } };
  await world().post(`${at}/content`, { changes: [change] }, ben);
  await world().patch(at, { status: "open" }, ben);
  const { context, hers, begin, unsaid } = await twoTabs(`/s/${space}/~/changes/1`);
  const refused = () => /sign-in/.test(hers.url()) || hers.getByText(ANOTHER).first().isVisible();
  await hers.getByRole("button", { name: "Approve" }).click();
  const approve = hers.getByRole("dialog").getByRole("button", { name: "Approve" });
  await approve.waitFor();
  const his = await begin();
  await approve.click();
  await expect.poll(refused).toBe(true);
  await browser().signIn(context, ada());
  await hers.goto(`${browser().origin}/s/${space}/~/changes/1`);
  const field = hers.getByRole("textbox", { name: "Comment" });
  await field.fill("Mine alone.");
  await browser().signIn(context, ben);
  await field.press("Control+Enter");
  await expect.poll(refused).toBe(true);
  expect((await world().get(`${at}/reviews`, ada())).body.items).toEqual([]);
  expect((await world().get(`${at}/comments`, ada())).body.items).toEqual([]);
  // Loaded anew, the tab is his: her words wait for her.
  await hers.goto(`${browser().origin}/s/${space}/~/changes/1`);
  await nameOf(hers).getByText("ben").waitFor();
  await field.waitFor();
  expect(await field.inputValue()).toBe("");
  await browser().signIn(context, ada());
  await hers.reload();
  await nameOf(hers).getByText("ada").waitFor();
  await expect.poll(() => field.inputValue()).toBe("Mine alone.");
  await field.press("Control+Enter");
  const authors = async () =>
    (await world().get(`${at}/comments`, ada())).body.items.map(({ postedBy, body }: any) => [
      postedBy.id,
      body.markdown,
    ]);
  await expect.poll(authors).toEqual([[ada().id, "Mine alone."]]);
  expect(unsaid).toEqual([]);
  await his.close();
  await context.close();
});

test("a form in which something is typed stays, whatever is told from elsewhere, and is sent by its writer alone", async () => {
  const space = await makeSpace("Form");
  await makePage(space, "Plan", "First.\n");
  const { context, hers, begin, unsaid } = await twoTabs(`/s/${space}`);
  await hers.getByRole("button", { name: "New page" }).first().click();
  const title = hers.getByRole("dialog").getByRole("textbox").first();
  await title.fill("Mine alone");
  await begin();
  await makePage(space, "Of both", "Second.\n");
  await hers.getByText(ANOTHER).first().waitFor();
  expect(await title.inputValue()).toBe("Mine alone");
  const pages = async () => JSON.stringify((await world().get(`/spaces/${space}/content/pages`, ada())).body);
  await title.press("Enter");
  await hers.getByRole("dialog").getByRole("alert").waitFor();
  expect(await pages()).not.toContain("Mine alone");
  await browser().signIn(context, ada());
  await title.press("Enter");
  await expect.poll(pages).toContain("Mine alone");
  expect(await authors(space)).not.toContain(ben.id);
  expect(unsaid).toEqual([]);
  await context.close();
});

test("a tab in which nothing is typed is led to a door that says who is signed in; its way out is nobody else's", async () => {
  const space = await makeSpace("Idle");
  const { context, hers, begin } = await twoTabs(`/s/${space}`);
  await nameOf(hers).click();
  const his = await begin();
  await hers.bringToFront();
  // The menu was open before: what it does is for her alone.
  await hers.getByRole("menuitem", { name: "Sign out" }).click();
  await hers.waitForURL(/sign-in/);
  await his.reload();
  await nameOf(his).getByText("ben").waitFor();
  await browser().signIn(context, ada());
  await hers.goto(`${browser().origin}/s/${space}`);
  await nameOf(hers).getByText("ada").waitFor();
  await browser().signIn(context, ben);
  await hers.getByRole("link", { name: "History" }).first().click();
  await hers.getByText("ben is signed in in this browser now.").waitFor();
  await hers.getByRole("link", { name: "Go on as ben" }).click();
  await nameOf(hers).getByText("ben").waitFor();
  await context.close();
});

test("who signs out in another tab and in again as the same person is refused nothing", async () => {
  const space = await makeSpace("Same");
  const page = await makePage(space, "Plan", "First.\n");
  const { opened, context, hers, unsaid } = await twoTabs(`/s/${space}/${page}?edit`);
  await editor(hers).getByText("First.").waitFor();
  const other = await context.newPage();
  await other.goto(`${browser().origin}/`);
  await nameOf(other).click();
  await other.getByRole("menuitem", { name: "Sign out" }).click();
  await other.waitForURL(/sign-in/);
  await browser().signIn(context, ada());
  await hers.bringToFront();
  await caretBehind(hers, "First.");
  await hers.keyboard.type(" Second.");
  await status(hers, "Saved");
  expect((await read(space, page)).markdown).toBe("First. Second.\n");
  expect(unsaid).toEqual([]);
  expect(faults(opened)).toEqual([]);
  await context.close();
});
