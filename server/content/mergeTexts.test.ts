import { expect, test } from "vitest";
import { mergeBody } from "../../engine/markdown/mergeBody.ts";
import { type MergeRun, mergeTexts } from "./mergeTexts.ts";

const long = "Some words of a paragraph that nobody touches.\n\n".repeat(1_200);
const texts = { base: `${long}End.\n`, ours: `Ours.\n\n${long}End.\n`, theirs: `${long}End.\n\nTheirs.\n` };
const both = `Ours.\n\n${long}End.\n\nTheirs.\n`;

test("long texts are merged within the time that their request has for all of them", async () => {
  const run: MergeRun = { organization: "one", left: 60_000 };
  expect((await mergeTexts(texts, run)).join("")).toBe(both);
  expect(run.left).toBeLessThan(60_000);
  expect((await mergeTexts(texts, run)).join("")).toBe(both);
  expect(await mergeTexts(texts, { organization: "one", left: 0 })).toEqual([texts]);
});

test("one that takes too long is a conflict, and leaves nothing for those after it", async () => {
  const run: MergeRun = { organization: "one", left: 1 };
  expect(await mergeTexts(texts, run)).toEqual([texts]);
  expect(run.left).toBeLessThanOrEqual(0);
  expect(await mergeTexts(texts, run)).toEqual([texts]);
});

/** A megabyte in three texts that begin and end alike, of which each is one block where `line` doesn't end it. */
function megabyte(before: string, line: (at: number) => string, after = ""): typeof texts {
  let middle = "";
  for (let at = 0; middle.length < 350_000; at++) middle += line(at);
  const text = (edited: string) => before + middle.replace(line(7), line(7).replace("words", edited)) + after;
  return { base: text("words"), ours: text("ours"), theirs: text("theirs") };
}

test.each([
  ["a list", megabyte("", (at) => `- Item ${at} has words\n`)],
  ["a table", megabyte("| a | b |\n|---|---|\n", (at) => `| ${at} | words |\n`)],
  ["paragraphs", megabyte("", (at) => `Paragraph ${at} of words.\n\n`)],
  ["code", megabyte("```\n", (at) => `line ${at} of words\n`, "```\n")],
])("this thread is free while a megabyte of %s is merged", async (_what, long) => {
  const before = performance.now();
  mergeBody(long);
  const here = performance.now() - before;
  // What else the machine does makes this thread look busier than it was, never freer.
  let active = Infinity;
  for (let run = 0; run < 3 && active > here / 2; run++) {
    const idle = performance.eventLoopUtilization();
    await mergeTexts(long, { organization: "one", left: 60_000 });
    active = Math.min(active, performance.eventLoopUtilization(idle).active);
  }
  expect(active).toBeLessThan(here / 2);
});

test("a single block that takes a thread's slice is not read in this one", async () => {
  const row = "| one | two | three |\n";
  const text = (more: string) => `| a | b | c |\n|---|---|---|\n${row.repeat(900)}${more}`;
  const run: MergeRun = { organization: "one", left: 60_000 };
  await mergeTexts({ base: text(""), ours: text("| x |\n"), theirs: `New.\n\n${text("")}` }, run);
  // Only work in threads counts against what the request has.
  expect(run.left).toBeLessThan(60_000);
});

test("merges that nobody waits for any more end, are no conflict, and make way for others", async () => {
  const leaving = new AbortController();
  const run: MergeRun = { organization: "one", left: 60_000, signal: leaving.signal };
  const slow = megabyte("", (at) => `- Item ${at} has words\n`);
  const merges = Promise.allSettled([mergeTexts(slow, run), mergeTexts(texts, run)]);
  const next = mergeTexts(texts, { organization: "one", left: 60_000 });
  leaving.abort(new Error("left"));
  for (const merge of await merges) expect(merge).toEqual({ status: "rejected", reason: new Error("left") });
  expect((await next).join("")).toBe(both);
  const short = { base: "a", ours: "b", theirs: "c" };
  await expect(mergeTexts(short, run)).rejects.toThrow("left");
});
