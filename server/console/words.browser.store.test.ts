/** Words that were typed at an awkward moment, and where they are afterwards. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { heldBack } from "../test/browser.ts";
import {
  caretBehind,
  drawn,
  editor,
  heldMethod,
  inStore,
  leaveText,
  paste,
  PICTURE,
  status,
  useWriting,
} from "./writing.fixture.ts";

const { ada, browser, faults, makePage, makeSpace, open, read, world } = useWriting();

test("a long page is saved in any script, though browsers send few bytes to their end for a tab that is gone", async () => {
  const space = await makeSpace("Scripts");
  const long = "文".repeat(25_000);
  const page = await makePage(space, "Long", `${long}\n\nEnd.\n`);
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("End.").waitFor();
  await caretBehind(tab, "End.");
  await tab.keyboard.type("!");
  await tab.keyboard.press("Control+s");
  await expect.poll(async () => (await read(space, page)).markdown === `${long}\n\nEnd.!\n`).toBe(true);
  await status(tab, "Saved");
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("what is typed into settings while they are saved stays, and is saved next", async () => {
  const { tab, context } = await open(ada());
  const at = `/orgs/${world().organization}`;
  const titleThere = async () => (await world().get(at, ada())).body.title;
  await tab.goto(`${browser().origin}/o/${world().organization}/settings`);
  const title = tab.locator("main").getByLabel("Name", { exact: true });
  const save = tab
    .locator("main form", { hasText: "Name and address" })
    .getByRole("button", { name: "Save", exact: true });
  await title.fill("Acme One");
  const { asked, come } = await heldMethod(tab, "PATCH", /\/orgs\/[^/]+$/);
  await title.press("Control+s");
  await asked;
  await title.pressSequentially(" and more");
  come();
  await expect.poll(titleThere).toBe("Acme One");
  await expect.poll(() => save.isEnabled()).toBe(true);
  expect(await title.inputValue()).toBe("Acme One and more");
  await save.click();
  await expect.poll(titleThere).toBe("Acme One and more");
  await context.close();
});

test("why settings were refused is said to who has left them meanwhile and comes back", async () => {
  const { tab, context } = await open(ada());
  const at = `${browser().origin}/o/${world().organization}`;
  await tab.goto(`${at}/settings`);
  const title = tab.locator("main").getByLabel("Name", { exact: true });
  await title.fill("Acme Two");
  let refuse = (): void => undefined;
  const isTime = new Promise<void>((done) => (refuse = done));
  let ask = (): void => undefined;
  const asked = new Promise<void>((done) => (ask = done));
  const error = {
    code: 400,
    message: "This name is taken by a mountain.",
    type: "invalid_input",
    details: [],
  };
  await tab.route(/\/orgs\/[^/]+$/, async (route) => {
    if (route.request().method() !== "PATCH") return route.continue();
    ask();
    await isTime;
    return route.fulfill({ status: 400, json: { error } });
  });
  await title.press("Control+s");
  await asked;
  await tab.locator(`.side a[href="/o/${world().organization}"]`).first().click();
  await title.waitFor({ state: "detached" });
  const answered = tab.waitForResponse((response) => response.status() === 400);
  refuse();
  await answered;
  await tab.goBack();
  await tab.getByText("This name is taken by a mountain.").waitFor();
  expect(await title.inputValue()).toBe("Acme Two");
  await context.close();
});

test("a comment that is being sent takes no words that would go with it", async () => {
  const space = await makeSpace("Said");
  const page = await makePage(space, "Plan", "First.\n");
  await world().post(`/spaces/${space}/change-requests`, { subject: "More" }, ada());
  const at = `/spaces/${space}/change-requests/1`;
  const change = { operation: "update_page", page, document: { markdown: "Second.\n" } };
  await world().post(`${at}/content`, { changes: [change] }, ada());
  const { tab, context } = await open(ada());
  await tab.goto(`${browser().origin}/s/${space}/~/changes/1`);
  const field = tab.getByRole("textbox", { name: "Comment" });
  await field.fill("Sent.");
  const { asked, come } = await heldMethod(tab, "POST", /\/comments$/);
  await field.press("Control+Enter");
  await asked;
  await field.pressSequentially(" Lost?");
  const seen = await field.inputValue();
  come();
  await expect.poll(() => field.inputValue()).toBe("");
  const { items } = (await world().get(`${at}/comments`, ada())).body;
  expect([seen, items.map(({ body }: any) => body.markdown.trim())]).toEqual(["Sent.", ["Sent."]]);
  await field.and(tab.locator(":focus")).waitFor();
  await context.close();
});

test("an address that another page has holds up neither the text nor who writes it", async () => {
  const space = await makeSpace("Addresses");
  await makePage(space, "Other", "Other.\n");
  const page = await makePage(space, "Plan", "First.\n");
  const { tab, context } = await open(ada());
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  const address = tab.getByLabel("Address", { exact: true });
  await address.fill("other");
  await caretBehind(tab, "First.");
  // Slower than it is saved, so that it is refused in the midst of it.
  const refused = tab.waitForResponse((response) => response.status() === 409);
  await tab.keyboard.type(" One");
  await refused;
  await tab.locator(".properties .wrong").waitFor();
  await tab.keyboard.type(" two.");
  await expect.poll(async () => (await read(space, page)).markdown).toBe("First. One two.\n");
  expect(await address.inputValue()).toBe("other");
  expect((await read(space, page)).slug).toBe("plan");
  await context.close();
});

test("a refusal that no field shows is said below what was written", async () => {
  const space = await makeSpace("Refused");
  const page = await makePage(space, "Plan", "First.\n");
  await world().post(`/spaces/${space}/change-requests`, { subject: "More" }, ada());
  const at = `/spaces/${space}/change-requests/1`;
  const change = { operation: "update_page", page, document: { markdown: "Second.\n" } };
  await world().post(`${at}/content`, { changes: [change] }, ada());
  const { tab, context } = await open(ada());
  await tab.goto(`${browser().origin}/s/${space}/~/changes/1`);
  const field = tab.getByRole("textbox", { name: "Comment" });
  await field.fill("a".repeat(10_001));
  await field.press("Control+Enter");
  await tab
    .locator("form", { has: field })
    .getByRole("alert")
    .getByText(/10,?000/)
    .waitFor();
  await context.close();
});

test("a page opens at an address that ends in the midst of an escape", async () => {
  const space = await makeSpace("Anchors");
  const page = await makePage(space, "Plan", "First.\n");
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}#100%`);
  await tab.locator("article").getByText("First.").waitFor();
  await tab.getByRole("heading", { name: "Plan", level: 1 }).waitFor();
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("who signs out all the same is not asked a second time by the browser", async () => {
  const space = await makeSpace("Leaving");
  const page = await makePage(space, "Rules", "First.\n");
  const dora = await world().addPerson("dora", "edit");
  const { tab, context } = await open(dora);
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await caretBehind(tab, "First.");
  await world().patch(`/spaces/${space}`, { editMode: "locked" }, ada());
  await tab.keyboard.type(" Second.");
  await tab.getByRole("heading", { name: "This is not saved" }).waitFor();
  const asked: string[] = [];
  tab.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await tab.getByRole("button", { name: /Account of dora/ }).click();
  await tab.getByRole("menuitem", { name: "Sign out" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Delete it and sign out" }).click();
  await tab.getByText("You are signed out.").waitFor();
  expect(asked).toEqual([]);
  await context.close();
});

test("words for a change request that was merged meanwhile go into one of their own", async () => {
  const space = await makeSpace("Merged");
  const page = await makePage(space, "Plan", "First.\n");
  await world().post(`/spaces/${space}/change-requests`, { subject: "More" }, ada());
  const at = `/spaces/${space}/change-requests/1`;
  const change = { operation: "update_page", page, document: { markdown: "First.\n\nSecond.\n" } };
  await world().post(`${at}/content`, { changes: [change] }, ada());
  await world().patch(at, { status: "open" }, ada());
  const { tab, context } = await open(ada());
  await tab.goto(`${browser().origin}/s/${space}/~/changes/1/${page}?edit`);
  await editor(tab).getByText("Second.").waitFor();
  await caretBehind(tab, "Second.");
  // What happens elsewhere isn't heard of before it is saved.
  await context.setOffline(true);
  await tab.keyboard.type(" Mine.");
  expect((await world().post(`${at}/merge`, {}, ada())).status).toBe(200);
  await context.setOffline(false);
  await tab.getByRole("button", { name: "Save as change request" }).click();
  await tab.waitForURL(/~\/changes\/2\//);
  await status(tab, "Saved");
  const { markdown } = (await world().get(`/spaces/${space}/change-requests/2/content/page/${page}`, ada()))
    .body;
  expect(markdown).toBe("First.\n\nSecond. Mine.\n");
  await context.close();
});

test("a page that is left while it opens is let go of: nothing of it writes on unseen", async () => {
  const space = await makeSpace("Ghosts");
  const page = await makePage(space, "Plan", "First.\n");
  const { tab, context } = await open(ada());
  await tab.goto(`${browser().origin}/s/${space}/${page}`);
  await tab.locator("article").getByText("First.").waitFor();
  // What merges a text is a part that an opening waits for.
  const { asked, come } = await heldBack(tab, /console-page\./);
  const part = tab.waitForRequest(/console-page\./);
  await tab.getByRole("button", { name: "Edit", exact: true }).click();
  await asked;
  await tab.locator(".side").getByRole("link", { name: "Files" }).click();
  await tab.waitForURL(/~\/files$/);
  come();
  await tab.evaluate(`import("${(await part).url()}")`);
  await tab.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
  // Nobody writes in this tab: the end of its session leads it to the door.
  await context.clearCookies();
  await tab.evaluate("document.querySelector('.side a[href$=\"/changes\"]')?.click()").catch(() => undefined);
  await tab.waitForURL(/\/sign-in/);
  await context.close();
});

test("what is typed into a setting of a page is saved by the keys, and by the browser's own way back", async () => {
  const space = await makeSpace("Fields");
  const page = await makePage(space, "Plan", "First.\n");
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}`);
  await tab.locator("article").getByText("First.").waitFor();
  await tab.getByRole("button", { name: "Edit", exact: true }).click();
  await editor(tab).getByText("First.").waitFor();
  const address = tab.getByLabel("Address", { exact: true });
  await address.fill("our-plan");
  await tab.keyboard.press("Control+s");
  await expect.poll(async () => (await read(space, page)).slug).toBe("our-plan");
  // What somebody else makes of it is no reason to take away what is being typed.
  await address.fill("mine");
  const change = { operation: "update_page", page, slug: "theirs", title: "Plan of theirs" };
  await world().post(`/spaces/${space}/content`, { changes: [change] }, ada());
  await expect.poll(() => tab.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Plan of theirs");
  expect(await address.inputValue()).toBe("mine");
  await tab.getByLabel("Name in navigation").fill("Ours");
  await tab.evaluate("history.back()");
  await tab.getByRole("button", { name: "Edit", exact: true }).waitFor();
  await expect.poll(async () => (await read(space, page)).linkTitle).toBe("Ours");
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("half of a setting of a page is kept by the browser before it counts", async () => {
  const space = await makeSpace("Half");
  const page = await makePage(space, "Plan", "First.\n");
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await tab.getByLabel("Name in navigation", { exact: true }).fill("Shorter");
  const kept = async () =>
    ((await inStore(tab, "drafts", "getAll()")) as { held: object; fields: object }[]).map(
      ({ held, fields }) => [held, fields],
    );
  await expect.poll(kept).toEqual([[{ linkTitle: "Shorter" }, {}]]);
  expect((await read(space, page)).linkTitle ?? "").toBe("");
  await tab.getByLabel("Name in navigation", { exact: true }).press("Enter");
  await expect.poll(async () => (await read(space, page)).linkTitle).toBe("Shorter");
  await expect.poll(kept).toEqual([]);
  // What a crash has left of it is shown again, and isn't sent before the field is left.
  const half = { id: page, title: "Plan", base: "First.\n", mine: "First.\n", held: { linkTitle: "Ha" } };
  await tab.goto(`${browser().origin}/kept`);
  await leaveText(tab, ada().id, space, half);
  await tab.reload();
  await tab.getByText("A setting of this page is half typed.").waitFor();
  const field = tab.getByLabel("Name in navigation", { exact: true });
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await expect.poll(() => field.inputValue()).toBe("Ha");
  // Who only passes by has typed none of it.
  await field.focus();
  await field.blur();
  await tab.goBack();
  await tab.getByText("A setting of this page is half typed.").waitFor();
  expect((await read(space, page)).linkTitle).toBe("Shorter");
  await tab.goForward();
  await field.press("Enter");
  await expect.poll(async () => (await read(space, page)).linkTitle).toBe("Ha");
  await expect.poll(kept).toEqual([]);
  // On a phone too it is seen at once, beside what is stored, which can be had back.
  await tab.goto(`${browser().origin}/kept`);
  await leaveText(tab, ada().id, space, { ...half, held: { linkTitle: "Half" } });
  await tab.setViewportSize({ width: 360, height: 740 });
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await tab.getByText("Stored: Ha").waitFor();
  await browser().check(tab);
  // Also by who has typed on, and comes to it by the pointer or by keys.
  await field.press("End");
  await field.pressSequentially(" of it");
  await tab.getByRole("button", { name: "Take it back", exact: true }).click();
  expect(await field.inputValue()).toBe("Ha");
  expect((await read(space, page)).linkTitle).toBe("Ha");
  await expect.poll(kept).toEqual([]);
  expect(await tab.getByText("Stored: Ha").count()).toBe(0);
  // What is typed anew is of no earlier time.
  await field.pressSequentially("!");
  expect(await tab.getByText("Stored: Ha").count()).toBe(0);
  await field.press("Backspace");
  await expect.poll(kept).toEqual([]);
  // What is stored by now is half of nothing.
  await tab.goto(`${browser().origin}/kept`);
  await leaveText(tab, ada().id, space, { ...half, held: { linkTitle: "Ha" } });
  await tab.reload();
  await tab.getByText("Everything you wrote is saved").waitFor();
  expect(await kept()).toEqual([]);
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("what can't be saved is given up only once that was said twice", async () => {
  const space = await makeSpace("Given up");
  const page = await makePage(space, "Rules", "First.\n");
  const carl = await world().addPerson("carl", "edit");
  const { tab, context } = await open(carl);
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await caretBehind(tab, "First.");
  await world().patch(`/spaces/${space}`, { editMode: "locked" }, ada());
  await tab.keyboard.type(" Second.");
  await tab.getByRole("heading", { name: "This is not saved" }).waitFor();
  await tab.getByRole("button", { name: "Discard" }).click();
  const dialog = tab.getByRole("dialog");
  await dialog.getByText("Nobody can bring it back.").waitFor();
  await browser().check(tab);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await editor(tab).getByText("First. Second.").waitFor();
  await tab.getByRole("button", { name: "Discard" }).click();
  await dialog.getByRole("button", { name: "Discard" }).click();
  await tab.getByRole("button", { name: "Edit", exact: true }).waitFor();
  await context.close();
});

test("a reply that was put away comes back to its field", async () => {
  const space = await makeSpace("Put away");
  await makePage(space, "Plan", "First.\n");
  await world().post(`/spaces/${space}/change-requests`, { subject: "More" }, ada());
  const at = `/spaces/${space}/change-requests/1`;
  await world().post(`${at}/comments`, { body: { markdown: "Why?" } }, ada());
  const { tab, context } = await open(ada());
  await tab.goto(`${browser().origin}/s/${space}/~/changes/1`);
  const thread = tab.locator(".thread", { hasText: "Why?" });
  const field = thread.getByRole("textbox");
  await thread.getByRole("button", { name: "Reply" }).click();
  await field.fill("Since it is a plan.");
  await thread.getByRole("button", { name: "Cancel" }).click();
  await field.waitFor({ state: "detached" });
  await tab.getByRole("button", { name: "Undo" }).click();
  await thread.getByRole("button", { name: "Reply" }).click();
  expect(await field.inputValue()).toBe("Since it is a plan.");
  await context.close();
});

test("in Markdown the caret stays among its words when others write above it, and a word that is being put together is not broken", async () => {
  const space = await makeSpace("Markdown");
  const page = await makePage(space, "Plan", "First.\n\nIt is here\n");
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await tab.getByRole("button", { name: "As Markdown" }).click();
  const field = tab.locator(".source-field");
  await field.click();
  await tab.keyboard.press("Control+End");
  await tab.keyboard.press("ArrowLeft");
  const write = (markdown: string) => {
    const change = { operation: "update_page", page, document: { markdown } };
    return world().post(`/spaces/${space}/content`, { changes: [change] }, ada());
  };
  await write("Somebody else wrote this above.\n\nFirst.\n\nIt is here\n");
  await expect.poll(() => field.inputValue()).toContain("Somebody else");
  await tab.keyboard.type("!");
  const own = "Somebody else wrote this above.\n\nFirst.\n\nIt is here!\n";
  expect(await field.inputValue()).toBe(own);
  await status(tab, "Saved");
  // While a word is put together nothing else comes into the field.
  const compose = (moment: "start" | "end") =>
    tab.evaluate(
      `document.querySelector(".source-field").dispatchEvent(new CompositionEvent("composition${moment}"))`,
    );
  await compose("start");
  const isRead = tab.waitForResponse(
    async (answer) => answer.request().method() === "GET" && (await answer.text()).includes("More."),
  );
  await write(`More.\n\n${own}`);
  await tab.evaluate("dispatchEvent(new Event('focus'))");
  await isRead;
  await drawn(tab);
  expect(await field.inputValue()).toBe(own);
  await compose("end");
  await expect.poll(() => field.inputValue()).toBe(`More.\n\n${own}`);
  expect(faults(opened)).toEqual([]);
  await context.close();
});

/** Whether the browser would ask before this tab is closed. */
const wouldAsk = (tab: Page) =>
  tab.evaluate(
    "(() => { const event = new Event('beforeunload', { cancelable: true }); dispatchEvent(event); return event.defaultPrevented; })()",
  );

