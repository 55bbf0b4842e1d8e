import { expect, test } from "vitest";
import { joinKept } from "./keptText.ts";

test.each([
  ["nothing of before", "", "New", "New"],
  ["nothing typed yet", "Kept", "", "Kept"],
  ["the same", "Kept", "Kept", "Kept"],
  ["both: what was kept, and below it what was typed before that was known", "Kept", "N", "Kept\n\nN"],
  ["neither", "", "", ""],
])("a text has %s", (_what, kept, typed, joined) => {
  expect(joinKept(kept, typed)).toBe(joined);
});
