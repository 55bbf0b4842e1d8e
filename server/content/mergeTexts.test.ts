import { expect, test } from "vitest";
import { type MergeRun, mergeTexts } from "./mergeTexts.ts";

const long = "Some words of a paragraph that nobody touches.\n\n".repeat(1_200);
const texts = { base: `${long}End.\n`, ours: `Ours.\n\n${long}End.\n`, theirs: `${long}End.\n\nTheirs.\n` };
const both = `Ours.\n\n${long}End.\n\nTheirs.\n`;

test(
  "long texts are merged within the time that their request has for all of them",
  { timeout: 60_000 },
  async () => {
    const run: MergeRun = { organization: "one", left: 60_000 };
    expect((await mergeTexts(texts, run)).join("")).toBe(both);
    expect(run.left).toBeLessThan(60_000);
    expect((await mergeTexts(texts, run)).join("")).toBe(both);
    expect(await mergeTexts(texts, { organization: "one", left: 0 })).toEqual([texts]);
  },
);

test("one that takes too long is a conflict, and leaves nothing for those after it", async () => {
  const run: MergeRun = { organization: "one", left: 1 };
  expect(await mergeTexts(texts, run)).toEqual([texts]);
  expect(run.left).toBeLessThanOrEqual(0);
  expect(await mergeTexts(texts, run)).toEqual([texts]);
});
