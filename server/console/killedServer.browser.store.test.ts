/** The built program is killed under a browser, as by a loss of power: what is typed before, meanwhile and behind is there once. */
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launchBrowser } from "../test/browser.ts";
import { freePort } from "../test/ports.ts";
import { Program, type Run } from "../test/program.ts";
import { caretBehind, editor, keptWith, status } from "./writing.fixture.ts";

const isFull = process.env["LECTERN_TEST_TIER"] === "full";
/** Kills of a server that has stored all, then kills at some instant of a save. */
const [QUIET, AMIDST] = isFull ? [10, 30] : [1, 3];
/** Milliseconds from the last key within which it is killed: a save begins some time behind it, and takes a part of this. */
const SAVES_WITHIN = 1500;

let program: Program;
let settings: Record<string, string>;
let run: Run;
let browser: Browser;

beforeAll(async () => {
  program = await Program.build();
  // Its addresses stay what they are, and who is signed in stays that.
  settings = {
    ...(await program.install()),
    NODE_ENV: "production",
    PORT: `${await freePort()}`,
    LECTERN_SITES_PORT: `${await freePort()}`,
  };
  run = program.start(settings);
  [browser] = await Promise.all([launchBrowser(), run.ready()]);
});
afterAll(async () => {
  await browser.close();
  await program.remove();
});

/** What is read of the API. */
interface Answer {
  readonly markdown: string;
  readonly count: number;
}

async function startAgain(): Promise<void> {
  run = program.start(settings);
  await run.ready();
}

/** Types where the caret is, and waits until the browser keeps it. */
async function type(tab: Page, text: string): Promise<void> {
  await tab.keyboard.type(text);
  await keptWith(tab, text.trim());
}

test("each word is stored once, and each pause is one revision, however often the server is killed", async () => {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  context.setDefaultTimeout(120_000);
  const tab = await context.newPage();
  await tab.goto(run.valueOf("Sign in") ?? "");
  const main = tab.locator("main");
  await main.getByRole("button").first().click();
  await main.getByRole("button", { name: /^Write/ }).click();
  await tab.getByRole("textbox", { name: "Title" }).fill("Handbook");
  await tab.keyboard.press("Enter");
  await main.getByText("No pages yet").waitFor();
  await tab.getByRole("button", { name: "New page" }).first().click();
  await tab.getByRole("textbox", { name: "Title" }).fill("Plan");
  await tab.keyboard.press("Enter");
  await editor(tab).waitFor();
  // Each write is told from the next: the history has those of one session in one entry.
  await tab.route("**/content*", async (route) => {
    const { prefer: _, ...headers } = await route.request().allHeaders();
    // A server that is away, and a page that is gone, have no answer.
    await route.continue({ headers }).catch(() => undefined);
  });
  await tab.keyboard.type("Begin.");
  await status(tab, "Saved");
  await caretBehind(tab, "Begin.");
  await editor(tab).evaluate((it) => Object.assign(it, { isTheSame: true }));
  const [, , space, page] = new URL(tab.url()).pathname.split("/");
  // The bytes as the API gives them, to the console's own session.
  const read = (path: string): Promise<Answer> =>
    tab.evaluate(
      `fetch("/-/v1/spaces/${space}/${path}", { headers: { "lectern-console": "1" } }).then((it) => it.json())`,
    );
  const words = async () => (await read(`content/page/${page}`)).markdown;
  const revisions = async (): Promise<number> => (await read("revisions")).count;
  expect(await words()).toBe("Begin.\n");
  const first = await revisions();

  let expected = "Begin.";
  for (let round = 0; round < QUIET; round++) {
    await tab.keyboard.type(` Before ${round}.`);
    await tab.keyboard.press("Control+s");
    await expect.poll(words).toBe(`${expected} Before ${round}.\n`);
    await status(tab, "Saved");
    await run.kill();
    await type(tab, ` Meanwhile ${round}.`);
    await startAgain();
    await status(tab, "Saved");
    expected += ` Before ${round}. Meanwhile ${round}.`;
    expect([await words(), await revisions()]).toEqual([`${expected}\n`, first + 2 * (round + 1)]);
  }

  let least = first + 2 * QUIET;
  for (let round = 0; round < AMIDST; round++) {
    await type(tab, ` Amidst ${round}.`);
    await run.killWithin(SAVES_WITHIN);
    await type(tab, ` Away ${round}.`);
    await startAgain();
    await tab.keyboard.type(` Back ${round}.`);
    expected += ` Amidst ${round}. Away ${round}. Back ${round}.`;
    await expect.poll(words).toBe(`${expected}\n`);
    await status(tab, "Saved");
    const now = await revisions();
    // What was typed before, and what was typed from then on, in one revision or two; a third for what came behind a save.
    expect(now - least).toBeGreaterThanOrEqual(1);
    expect(now - least).toBeLessThanOrEqual(3);
    least = now;
  }
  expect(await editor(tab).evaluate((it) => "isTheSame" in it)).toBe(true);
  // What the browser had kept of it is stored, and kept no more.
  await tab.reload();
  await main.getByText(`Back ${AMIDST - 1}.`).waitFor();
  expect([await words(), await tab.locator(".unsaved").count()]).toEqual([`${expected}\n`, 0]);
  await context.close();
});
