/** What two people changed, and who decides which of it. */
import { expect, test } from "vitest";
import { useEditor } from "./editorPage.fixture.ts";

const { page, edit, shown } = useEditor();

test("of two conflicts whose other side is the same the one is decided whose button is pressed", async () => {
  await edit("First.\n\nBetween.\n\nSecond.\n");
  for (const block of ["First.", "Second."]) {
    await page().locator(".ProseMirror p", { hasText: block }).click();
    await page().keyboard.press("End");
    await page().keyboard.type(" Mine.");
  }
  await page().evaluate(`editor.pull("Between.\\n")`);
  const theirs = page().getByRole("button", { name: "Take theirs" });
  await expect.poll(() => theirs.count()).toBe(2);
  // Who doesn't see the page is told at once.
  const alerts = page().getByRole("alert");
  expect(await alerts.allTextContents()).toEqual(Array(2).fill("Somebody else changed this too."));
  await theirs.last().click();
  await expect.poll(shown).toBe("First. Mine.\n\nBetween.\n");
  await expect.poll(() => theirs.count()).toBe(1);
  await theirs.click();
  await expect.poll(shown).toBe("Between.\n");
});
