/** What a team does with a page, as people do it: in a browser, with the bytes as the API gives them. */
import { expect, test } from "vitest";
import { keepAuthenticator } from "../nouns/factors/authenticator.ts";
import type { Person } from "../test/harness.ts";
import { shoot } from "./consoleBrowser.fixture.ts";
import {
  caretBehind,
  editor,
  ELSEWHERE,
  inStore,
  keptWith,
  PATIENT_WITH_OTHERS,
  status,
  useWriting,
} from "./writing.fixture.ts";
import { heldBack } from "../test/browser.ts";

const { ada, browser, faults, makePage, makeSpace, open, read, world } = useWriting();

test.each(["origin", "plainOrigin"] as const)(
  "two tabs at %s: one writes, the other follows it and takes over what it has, and nothing is typed in both",
  async (name) => {
    const at = browser()[name];
    const space = await makeSpace("Tabs");
    const page = await makePage(space, "Notes", "First.\n");
    const { tab, context, wrong } = await open(ada(), { at });
    await tab.goto(`${at}/s/${space}/${page}?edit`);
    await editor(tab).getByText("First.").waitFor();
    await caretBehind(tab, "First.");
    const other = await context.newPage();
    await other.addInitScript({ content: PATIENT_WITH_OTHERS });
    await other.goto(`${at}/s/${space}/${page}?edit`);
    await other.getByText(ELSEWHERE).waitFor();
    await other.getByRole("heading", { name: "Notes", level: 1 }).waitFor();
    await browser().check(other);
    // What is typed is read there before it is stored, and nothing can be typed.
    const isWrite = (url: URL) => url.pathname.endsWith(`/spaces/${space}/content`);
    await context.route(isWrite, (route) => route.abort());
    await tab.keyboard.type(" Second.");
    await tab.getByRole("textbox", { name: "Title" }).fill("Notes of both");
    await other.locator("article").getByText("First. Second.").waitFor();
    await other.getByRole("heading", { name: "Notes of both", level: 1 }).waitFor();
    expect(await editor(other).count()).toBe(0);
    expect((await read(space, page)).markdown).toBe("First.\n");
    await shoot(other, "followed");
    await context.unroute(isWrite);
    await other.getByRole("button", { name: "Write here" }).click();
    await editor(other).getByText("First. Second.").waitFor();
    await tab.getByText(ELSEWHERE).waitFor();
    await caretBehind(other, "Second.");
    await other.keyboard.type(" Third.");
    await status(other, "Saved");
    expect((await read(space, page)).markdown).toBe("First. Second. Third.\n");
    // Whoever lets go of it lets the other go on by itself.
    await tab.locator("article").getByText("Third.").waitFor();
    await other.getByRole("button", { name: "Done" }).click();
    await editor(tab).getByText("Third.").waitFor();
    await caretBehind(tab, "Third.");
    await tab.keyboard.type(" Fourth.");
    await status(tab, "Saved");
    const { title, markdown } = await read(space, page);
    expect([title, markdown]).toEqual(["Notes of both", "First. Second. Third. Fourth.\n"]);
    expect(wrong.filter((line) => !line.includes("ERR_FAILED"))).toEqual([]);
    await context.close();
  },
);

