/** Words that were typed at an awkward moment, and where they are afterwards. */
import { expect, test } from "vitest";
import { caretBehind, editor, status, useWriting } from "./writing.fixture.ts";

const { ada, browser, faults, makePage, makeSpace, open, read, world } = useWriting();

test("a long page is saved in any script, though browsers send few bytes to their end for a tab that is gone", async () => {
  const space = await makeSpace("Scripts");
  const long = "文".repeat(25_000);
  const page = await makePage(space, "Long", `${long}\n\nEnd.\n`);
  const opened = await open(ada());
  const { tab, context } = opened;
  await tab.goto(`${browser().origin}/s/${space}/${page}?edit`);
  await editor(tab).getByText("End.").waitFor();
  await caretBehind(tab, "End.");
  await tab.keyboard.type("!");
  await tab.keyboard.press("Control+s");
  await expect.poll(async () => (await read(space, page)).markdown === `${long}\n\nEnd.!\n`).toBe(true);
  await status(tab, "Saved");
  expect(faults(opened)).toEqual([]);
  await context.close();
});
