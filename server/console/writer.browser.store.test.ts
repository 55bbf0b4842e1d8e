/** A page is written in a browser, with the bytes as the API gives them; what else is done with pages is in `journeys`. */
import { expect, test } from "vitest";
import { heldBack } from "../test/browser.ts";
import { shoot } from "./consoleBrowser.fixture.ts";
import { caretBehind, editor, ELSEWHERE, paste, PICTURE, status, useWriting } from "./writing.fixture.ts";

const { ada, browser, faults, makePage, makeSpace, open, read, revisions, world } = useWriting();

const IMPORTED = [
  "Setext",
  "======",
  "",
  "* one",
  "* two",
  "  * inner *word* here",
  "",
  "| a  | b |",
  "|:---|--:|",
  "| c  | d |",
  "",
  "<div>kept</div>",
  "",
  "{% unknown %}",
  "",
  "A note.[^1]",
  "",
  "[^1]: The note.",
  "",
].join("\r\n");

test("bytes: what nobody edited stays as it was written, and looking is no change", async () => {
  const space = await makeSpace("Bytes");
  const page = await makePage(space, "Imported", IMPORTED);
  const before = await revisions(space);
  const opened = await open(ada());
  const { tab } = opened;
  const writes: string[] = [];
  tab.on("request", (request) => {
    if (request.method() !== "GET" && request.url().includes("/-/v1/")) writes.push(request.url());
  });
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("A note.").waitFor();
  await status(tab, "Saved");
  // Who comes back while the page is being let go of finds no other tab there.
  const { asked, come } = await heldBack(tab, /content\/page\//);
  await tab.evaluate("dispatchEvent(new Event('focus'))");
  await asked;
  await tab.evaluate(`{
    const look = () => { isTakenForAnother ||= document.body.textContent.includes("${ELSEWHERE}"); };
    globalThis.isTakenForAnother = false;
    new MutationObserver(look).observe(document.body, { childList: true, characterData: true, subtree: true });
  }`);
  await tab.getByRole("button", { name: "Done" }).click();
  await tab.getByRole("button", { name: "Edit", exact: true }).click();
  await tab.locator(".writing").waitFor();
  come();
  await editor(tab).getByText("A note.").waitFor();
  expect(await tab.evaluate("isTakenForAnother")).toBe(false);
  expect([writes, await revisions(space)]).toEqual([[], before]);
  await caretBehind(tab, " here");
  await tab.keyboard.type(" too");
  await caretBehind(tab, "d");
  await editor(tab).locator("td").last().click();
  await tab.keyboard.press("End");
  await tab.keyboard.type("e");
  await tab.keyboard.press("Control+s");
  await status(tab, "Saved");
  const edited = IMPORTED.replace("here", "here too").replace("| d |", "| de |");
  expect((await read(space, page)).markdown).toBe(edited);
  expect(faults(opened)).toEqual([]);
  await tab.context().close();
});

test("who only reads sees no way to write, and an address that asks for it shows the page", async () => {
  const space = await makeSpace("Read");
  const page = await makePage(space, "Rules", "First.\n");
  const opened = await open(await world().addPerson("rita", "read"));
  const { tab } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await tab.locator("article").getByText("First.").waitFor();
  expect(await tab.getByRole("button", { name: /Edit|Propose|New page/ }).count()).toBe(0);
  expect(await editor(tab).count()).toBe(0);
  expect(faults(opened)).toEqual([]);
  await tab.context().close();
});

test("a picture is pasted, shown and kept as a file; the page's settings are saved beside it", async () => {
  const space = await makeSpace("Pictures");
  const page = await makePage(space, "Logo", "First.\n");
  const tags = { beta: { label: "Beta", color: "purple" }, old: { label: "Old" } };
  const tagged = [{ tag: { kind: "tag", tag: "unheard-of" } }];
  await world().post(
    `/spaces/${space}/content`,
    {
      changes: [
        { operation: "set_tags", tags },
        { operation: "update_page", page, tags: tagged },
      ],
    },
    ada(),
  );
  const opened = await open(ada());
  const { tab } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await caretBehind(tab, "First.");
  await paste(tab, "dot.png", "image/png", PICTURE);
  await editor(tab).locator("figure img, .block-figure img").waitFor();
  await status(tab, "Saved");
  const { items } = (await world().get(`/spaces/${space}/content/files`, ada())).body;
  expect(items.map(({ name }: { name: string }) => name)).toEqual(["dot.png"]);
  const figure = `<figure><img src="/files/${items[0].id}" alt=""><figcaption></figcaption></figure>`;
  expect((await read(space, page)).markdown).toBe(`First.\n\n${figure}\n`);
  await tab.getByLabel("Address", { exact: true }).fill("our-logo");
  await tab.getByLabel("Icon").fill("star");
  await tab.getByRole("combobox", { name: "Tags" }).selectOption({ label: "Beta" });
  await tab.getByRole("button", { name: "Show Beta in the table of contents" }).click();
  await tab.getByRole("button", { name: "Remove unheard-of" }).click();
  await tab.getByLabel("Hidden from the navigation").check();
  await tab.getByLabel("Not listed by search engines").check();
  await tab
    .getByLabel("Choose a picture")
    .setInputFiles({ name: "cover.png", mimeType: "image/png", buffer: Buffer.from(PICTURE, "base64") });
  await tab.getByLabel("Moved up or down").fill("-40");
  await tab.getByLabel("Shown if").fill("visitor.claims.a ==");
  await tab.keyboard.press("Enter");
  await tab.locator(".properties .wrong").waitFor();
  await browser().check(tab);
  await tab.getByLabel("Shown if").fill("visitor.claims.a == 1");
  await tab.keyboard.press("Control+s");
  await tab.keyboard.press("Enter");
  await status(tab, "Saved");
  expect(await read(space, page)).toMatchObject({
    slug: "our-logo",
    icon: "star",
    hidden: true,
    condition: "visitor.claims.a == 1",
    noRobotsIndex: true,
    tags: [{ tag: { kind: "tag", tag: "beta" }, primary: true }],
    cover: { ref: { kind: "file" }, yPos: -40 },
  });
  // It is found by its name, where a block shows one.
  const field = tab.getByRole("combobox", { name: "Picture, by its name or address" });
  await field.fill("do");
  await tab.getByRole("option", { name: "dot.png" }).click();
  await expect.poll(() => field.inputValue()).toBe(`/files/${items[0].id}`);
  expect(faults(opened)).toEqual([]);
  await tab.context().close();
});

test("below the Markdown of a page stand its problems, each with its line and a way there, until they are mended", async () => {
  const space = await makeSpace("Problems");
  const opening = '{% hint style="info" %}';
  const page = await makePage(space, "Plan", `First.\n\n${"Words.\n\n".repeat(80)}${opening}\n\nOpen.\n`);
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await tab.getByRole("button", { name: "As Markdown" }).click();
  const problem = tab.getByRole("button", {
    name: "Line 163: {% hint %} is not closed: add {% endhint %} after it.",
  });
  await problem.waitFor();
  await tab.getByRole("status").getByText("1 problem", { exact: true }).waitFor();
  await browser().check(tab);
  for (const [colorScheme, width] of [
    ["light", 1280],
    ["dark", 360],
  ] as const) {
    await tab.emulateMedia({ colorScheme });
    await tab.setViewportSize({ width, height: 720 });
    // Seen from the top of a page that is many screens long.
    await tab.locator(".source-field").press("Control+Home");
    await tab.evaluate("document.querySelector('.source-field').scrollIntoView()");
    const { y, height } = (await problem.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(720);
    await shoot(tab, `problems-${colorScheme}-${width}`);
  }
  const scrolled = () => tab.evaluate<number>("document.getElementById('content').scrollTop");
  const before = await scrolled();
  await problem.click();
  await expect.poll(scrolled).toBeGreaterThan(before + 1000);
  await shoot(tab, "problems-jumped");
  expect(await tab.evaluate("getSelection().toString()")).toBe(opening);
  await tab.keyboard.type("Closed.");
  await problem.waitFor({ state: "detached" });
  await status(tab, "Saved");
  await expect
    .poll(async () => (await read(space, page)).markdown)
    .toBe(`First.\n\n${"Words.\n\n".repeat(80)}Closed.\n\nOpen.\n`);
  await tab.getByRole("button", { name: "As blocks" }).click();
  await tab.locator(".source-problems").waitFor({ state: "detached" });
  expect(faults(opened)).toEqual([]);
  await context.close();
});
