/**
 * A server that is away for a while, as when it is started anew, a session that ends and a right that is taken away: what is
 * open stays open, and goes on when that is back.
 */
import type { BrowserContext, Locator } from "playwright-core";
import { expect, test } from "vitest";
import { shoot } from "./consoleBrowser.fixture.ts";
import { caretBehind, editor, keptWith, status, useWriting } from "./writing.fixture.ts";

const { ada, browser, faults, makePage, makeSpace, open, read, world } = useWriting();

const AWAY = "The server can't be reached right now.";
const BEHIND = "What is shown here may have changed since.";

/** What stands before a server that is away answers in its place. @returns what brings it back */
async function takeAway(context: BrowserContext, status = 503) {
  let refused = 0;
  await context.route("**/-/**", (route) => {
    refused += 1;
    return route.fulfill({ status, headers: { "retry-after": "1" }, body: "Service Unavailable" });
  });
  return { refused: () => refused, back: () => context.unroute("**/-/**") };
}

const rename = (page: string, space: string, title: string) =>
  world().post(`/spaces/${space}/content`, { changes: [{ operation: "update_page", page, title }] }, ada());

test("a page that is written stays with its caret while the server is away, and is saved when it is back", async () => {
  const space = await makeSpace("Restart");
  const page = await makePage(space, "Plan", "First.\n");
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await caretBehind(tab, "First.");
  await editor(tab).evaluate((it) => Object.assign(it, { isTheSame: true }));
  const server = await takeAway(context);
  await tab.keyboard.type(" Second.");
  // The stream is still there, and tells of what can't be read now: the page, the tree, the space.
  await rename(page, space, "Plan of both");
  await tab.getByText(AWAY).waitFor();
  await keptWith(tab, "Second.");
  await browser().check(tab);
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1440, 390]) {
      await tab.emulateMedia({ colorScheme });
      await tab.setViewportSize({ width, height: 900 });
      await shoot(tab, `server-away-${colorScheme}-${width}`);
    }
  // At the narrowest, all of the bar stands in one line.
  const tops = `[...document.querySelectorAll(".bar-status > *")].map((it) => it.getBoundingClientRect().height)`;
  expect(Math.max(...((await tab.evaluate(tops)) as number[]))).toBeLessThan(48);
  expect(await tab.locator(".bar").evaluate((it) => it.scrollWidth <= it.clientWidth)).toBe(true);
  await tab.setViewportSize({ width: 1440, height: 900 });
  await editor(tab).getByText("First. Second.").waitFor();
  expect(server.refused()).toBeGreaterThan(2);
  await server.back();
  await tab.keyboard.type(" Third.");
  await status(tab, "Saved");
  await tab.getByText(AWAY).waitFor({ state: "detached" });
  expect(await editor(tab).evaluate((it) => "isTheSame" in it)).toBe(true);
  expect((await read(space, page)).markdown).toBe("First. Second. Third.\n");
  await tab.locator(".side-tree").getByText("Plan of both").waitFor();
  expect((await read(space, page)).title).toBe("Plan of both");
  expect(faults(opened).filter((line) => !/status of 503/.test(line))).toEqual([]);
  await context.close();
});

test("a form keeps what is typed while what is shown can't be read again, and reads it when it is asked to", async () => {
  const space = await makeSpace("Form of settings");
  const page = await makePage(space, "Plan", "First.\n");
  const { tab, context } = await open(ada());
  await tab.goto(`${browser().origin}/s/${space}/~/settings`);
  const title = tab.locator("main").getByLabel("Title").first();
  await title.fill("A title that I typed");
  const server = await takeAway(context, 500);
  await rename(page, space, "Plan of both");
  await tab.getByText(BEHIND).waitFor();
  expect(await title.inputValue()).toBe("A title that I typed");
  await server.back();
  await tab.getByRole("status").getByRole("button", { name: "Try again" }).click();
  await tab.getByText(BEHIND).waitFor({ state: "detached" });
  expect(await title.inputValue()).toBe("A title that I typed");
  await context.close();
});

test("what could never be read is a screen that says so, and is read when it is asked to", async () => {
  const space = await makeSpace("First");
  const { tab, context } = await open(ada());
  await tab.goto(`${browser().origin}/o/${world().organization}`);
  await tab.locator("main").getByText("First").first().waitFor();
  const server = await takeAway(context, 500);
  await tab.evaluate(`history.pushState(null, "", "/s/${space}/~/settings")`);
  await tab.locator("main").getByRole("alert").waitFor();
  await server.back();
  await tab.locator("main").getByRole("button", { name: "Try again" }).click();
  await tab.locator("main").getByLabel("Title").first().waitFor();
  await context.close();
});

