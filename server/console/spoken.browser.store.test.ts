/** Words about a block that are being written while others write the block. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { caretBehind, editor, status, useWriting } from "./writing.fixture.ts";

const { ada, browser, faults, makePage, makeSpace, open, world } = useWriting();

const SOURCE = "First.\n\nHow it is made here.\n\nLast.\n";
const EDITED = "New.\n\nFirst.\n\nHow it is made here, by hand.\n\nLast.\n";

const rewrite = (space: string, page: string, markdown: string) => {
  const change = { operation: "update_page", page, document: { markdown } };
  return world().post(`/spaces/${space}/content`, { changes: [change] }, ada());
};

async function saidIn(space: string): Promise<readonly (readonly [string, string | undefined])[]> {
  const { items } = (await world().get(`/spaces/${space}/comments`, ada())).body;
  return items.map(({ body, target }: any) => [body.markdown.trim(), target.node?.preview]);
}

const field = (tab: Page) => tab.getByRole("textbox", { name: "Comment on this block" });

test("while one reads, they stay with the block and are said about it as it is then", async () => {
  const space = await makeSpace("Reading");
  const page = await makePage(space, "Plan", SOURCE);
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}`);
  await tab.getByRole("button", { name: "Comment on “How it is made here.”" }).click();
  await field(tab).pressSequentially("Is it ");
  await rewrite(space, page, EDITED);
  await tab.locator("article").getByText("by hand.").waitFor();
  await expect
    .poll(() =>
      tab.evaluate(`document.activeElement?.closest(".talk-mark")?.previousElementSibling?.textContent`),
    )
    .toBe("How it is made here, by hand.");
  await tab.keyboard.type("still?");
  expect(await field(tab).inputValue()).toBe("Is it still?");
  await tab.keyboard.press("Control+Enter");
  await expect.poll(() => saidIn(space)).toEqual([["Is it still?", "How it is made here, by hand."]]);
  // Of a block that is gone they are said about the page.
  await tab.getByRole("button", { name: "Comment on “Last.”" }).click();
  await field(tab).fill("And this?");
  await rewrite(space, page, "New.\n\nFirst.\n");
  const gone = tab.locator(".part-said", { hasText: "The block that it was about is gone." });
  await expect.poll(() => gone.getByRole("textbox").inputValue()).toBe("And this?");
  await browser().check(tab);
  await gone.getByRole("textbox").press("Control+Enter");
  await expect.poll(async () => (await saidIn(space)).length).toBe(2);
  expect(await saidIn(space)).toContainEqual(["And this?", undefined]);
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("while one writes, they stay with the block and are said about it as it is then", async () => {
  const space = await makeSpace("Writing");
  const page = await makePage(space, "Plan", SOURCE);
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("Last.").waitFor();
  await caretBehind(tab, "made here.");
  await tab.keyboard.press("Control+Alt+m");
  await field(tab).pressSequentially("Is it ");
  await rewrite(space, page, EDITED);
  await editor(tab).getByText("by hand.").waitFor();
  expect(await field(tab).inputValue()).toBe("Is it ");
  await tab.keyboard.type("still?");
  expect(await field(tab).inputValue()).toBe("Is it still?");
  expect(
    await tab.evaluate(
      `document.querySelector(".block-talk").parentElement.previousElementSibling.textContent`,
    ),
  ).toBe("How it is made here, by hand.");
  // One's own words in the block change it too.
  await caretBehind(tab, "by hand.");
  await tab.keyboard.type(" Still.");
  await tab.keyboard.press("Control+s");
  await status(tab, "Saved");
  expect(await field(tab).inputValue()).toBe("Is it still?");
  await field(tab).press("Control+Enter");
  await expect.poll(() => saidIn(space)).toEqual([["Is it still?", "How it is made here, by hand. Still."]]);
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("while one writes, words about one block stay there when another is asked for", async () => {
  const space = await makeSpace("Two blocks");
  const page = await makePage(space, "Plan", SOURCE);
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("Last.").waitFor();
  const ask = async (about: string): Promise<void> => {
    await caretBehind(tab, about);
    await tab.keyboard.press("Control+Alt+m");
  };
  await ask("First.");
  await field(tab).fill("Of the first.");
  await ask("Last.");
  await expect.poll(() => field(tab).inputValue()).toBe("");
  await field(tab).fill("Of the last.");
  await ask("First.");
  await expect.poll(() => field(tab).inputValue()).toBe("Of the first.");
  await field(tab).press("Control+Enter");
  await expect.poll(() => saidIn(space)).toEqual([["Of the first.", "First."]]);
  await ask("Last.");
  await expect.poll(() => field(tab).inputValue()).toBe("Of the last.");
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("while one reviews, they stay with the block and are said about it as it is then", async () => {
  const space = await makeSpace("Reviewing");
  const page = await makePage(space, "Plan", SOURCE);
  const at = `/spaces/${space}/change-requests`;
  await world().post(at, { subject: "More" }, ada());
  const write = (markdown: string) => {
    const change = { operation: "update_page", page, document: { markdown } };
    return world().post(`${at}/1/content`, { changes: [change] }, ada());
  };
  await write(SOURCE.replace("here", "there"));
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/~/changes/1/diff`);
  const part = (text: string) => tab.locator(".diff-part", { hasText: text });
  await part("How it is made")
    .getByRole("button", { name: /^Comment on/ })
    .click();
  const words = tab.locator(".composer textarea");
  await words.pressSequentially("Is it ");
  await write(EDITED.replace("here", "there"));
  await part("by hand.").waitFor();
  await words.and(tab.locator(":focus")).waitFor();
  await tab.keyboard.type("still?");
  expect(await words.inputValue()).toBe("Is it still?");
  expect(await part("by hand.").locator(".composer").count()).toBe(1);
  await words.press("Control+Enter");
  const said = async () =>
    (await world().get(`${at}/1/comments`, ada())).body.items.map(({ body, target }: any) => [
      body.markdown.trim(),
      target.node?.preview,
    ]);
  await expect.poll(said).toEqual([["Is it still?", "How it is made there, by hand."]]);
  // Of a block that is gone they are said about the page.
  await part("New.")
    .getByRole("button", { name: /^Comment on/ })
    .click();
  await words.fill("And this?");
  await write("First.\n");
  await tab.locator("p.muted", { hasText: "The block that it was about is gone." }).waitFor();
  await expect.poll(() => words.inputValue()).toBe("And this?");
  await browser().check(tab);
  await words.press("Control+Enter");
  await expect.poll(async () => (await said()).length).toBe(2);
  expect(await said()).toContainEqual(["And this?", undefined]);
  expect(faults(opened)).toEqual([]);
  await context.close();
});
