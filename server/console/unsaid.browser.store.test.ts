/** Blocks that no Markdown can say: marked, kept, and left alone by what others save, until their writer does something. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { blocks } from "../../engine/markdown/blockIds.ts";
import { parse } from "../../engine/markdown/parse.ts";
import type { Person } from "../test/harness.ts";
import { caretBehind, editor, keptWith, status, useWriting } from "./writing.fixture.ts";

const { ada, browser, faults, makePage, makeSpace, open, read, world } = useWriting();
let ben: Person;

beforeAll(async () => {
  ben = await world().addPerson("ben", "admin");
});

test("a formula typed with blanks takes no words along, and what Markdown can't say is marked, kept and asked about", async () => {
  const space = await makeSpace("Unsaid");
  const page = await makePage(space, "Plan", "First.\n\nSecond.\n");
  const { tab, context } = await open(ada());
  const markdown = async () => (await read(space, page)).markdown;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await caretBehind(tab, "First.");
  await tab.keyboard.type(" $$ x $$ and more");
  await expect.poll(markdown).toBe("First. $$x$$ and more\n\nSecond.\n");
  await status(tab, "Saved");
  await caretBehind(tab, "Second.");
  await tab.keyboard.press("Enter");
  await pasteHtml(tab, DEEP);
  await tab.locator(".ProseMirror .unsaid").waitFor();
  await caretBehind(tab, "Second.");
  await tab.keyboard.type(" Third.");
  await expect.poll(markdown).toBe("First. $$x$$ and more\n\nSecond. Third.\n");
  await status(tab, "Not saved, kept on this device");
  const asked = tab.waitForEvent("dialog");
  await Promise.all([asked.then((dialog) => dialog.accept()), tab.reload()]);
  await expect.poll(async () => (await markdown())?.match(/deep/g)?.length).toBe(70);
  await status(tab, "Saved");
  await context.close();
});

/** Pastes what a person has copied from a page. */
const pasteHtml = (tab: Page, html: string) =>
  tab.evaluate(
    `{ const data = new DataTransfer(); data.setData("text/html", ${JSON.stringify(html)});
      document.querySelector(".ProseMirror").dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })); }`,
  );

const DEEP = `${"<ul><li>deep".repeat(70)}${"</li></ul>".repeat(70)}`;

test("what somebody else saves leaves a marked block alone, in both tabs, and undo still takes it away", async () => {
  const space = await makeSpace("Unsaid of two");
  const page = await makePage(space, "Plan", "First.\n\nSecond.\n");
  const opened = await open(ada());
  const { tab, context } = opened;
  const markdown = async () => (await read(space, page)).markdown;
  const isListed = () => tab.locator(".ProseMirror .unsaid li").count();
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await caretBehind(tab, "First.");
  await tab.keyboard.press("Enter");
  await pasteHtml(tab, DEEP);
  await status(tab, "Not saved, kept on this device");
  const other = await open(ben);
  await other.tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(other.tab).getByText("Second.").waitFor();
  await caretBehind(other.tab, "Second.");
  await other.tab.keyboard.type(" By Ben.");
  await expect.poll(markdown).toBe("First.\n\nSecond. By Ben.\n");
  await editor(tab).getByText("Second. By Ben.").waitFor();
  expect(await isListed()).toBe(70);
  // Her own save is made on his.
  await caretBehind(tab, "First.");
  await tab.keyboard.type(" By Ada.");
  await expect.poll(markdown).toBe("First. By Ada.\n\nSecond. By Ben.\n");
  await status(tab, "Not saved, kept on this device");
  await editor(other.tab).getByText("First. By Ada.").waitFor();
  expect([await isListed(), await editor(other.tab).getByText("deep").count()]).toEqual([70, 0]);
  await keptWith(tab, "deep");
  await tab.keyboard.press("Control+z");
  await editor(tab).getByText("By Ada.").waitFor({ state: "detached" });
  await tab.keyboard.press("Control+z");
  await tab.locator(".ProseMirror .unsaid").waitFor({ state: "detached" });
  await expect.poll(markdown).toBe("First.\n\nSecond. By Ben.\n");
  await status(tab, "Saved");
  await tab.keyboard.press("Control+Shift+z");
  await tab.locator(".ProseMirror .unsaid").waitFor();
  expect([await isListed(), ...faults(opened), ...faults(other)]).toEqual([70]);
  await Promise.all([context.close(), other.context.close()]);
});

test("beside a marked block, what is said of others stays beside them, and what they say now can be spoken about", async () => {
  const space = await makeSpace("Spoken beside");
  const page = await makePage(space, "Plan", "First.\n\nSecond.\n");
  const node = blocks(parse("First.\n\nSecond.\n").document)[1]!.id;
  const body = { body: { markdown: "Why so?" }, page, node };
  expect((await world().post(`/spaces/${space}/comments`, body, ada())).status).toBe(200);
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  const mark = tab.locator(".ProseMirror .talk-mark button");
  await mark.waitFor();
  await caretBehind(tab, "First.");
  await tab.keyboard.press("Enter");
  await pasteHtml(tab, DEEP);
  await status(tab, "Not saved, kept on this device");
  await caretBehind(tab, "Second.");
  await tab.keyboard.type(" Third.");
  await expect.poll(async () => (await read(space, page)).markdown).toBe("First.\n\nSecond. Third.\n");
  await mark.waitFor();
  await mark.click();
  await editor(tab).getByText("Why so?").waitFor();
  const field = tab.getByRole("textbox", { name: "Comment on this block" });
  await field.fill("So it is.");
  await field.press("Control+Enter");
  const said = async () => (await world().get(`/spaces/${space}/comments`, ada())).body.items;
  await expect
    .poll(async () => (await said()).map(({ target }: any) => target.node?.preview))
    .toEqual(["Second. Third.", "Second. Third."]);
  expect([await tab.getByText("This block isn't saved yet").count(), faults(opened)]).toEqual([0, []]);
  await context.close();
});

test("turned to Markdown, a marked block is its words: that is said, and they are saved", async () => {
  const space = await makeSpace("Turned");
  const page = await makePage(space, "Plan", "First.\n");
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await caretBehind(tab, "First.");
  await tab.keyboard.press("Enter");
  await pasteHtml(tab, DEEP);
  await tab.getByRole("button", { name: "Make plain text of it" }).waitFor();
  await tab.getByRole("button", { name: "As Markdown" }).click();
  await tab.getByText("is plain text now").waitFor();
  await expect.poll(async () => (await read(space, page)).markdown.match(/deep/g)?.length).toBe(70);
  await status(tab, "Saved");
  await tab.getByRole("button", { name: "Make plain text of it" }).waitFor({ state: "detached" });
  expect(faults(opened)).toEqual([]);
  await context.close();
});