test("a form that is refused for a right that was taken away leaves what nobody may do any more", async () => {
  const space = await makeSpace("Forms and rights");
  await makePage(space, "Plan", "First.\n");
  const dora = await world().addPerson("dora", "edit");
  const { tab, context } = await open(dora);
  await tab.goto(`${browser().origin}/s/${space}`);
  await tab.getByRole("button", { name: "New page" }).first().click();
  const title = tab.getByRole("dialog").getByRole("textbox").first();
  await title.fill("Mine");
  await tab.route(`**/-/v1/spaces/${space}/content`, async (route) => {
    await world().patch(`/orgs/${world().organization}/members/${dora.id}`, { role: "read" }, ada());
    await route.continue();
  });
  await title.press("Enter");
  await tab.getByRole("dialog").getByRole("alert").waitFor();
  // What it hears of the right waits for what is typed.
  expect(await title.inputValue()).toBe("Mine");
  await tab.keyboard.press("Escape");
  await tab.getByRole("dialog").getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => tab.getByRole("button", { name: "New page" }).count()).toBe(0);
  await context.close();
});

test("on a phone a sign stands in the middle of its button", async () => {
  const space = await makeSpace("Phone");
  await makePage(space, "Plan", "First.\n");
  const { tab, context } = await open(ada(), {
    viewport: { width: 390, height: 900 },
    colorScheme: "dark",
  });
  await tab.goto(`${browser().origin}/s/${space}`);
  const sign = tab.getByRole("button", { name: "Propose changes" }).locator("svg");
  await sign.waitFor();
  await shoot(tab, "reading-dark-390");
  const middleOf = async (one: Locator): Promise<readonly [number, number]> => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await one.boundingBox()) ?? {};
    return [x + width / 2, y + height / 2];
  };
  const [x, y] = await middleOf(sign);
  const [left, top] = await middleOf(sign.locator("xpath=ancestor::button"));
  const aside = Math.max(Math.abs(x - left), Math.abs(y - top));
  expect(aside).toBeLessThan(1);
  await context.close();
});

test("a card of settings stays with what is typed when the right to it is taken away, and is saved when that is back", async () => {
  const space = await makeSpace("Settings and rights");
  const page = await makePage(space, "Plan", "First.\n");
  const emil = await world().addPerson("emil", "admin");
  const setRole = (role: string) =>
    world().patch(`/orgs/${world().organization}/members/${emil.id}`, { role }, ada());
  const { tab, context } = await open(emil);
  await tab.goto(`${browser().origin}/s/${space}/~/settings`);
  const card = tab.locator("form.settings-card").first();
  const title = card.getByLabel("Title");
  await title.fill("A title that I typed");
  await setRole("read");
  const isAnswered = tab.waitForResponse((it) => it.request().method() === "PATCH");
  await card.getByRole("button", { name: "Save" }).click();
  expect((await isAnswered).status()).toBe(403);
  await card.getByRole("alert").waitFor();
  // The space is read again for another reason: what it says of the right takes nothing away either.
  const isRead = tab.waitForResponse((it) => new URL(it.url()).pathname.endsWith(`/spaces/${space}`));
  await rename(page, space, "Plan of both");
  await isRead;
  await tab.evaluate("new Promise((resolve) => setTimeout(resolve, 500))");
  expect(await title.inputValue()).toBe("A title that I typed");
  expect(await card.getByRole("alert").count()).toBe(1);
  await setRole("admin");
  await card.getByRole("button", { name: "Save" }).click();
  await card.getByRole("status").getByText(/\S/).waitFor();
  expect((await world().get(`/spaces/${space}`, ada())).body.title).toBe("A title that I typed");
  // Who has let go of what they typed is told that it isn't theirs to change any more.
  await title.fill("Another");
  await setRole("read");
  await card.getByRole("button", { name: "Save" }).click();
  await card.getByRole("alert").waitFor();
  await card.getByRole("button", { name: "Discard" }).click();
  await title.waitFor({ state: "detached" });
  await context.close();
});

