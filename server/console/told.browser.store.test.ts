/** What forms and lists of the console tell when something is refused, late, or another than it was. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { shoot } from "./consoleBrowser.fixture.ts";
import {
  caretBehind,
  editor,
  heldMethod,
  keptWith,
  leaveText,
  PATIENT_WITH_OTHERS,
  status,
  useWriting,
} from "./writing.fixture.ts";

const { ada, browser, faults, makePage, makeSpace, open, read, world } = useWriting();

const main = (tab: Page) => tab.locator("main");
const notDone = (tab: Page) => tab.getByRole("alert").filter({ hasText: "That was not done." });

test("a title that somebody else gave a space on a site meanwhile is asked about", async () => {
  const sites = `/orgs/${world().organization}/sites`;
  const spaces = [await makeSpace("Guides"), await makeSpace("Our API")];
  const { id } = (await world().post(sites, { title: "Titles", spaces: spaces.slice(0, 1) }, ada())).body;
  await world().post(`${sites}/${id}/sections`, { spaceId: spaces[1] }, ada());
  const { items } = (await world().get(`${sites}/${id}/site-spaces`, ada())).body;
  const look = `${sites}/${id}/site-spaces/${items[1].id}/customization`;
  const { tab, context } = await open(ada());
  await tab.goto(`${browser().origin}/o/${world().organization}/sites/${id}`);
  await main(tab).getByRole("treeitem", { name: "Our API", level: 1 }).focus();
  await tab.keyboard.press("ArrowRight");
  await main(tab).getByRole("treeitem", { name: "Our API", level: 2 }).click();
  const card = main(tab).locator("form", { hasText: "Title on this site" });
  const title = card.getByLabel("Title", { exact: true });
  const save = card.getByRole("button", { name: "Save", exact: true });
  await title.fill("Mine");
  expect((await world().patch(look, { title: "Elsewhere" }, ada())).status).toBe(200);
  await save.click();
  await card.getByRole("alert").getByText("Elsewhere").waitFor();
  expect((await world().get(look, ada())).body.overrides.title).toBe("Elsewhere");
  await card.getByRole("button", { name: "Save mine" }).click();
  await expect.poll(async () => (await world().get(look, ada())).body.overrides.title).toBe("Mine");
  await title.fill("");
  await save.click();
  await expect.poll(async () => (await world().get(look, ada())).body.overrides).toEqual({});
  expect(await title.inputValue()).toBe("");
  await context.close();
});

test("a reusable content that is open and not typed into shows what others make of it", async () => {
  const space = await makeSpace("Reused");
  const insert = { operation: "insert_reusable_content", title: "Note", document: { markdown: "First.\n" } };
  const at = `/spaces/${space}/content`;
  const id = (await world().post(at, { changes: [insert] }, ada())).body.changes[0].reusableContent;
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/~/reusable/${id}`);
  const field = tab.getByLabel("Text, in Markdown");
  await expect.poll(() => field.inputValue()).toBe("First.\n");
  const { document } = (await world().get(`${at}/reusable-contents/${id}`, ada())).body;
  const change = {
    operation: "update_reusable_content",
    reusableContent: id,
    document: { markdown: "Second.\n", base: document },
  };
  expect((await world().post(at, { changes: [change] }, ada())).status).toBe(200);
  await expect.poll(() => field.inputValue()).toBe("Second.\n");
  expect(await tab.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("a reusable content is written in one tab at a time, and taken over with all that was typed", async () => {
  const space = await makeSpace("Reused twice");
  const insert = { operation: "insert_reusable_content", title: "Note", document: { markdown: "First.\n" } };
  const at = `/spaces/${space}/content`;
  const id = (await world().post(at, { changes: [insert] }, ada())).body.changes[0].reusableContent;
  const opened = await open(ada());
  const { tab, context } = opened;
  const address = `${browser().origin}/s/${space}/~/reusable/${id}`;
  const field = (of: Page) => main(of).getByLabel("Text, in Markdown");
  const isLocked = async (of: Page) => (await field(of).getAttribute("readonly")) !== null;
  const told = (of: Page) => main(of).getByText("You are writing this text in another tab");
  await tab.goto(address);
  await field(tab).fill("First. One.\n");
  await keptWith(tab, "One.");
  const other = await context.newPage();
  await other.addInitScript({ content: PATIENT_WITH_OTHERS });
  await other.goto(address);
  await told(other).waitFor();
  expect(await isLocked(other)).toBe(true);
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [360, 1280]) {
      await other.emulateMedia({ colorScheme });
      await other.setViewportSize({ width, height: 900 });
      await browser().check(other);
      await shoot(other, `reusable-elsewhere-${colorScheme}-${width}`);
    }
  await other.getByRole("button", { name: "Write here" }).click();
  await expect.poll(() => isLocked(other)).toBe(false);
  expect(await field(other).inputValue()).toBe("First. One.\n");
  await told(tab).waitFor();
  expect(await isLocked(tab)).toBe(true);
  await field(other).fill("First. One. Two.\n");
  await other.getByRole("button", { name: "Save", exact: true }).click();
  await other.getByText("Saved").first().waitFor();
  await expect.poll(() => field(tab).inputValue()).toBe("First. One. Two.\n");
  // Who lets go of it leaves it to the other tab.
  await field(other).fill("First. One. Two. Three.\n");
  await keptWith(tab, "Three.");
  await other.evaluate(`history.pushState(null, "", "/inbox")`);
  await expect.poll(() => isLocked(tab)).toBe(false);
  expect(await field(tab).inputValue()).toBe("First. One. Two. Three.\n");
  await tab.getByRole("button", { name: "Save", exact: true }).click();
  const text = async () => (await world().get(`${at}/reusable-contents/${id}`, ada())).body.markdown;
  await expect.poll(text).toBe("First. One. Two. Three.\n");
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("what can't be resolved, marked or asked for again is told", async () => {
  const space = await makeSpace("Refusals");
  const page = await makePage(space, "Plan", "First.\n");
  const bo = await world().addPerson("bo", "review");
  const change = { operation: "update_page", page, document: { markdown: "Second.\n" } };
  const request = `/spaces/${space}/change-requests/1`;
  await world().post(`/spaces/${space}/change-requests`, { subject: "More" }, ada());
  await world().post(`${request}/content`, { changes: [change] }, ada());
  await world().post(`${request}/requested-reviewers`, { users: [bo.id] }, ada());
  await world().post(`${request}/comments`, { body: { markdown: "Why?" } }, ada());
  const { tab, context } = await open(ada());
  await tab.goto(`${browser().origin}/s/${space}/~/changes/1`);
  const thread = tab.getByRole("article").filter({ hasText: "Why?" });
  await thread.getByRole("button", { name: "Resolve" }).waitFor();
  await tab.route(/\/-\/v1\//, (route) =>
    route.request().method() === "GET" ? route.continue() : route.abort(),
  );
  const isTold = async (act: () => Promise<void>): Promise<void> => {
    await act();
    await notDone(tab).waitFor();
    await notDone(tab).getByRole("button").last().click();
    await notDone(tab).waitFor({ state: "hidden" });
  };
  await isTold(() => thread.getByRole("button", { name: "Resolve" }).click());
  await isTold(() =>
    thread
      .getByRole("button", { name: /^React/ })
      .first()
      .click(),
  );
  await isTold(async () => {
    await tab.getByRole("button", { name: "Actions for bo" }).click();
    await tab.getByRole("menuitem", { name: "Ask again" }).click();
  });
  await context.close();
});

test("the form of what a change request is about is put away as it came", async () => {
  const space = await makeSpace("About");
  await world().post(`/spaces/${space}/change-requests`, { subject: "More" }, ada());
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/~/changes/1`);
  const edit = main(tab).getByRole("button", { name: "Edit subject and description" });
  const form = main(tab).locator("form", { hasText: "What it is about" });
  await edit.click();
  await form.getByRole("button", { name: "Cancel" }).click();
  await edit.click();
  await form.getByLabel("Description").fill("Words.");
  await form.getByRole("button", { name: "Discard" }).click();
  await form.getByRole("button", { name: "Cancel" }).click();
  await edit.waitFor();
  expect((await world().get(`/spaces/${space}/change-requests/1`, ada())).body.description ?? "").toBe("");
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("texts that were kept are sent again when one comes back to the tab", async () => {
  const space = await makeSpace("Again");
  const page = await makePage(space, "Plan", "First.\n");
  const { tab, context } = await open(ada());
  await tab.goto(`${browser().origin}/kept`);
  await tab.getByText("Everything you wrote is saved").waitFor();
  const kept = { id: page, title: "Plan", base: "First.\n", mine: "First. More.\n" };
  await leaveText(tab, ada().id, space, kept);
  let isAway = true;
  let refused = 0;
  await tab.route(/\/-\/v1\/spaces\/[^/]+\/content$/, (route) => {
    if (!isAway) return route.continue();
    refused++;
    return route.fulfill({ status: 503, body: "" });
  });
  await tab.goto(`${browser().origin}/inbox`);
  await tab.locator(".unsaved").getByText("Plan").waitFor();
  await expect.poll(() => refused).toBe(1);
  const isHeld = `navigator.locks.query().then(({ held }) => held.some(({ name }) => name.includes("${page}")))`;
  await expect.poll(() => tab.evaluate(isHeld)).toBe(false);
  isAway = false;
  await tab.evaluate("dispatchEvent(new Event('focus'))");
  await expect.poll(async () => (await read(space, page)).markdown).toBe("First. More.\n");
  await tab.locator(".unsaved").waitFor({ state: "hidden" });
  await context.close();
});

test("a kept text that was refused is sent again once it is another, or when somebody asks for it", async () => {
  const space = await makeSpace("Refused");
  const [page, other] = [
    await makePage(space, "Plan", "First.\n"),
    await makePage(space, "Other", "Mine.\n"),
  ];
  const { tab, context } = await open(ada());
  await tab.goto(`${browser().origin}/kept`);
  await tab.getByText("Everything you wrote is saved").waitFor();
  let refused = 0;
  tab.on("response", (response) => {
    const sent = response.request().postData() ?? "";
    if (sent.includes("update_page") && sent.includes(page) && !response.ok()) refused++;
  });
  const leave = (title: string) =>
    leaveText(tab, ada().id, space, {
      id: page,
      title: "Plan",
      base: "First.\n",
      mine: "First.\n",
      fields: { title },
    });
  const long = "Too long. ".repeat(300);
  let round = 0;
  /** Sends all that is kept: the newest is sent first, so the refused one has been tried when the other is stored. */
  const comeBack = async (title: string): Promise<void> => {
    round += 1;
    const words = `Mine. ${round}\n`;
    await leaveText(tab, ada().id, space, { id: other, title: "Other", base: "Mine.\n", mine: words });
    await leave(title);
    await tab.evaluate("dispatchEvent(new Event('focus'))");
    await expect.poll(async () => (await read(space, other)).markdown).toBe(words);
    await world().post(
      `/spaces/${space}/content`,
      { changes: [{ operation: "update_page", page: other, document: { markdown: "Mine.\n" } }] },
      ada(),
    );
    await tab.locator(".unsaved").getByText("Other").waitFor({ state: "hidden" });
  };
  await tab.goto(`${browser().origin}/inbox`);
  await tab.locator("main").getByRole("heading", { level: 1 }).first().waitFor();
  await comeBack(long);
  await expect.poll(() => refused).toBe(1);
  await comeBack(long);
  await comeBack(long);
  expect(refused).toBe(1);
  await comeBack(`${long} again`);
  await expect.poll(() => refused).toBe(2);
  await tab.locator(".unsaved").getByRole("link", { name: /1/ }).click();
  const again = tab.locator("main").getByRole("button", { name: "Save again" });
  await again.waitFor();
  await expect.poll(() => refused).toBe(3);
  await again.click();
  await expect.poll(() => refused).toBe(4);
  expect((await read(space, page)).title).toBe("Plan");
  await context.close();
});

