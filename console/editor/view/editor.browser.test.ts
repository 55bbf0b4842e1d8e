/** The editor in a browser, under the policy that the console has. */
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { complaintsOf } from "../../../server/test/axe.ts";
import { PASTED } from "../paste.fixture.ts";
import { heldBack } from "../../../server/test/browser.ts";
import { KITCHEN_SINK, useEditor } from "./editorPage.fixture.ts";
import { nameOf } from "./testPage.fixture.ts";

const { page, browser, origin, built, edit, shown, caretToEnd, select, paste } = useEditor();

const becomes = (source: string) => expect.poll(shown).toBe(source);

test("the editor is at most 150 kB compressed, what prints and merges being loaded when it is needed", () => {
  const outputs = Object.entries(built().metafile.outputs);
  const first = new Set<string>();
  const take = (path: string): void => {
    if (first.has(path)) return;
    first.add(path);
    const { imports = [] } = built().metafile.outputs[path] ?? {};
    for (const { path: next, kind } of imports) if (kind === "import-statement") take(next);
  };
  take(outputs.find(([path]) => path.endsWith("/editor.js"))![0]);
  const sizes = [...first].map(
    (path) => gzipSync(built().scripts.get(path.split("/").at(-1)!)!, { level: 9 }).length,
  );
  const size = sizes.reduce((sum, one) => sum + one, 0);
  expect(size).toBeGreaterThan(50_000);
  expect(size).toBeLessThan(150_000);
});

describe("opening a page", () => {
  test("shows every block, and is no change", async () => {
    await edit(KITCHEN_SINK);
    await becomes(KITCHEN_SINK);
    expect(await page().evaluate("editor.changes.count")).toBe(0);
    expect(await page().locator(".ProseMirror .block.hint").count()).toBeGreaterThan(3);
  });

  test.each(["light", "dark"] as const)("is accessible in the %s theme", async (colorScheme) => {
    await page().emulateMedia({ colorScheme });
    await edit(KITCHEN_SINK);
    const context = await browser().newContext({ colorScheme, bypassCSP: true });
    const other = await context.newPage();
    await other.goto(origin());
    await other.evaluate(`edit(${JSON.stringify(KITCHEN_SINK)})`);
    // Headings skip levels where the page that is shown does.
    expect(await complaintsOf(other, { except: ["heading-order"] })).toEqual([]);
    await context.close();
  });
});

