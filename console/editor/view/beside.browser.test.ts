/** What stands beside the text in a browser: what joins later, borders of columns, fields of pictures. */
import { expect, test } from "vitest";
import { useEditor } from "./editorPage.fixture.ts";

const { page, edit, shown, caretToEnd } = useEditor();

const becomes = (source: string) => expect.poll(shown).toBe(source);

test("what joins the editor later has nothing begin again, and goes as it came", async () => {
  await edit("First.\n");
  await caretToEnd();
  await page().keyboard.press("Enter");
  await page().keyboard.type("/quo");
  const menu = page().getByRole("listbox");
  await menu.getByRole("option", { name: "Quote" }).waitFor();
  await menu.evaluate((it) => it.setAttribute("data-before", ""));
  await page().evaluate(`{
    const entry = { id: "@a/b", label: "Quotient chart", words: "", run: () => false };
    window.leave = join({
      init: () => [entry],
      props: { attributes: { "data-joined": "yes" } },
      view: () => ({ update: () => (window.heard = (window.heard ?? 0) + 1), destroy: () => (window.gone = true) }),
    });
  }`);
  expect(await page().locator(".ProseMirror[data-joined]").count()).toBe(1);
  // Who typed before it came is offered it all the same.
  await menu.getByRole("option", { name: "Quotient chart" }).waitFor();
  await page().keyboard.type("ti");
  await expect.poll(() => menu.getByRole("option").count()).toBe(1);
  for (let letters = 2; letters > 0; letters--) await page().keyboard.press("Backspace");
  await expect.poll(() => menu.getByRole("option").count()).toBe(2);
  await page().keyboard.press("ArrowDown");
  expect(await menu.getAttribute("data-before")).toBe("");
  expect(await page().evaluate("[heard > 0, window.gone]")).toEqual([true, undefined]);
  await page().evaluate("leave()");
  expect(await page().locator(".ProseMirror[data-joined]").count()).toBe(0);
  await expect.poll(() => menu.getByRole("option").allTextContents()).toEqual(["Quote"]);
  expect(await page().evaluate("window.gone")).toBe(true);
  await page().keyboard.press("Escape");
  // What is typed slowly is taken back in several steps.
  await expect
    .poll(async () => {
      await page().keyboard.press("Control+z");
      return shown();
    })
    .toBe("First.\n");
});

test("a column is as wide as its border is drawn, by pointer and by its menu, and the rest keeps its bytes", async () => {
  const source =
    '<table>\n<thead><tr><th width="200">One</th><th>Two *x*</th></tr></thead>\n<tbody><tr><td>a &amp; b</td><td>d</td></tr></tbody>\n</table>\n';
  await edit(source);
  const head = page().locator("th").first();
  const { x, y, width, height } = (await head.boundingBox())!;
  expect(width).toBeGreaterThan(199);
  // What watches the pointer joins the editor when it is loaded.
  await expect
    .poll(async () => {
      for (const from of [3, 1]) await page().mouse.move(x + width - from, y + height / 2);
      return page().locator(".column-border").count();
    })
    .toBe(1);
  await page().mouse.down();
  await page().mouse.move(x + width + 59, y + height / 2, { steps: 3 });
  await page().mouse.up();
  await becomes(source.replace("200", String(Math.round(width + 60))));
  await page().keyboard.press("Control+z");
  await becomes(source);
  await head.hover();
  const handle = page().getByRole("button", { name: "Move this column, or do more with it" });
  await handle.click();
  await page().getByRole("menuitem", { name: "Wider" }).click();
  await becomes(source.replace("200", "240"));
  await head.hover();
  await handle.click();
  await page().getByRole("menuitem", { name: "Width of its content" }).click();
  await becomes(source.replace(' width="200"', ""));
});

test("a picture has its frame, its picture for the dark theme and its link from fields", async () => {
  await edit('<figure><img src="/files/a.png" alt=""><figcaption><p>Words</p></figcaption></figure>\n');
  await page().locator(".block-figure").click();
  await page().getByLabel("Frame").selectOption("With a frame");
  await page().getByRole("combobox", { name: "Picture for the dark theme" }).fill("/files/b.png");
  await page().getByRole("combobox", { name: "Where it leads" }).fill("https://example.com/");
  await page().getByLabel("What the picture shows").fill("A bird");
  await page().keyboard.press("Tab");
  await becomes(
    '<div data-with-frame="true"><figure><a href="https://example.com/"><picture><source srcset="/files/b.png" media="(prefers-color-scheme: dark)"><img src="/files/a.png" alt="A bird"></picture></a><figcaption><p>Words</p></figcaption></figure></div>\n',
  );
  await page().getByLabel("Frame").selectOption("No frame");
  await expect.poll(shown).not.toContain("data-with-frame");
});
