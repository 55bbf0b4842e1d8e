/** The first minutes of somebody who knows nothing: from the printed link to a site that others read. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../test/browser.ts";
import { Program, type Run } from "../test/program.ts";
import { editor, paste, PICTURE, status } from "./writing.fixture.ts";

let program: Program;
let run: Run;
let browser: Browser;

beforeAll(async () => {
  program = await Program.build();
  run = program.start({ ...(await program.install()), NODE_ENV: "production" });
  [browser] = await Promise.all([launchBrowser(), run.ready()]);
});
afterAll(async () => {
  await browser.close();
  await program.remove();
});

/** A browser of one's own. */
async function somebody(): Promise<Page> {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  context.setDefaultTimeout(60_000);
  return context.newPage();
}

const main = (tab: Page) => tab.locator("main");
const press = (tab: Page, name: string) => tab.getByRole("button", { name, exact: true }).click();

test("from the printed link to a page with a picture, a review by somebody else, and a site in one's colours", async () => {
  const { app } = await run.ready();
  const tab = await somebody();
  await tab.goto(run.valueOf("Sign in") ?? "");
  await main(tab).getByRole("button").first().click();

  // The first screen says what to begin with, until something has begun.
  await main(tab).getByRole("heading", { name: "Where to begin" }).waitFor();
  await main(tab)
    .getByRole("button", { name: /^Write/ })
    .click();
  await tab.getByRole("textbox", { name: "Title" }).fill("Handbook");
  await tab.keyboard.press("Enter");
  await main(tab).getByText("No pages yet").waitFor();
  await tab.getByRole("button", { name: "New page" }).first().click();
  await tab.getByRole("textbox", { name: "Title" }).fill("Welcome");
  await tab.keyboard.press("Enter");
  await tab.keyboard.type("We begin at nine.");
  await editor(tab).getByText("We begin at nine.").waitFor();
  await paste(tab, "dot.png", "image/png", PICTURE);
  await editor(tab).locator("figure img, .block-figure img").waitFor();
  await status(tab, "Saved");
  const handbook = new URL(tab.url()).pathname.split("/").slice(0, 3).join("/");

  // Somebody else comes by an e-mail, which is in the log as long as there is no mail server.
  const home = await tab.locator('.side a[href^="/o/"]').first().getAttribute("href");
  await tab.goto(`${app}${home}`);
  await main(tab).getByRole("link", { name: "Handbook" }).waitFor();
  expect(await main(tab).getByText("Where to begin").count()).toBe(0);
  await tab.goto(`${app}${home}/members`);
  await press(tab, "Invite people");
  await tab.getByRole("dialog").getByLabel("E-mail addresses").fill("mia@acme.test");
  await tab.getByRole("dialog").getByLabel("Role").selectOption({ label: "Review" });
  await press(tab, "Invite");
  // Without a mail server it is said how she comes in.
  const command = tab.getByRole("dialog").getByLabel("Command that makes a link for mia@acme.test");
  expect(await command.inputValue()).toBe("npx lectern user link mia@acme.test");
  await press(tab, "Close");
  await main(tab).getByText("mia@acme.test").waitFor();
  const mia = await somebody();
  await mia.goto(`${app}/sign-in`);
  await mia.getByLabel("E-mail").fill("mia@acme.test");
  await press(mia, "E-mail me a link instead");
  const linkIn = () => /https?:\/\/[^\s"\\]+\/sign-in\/link\/[\w-]+/g.exec(run.logged)?.[0];
  await expect.poll(linkIn).toBeDefined();
  await mia.goto(linkIn() ?? "");
  await main(mia).getByRole("button").first().click();

  await tab.goto(app + handbook);
  await tab.getByRole("treeitem", { name: "Welcome" }).click();
  await press(tab, "Propose changes");
  await editor(tab).getByText("We begin at nine.").click();
  await tab.keyboard.press("End");
  await tab.keyboard.type(" Tea is in the kitchen.");
  await tab.waitForURL(/\/~\/changes\/1/);
  await status(tab, "Saved");
  await tab.goto(`${app}${handbook}/~/changes/1`);
  // It is named after its page until somebody names it better.
  await main(tab)
    .getByRole("heading", { name: /Changes to “Welcome”/ })
    .waitFor();
  await press(tab, "Edit subject and description");
  await tab.getByRole("textbox", { name: "Subject" }).fill("Where the tea is");
  await press(tab, "Save");
  await main(tab)
    .getByRole("heading", { name: /Where the tea is/ })
    .waitFor();
  await press(tab, "Ask for review");
  await tab.getByRole("combobox", { name: "Person" }).fill("mia");
  await tab.getByRole("option", { name: /mia/ }).click();
  await press(tab, "Ask");

  await mia.goto(`${app}${home}`);
  await main(mia).getByRole("region", { name: "Waiting for you" }).getByRole("link", { name: /#1/ }).click();
  await main(mia)
    .getByRole("link", { name: /^Changes/ })
    .click();
  await main(mia).locator("ins", { hasText: "Tea is in the kitchen." }).waitFor();
  await press(mia, "Approve");
  await mia.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
  await mia.getByText("You approved it.").waitFor();
  await main(tab).getByText("Approved", { exact: true }).first().waitFor();
  await press(tab, "Merge");
  await tab.getByRole("dialog").getByRole("button", { name: "Merge" }).click();
  await main(tab).getByText("Merged", { exact: true }).first().waitFor();

  await tab.goto(`${app}${home}/sites`);
  await press(tab, "New site");
  await tab.getByRole("textbox", { name: "Title of the site" }).fill("Manual");
  await tab.getByRole("checkbox", { name: "Handbook" }).check();
  await press(tab, "Create site");
  await main(tab).getByText("Not published").waitFor();
  await press(tab, "Publish");
  await tab.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  const href = (await main(tab).getByRole("link", { name: "Visit the site" }).getAttribute("href")) ?? "";
  await main(tab).getByRole("link", { name: "Customize" }).click();
  await tab.getByLabel("Primary colour, in light").fill("#b4260f");
  await press(tab, "Save");
  await main(tab).getByText("Saved. Readers see it from now on.").waitFor();

  const reader = await somebody();
  await reader.goto(href);
  await reader.getByText("We begin at nine. Tea is in the kitchen.").waitFor();
  await reader.locator('link[href*="pb4260f"]').first().waitFor({ state: "attached" });
  const width = () => reader.evaluate('document.querySelector("main img").naturalWidth');
  await expect.poll(width).toBe(1);
});