test("a picture that is on its way when its page is left comes into the page, which can be written meanwhile", async () => {
  const space = await makeSpace("Pictures");
  const page = await makePage(space, "Plan", "First.\n");
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await caretBehind(tab, "First.");
  const { asked, come } = await heldMethod(tab, "POST", /\/(?:files|uploads)(?:$|[/?])/);
  await paste(tab, "dot.png", "image/png", PICTURE);
  await asked;
  await tab.locator(".side").getByRole("link", { name: "Files" }).click();
  await tab.waitForURL(/~\/files$/);
  await tab.getByRole("heading", { name: "Files", exact: true }).waitFor();
  expect(await wouldAsk(tab)).toBe(true);
  await tab.goBack();
  await editor(tab).getByText("First.").waitFor();
  await caretBehind(tab, "First.");
  await tab.keyboard.type(" More.");
  await status(tab, "Saved");
  come();
  await expect
    .poll(async () => (await read(space, page)).markdown)
    .toMatch(/^First\. More\.\n\n<figure><img src="\/files\//);
  await editor(tab).locator(".block-figure").waitFor();
  await expect.poll(() => wouldAsk(tab)).toBe(false);
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("what one has looked at in a change request is theirs, and not another person's in the same browser", async () => {
  const space = await makeSpace("Seen");
  const page = await makePage(space, "Plan", "First.\n");
  const eve = await world().addPerson("eve", "edit");
  await world().post(`/spaces/${space}/change-requests`, { subject: "More" }, ada());
  const change = { operation: "update_page", page, document: { markdown: "Second.\n" } };
  await world().post(`/spaces/${space}/change-requests/1/content`, { changes: [change] }, ada());
  const { tab, context } = await open(ada());
  const at = `${browser().origin}/s/${space}/~/changes/1/diff`;
  await tab.goto(at);
  await tab.getByText("0 of 1 seen").waitFor();
  await tab.keyboard.press("v");
  await tab.getByText("1 of 1 seen").waitFor();
  await browser().signIn(context, eve);
  await tab.goto(at);
  await tab.getByText(/of 1 seen/).waitFor();
  expect(await tab.getByText("0 of 1 seen").count()).toBe(1);
  await context.close();
});

test("what was typed to be said and not sent is among the kept texts", async () => {
  const space = await makeSpace("Unsent");
  const page = await makePage(space, "Plan", "First.\n");
  await world().post(`/spaces/${space}/change-requests`, { subject: "More" }, ada());
  const change = { operation: "update_page", page, document: { markdown: "Second.\n" } };
  await world().post(`/spaces/${space}/change-requests/1/content`, { changes: [change] }, ada());
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/~/changes/1`);
  await tab.getByRole("textbox", { name: "Comment" }).fill("Half a thought");
  const said = { body: { markdown: "As said." } };
  await world().post(`/spaces/${space}/change-requests/1/comments`, said, ada());
  const thread = tab.getByRole("article", { name: "Comment" });
  await thread.getByRole("button", { name: "Actions for ada" }).click();
  await tab.getByRole("menuitem", { name: "Edit" }).click();
  await thread.getByRole("textbox").fill("As meant, not sent.");
  await tab.goto(`${browser().origin}/kept`);
  await tab
    .getByRole("article", { name: "As meant, not sent." })
    .getByRole("button", { name: "Delete" })
    .click();
  await tab.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  const kept = tab.getByRole("article", { name: "Half a thought" });
  await kept.getByText("did not send it").waitFor();
  await browser().check(tab);
  await kept.getByRole("button", { name: "Delete" }).click();
  await tab.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await tab.getByText("Everything you wrote is saved").waitFor();
  expect(faults(opened)).toEqual([]);
  await context.close();
});
