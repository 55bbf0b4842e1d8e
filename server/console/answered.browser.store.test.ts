/** What is pressed is answered: it does what it says, or says that it can't. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { heldBack } from "../test/browser.ts";
import { shoot } from "./consoleBrowser.fixture.ts";
import { caretBehind, drawn, editor, heldMethod, status, useWriting } from "./writing.fixture.ts";

const { ada, browser, faults, makePage, makeSpace, open, read, world } = useWriting();

const toast = (tab: Page, text: string | RegExp) => tab.locator(".toast", { hasText: text }).waitFor();

test("the address of a page that a change request made shows it there, and that of a revision as it was", async () => {
  const space = await makeSpace("Places");
  const page = await makePage(space, "Plan", "First.\n");
  const before = (await world().get(`/spaces/${space}`, ada())).body.revision;
  const at = `/spaces/${space}/change-requests`;
  await world().post(at, { subject: "More" }, ada());
  const sheet = { type: "document", title: "Added", document: { markdown: "Words of the change.\n" } };
  const made = await world().post(
    `${at}/1/content?compat=false`,
    { changes: [{ operation: "insert_page", ...sheet }] },
    ada(),
  );
  const change = { operation: "update_page", page, document: { markdown: "Second.\n" } };
  await world().post(`/spaces/${space}/content`, { changes: [change] }, ada());
  const opened = await open(ada());
  const { tab, context } = opened;
  for (const [address, words] of [
    [`${at}/1/content/page/${made.body.changes[0].page}`, "Words of the change."],
    [`/spaces/${space}/revisions/${before}/page/${page}`, "First."],
    [`/spaces/${space}/content/page/${page}`, "Second."],
  ] as const) {
    const { app } = (await world().get(address, ada())).body.urls;
    await tab.goto(browser().origin + new URL(app).pathname);
    await tab.locator("main").getByText(words).first().waitFor();
  }
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("who says that they are signed in is told when nobody could be asked", async () => {
  const space = await makeSpace("Sessions");
  const page = await makePage(space, "Plan", "First.\n");
  const carl = await world().addPerson("carl", "edit");
  const { tab, context } = await open(carl);
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await context.clearCookies();
  await caretBehind(tab, "First.");
  await tab.keyboard.type(" Second.");
  await tab.getByRole("heading", { name: "You are signed out" }).waitFor();
  await tab.route("**/-/v1/user", (route) => route.abort());
  await tab.getByRole("button", { name: "I am signed in" }).click();
  await toast(tab, "That was not done.");
  await tab.unroute("**/-/v1/user");
  await browser().signIn(context, carl);
  await tab.getByRole("button", { name: "I am signed in" }).click();
  await status(tab, "Saved");
  expect((await read(space, page)).markdown).toBe("First. Second.\n");
  await context.close();
});