test("a space that asks for change requests gets one with the first change, and the page stays on the screen", async () => {
  const space = await makeSpace("Locked");
  const page = await makePage(space, "Plan", "First.\n");
  await world().patch(`/spaces/${space}`, { editMode: "locked" }, ada());
  const opened = await open(ada());
  const { tab } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}`);
  await tab.getByRole("button", { name: "Edit", exact: true }).click();
  await editor(tab).getByText("First.").waitFor();
  expect((await world().get(`/spaces/${space}/change-requests?status=draft`, ada())).body.count).toBe(0);
  await caretBehind(tab, "First.");
  await tab.keyboard.type(" Second.");
  await tab.waitForURL(/~\/changes\/1\//);
  await tab.keyboard.type(" Third.");
  await status(tab, "Saved");
  const changed = await world().get(`/spaces/${space}/change-requests/1/content/page/${page}`, ada());
  expect([changed.body.markdown, (await read(space, page)).markdown]).toEqual([
    "First. Second. Third.\n",
    "First.\n",
  ]);
  await tab.goto(`${browser().origin}/s/${space}/${page}`);
  await tab.getByRole("button", { name: "Edit", exact: true }).click();
  await editor(tab).getByText("Third.").waitFor();
  expect(new URL(tab.url()).pathname).toBe(`/s/${space}/~/changes/1/${page}`);
  expect(faults(opened)).toEqual([]);
  await tab.context().close();
});

test("who signs out takes what is kept along, saved first; what can't be saved is asked for", async () => {
  const space = await makeSpace("Leaving");
  const page = await makePage(space, "Rules", "First.\n");
  const dora = await world().addPerson("dora", "edit");
  const { tab } = await open(dora);
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await caretBehind(tab, "First.");
  await world().patch(`/spaces/${space}`, { editMode: "locked" }, ada());
  await tab.keyboard.type(" Second.");
  await tab.getByRole("heading", { name: "This is not saved" }).waitFor();
  await tab.getByRole("button", { name: /Account of dora/ }).click();
  await tab.getByRole("menuitem", { name: "Sign out" }).click();
  await tab.getByRole("dialog").getByText("Rules").waitFor();
  await tab.getByRole("button", { name: "Cancel" }).click();
  await world().patch(`/spaces/${space}`, { editMode: "live" }, ada());
  await tab.getByRole("button", { name: /Account of dora/ }).click();
  await tab.getByRole("menuitem", { name: "Sign out" }).click();
  await tab.getByText("You are signed out.").waitFor();
  expect((await read(space, page)).markdown).toBe("First. Second.\n");
  await tab.context().close();
});

test("a read that is refused while somebody signs out leads them nowhere else", async () => {
  const space = await makeSpace("Left");
  const page = await makePage(space, "Rules", "First.\n");
  const { tab } = await open(await world().addPerson("lena", "edit"));
  await tab.goto(`${browser().origin}/s/${space}/${page}`);
  await tab.locator("article").getByText("First.").waitFor();
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  await tab.route(`**/v1/spaces/${space}`, async (route) => {
    await ended;
    await route.continue();
  });
  // Nothing is asked from then on, but what was asked before may be answered while the session ends.
  const asked = tab.waitForRequest(`**/v1/spaces/${space}`);
  await world().patch(`/spaces/${space}`, { title: "Left behind" }, ada());
  await asked;
  await tab.route("**/sign-out", async (route) => {
    const headers = { ...(await route.request().allHeaders()), "sec-fetch-site": "same-origin" };
    const response = await route.fetch({ headers, maxRedirects: 0 });
    end();
    await tab.waitForResponse((answer) => answer.status() === 401);
    await route.fulfill({ response });
  });
  await tab.getByRole("button", { name: /Account of lena/ }).click();
  await tab.getByRole("menuitem", { name: "Sign out" }).click();
  await tab.getByText("You are signed out.").waitFor();
  await tab.context().close();
});

test("what is typed into a reusable content is its writer's own, and is gone from the browser with them", async () => {
  const space = await makeSpace("Shared texts");
  const change = {
    operation: "insert_reusable_content",
    title: "Notice",
    document: { markdown: "First.\n" },
  };
  const made = await world().post(`/spaces/${space}/content`, { changes: [change] }, ada());
  const address = `${browser().origin}/s/${space}/~/reusable/${made.body.changes[0].reusableContent}`;
  const { tab, context, wrong } = await open(ada());
  await tab.goto(address);
  const field = tab.getByLabel("Text, in Markdown");
  await field.fill("First. Second.\n");
  await keptWith(tab, "Second.");
  await tab.goto(`${browser().origin}/inbox`);
  await tab.getByRole("link", { name: "Notice" }).click();
  await expect.poll(() => field.inputValue()).toBe("First. Second.\n");
  const gil = await world().addPerson("gil", "edit");
  await browser().signIn(context, gil);
  await tab.goto(address);
  await expect.poll(() => field.inputValue()).toBe("First.\n");
  await browser().signIn(context, ada());
  await tab.goto(address);
  await expect.poll(() => field.inputValue()).toBe("First. Second.\n");
  // Somebody else's, which is no draft, stays when Ada leaves.
  const act = (what: string) => inStore(tab, "rejected", what);
  await act(`put({}, ["${gil.id}", 1])`);
  await act(`put({}, ["${ada().id}", 1])`);
  await tab.getByRole("button", { name: /Account of ada/ }).click();
  await tab.getByRole("menuitem", { name: "Sign out" }).click();
  await tab.getByRole("dialog").getByText("Notice").waitFor();
  await tab.getByRole("button", { name: "Delete it and sign out" }).click();
  await tab.getByText("You are signed out.").waitFor();
  expect([await inStore(tab, "drafts", "count()"), await act("getAllKeys()")]).toEqual([0, [[gil.id, 1]]]);
  // What was under way while the session ended is answered so.
  expect(wrong.filter((line) => !/status of 401/.test(line))).toEqual([]);
  await context.close();
});

test("what the browser keeps and is no draft is put aside, and the page opens as it is stored", async () => {
  const space = await makeSpace("Hostile");
  const page = await makePage(space, "Rules", "First.\n");
  const opened = await open(ada());
  const { tab } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  const key = JSON.stringify([ada().id, space, "", "page", page]);
  const kept = (store: string, act: string) => inStore(tab, store, act);
  // An open page may still forget its own draft: it is put where no page is written any more.
  await tab.goto(`${browser().origin}/inbox`);
  await tab.getByRole("heading", { name: "Inbox" }).waitFor();
  await kept("drafts", `put({ version: 1, mine: { toString: null }, base: 1, user: "${ada().id}" }, ${key})`);
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await status(tab, "Saved");
  await expect.poll(() => kept("rejected", "count()")).toBe(1);
  expect(await kept("drafts", `get(${key})`)).toBeUndefined();
  expect(faults(opened)).toEqual([]);
  await tab.context().close();
});

test("a page and a person are linked as one types, and the page is written as Markdown too", async () => {
  const space = await makeSpace("Links");
  const page = await makePage(space, "Start", "First.\r\n");
  const other = await makePage(space, "Second steps", "Text.\n");
  const eve = await world().addPerson("eve", "edit");
  const opened = await open(ada());
  const { tab } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await caretBehind(tab, "First.");
  await tab.keyboard.type(" See [[second st");
  await tab.getByRole("option", { name: "Second steps" }).waitFor();
  await browser().check(tab);
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
  await browser().check(tab);
  await source.focus();
  await tab.keyboard.press("Control+End");
  await tab.keyboard.type("* more");
  await tab.getByRole("button", { name: "As blocks" }).click();
  await editor(tab).locator("li", { hasText: "more" }).waitFor();
  await tab.keyboard.press("Control+s");
  await status(tab, "Saved");
  expect((await read(space, page)).markdown).toBe(`${linked.replace(" \r", "\r")}* more`);
  // What was written as Markdown is taken back among the blocks, with what came before it.
  await editor(tab).focus();
  await tab.keyboard.press("Control+z");
  await tab.keyboard.press("Control+s");
  await editor(tab).locator("li").waitFor({ state: "detached" });
  await expect.poll(async () => (await read(space, page)).markdown).toBe(linked.trimEnd());
  expect(faults(opened)).toEqual([]);
  await tab.context().close();
});

test("what is said about blocks stands beside them while the page is written, and more is said there", async () => {
  const space = await makeSpace("Talk");
  const page = await makePage(space, "Plan", "First.\n\n* one\n* two\n\nLast.\n");
  await world().post(`/spaces/${space}/change-requests`, { subject: "Plan" }, ada());
  const at = `/spaces/${space}/change-requests/1`;
  const opened = await open(ada());
  const { tab } = opened;
  await tab.goto(`${browser().origin}/s/${space}/~/changes/1/${page}?edit`);
  await editor(tab).getByText("Last.").waitFor();
  await tab.getByRole("button", { name: "Move this block" }).waitFor({ state: "attached" });
  await tab.getByRole("button", { name: "Comment on the page" }).waitFor();
  await caretBehind(tab, "First.");
  await tab.keyboard.press("Enter");
  await tab.keyboard.type("New words.");
  // It isn't stored yet: that is seen to.
  await tab.keyboard.press("Control+Alt+m");
  const field = tab.getByRole("textbox", { name: "Comment on this block" });
  await field.fill("Is this so?");
  await browser().check(tab);
  await tab.keyboard.press("Control+Enter");
  await tab.locator(".block-talk").waitFor({ state: "detached" });
  const comments = async () => (await world().get(`${at}/comments`, ada())).body.items;
  const previews = async () => (await comments()).map(({ target }: any) => target.node?.preview);
  await expect.poll(previews).toEqual(["New words."]);
  const mark = tab.getByRole("button", { name: "1 comment on this block" });
  await mark.waitFor();
  // It follows its block, and nothing of it is in the text.
  await caretBehind(tab, "New words.");
  await tab.keyboard.press("Control+Shift+ArrowDown");
  await tab.keyboard.press("Control+s");
  await status(tab, "Saved");
  await tab.keyboard.type(" And more.");
  await tab.keyboard.press("Control+s");
  await status(tab, "Saved");
  await mark.click();
  const talk = tab.locator(".block-talk");
  await talk.getByText("Is this so?").waitFor();
  await talk.getByRole("button", { name: "Resolve" }).click();
  await mark.waitFor({ state: "detached" });
  const written = (await world().get(`${at}/content/page/${page}`, ada())).body.markdown;
  expect(written).toBe("First.\n\n* one\n* two\n\nNew words. And more.\n\nLast.\n");
  expect(faults(opened)).toEqual([]);
  await tab.context().close();
});

test("in a space itself too, where what is said is listed beside the page, answered and resolved", async () => {
  const space = await makeSpace("Talk at large");
  const page = await makePage(space, "Plan", "First.\n\nLast.\n");
  const opened = await open(ada());
  const { tab } = opened;
  // What is said is loaded beside the text: a key that is pressed before it is there is heard then.
  const { asked, come } = await heldBack(tab, /BlockTalk/);
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("Last.").waitFor();
  await caretBehind(tab, "Last.");
  await tab.keyboard.press("Control+Alt+m");
  await asked;
  come();
  await tab.getByRole("textbox", { name: "Comment on this block" }).fill("Is it?");
  await tab.keyboard.press("Control+Enter");
  await tab.getByRole("button", { name: "1 comment on this block" }).waitFor();
  await tab.locator(".block-talk").waitFor({ state: "detached" });
  const beside = tab.getByRole("complementary").getByRole("group").filter({ hasText: "Comments 1" });
  await beside.getByRole("button", { name: "Comment on the page" }).click();
  await beside.getByRole("textbox", { name: "Comment on the page" }).fill("And who?");
  await tab.keyboard.press("Control+Enter");
  await tab.getByRole("complementary").getByRole("article").getByText("And who?").waitFor();
  // From the list to the block, and on from there.
  await tab.getByRole("complementary").getByRole("button", { name: "Last." }).click();
  const talk = tab.locator(".block-talk");
  await talk.getByText("Is it?").waitFor();
  await browser().check(tab);
  await talk.getByRole("button", { name: "Reply" }).click();
  await talk.getByRole("textbox", { name: "Write a reply" }).fill("It is.");
  await tab.keyboard.press("Control+Enter");
  await talk.getByText("It is.").waitFor();
  await talk.getByRole("button", { name: "Resolve" }).click();
  await tab.getByRole("button", { name: "1 comment on this block" }).waitFor({ state: "detached" });
  const said = (await world().get(`/spaces/${space}/comments?order=asc`, ada())).body.items;
  const told = said.map(({ body, status: now, replies, target }: any) => [
    body.markdown,
    now,
    replies,
    target.node?.preview,
  ]);
  expect(told).toEqual([
    ["Is it?", "resolved", 1, "Last."],
    ["And who?", "open", 0, undefined],
  ]);
  expect((await read(space, page)).markdown).toBe("First.\n\nLast.\n");
  expect(faults(opened)).toEqual([]);
  await tab.context().close();
});

test("a second factor is asked for by who has one, costs no word of who writes, and is taken away from who lost it", async () => {
  const give = ({ id: user }: Person) =>
    world().deps.db.transact((tx) =>
      keepAuthenticator(tx, world().deps.secrets, {
        user,
        secret: "JBSWY3DPEHPK3PXP",
        step: 0,
        now: Date.now(),
      }),
    );
  const opened = await open(ada());
  const { tab } = opened;
  await tab.goto(`${browser().origin}/o/${world().organization}/settings`);
  const card = tab.locator("main").locator("form", { hasText: "Members need a second factor" });
  await card.getByLabel("Members need a second factor").check();
  await card.getByLabel("From this day on").fill("2031-05-01");
  await card.getByRole("button", { name: "Save", exact: true }).click();
  await card.getByText(/You have no second factor yourself/).waitFor();
  await browser().check(tab);
  await give(ada());
  await card.getByRole("button", { name: "Save", exact: true }).click();
  await card.getByText("Saved. Members see it when they sign in.").waitFor();
  expect((await world().get(`/orgs/${world().organization}`, ada())).body.secondFactor).toEqual({
    from: "2031-05-01T00:00:00.000Z",
    singleSignOn: "counts",
  });

  // Who is writing when the day comes loses nothing.
  const kai = await world().addPerson("kai", "edit");
  const space = await makeSpace("Asked");
  const page = await makePage(space, "Notes", "First.\n");
  const { tab: his } = await open(kai);
  await his.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(his).getByText("First.").waitFor();
  const secondFactor = { from: new Date().toISOString(), singleSignOn: "counts" };
  await world().patch(`/orgs/${world().organization}`, { secondFactor }, ada());
  await caretBehind(his, "First.");
  await his.keyboard.type(" Second.");
  await his.getByRole("heading", { name: "You are signed out" }).waitFor();
  expect((await read(space, page)).markdown).toBe("First.\n");
  await give(kai);
  await his.getByRole("button", { name: "I am signed in" }).click();
  await status(his, "Saved");
  expect((await read(space, page)).markdown).toBe("First. Second.\n");
  await his.context().close();

  await tab.goto(`${browser().origin}/o/${world().organization}/members`);
  const row = tab.locator("main").getByRole("row", { name: /kai@example.com/ });
  await row.getByText("Second factor").waitFor();
  await row.getByRole("button", { name: "Actions for kai" }).click();
  await tab.getByRole("menuitem", { name: "Take away the second factor…" }).click();
  await browser().check(tab);
  await tab.getByRole("dialog").getByRole("button", { name: "Take it away" }).click();
  await tab.locator("main").getByText("kai has no second factor any more, and was told.").waitFor();
  await row.getByText("Second factor").waitFor({ state: "detached" });
  await world().patch(`/orgs/${world().organization}`, { secondFactor: null }, ada());
  expect(faults(opened)).toEqual([]);
  await tab.context().close();
});
