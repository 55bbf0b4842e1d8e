/** What is pasted before what reads it is there, and what is pasted as the bare words. */
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

test("without its form it is the words, whatever they would mean as Markdown", async () => {
  await edit("Start\n");
  await caretToEnd();
  // What reads it is there once something was pasted.
  await paste({ "text/plain": "!" });
  await expect.poll(shown).toBe("Start!\n");
  await page().evaluate(`editor.view.pasteText(" *so* it is")`);
  await expect.poll(shown).toBe("Start! \\*so\\* it is\n");
  await page().evaluate(`editor.view.pasteText("\\n\\n# one\\n- two\\r\\n\\r\\n\\r\\n[x](y)")`);
  await expect.poll(shown).toBe("Start! \\*so\\* it is\n\n\\# one\\\n\\- two\n\n\\[x]\\(y)\n");
});
