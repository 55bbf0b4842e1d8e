/** What is pasted before what reads it is there. */
import { expect, test } from "vitest";
import { useEditor } from "./editorPage.fixture.ts";
import { nameOf } from "./testPage.fixture.ts";

const { page, built, edit, shown, caretToEnd, paste } = useEditor();

test("its words come into the text where what reads them can't be had", async () => {
  await page().route(nameOf(built(), "console/editor/paste.ts"), (route) => route.abort());
  await page().reload();
  await edit("Start\n");
  await caretToEnd();
  await paste({ "text/plain": " one\n\ntwo", "text/html": "<b>one</b><p>two</p>" });
  await expect.poll(shown).toBe("Start one\n\ntwo\n");
  await paste({ "text/plain": " three" });
  await expect.poll(shown).toBe("Start one\n\ntwo three\n");
});
