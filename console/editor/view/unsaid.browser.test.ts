/** What a person types or puts that no Markdown could say as it is. */
import { expect, test } from "vitest";
import { useEditor } from "./editorPage.fixture.ts";

const { page, edit, shown, caretToEnd } = useEditor();

const becomes = (source: string) => expect.poll(shown).toBe(source);

test.each([
  ["a formula with blanks", "a $$ x^2 $$ and more", "a $$x^2$$ and more\n"],
  ["two signs of a formula around nothing", "a $$ $$ b", "a \\$\\$ \\$\\$ b\n"],
])("%s", async (_, keys, source) => {
  await edit("");
  await page().keyboard.type(keys);
  await becomes(source);
});

test("a caption before its picture is chosen", async () => {
  await edit("a\n");
  await caretToEnd();
  await page().keyboard.press("Enter");
  await page().keyboard.type("/picture");
  await page()
    .locator("[role=option][aria-selected=true]")
    .filter({ hasText: /^Picture$/ })
    .waitFor();
  await page().keyboard.press("Enter");
  await page().keyboard.type("Caption");
  await becomes("a\n\nCaption\n");
});

test("the name of an emoji, which is a word where none has it", async () => {
  await edit("a :rocket: b\n");
  for (const [name, source] of [
    [":Tada:", "a :tada: b\n"],
    ["🎉", "a 🎉 b\n"],
  ]) {
    await page().locator(".word-emoji").dblclick();
    await page().keyboard.type(name!);
    await page().keyboard.press("Enter");
    await becomes(source!);
  }
});
