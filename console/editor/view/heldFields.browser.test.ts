/** Fields in a text whose words count before they are left. */
import { expect, test } from "vitest";
import { useEditor } from "./editorPage.fixture.ts";

const { page, edit, shown } = useEditor();

test("what is edited as it is written counts as it is typed, and is taken back at once", async () => {
  const source = "First.\n\n<div>kept</div>\n";
  await edit(source);
  const field = page().locator(".block-raw textarea");
  await field.click();
  await page().keyboard.press("Control+Home");
  for (let letters = 5; letters > 0; letters--) await page().keyboard.press("ArrowRight");
  await page().keyboard.type("well ");
  expect(await shown()).toBe("First.\n\n<div>well kept</div>\n");
  await page().locator(".ProseMirror p", { hasText: "First." }).click();
  await page().keyboard.press("Control+z");
  await expect.poll(shown).toBe(source);
});

test("half of what would be another block waits until it is left", async () => {
  await edit("<div>kept</div>\n");
  await page().locator(".block-raw textarea").fill("Words.");
  expect(await shown()).toBe("<div>kept</div>\n");
  await page().keyboard.press("Tab");
  await expect.poll(shown).toBe("Words.\n");
});

test("the title of code counts as it is typed, and is taken back at once", async () => {
  const source = "```js\nlet a;\n```\n";
  await edit(source);
  await page().getByRole("textbox", { name: "Title" }).click();
  await page().keyboard.type("a.js");
  const titled = '{% code title="a.js" %}\n```js\nlet a;\n```\n{% endcode %}\n';
  expect(await shown()).toBe(titled);
  await page().locator(".ProseMirror pre").click();
  await page().keyboard.press("Control+z");
  await expect.poll(shown).toBe(source);
});

test("a formula counts when its field is told to, though it isn't left", async () => {
  await edit("Is $$a$$ here.\n");
  await page().locator(".word-formula").dblclick();
  await page().keyboard.type("b");
  await page().evaluate(`document.activeElement.dispatchEvent(new Event("change", { bubbles: true }))`);
  expect(await shown()).toBe("Is $$b$$ here.\n");
  await page().keyboard.press("Enter");
  expect(await shown()).toBe("Is $$b$$ here.\n");
});