test("a page that is missing is asked for once, where no pages are made", async () => {
  const space = await makeSpace("Missing");
  await makePage(space, "Plan", "First.\n");
  const { tab, context } = await open(ada());
  await tab.goto(`${browser().origin}/s/${space}`);
  await tab.locator("article").getByText("First.").waitFor();
  const asked: string[] = [];
  tab.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await tab.evaluate(`history.pushState(null, "", "/s/${space}/missing")`);
  await tab.locator("main").getByRole("alert").waitFor();
  expect(asked.filter((path) => path.endsWith("/page/missing"))).toHaveLength(1);
  await context.close();
});

test("what is typed and not sent is there again, and goes on being kept, where the start could not be read", async () => {
  const space = await makeSpace("Said");
  await world().post(`/spaces/${space}/change-requests`, { subject: "More" }, ada());
  const { tab, context } = await open(ada());
  await tab.goto(`${browser().origin}/s/${space}/~/changes/1`);
  const field = tab.getByRole("textbox", { name: "Comment" });
  await field.fill("Mine.");
  await context.route("**/-/start*", (route) => route.fulfill({ status: 503, body: "Service Unavailable" }));
  await tab.reload();
  await expect.poll(() => field.inputValue()).toBe("Mine.");
  await field.fill("Mine. More.");
  await context.unroute("**/-/start*");
  await tab.reload();
  await expect.poll(() => field.inputValue()).toBe("Mine. More.");
  await context.close();
});

test("a session that ends and a right that is taken away leave what was typed where it is", async () => {
  const space = await makeSpace("Rights");
  const page = await makePage(space, "Rules", "First.\n");
  const carl = await world().addPerson("carl", "edit");
  const opened = await open(carl);
  const { tab } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await world().deps.db.transact((tx) =>
    tx.updateTable("sessions").set({ hash: null }).where("user_id", "=", carl.id).execute(),
  );
  await caretBehind(tab, "First.");
  await tab.keyboard.type(" Second.");
  await tab.getByRole("heading", { name: "You are signed out" }).waitFor();
  await browser().check(tab);
  expect((await read(space, page)).markdown).toBe("First.\n");
  await browser().signIn(tab.context(), carl);
  await tab.getByRole("button", { name: "I am signed in" }).click();
  await status(tab, "Saved");
  expect((await read(space, page)).markdown).toBe("First. Second.\n");

  await world().patch(`/orgs/${world().organization}/members/${carl.id}`, { role: "read" }, ada());
  await tab.keyboard.type(" Third.");
  await tab.getByRole("heading", { name: "This is not saved" }).waitFor();
  await keptWith(tab, "Third.");
  await browser().check(tab);
  await tab.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await tab.getByRole("button", { name: "Copy the text" }).click();
  const copied = () => tab.evaluate("navigator.clipboard.readText()");
  await expect.poll(copied).toBe("First. Second. Third.\n");
  // A page on plain http has no clipboard of its own.
  await tab.evaluate(`(async () => {
    globalThis.board = navigator.clipboard;
    await board.writeText("other");
    delete Navigator.prototype.clipboard;
  })()`);
  expect(await tab.evaluate("'clipboard' in navigator")).toBe(false);
  await tab.getByRole("button", { name: "Copy the text" }).click();
  await expect.poll(() => tab.evaluate("board.readText()")).toBe("First. Second. Third.\n");
  await tab.evaluate("document.execCommand = () => false");
  await tab.getByRole("button", { name: "Copy the text" }).click();
  await tab.getByText("The browser lets no button copy here.").waitFor();
  // The refusal has the tab ask what may be written here: nobody looks at it meanwhile.
  await expect.poll(() => tab.getByRole("button", { name: "New page" }).count()).toBe(0);
  // What it knows of the right may be of before all the same: the page stays where it is written.
  let letRead = (): void => undefined;
  const isWritten = new Promise<void>((resolve) => (letRead = resolve));
  await tab.route(`**/v1/spaces/${space}`, (route) => isWritten.then(() => route.continue()));
  await world().patch(`/orgs/${world().organization}/members/${carl.id}`, { role: "edit" }, ada());
  await tab.getByRole("button", { name: "Save as change request" }).click();
  await tab.waitForURL(/~\/changes\/1\//);
  await tab.keyboard.type(" Fourth.");
  await editor(tab).getByText("Fourth.").waitFor();
  letRead();
  await status(tab, "Saved");
  expect((await read(space, page)).markdown).toBe("First. Second.\n");
  const changed = await world().get(`/spaces/${space}/change-requests/1/content/page/${page}`, ada());
  expect(changed.body.markdown).toBe("First. Second. Third. Fourth.\n");
  expect(faults(opened)).toEqual([]);
  await tab.context().close();
});