test("a right that was taken away while one wrote is known once one has left the page", async () => {
  const space = await makeSpace("Rights");
  const page = await makePage(space, "Plan", "First.\n");
  const zed = await world().addPerson("zed", "edit");
  const { tab, context } = await open(zed);
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await status(tab, "Saved");
  const member = `/orgs/${world().organization}/members/${zed.id}`;
  const other = await context.newPage();
  const edit = (of: Page) => of.getByRole("button", { name: "Edit", exact: true });
  await other.goto(`${browser().origin}/s/${space}/${page}`);
  await edit(other).waitFor();
  expect((await world().patch(member, { role: "read" }, ada())).status).toBe(200);
  await edit(other).waitFor({ state: "hidden" });
  await tab.getByRole("button", { name: "Done" }).click();
  await main(tab).getByText("First.").waitFor();
  await edit(tab).waitFor({ state: "hidden" });
  await context.close();
});

test("the same page in another change request is written there", async () => {
  const space = await makeSpace("Places");
  const page = await makePage(space, "Plan", "First.\n");
  await world().post(`/spaces/${space}/change-requests`, { subject: "More" }, ada());
  const opened = await open(ada());
  const { tab, context } = opened;
  const here = `/s/${space}/${page}?edit`;
  const there = `/s/${space}/~/changes/1/${page}?edit`;
  const go = async (to: string): Promise<void> => {
    await tab.evaluate(`history.pushState(null, "", ${JSON.stringify(to)})`);
    await editor(tab).getByText("First.").waitFor();
    await status(tab, "Saved");
  };
  await tab.goto(browser().origin + there);
  await go(there);
  await go(here);
  await go(there);
  await caretBehind(tab, "First.");
  await tab.keyboard.type(" More.");
  await status(tab, "Saved");
  const inRequest = `/spaces/${space}/change-requests/1/content/page/${page}`;
  await expect.poll(async () => (await world().get(inRequest, ada())).body.markdown).toBe("First. More.\n");
  expect((await read(space, page)).markdown).toBe("First.\n");
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("what was typed into settings is there after a crash, on what others made of them meanwhile", async () => {
  const space = await makeSpace("Crashed");
  const { tab, context } = await open(ada());
  const at = `${browser().origin}/s/${space}/~/settings`;
  await tab.goto(at);
  const title = () => main(tab).getByLabel("Title", { exact: true });
  await title().fill("Crashed and mended");
  // A browser asks before it closes a tab; a crash doesn't.
  const crashed = await tab.evaluate("JSON.stringify(Object.entries(sessionStorage))");
  const later = await context.newPage();
  await later.goto(`${browser().origin}/kept`);
  await later.evaluate(`for (const [name, text] of ${crashed as string}) sessionStorage.setItem(name, text)`);
  expect((await world().patch(`/spaces/${space}`, { emoji: "1f680" }, ada())).status).toBe(200);
  await later.goto(at);
  const there = later.locator("main").getByLabel("Title", { exact: true });
  await expect.poll(() => there.inputValue()).toBe("Crashed and mended");
  await there.press("Control+s");
  await expect
    .poll(async () => (await world().get(`/spaces/${space}`, ada())).body.title)
    .toBe("Crashed and mended");
  expect((await world().get(`/spaces/${space}`, ada())).body.emoji).toBe("🚀");
  // The next one that is typed meets what somebody else made of the same.
  await there.fill("Mine");
  await world().patch(`/spaces/${space}`, { title: "Elsewhere" }, ada());
  later.once("dialog", (dialog) => void dialog.accept());
  await later.reload();
  await expect.poll(() => there.inputValue()).toBe("Mine");
  await there.press("Control+s");
  const asked = later.getByRole("alert").getByText("Elsewhere");
  await asked.waitFor();
  expect((await world().get(`/spaces/${space}`, ada())).body.title).toBe("Elsewhere");
  // What wasn't decided is asked again.
  later.once("dialog", (dialog) => void dialog.accept());
  await later.reload();
  await expect.poll(() => there.inputValue()).toBe("Mine");
  await there.press("Control+s");
  await asked.waitFor();
  expect((await world().get(`/spaces/${space}`, ada())).body.title).toBe("Elsewhere");
  await there.press("Control+s");
  await expect.poll(async () => (await world().get(`/spaces/${space}`, ada())).body.title).toBe("Mine");
  await context.close();
});

test("a form that is left while it is saved and opened again still sends what is typed into it then", async () => {
  const space = await makeSpace("Left");
  const { tab, context } = await open(ada());
  await tab.goto(`${browser().origin}/s/${space}/~/settings`);
  const title = main(tab).getByLabel("Title", { exact: true });
  await title.fill("Sent");
  const { asked, come } = await heldMethod(tab, "PATCH", /\/spaces\/[^/]+$/);
  await title.press("Control+s");
  await asked;
  await tab.getByRole("link", { name: "Change requests" }).first().click();
  await tab.waitForURL(/changes$/);
  await tab.goBack();
  await expect.poll(() => title.inputValue()).toBe("Sent");
  // What was there before is another than what is being sent.
  await title.fill("Left");
  come();
  const titleThere = async () => (await world().get(`/spaces/${space}`, ada())).body.title;
  await expect.poll(titleThere).toBe("Sent");
  await expect
    .poll(() => main(tab).getByRole("button", { name: "Save", exact: true }).first().isEnabled())
    .toBe(true);
  expect(await title.inputValue()).toBe("Left");
  await title.press("Control+s");
  await expect.poll(titleThere).toBe("Left");
  await context.close();
});

test("a stream of events that says what nobody can read leaves the screen alive, and has it read anew", async () => {
  const space = await makeSpace("Noise");
  const page = await makePage(space, "Plan", "First.\n");
  const opened = await open(ada());
  const { tab, context } = opened;
  let asked = 0;
  await context.route("**/-/events*", (route) => {
    asked += 1;
    const body =
      "\u0000\u0001 <html>\n\nevent: content\ndata: {not json\n\nid: \nevent: at\n\nevent: content\ndata: null\n\n";
    return route.fulfill({ headers: { "content-type": "text/event-stream" }, body });
  });
  await tab.goto(`${browser().origin}/s/${space}/${page}`);
  await tab.locator("article").getByText("First.").waitFor();
  await expect.poll(() => asked).toBeGreaterThan(1);
  const change = { operation: "update_page", page, title: "Plan of both" };
  await world().post(`/spaces/${space}/content`, { changes: [change] }, ada());
  await tab.locator(".side-tree").getByText("Plan of both").waitFor();
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("an answer of a shape that the screen doesn't know is a screen that says so, and leads on", async () => {
  const space = await makeSpace("Shapes");
  await makePage(space, "Plan", "First.\n");
  const { tab, context } = await open(ada());
  // What a screen can't draw is of a program that it isn't made for: that may be loaded anew.
  const undrawn = JSON.stringify({
    items: [{ id: {}, type: {}, createdAt: {}, createdBy: {}, message: { a: 1 } }],
  });
  await tab.route(/\/revisions(\?|$)/, (route) =>
    route.fulfill({ contentType: "application/json", body: undrawn }),
  );
  await tab.goto(`${browser().origin}/s/${space}/~/history`);
  await main(tab).getByRole("alert").waitFor();
  await tab.unroute(/\/revisions(\?|$)/);
  await main(tab).getByRole("button", { name: "Reload" }).click();
  await tab.getByRole("row").nth(1).waitFor();
  for (const body of ['{"items":5}', "null", "<html>"]) {
    await tab.route(/\/revisions(\?|$)/, (route) => route.fulfill({ contentType: "application/json", body }));
    await tab.goto(`${browser().origin}/s/${space}/~/history`);
    const again = main(tab).getByRole("button", { name: /^(Reload|Try again)$/ });
    await again.waitFor();
    await main(tab).getByRole("alert").waitFor();
    await tab.unroute(/\/revisions(\?|$)/);
    await again.click();
    await tab.getByRole("row").nth(1).waitFor();
  }
  await context.close();
});
