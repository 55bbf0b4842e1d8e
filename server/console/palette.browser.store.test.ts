/** What the search leads to of what is open, for who may go there. */
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { heldBack } from "../test/browser.ts";
import { shoot } from "./consoleBrowser.fixture.ts";
import { useWriting } from "./writing.fixture.ts";

const { ada, browser, faults, makePage, makeSpace, open, world } = useWriting();

const search = (tab: Page) => tab.getByRole("combobox", { name: "Search and commands" });

const DRAWN = `[...document.querySelectorAll("[role=option] svg path")].map((it) => it.getAttribute("d"))`;

/** The commands that have a word, once one of them is there. */
async function commands(tab: Page, word: string, first: string): Promise<readonly string[]> {
  await tab.keyboard.press("Control+k");
  await search(tab).fill(word);
  await tab.getByRole("option", { name: first, exact: true }).waitFor();
  const all = await tab.getByRole("option").allTextContents();
  // Each place has a picture of its own.
  const pictures = (await tab.evaluate(DRAWN)) as readonly string[];
  expect(new Set(pictures).size).toBe(all.length);
  await tab.keyboard.press("Escape");
  await search(tab).waitFor({ state: "hidden" });
  return all;
}

async function choose(tab: Page, name: string): Promise<void> {
  await tab.keyboard.press("Control+k");
  await search(tab).fill(name);
  await tab.getByRole("option", { name, exact: true }).click();
}

test("all parts of the open space are reached, its administration by who may", async () => {
  const space = await makeSpace("Quarry");
  await makePage(space, "Plan", "First.\n");
  const parts = [
    "Change requests",
    "History",
    "Comments",
    "Files",
    "Reusable content",
    "Variables",
    "Tags",
    "Broken links",
    "Import and export",
    "Trash",
  ].map((part) => `${part} of Quarry`);
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}`);
  await tab.locator("article").getByText("First.").waitFor();
  const administration = ["Settings of Quarry", "Permissions of Quarry", "Git Sync of Quarry"];
  expect(await commands(tab, "of quarry", "Settings of Quarry")).toEqual([...parts, ...administration]);
  await tab.keyboard.press("Control+k");
  await search(tab).fill("of quarry");
  await tab.getByRole("option", { name: "Tags of Quarry" }).waitFor();
  await browser().check(tab);
  await shoot(tab, "palette-of-space");
  await tab.keyboard.press("Escape");
  for (const [name, path, title] of [
    ["Comments of Quarry", "comments", /Comments/],
    ["Tags of Quarry", "tags", /Tags/],
    ["Git Sync of Quarry", "git", /[Ss]ettings/],
  ] as const) {
    await choose(tab, name);
    await tab.waitForURL(`**/s/${space}/~/${path}`);
    await tab.locator("main").getByRole("heading", { level: 1, name: title }).waitFor();
  }
  expect(faults(opened)).toEqual([]);
  await context.close();
  const rita = await open(await world().addPerson("rita", "read"));
  await rita.tab.goto(`${browser().origin}/s/${space}`);
  await rita.tab.locator("article").getByText("First.").waitFor();
  expect(await commands(rita.tab, "of quarry", "Tags of Quarry")).toEqual(parts);
  await rita.context.close();
});

test("a review is asked for and a site published from anywhere in them, and the site's parts are reached", async () => {
  const space = await makeSpace("Mine");
  await world().post(`/spaces/${space}/change-requests`, { subject: "More" }, ada());
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/~/changes/1/diff`);
  await tab.locator("main").getByRole("heading", { level: 1, name: /More/ }).waitFor();
  await choose(tab, "Ask for review");
  await tab.getByRole("dialog").getByRole("combobox", { name: "Person" }).waitFor();
  expect(new URL(tab.url()).search).toBe("");
  const sites = `/orgs/${world().organization}/sites`;
  const { id } = (await world().post(sites, { title: "Manual", spaces: [space] }, ada())).body;
  await tab.goto(`${browser().origin}/o/${world().organization}/sites/${id}/redirects`);
  await tab.locator("main").getByText("Not published").waitFor();
  await choose(tab, "Audience of Manual");
  await tab.waitForURL(`**/sites/${id}/audience`);
  await tab.locator("main [aria-current=page]", { hasText: "Audience" }).waitFor();
  await tab.waitForURL(`**/sites/${id}/audience`);
  await choose(tab, "Publish");
  await tab.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await expect.poll(async () => (await world().get(`${sites}/${id}`, ada())).body.published).toBe(true);
  expect(faults(opened)).toEqual([]);
  await context.close();
});

test("a search that is opened while a screen loads stays, with what is typed, and isn't taken along to another", async () => {
  const space = await makeSpace("Orchard");
  await makePage(space, "Plan", "First.\n");
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}`);
  await tab.locator("article").getByText("First.").waitFor();
  const screen = await heldBack(tab, /console-Trash\./);
  await tab.evaluate(`history.pushState(null, "", "/o/${world().organization}/trash")`);
  await screen.asked;
  await tab.keyboard.press("Control+k");
  await search(tab).fill("orch");
  screen.come();
  // The sign of the screen is behind the search.
  await tab.locator("main h1").first().waitFor({ state: "attached" });
  expect(await search(tab).inputValue()).toBe("orch");
  await tab.keyboard.press("Backspace");
  expect(await search(tab).inputValue()).toBe("orc");
  await tab.goBack();
  await tab.locator("article").getByText("First.").waitFor();
  await search(tab).waitFor({ state: "hidden" });
  await tab.goForward();
  await tab.locator("main h1").first().waitFor();
  expect(await search(tab).isVisible()).toBe(false);
  await tab.keyboard.press("Control+k");
  expect(await search(tab).inputValue()).toBe("");
  expect(faults(opened)).toEqual([]);
  await context.close();
});