describe("typing", () => {
  test.each([
    ["a heading", "## Title", "## Title\n"],
    ["bold, emphasis and code", "a **b** *c* `d` e", "a **b** *c* `d` e\n"],
    ["a link", "see [x](https://example.com) now", "see [x](https://example.com) now\n"],
    ["a picture", "a ![b](/files/c) d", "a ![b](/files/c) d\n"],
    ["an expression", "v {{ space.vars.v }} d", 'v <code class="expression">space.vars.v</code> d\n'],
    ["a footnote", "a[^1] b", "a[^1] b\n\n[^1]:\n"],
    ["code, begun by Enter", "```bash\nnpm i", "```bash\nnpm i\n```\n"],
    ["a line across, by Enter", "---\nA", "---\n\nA\n"],
    ["what is no tag", "{% nonsense %} 1", "&#123;% nonsense %} 1\n"],
    ["what only looks like Markdown", "2 * 3 * 4_5", "2 \\* 3 \\* 4_5\n"],
  ])("%s", async (_, keys, source) => {
    await edit("");
    await page().keyboard.type(keys);
    await becomes(source);
  });

  test.each([
    ["a tag with a field", '{% file src="/files/f" %}A', '{% file src="/files/f" %}\nA\n{% endfile %}\n'],
    ["a tag around blocks", '{% hint style="danger" %}A', '{% hint style="danger" %}\nA\n{% endhint %}\n'],
    ["a table, by its pipes", "| a | *b* |\nA", "| a | *b* |\n| --- | --- |\n| A |  |\n"],
  ])("%s", async (_, keys, source) => {
    // What makes whole blocks is loaded beside the text: also of what was typed before it is there.
    const { come } = await heldBack(page(), nameOf(built(), "console/editor/typedBlocks.ts"));
    await edit("");
    await page().keyboard.type(keys);
    expect(await shown()).not.toBe(source);
    come();
    await becomes(source);
    await page().keyboard.type("B");
    await becomes(source.replace("A", "AB"));
    await edit("");
    await page().keyboard.type(keys);
    await becomes(source);
  });

  test.each([
    ["a tag", "{% hint %}", "&#123;% hint %}words\n"],
    ["a line across", "--- ", "\\--- words\n"],
  ])("%s before words takes none of them away", async (_, keys, source) => {
    await edit("words\n");
    await page().keyboard.type(keys);
    await becomes(source);
  });

  test("a list, indented and left by Enter", async () => {
    await edit("");
    await page().keyboard.type("- one");
    await page().keyboard.press("Enter");
    await page().keyboard.type("two");
    await page().keyboard.press("Tab");
    await page().keyboard.press("Enter");
    await page().keyboard.press("Enter");
    await page().keyboard.press("Enter");
    await page().keyboard.type("After.");
    await becomes("- one\n  - two\n\nAfter.\n");
  });

  test("tasks, ticked by pointer", async () => {
    await edit("* [ ] one\n");
    await caretToEnd();
    await page().keyboard.press("Enter");
    await page().keyboard.type("two");
    await page().locator("input[type=checkbox]").first().click();
    await becomes("* [x] one\n* [ ] two\n");
  });

  test("a block from the menu behind the slash, by keyboard alone", async () => {
    await edit("First.\n");
    await caretToEnd();
    await page().keyboard.press("Enter");
    const option = page().locator("[role=option][aria-selected=true]");
    const chosen = (hasText: RegExp) => option.filter({ hasText }).waitFor();
    await page().keyboard.type("/warn");
    await chosen(/^Warning$/);
    await page().keyboard.press("Enter");
    await page().keyboard.type("Mind the gap.");
    await page().keyboard.press("Control+Enter");
    await page().keyboard.type("Behind.");
    await page().keyboard.type("\n/heading 2");
    await chosen(/^Heading 2$/);
    await page().keyboard.type("\nTitle /or not");
    const hint = '{% hint style="warning" %}\nMind the gap.\n{% endhint %}';
    await becomes(`First.\n\n${hint}\n\nBehind.\n\n## Title /or not\n`);
  });

  test("in a table, with a new row behind the last cell", async () => {
    await edit("| a | b |\n|---|:-:|\n| c   | d |\n");
    await page().getByRole("button", { name: "Move this column" }).waitFor({ state: "attached" });
    await caretToEnd();
    await page().keyboard.press("Tab");
    await page().keyboard.type("e");
    await becomes("| a | b |\n|---|:-:|\n| c   | d |\n| e |  |\n");
  });

  test("undone is the page as it was", async () => {
    await edit("* a\n* b\n");
    await caretToEnd();
    await page().keyboard.type(" and more");
    await page().keyboard.press("Control+z");
    await becomes("* a\n* b\n");
  });

  test("from right to left", async () => {
    await edit("");
    await page().keyboard.type("שלום **עולם** end");
    await becomes("שלום **עולם** end\n");
    expect(await page().evaluate("getComputedStyle(editor.view.dom).direction")).toBe("rtl");
  });

  test("blocks of both directions on one page, each in its own", async () => {
    await edit("First words.\n\nשלום עולם\n");
    const sides = await page().evaluate(`[...editor.view.dom.querySelectorAll("p")].map((block) => {
      const range = document.createRange();
      range.selectNodeContents(block);
      const [words, all] = [range.getBoundingClientRect(), block.getBoundingClientRect()];
      return words.left - all.left < all.right - words.right ? "left" : "right";
    })`);
    expect(sides).toEqual(["left", "right"]);
  });

  test("by an input method, while what others wrote comes in: their words wait for the end of the word", async () => {
    await edit("Text:\n\nOther.\n");
    await select(6);
    const driver = await page().context().newCDPSession(page());
    const compose = (text: string) =>
      driver.send("Input.imeSetComposition", {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    await compose("に");
    await page().evaluate(`void (window.pulled = editor.pull("Text:\\n\\nOther, by them.\\n"))`);
    await compose("にほ");
    expect(await page().getByText("by them").count()).toBe(0);
    await driver.send("Input.insertText", { text: "日本" });
    await page().evaluate("pulled");
    await becomes("Text:日本\n\nOther, by them.\n");
  });

  test("by an input method", async () => {
    await edit("Text:\n");
    await caretToEnd();
    const driver = await page().context().newCDPSession(page());
    for (const text of ["に", "にほ", "にほん", "日本"])
      await driver.send("Input.imeSetComposition", {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    await driver.send("Input.insertText", { text: "日本語" });
    await becomes("Text:日本語\n");
  });

  test("moves blocks by keys, also by those that are pressed before what moves them has come", async () => {
    const { come } = await heldBack(page(), nameOf(built(), "console/editor/view/tools.ts"));
    await edit("* a\n\nSecond.\n");
    await caretToEnd();
    await page().keyboard.press("Control+Shift+ArrowUp");
    await becomes("* a\n\nSecond.\n");
    come();
    await page().getByRole("button", { name: "Move this block" }).waitFor();
    await becomes("Second.\n\n* a\n");
    await page().keyboard.press("Control+Shift+ArrowDown");
    await becomes("* a\n\nSecond.\n");
  });
});

describe("beside the text", () => {
  const linkTo = () => page().getByRole("combobox", { name: "Address, or name of a page" });

  test("words get a link by Mod-K, which is changed and taken away there; hostile ones are refused", async () => {
    await edit("See this\n");
    await page().getByRole("button", { name: "Move this block" }).waitFor();
    await select(5, 9);
    await page().keyboard.press("Control+k");
    await linkTo().fill("javascript:alert(1)");
    await page().keyboard.press("Enter");
    await page().getByText("This address would run a program").waitFor();
    await linkTo().fill("example.com/a");
    await page().keyboard.press("Enter");
    await becomes("See [this](https://example.com/a)\n");
    await select(7);
    await page().keyboard.press("Control+k");
    await expect.poll(() => linkTo().inputValue()).toBe("https://example.com/a");
    await linkTo().fill("inst");
    await page().getByRole("option", { name: "Install" }).waitFor();
    await page().keyboard.press("Enter");
    await becomes("See [this](/pages/install)\n");
    await select(7);
    await page().keyboard.press("Control+k");
    await page().getByRole("button", { name: "Remove link" }).click();
    await becomes("See this\n");
    await page().keyboard.press("Control+z");
    await becomes("See [this](/pages/install)\n");
  });

  test("a block is dragged by its handle, moved by arrows on it, doubled and deleted from its menu", async () => {
    const source = "* a\n* b\n\nSecond.\n\n| x |\n|---|\n| y |\n";
    await edit(source);
    const handle = page().getByRole("button", { name: "Move this block" });
    await handle.waitFor();
    await page().getByText("Second.").hover();
    const box = (await handle.boundingBox())!;
    const cell = (await page().getByText("y", { exact: true }).boundingBox())!;
    await page().mouse.move(box.x + 8, box.y + 8);
    await page().mouse.down();
    await page().mouse.move(box.x + 8, cell.y, { steps: 4 });
    await page().locator(".drop-line:not([hidden])").waitFor();
    await page().mouse.move(box.x + 8, cell.y + 40, { steps: 4 });
    await page().mouse.up();
    await becomes("* a\n* b\n\n| x |\n|---|\n| y |\n\nSecond.\n");
    await handle.focus();
    await page().keyboard.press("ArrowUp");
    await page().keyboard.press("ArrowUp");
    await page().getByRole("status").getByText("Block 1 of 3").waitFor({ state: "attached" });
    await becomes("Second.\n\n* a\n* b\n\n| x |\n|---|\n| y |\n");
    await page().keyboard.press("Enter");
    await page().getByRole("menuitem", { name: "Duplicate" }).click();
    await expect.poll(shown).toContain("Second.\n\nSecond.\n");
    await handle.focus();
    await page().keyboard.press("Enter");
    await page().keyboard.press("End");
    await page().keyboard.press("Enter");
    await becomes("Second.\n\n* a\n* b\n\n| x |\n|---|\n| y |\n");
    for (let back = 0; back < 6; back++) await page().keyboard.press("Control+z");
    await becomes(source);
  });

  const TABLE = "| a | b   | c |\n|---|:---:|---|\n| *d*  | e \\| f | g |\n| h | i | j |\n";
  const columnHandle = () => page().getByRole("button", { name: "Move this column" });

  test("rows and columns of a table are added, moved, aligned and deleted, and other cells keep their bytes", async () => {
    await edit(TABLE);
    await columnHandle().waitFor({ state: "attached" });
    const inMenu = async (handle: ReturnType<typeof columnHandle>, entry: string) => {
      await handle.click();
      await page().getByRole("menuitem", { name: entry, exact: true }).click();
    };
    const row = () => page().getByRole("button", { name: "Move this block" });
    await page().getByRole("cell", { name: "d", exact: true }).hover();
    await inMenu(columnHandle(), "Column after");
    await page().keyboard.type("x");
    await becomes(
      "| a |  | b   | c |\n|---| --- |:---:|---|\n| *d*  | x | e \\| f | g |\n| h |  | i | j |\n",
    );
    await page().getByRole("cell", { name: "g", exact: true }).hover();
    await inMenu(columnHandle(), "Align right");
    await page().getByRole("cell", { name: "j", exact: true }).hover();
    await inMenu(row(), "Row above");
    await page().keyboard.type("n");
    await becomes(
      "| a |  | b   | c |\n|---| --- |:---:| ---: |\n| *d*  | x | e \\| f | g |\n| n |  |  |  |\n| h |  | i | j |\n",
    );
    expect(
      await page()
        .getByRole("cell", { name: "j", exact: true })
        .evaluate((one) => getComputedStyle(one).textAlign),
    ).toBe("right");
    // By keys: the row of the caret, and the column from its handle.
    await page().keyboard.press("Control+Shift+ArrowUp");
    await columnHandle().focus();
    await page().keyboard.press("ArrowRight");
    await page().getByText("Column 2 of 4").waitFor({ state: "attached" });
    await becomes(
      "|  | a | b   | c |\n| --- |---|:---:| ---: |\n|  | n |  |  |\n| x | *d*  | e \\| f | g |\n|  | h | i | j |\n",
    );
    // By what is typed in a cell.
    await page().keyboard.press("Escape");
    await page().keyboard.type("/delete");
    await page().getByRole("option", { name: "Delete row" }).click();
    await page().getByRole("cell", { name: "x", exact: true }).hover();
    await inMenu(columnHandle(), "Delete column");
    await becomes("| a | b   | c |\n|---|:---:| ---: |\n| *d*  | e \\| f | g |\n| h | i | j |\n");
    const head = (await page().getByRole("columnheader", { name: "a" }).boundingBox())!;
    await page().getByRole("cell", { name: "h", exact: true }).hover();
    const from = (await row().boundingBox())!;
    await page().mouse.move(from.x + 8, from.y + 8);
    await page().mouse.down();
    await page().mouse.move(head.x + 8, head.y + head.height + 4, { steps: 4 });
    await page().locator(".drop-line:not([hidden])").waitFor();
    await page().mouse.up();
    await becomes("| a | b   | c |\n|---|:---:| ---: |\n| h | i | j |\n| *d*  | e \\| f | g |\n");
    for (let back = 0; back < 20; back++) await page().keyboard.press("Control+z");
    await becomes(TABLE);
  });

  test("items and what is in a container have handles of their own, and go into another and out of it", async () => {
    await edit('* a\n* b\n\n{% hint style="info" %}\nFirst.\n\nSecond.\n{% endhint %}\n\nLast.\n');
    const handle = page().getByRole("button", { name: "Move this block" });
    await handle.waitFor();
    await page().getByText("b", { exact: true }).hover();
    await handle.focus();
    await page().keyboard.press("ArrowUp");
    await expect.poll(shown).toMatch(/^\* b\n\* a\n/);
    await page().getByText("Second.").hover();
    await handle.click();
    await page().getByRole("menuitem", { name: "Duplicate" }).click();
    await expect.poll(shown).toContain("First.\n\nSecond.\n\nSecond.\n{% endhint %}");
    // Into the hint, from outside.
    await page().getByText("Last.").hover();
    const box = (await handle.boundingBox())!;
    const first = (await page().getByText("First.").boundingBox())!;
    await page().mouse.move(box.x + 8, box.y + 8);
    await page().mouse.down();
    await page().mouse.move(first.x + 20, first.y + 2, { steps: 4 });
    await page().locator(".drop-line:not([hidden])").waitFor();
    await page().mouse.up();
    await becomes(
      '* b\n* a\n\n{% hint style="info" %}\nLast.\n\nFirst.\n\nSecond.\n\nSecond.\n{% endhint %}\n',
    );
    // The whole of it, from what is in it.
    await handle.focus();
    await page().keyboard.press("Enter");
    await page().getByRole("menuitem", { name: "Choose what it is in" }).click();
    await page().keyboard.press("ArrowUp");
    await page().getByRole("status").getByText("Block 1 of 2").waitFor({ state: "attached" });
    await becomes(
      '{% hint style="info" %}\nLast.\n\nFirst.\n\nSecond.\n\nSecond.\n{% endhint %}\n\n* b\n* a\n',
    );
    await page().keyboard.press("Enter");
    await page().getByRole("menuitem", { name: "Delete" }).click();
    await becomes("* b\n* a\n");
  });

  test("on a phone the bar stays at the lower edge, and blocks are dragged by a finger", async () => {
    const context = await browser().newContext({
      viewport: { width: 390, height: 700 },
      hasTouch: true,
      isMobile: true,
    });
    const phone = await context.newPage();
    await phone.goto(origin());
    await phone.evaluate(`edit("First.\\n\\nSecond.\\n")`);
    await phone.getByText("Second.").tap();
    const bar = phone.getByRole("toolbar", { name: "Formatting" });
    await bar.waitFor();
    const at = (await bar.boundingBox())!;
    expect([at.x, at.width, Math.round(at.y + at.height)]).toEqual([0, 390, 700]);
    const sizes = await phone.evaluate(
      `[...document.querySelectorAll(".tool-bar button, .block-handle:not([hidden])")].map((one) => one.offsetWidth)`,
    );
    expect(Math.min(...(sizes as number[]))).toBeGreaterThanOrEqual(24);
    await bar.getByRole("button", { name: "Heading" }).tap();
    await expect
      .poll(() => phone.evaluate("editor.shown().then(({ source }) => source)"))
      .toBe("First.\n\n## Second.\n");
    const handle = (await phone.getByRole("button", { name: "Move this block" }).boundingBox())!;
    const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
    const driver = await context.newCDPSession(phone);
    const touch = (type: string, to: number) =>
      driver.send("Input.dispatchTouchEvent", {
        type: type as "touchStart",
        touchPoints: type === "touchEnd" ? [] : [{ x, y: to }],
      });
    await touch("touchStart", y);
    await touch("touchMove", y - 20);
    await touch("touchMove", 4);
    await touch("touchEnd", 4);
    await expect
      .poll(() => phone.evaluate("editor.shown().then(({ source }) => source)"))
      .toBe("## Second.\n\nFirst.\n");
    await context.close();
  });
});

describe("what is edited as it is written", () => {
  test("becomes blocks when it is left", async () => {
    await edit("A.\n\n{% unknown %}\n");
    await page().locator(".block-raw textarea").fill("## Known");
    await page().evaluate("document.activeElement.blur()");
    await becomes("A.\n\n## Known\n");
  });

  test("says what is wrong with it, and with a condition while it is typed, and where", async () => {
    await edit("{% if x %}\nA.\n{% endif %}\n\n{% hint %}\n\nB.\n");
    await page().getByText("{% hint %} is not closed: add {% endhint %} after it.").waitFor();
    const condition = page().getByRole("textbox", { name: "Shown when" });
    await condition.fill("visitor.claims.plan == ");
    await page()
      .getByText(/^At character \d+: /)
      .waitFor();
    expect(await condition.getAttribute("aria-invalid")).toBe("true");
    await condition.fill('visitor.claims.plan == "pro"');
    await page()
      .getByText(/^At character \d+: /)
      .waitFor({ state: "detached" });
    await condition.blur();
    await expect.poll(shown).toContain('{% if visitor.claims.plan == "pro" %}');
  });

  test("a page, a file or a reusable content is found by its name, where a block shows it", async () => {
    await edit('{% content-ref url="/pages/old" %}\n{% endcontent-ref %}\n');
    const field = page().getByRole("combobox", { name: "Page, by its name" });
    await field.fill("inst");
    await page().getByRole("option", { name: "Install" }).waitFor();
    await page().keyboard.press("ArrowDown");
    await page().keyboard.press("Enter");
    await expect.poll(() => field.inputValue()).toBe("/pages/install");
    await expect.poll(shown).toContain('{% content-ref url="/pages/install" %}');
    await page().getByRole("option", { name: "Install" }).waitFor({ state: "detached" });
  });

  test("a picture is uploaded where a block shows one, and sent again where that failed; a language is found", async () => {
    await edit(
      '<figure><img src="/files/old.png" alt=""><figcaption>Words</figcaption></figure>\n\n```\na\n```\n',
    );
    const upload = page().getByRole("button", { name: "Upload" });
    await upload.waitFor();
    const chosen = page().waitForEvent("filechooser");
    await upload.click();
    await (await chosen).setFiles({ name: "lost.png", mimeType: "image/png", buffer: Buffer.from("a") });
    await page().getByRole("alert").getByText("The connection is gone.").waitFor();
    await page().evaluate("window.isBack = true");
    await page().getByRole("button", { name: "Try again" }).click();
    await page().getByRole("alert").waitFor({ state: "detached" });
    await expect.poll(shown).toContain('<img src="/files/lost.png" alt="">');
    await page().getByRole("combobox", { name: "Language" }).fill("type");
    await page().getByRole("option", { name: "TypeScript" }).click();
    await expect.poll(shown).toContain("```ts\na\n```");
  });

  test("by a form where it has one, with all else as it was; and as it is written, where one wants to", async () => {
    const cards =
      "<table data-view='cards'><tbody><tr><td>One</td><td><a href=\"/a\">A</a></td></tr></tbody></table>";
    const operation =
      '{%  openapi-operation spec="pets" path="/a" method="get" %}\n{% endopenapi-operation %}';
    await edit(`${cards}\n\n${operation}\n\n[^a]:   One.\n`);
    const title = page().getByRole("textbox", { name: "Title" });
    await title.fill("Two");
    await title.blur();
    await page().getByRole("button", { name: "Add a card" }).click();
    await page().getByRole("group", { name: "Card 2" }).getByRole("textbox", { name: "Title" }).fill("Three");
    await page().getByRole("combobox", { name: "Operation, by its address or summary" }).fill("post /b");
    await page().getByRole("textbox", { name: "Text, in Markdown" }).fill("Two.");
    await page().getByRole("textbox", { name: "Text, in Markdown" }).blur();
    const added = cards
      .replace("One", "Two")
      .replace("</tbody>", "<tr><td><strong>Three</strong></td><td></td></tr></tbody>");
    await becomes(`${added}\n\n${operation.replace("/a", "/b").replace("get", "post")}\n\n[^a]: Two.\n`);
    await page().getByRole("button", { name: "As Markdown" }).first().click();
    await page().getByRole("textbox", { name: "Source of this block" }).fill("Words.");
    await page().getByRole("button", { name: "As a form" }).waitFor();
    await page().evaluate("document.activeElement.blur()");
    await expect.poll(shown).toContain("Words.\n\n{%  openapi");
    expect(
      await complaintsOf(page(), { except: ["heading-order", "region", "page-has-heading-one"] }),
    ).toEqual([]);
  });

  test("fields of blocks are written into what opens them", async () => {
    await edit("{%   hint style='info'   %}\nA.\n{% endhint %}\n");
    await page().locator(".fields select").selectOption("danger");
    await becomes('{%   hint style="danger"   %}\nA.\n{% endhint %}\n');
  });

  test("what others write into a field that somebody is in is shown once they leave it, and stays", async () => {
    const of = (address: string) => `{% file src="/files/${address}" %}\nA\n{% endfile %}\n`;
    await edit(of("a"));
    const field = page().locator(".fields input").first();
    await field.focus();
    await page().evaluate(`editor.pull(${JSON.stringify(of("b"))})`);
    await becomes(of("b"));
    await field.evaluate("document.activeElement.blur()");
    await expect.poll(() => field.inputValue()).toBe("/files/b");
    await becomes(of("b"));
  });
});

describe("pasting", () => {
  test("what people copy from elsewhere becomes the Markdown that it means", async () => {
    // As many as were gathered from what people use.
    expect(PASTED.length).toBeGreaterThanOrEqual(44);
    // The first is read once what reads it is loaded.
    await edit("");
    await paste({ "text/plain": "word" });
    await becomes("word\n");
    const found: (readonly [name: string, markdown: string])[] = [];
    for (const { name, data } of PASTED) {
      await edit("");
      await paste(data);
      found.push([name, await shown()]);
    }
    expect(found).toEqual(PASTED.map(({ name, markdown }) => [name, markdown]));
  });

  test("words go into the line where the caret is", async () => {
    await edit("Start\n");
    await caretToEnd();
    await page().keyboard.type(" ");
    await paste({ "text/plain": "word" });
    await becomes("Start word\n");
  });

  test("what is too long for a page is not pasted, and says what to do; nothing that no text can have comes in", async () => {
    await edit("Start\n");
    await caretToEnd();
    const long = (type: string) =>
      page().evaluate(`{
        const clipboardData = new DataTransfer();
        clipboardData.setData("${type}", "<p>" + "word ".repeat(1_200_000));
        editor.view.dom.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      }`);
    for (const type of ["text/plain", "text/html"]) {
      await long(type);
      await page().getByRole("alert").getByText("Import it instead").waitFor();
      await page().getByRole("button", { name: "Remove" }).click();
      await page().getByRole("alert").waitFor({ state: "detached" });
    }
    await page().evaluate(`{
      const dataTransfer = {
        files: [new File([""], "docs")],
        items: [{ kind: "file", webkitGetAsEntry: () => ({ isDirectory: true, name: "docs" }) }],
        types: ["Files"],
        getData: () => "",
      };
      const { left: clientX, top: clientY } = editor.view.coordsAtPos(1);
      const event = new Event("drop", { bubbles: true, cancelable: true });
      editor.view.dom.dispatchEvent(Object.assign(event, { clientX, clientY, dataTransfer }));
    }`);
    await page().getByRole("alert").getByText("“docs” is a folder. Import it with all its files.").waitFor();
    await page().getByRole("button", { name: "Remove" }).click();
    await paste({ "text/html": "<p>a\0b\ud800c</p>" });
    await becomes("Start ab\ufffdc\n".replace(" ", ""));
  });

  test("an address over words makes them a link", async () => {
    await edit("See this\n");
    await select(5, 9);
    await paste({ "text/plain": "https://example.com/a" });
    await becomes("See [this](https://example.com/a)\n");
  });
});

test("what both changed is shown with both, and decided by pointer", async () => {
  await edit("Same.\n\nPlace.\n");
  await caretToEnd();
  await page().keyboard.type(" Mine.");
  await page().evaluate(`editor.pull("Same.\\n\\nPlace of theirs.\\n")`);
  const saved = () => page().evaluate("editor.saved().then(({ source }) => source)");
  expect(await saved()).toBe("Same.\n\nPlace of theirs.\n");
  await page().getByRole("button", { name: "Keep both" }).click();
  // What decides it is loaded when it is asked for.
  await expect.poll(saved).toBe("Same.\n\nPlace. Mine.\n\nPlace of theirs.\n");
  expect(await page().evaluate("editor.openConflicts()")).toBe(0);
});
