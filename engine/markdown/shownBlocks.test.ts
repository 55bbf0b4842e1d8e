import fc from "fast-check";
import { expect, test } from "vitest";
import { bodyOfParts, mergeBody } from "./mergeBody.ts";
import { shownBlocks } from "./shownBlocks.ts";

const runs = process.env["LECTERN_TEST_TIER"] === "full" ? 10_000 : 300;
const text = (...blocks: string[]): string => (blocks.length === 0 ? "" : `${blocks.join("\n\n")}\n`);
const [A, B, C] = ["alpha one two three", "beta four five six", "gamma seven eight nine"];

test.each([
  ["all as it was proposed", [A], [A, B], [A, B], [A, B]],
  ["nothing of it", [A], [A, B], [A, C], [A]],
  ["a new block with another word", [A], [A, B], [A, "beta four five seven"], [A, B]],
  [
    "a new block with two thirds of its words",
    [A],
    [A, "beta four five"],
    [A, "beta four new"],
    [A, "beta four five"],
  ],
  ["a new block with half of its words, or less", [A], [A, B], [A, "beta four other word"], [A]],
  ["a shorter new block, which may be somebody's own", [A], [A, B], [A, "beta four five"], [A]],
  [
    "a new list with another entry",
    [A],
    [A, "- beta four\n- five six\n- seven"],
    [A, "- beta four\n- five six\n- eight"],
    [A],
  ],
  ["a new block with more", [A], [A, B], [A, "beta four five six, and so on"], [A, B]],
  [
    "an edited block with another word",
    [A],
    ["alpha one two new"],
    ["alpha one other new"],
    ["alpha one two new"],
  ],
  ["another edit of the same block", [A], ["alpha one two new"], ["alpha one two theirs"], [A]],
  ["a block that the page had already says nothing", [A, B], [A, B, "beta four five new"], [A, B], [A, B]],
  [
    "nor do words that it had",
    ["see the manual of alpha", C],
    ["see the manual of alpha", C, "see the manual of beta"],
    ["see the manual of alpha", C, "see the manual of gamma"],
    ["see the manual of alpha", C],
  ],
  ["one of two that are alike", [], [B, "beta four five new"], [B], [B]],
  ["the second of two that are alike", [B], ["beta four five new", B], ["beta four five other"], [B]],
  ["a block that is gone", [A, B], [A], [A], [A]],
  ["a block that stays there", [A, B], [A], [A, B, C], [A, B]],
  [
    "a block that both have moved to where another was deleted here",
    [A, B, C, "delta ten"],
    [A, C, B],
    [A, C, "delta ten", B],
    [A, C, "delta ten", B],
  ],
  [
    "nothing of an edit where the block stays as it was beside another alike",
    [A],
    ["alpha one two new"],
    [A, "alpha one two new, and more"],
    [A],
  ],
  [
    "an edit of one of two blocks that were the same",
    [A, A],
    ["alpha one two new", A],
    ["alpha one other new", A],
    ["alpha one two new", A],
  ],
  [
    "a sentence of two that were proposed",
    ["It runs."],
    ["It runs and deletes old copies. Set KEEP to stop."],
    ["It runs and deletes old copies."],
    ["It runs."],
  ],
  [
    "a word that the proposal took out",
    ["Teh limti is 10 today"],
    ["The limit is 20 today"],
    ["The limit is 10 today"],
    ["Teh limti is 10 today"],
  ],
  [
    "one line of code of two",
    ["```\nreact 18\nvite 5\n```"],
    ["```\nreact 19\nvite 6\n```"],
    ["```\nreact 19\nvite 5\n```"],
    ["```\nreact 18\nvite 5\n```"],
  ],
  [
    "one item of two",
    ["* Apples keep well\n* Pears do not"],
    ["* Apples keep well\n* Pears do not\n* Plums and cherries\n* Never below zero"],
    ["* Apples keep well\n* Pears do not\n* Plums and cherries"],
    ["* Apples keep well\n* Pears do not"],
  ],
  [
    "one row of a table",
    ["| Plan | Price |\n| --- | --- |\n| Basic | 5 |\n| Team | 10 |"],
    ["| Plan | Price |\n| --- | --- |\n| Basic | 6 |\n| Team | 12 |\n| Max | 30 |"],
    ["| Plan | Price |\n| --- | --- |\n| Basic | 6 |\n| Team | 10 |\n| Max | 30 |"],
    ["| Plan | Price |\n| --- | --- |\n| Basic | 5 |\n| Team | 10 |"],
  ],
  ["a list as it was proposed", ["* One"], ["* One\n* Two"], ["* One\n* Two"], ["* One\n* Two"]],
])("a text shows %s", (_what, before, proposed, shown, expected) => {
  expect(shownBlocks({ before: text(...before), proposed: text(...proposed), shown: text(...shown) })).toBe(
    text(...expected),
  );
});

const block = fc.integer({ min: 0, max: 30 }).map((at) => `word${at} of${at} block${at}`);
const body = fc.uniqueArray(block, { maxLength: 5 }).map((blocks) => text(...blocks));

test("what a text has never seen is not taken back in it, and what it shows comes once", () => {
  fc.assert(
    fc.property(body, body, fc.nat(5), (before, added, cut) => {
      const blocks = before.trim() === "" ? [] : before.trim().split("\n\n");
      const news = added
        .trim()
        .split("\n\n")
        .filter((one) => one !== "" && !blocks.includes(one));
      const first = text(...blocks, ...news.slice(0, cut));
      const second = text(...blocks, ...news);
      // The branch has the first proposal, with a word of somebody there in each of its new blocks.
      const shown = text(...blocks, ...news.slice(0, cut).map((one) => `${one} theirs`));
      let base = before;
      for (const proposed of [first, second]) base = shownBlocks({ before: base, proposed, shown });
      const merged = bodyOfParts(mergeBody({ base, ours: second, theirs: shown }), () => "conflict");
      expect(merged).toBe(
        text(...blocks, ...news.slice(0, cut).map((one) => `${one} theirs`), ...news.slice(cut)),
      );
    }),
    { numRuns: runs },
  );
});

test("what is deleted here stays so where both have moved another, unless the branch has moved that", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 6 }), fc.array(fc.nat(6), { minLength: 4 }), (size, numbers) => {
      const [from, to, deleted, place] = numbers.map((one) => one % size) as [number, number, number, number];
      const blocks = Array.from({ length: size }, (_, at) => `word${at} of${at} block${at}`);
      const moved = blocks.toSpliced(from, 1).toSpliced(to, 0, blocks[from]!);
      const gone = moved[deleted]!;
      const [own, news] = [moved.filter((one) => one !== gone), "something else"];
      const [before, ours, theirs] = [
        text(...blocks),
        text(...own),
        text(...moved.toSpliced(place, 0, news)),
      ];
      const after = (base: string): string[] =>
        bodyOfParts(mergeBody({ base, ours, theirs }), () => "conflict")
          .trim()
          .split("\n\n");
      const merged = after(shownBlocks({ before, proposed: ours, shown: theirs }));
      const isBack = after(before).includes(gone);
      expect(merged.toSorted()).toEqual([...own, news, ...(isBack ? [gone] : [])].toSorted());
    }),
    { numRuns: runs },
  );
});