test("the key that saves sends the form that one is in, and deletes nothing", async () => {
  const space = await makeSpace("Saved by a key");
  const opened = await open(ada());
  const { tab, context } = opened;
  const all = `/spaces/${space}/content/reusable-contents`;
  await tab.goto(`${browser().origin}/s/${space}/~/reusable`);
  await tab.getByRole("button", { name: "New reusable content" }).first().click();
  await tab.getByRole("dialog").getByRole("textbox").first().fill("Hint");
  await tab.keyboard.press("Control+s");
  await tab.getByRole("dialog").waitFor({ state: "detached" });
  const titles = async () => (await world().get(all, ada())).body.items.map(({ title }: any) => title);
  await expect.poll(titles).toEqual(["Hint"]);
  const [{ id }] = (await world().get(all, ada())).body.items;
  await tab.goto(`${browser().origin}/s/${space}/~/reusable/${id}`);
  await tab.locator("main").getByLabel("Text").fill("Mind the gap.");
  await tab.keyboard.press("Control+s");
  const text = async () => (await world().get(`${all}/${id}`, ada())).body.markdown;
  await expect.poll(text).toBe("Mind the gap.");
  await tab.getByRole("button", { name: "Delete" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByRole("button", { name: "Delete" }).focus();
  await tab.evaluate(
    `addEventListener("keydown", ({ key, defaultPrevented }) => key === "s" && (globalThis.isStopped = defaultPrevented))`,
  );
  await tab.keyboard.press("Control+s");
  expect(await tab.evaluate("isStopped")).toBe(true);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(await titles()).toEqual(["Hint"]);
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("a block that can't be saved can't be commented on, and that is said", async () => {
  const space = await makeSpace("Spoken");
  const page = await makePage(space, "Plan", "First.\n");
  const { tab, context } = await open(ada());
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await tab.route(`**/-/v1/spaces/${space}/content`, (route) => route.abort());
  await caretBehind(tab, "First.");
  await tab.keyboard.press("Enter");
  await tab.keyboard.type("Second.");
  await tab.keyboard.press("Control+Alt+m");
  await toast(tab, "This block isn't saved yet.");
  await tab.unroute(`**/-/v1/spaces/${space}/content`);
  await tab.keyboard.press("Control+s");
  await status(tab, "Saved");
  await context.close();
});

test("the browser asks before what is typed ahead of its text is given up", async () => {
  const space = await makeSpace("Ahead");
  const page = await makePage(space, "Plan", "First.\n");
  const { tab, context } = await open(ada());
  await tab.goto(`${browser().origin}/s/${space}/${page}`);
  await tab.locator("article").getByText("First.").waitFor();
  const { asked, come } = await heldBack(tab, /console-page\./);
  await tab.getByRole("button", { name: "Edit", exact: true }).click();
  await asked;
  const asks = () =>
    tab.evaluate(`(() => {
      const leaving = new Event("beforeunload", { cancelable: true });
      dispatchEvent(leaving);
      return leaving.defaultPrevented;
    })()`);
  expect(await asks()).toBe(false);
  // A file beside the text opens nothing in its place.
  const isStopped = `(type) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(["a"], "a.txt"));
    const dropped = new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer });
    document.querySelector("main").dispatchEvent(dropped);
    return dropped.defaultPrevented;
  }`;
  expect(await tab.evaluate(`["dragover", "drop"].map(${isStopped})`)).toEqual([true, true]);
  await tab.keyboard.type("Ahead. ");
  expect(await asks()).toBe(true);
  come();
  await status(tab, "Saved");
  await expect.poll(async () => (await read(space, page)).markdown).toContain("Ahead.");
  expect(await asks()).toBe(false);
  await context.close();
});

test("a page isn't brought back over what somebody wrote meanwhile, which is shown beside the version", async () => {
  const space = await makeSpace("Versions");
  const page = await makePage(space, "Plan", "First.\n");
  const then = (await world().get(`/spaces/${space}`, ada())).body.revision;
  const write = async (markdown: string) => {
    const change = { operation: "update_page", page, document: { markdown } };
    expect((await world().post(`/spaces/${space}/content`, { changes: [change] }, ada())).status).toBe(200);
  };
  const text = async () => (await read(space, page)).markdown;
  const { tab, context } = await open(ada());
  const back = tab.getByRole("button", { name: "Bring this page back" });
  let count = 0;
  for (const address of [
    `revisions/${then}/${page}`,
    `history/${page}?version=${then}&with=now`,
    `revisions/${then}?with=now`,
  ]) {
    await write(`Second ${count}.\n`);
    await tab.goto(`${browser().origin}/s/${space}/~/${address}`);
    await back.waitFor();
    const { asked, come } = await heldMethod(tab, "POST", /\/content(\?|$)/);
    await back.click();
    await asked;
    await write(`By others ${count}.\n`);
    come();
    const told = tab.getByRole("dialog", { name: "Somebody has changed this page" });
    await told.waitFor();
    await shoot(tab, `changed-since-${count}`);
    expect(await text()).toBe(`By others ${count}.\n`);
    await browser().check(tab);
    await told.getByRole("button", { name: "Compare" }).click();
    await tab.locator("main ins", { hasText: `By others ${count}.` }).waitFor();
    // Who has seen it may bring the version back all the same.
    await back.click();
    await expect.poll(text).toBe("First.\n");
    await tab.getByRole("button", { name: "Undo" }).click();
    await expect.poll(text).toBe(`By others ${count}.\n`);
    count += 1;
  }
  await context.close();
});

test("a page that was changed since its revision was opened isn't brought back, though the tab has heard of that", async () => {
  const space = await makeSpace("Versions heard of");
  const page = await makePage(space, "Plan", "First.\n");
  const then = (await world().get(`/spaces/${space}`, ada())).body.revision;
  const write = async (markdown: string) => {
    const change = { operation: "update_page", page, document: { markdown } };
    expect((await world().post(`/spaces/${space}/content`, { changes: [change] }, ada())).status).toBe(200);
  };
  const text = async () => (await read(space, page)).markdown;
  await write("Second.\n");
  const { tab, context } = await open(ada());
  await tab.goto(`${browser().origin}/s/${space}/~/revisions/${then}/${page}`);
  const back = tab.getByRole("button", { name: "Bring this page back" });
  await expect.poll(() => back.isEnabled()).toBe(true);
  const heard = tab.waitForResponse((answer) => new URL(answer.url()).pathname === `/-/v1/spaces/${space}`);
  await write("By others.\n");
  await (await heard).finished();
  await drawn(tab);
  await expect.poll(() => back.isEnabled()).toBe(true);
  await back.click();
  const told = tab.getByRole("dialog", { name: "Somebody has changed this page" });
  await told.waitFor();
  expect(await text()).toBe("By others.\n");
  await told.getByRole("button", { name: "Cancel" }).click();
  // Who was told may, and what one has done oneself is nothing that one hasn't seen.
  await back.click();
  await expect.poll(text).toBe("First.\n");
  await context.close();
});
