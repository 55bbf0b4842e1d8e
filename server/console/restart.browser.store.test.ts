/** A server that is away for a while, as when it is started anew: what is open stays open, and goes on when it is back. */
import type { BrowserContext } from "playwright-core";
import { expect, test } from "vitest";
import { shoot } from "./consoleBrowser.fixture.ts";
import { caretBehind, editor, keptWith, status, useWriting } from "./writing.fixture.ts";

const { ada, browser, faults, makePage, makeSpace, open, read, world } = useWriting();

const AWAY = "The server can't be reached right now.";
const BEHIND = "What is shown here may have changed since.";

/** What stands before a server that is away answers in its place. @returns what brings it back */
async function takeAway(context: BrowserContext, status = 503) {
  let refused = 0;
  await context.route("**/-/**", (route) => {
    refused += 1;
    return route.fulfill({ status, headers: { "retry-after": "1" }, body: "Service Unavailable" });
  });
  return { refused: () => refused, back: () => context.unroute("**/-/**") };
}

const rename = (page: string, space: string, title: string) =>
  world().post(`/spaces/${space}/content`, { changes: [{ operation: "update_page", page, title }] }, ada());

test("a page that is written stays with its caret while the server is away, and is saved when it is back", async () => {
  const space = await makeSpace("Restart");
  const page = await makePage(space, "Plan", "First.\n");
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("First.").waitFor();
  await caretBehind(tab, "First.");
  await editor(tab).evaluate((it) => Object.assign(it, { isTheSame: true }));
  const server = await takeAway(context);
  await tab.keyboard.type(" Second.");
  // The stream is still there, and tells of what can't be read now: the page, the tree, the space.
  await rename(page, space, "Plan of both");
  await tab.getByText(AWAY).waitFor();
  await keptWith(tab, "Second.");
  await browser().check(tab);
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1440, 390]) {
      await tab.emulateMedia({ colorScheme });
      await tab.setViewportSize({ width, height: 900 });
      await shoot(tab, `server-away-${colorScheme}-${width}`);
    }
  await tab.setViewportSize({ width: 1440, height: 900 });
  await editor(tab).getByText("First. Second.").waitFor();
  expect(server.refused()).toBeGreaterThan(2);
  await server.back();
  await tab.keyboard.type(" Third.");
  await status(tab, "Saved");
  await tab.getByText(AWAY).waitFor({ state: "detached" });
  expect(await editor(tab).evaluate((it) => "isTheSame" in it)).toBe(true);
  expect((await read(space, page)).markdown).toBe("First. Second. Third.\n");
  await tab.locator(".side-tree").getByText("Plan of both").waitFor();
  expect((await read(space, page)).title).toBe("Plan of both");
  expect(faults(opened).filter((line) => !/status of 503/.test(line))).toEqual([]);
  await context.close();
});

test("a form keeps what is typed while what is shown can't be read again, and reads it when it is asked to", async () => {
  const space = await makeSpace("Form of settings");
  const page = await makePage(space, "Plan", "First.\n");
  const { tab, context } = await open(ada());
  await tab.goto(`${browser().origin}/s/${space}/~/settings`);
  const title = tab.locator("main").getByLabel("Title").first();
  await title.fill("A title that I typed");
  const server = await takeAway(context, 500);
  await rename(page, space, "Plan of both");
  await tab.getByText(BEHIND).waitFor();
  expect(await title.inputValue()).toBe("A title that I typed");
  await server.back();
  await tab.getByRole("status").getByRole("button", { name: "Try again" }).click();
  await tab.getByText(BEHIND).waitFor({ state: "detached" });
  expect(await title.inputValue()).toBe("A title that I typed");
  await context.close();
});

test("what could never be read is a screen that says so, and is read when it is asked to", async () => {
  const space = await makeSpace("First");
  const { tab, context } = await open(ada());
  await tab.goto(`${browser().origin}/o/${world().organization}`);
  await tab.locator("main").getByText("First").first().waitFor();
  const server = await takeAway(context, 500);
  await tab.evaluate(`history.pushState(null, "", "/s/${space}/~/settings")`);
  await tab.locator("main").getByRole("alert").waitFor();
  await server.back();
  await tab.locator("main").getByRole("button", { name: "Try again" }).click();
  await tab.locator("main").getByLabel("Title").first().waitFor();
  await context.close();
});
