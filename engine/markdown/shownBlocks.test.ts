import fc from "fast-check";
import { expect, test } from "vitest";
import { bodyOfParts, mergeBody } from "./mergeBody.ts";
import { cameAlong, isTelling, shownBlocks } from "./shownBlocks.ts";

const runs = process.env["LECTERN_TEST_TIER"] === "full" ? 10_000 : 300;
const text = (...blocks: string[]): string => (blocks.length === 0 ? "" : `${blocks.join("\n\n")}\n`);
const [A, B, C] = ["alpha one two three", "beta four five six", "gamma seven eight nine"];

test.each([
  ["all as it was proposed", [A], [A, B], [A, B], [A, B]],
  ["nothing of it", [A], [A, B], [A, C], [A]],
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
  const texts = { before: text(...before), proposed: text(...proposed), shown: text(...shown) };
  expect(shownBlocks(texts)).toEqual({ sure: text(...expected), reviewed: text(...expected) });
});

// Two edits of one sentence are as alike as one of them and what somebody has made of it.
test.each([
  ["with another word", [A], ["alpha one two new"], ["alpha one other new"]],
  ["of one of two that were the same", [A, A], ["alpha one two new", A], ["alpha one other new", A]],
  [
    "of a figure",
    ["The limit is 10 pages."],
    ["The limit is 20 pages of text."],
    ["The limit is 30 pages of text."],
  ],
])("an edited block %s counts only where the proposal is known to be there", (_what, before, own, there) => {
  const texts = { before: text(...before), proposed: text(...own), shown: text(...there) };
  expect(shownBlocks(texts)).toEqual({ sure: text(...before), reviewed: text(...own) });
});

test.each([
  ["with another word", B, "beta four five seven", true],
  ["with two thirds of its words", "beta four five", "beta four new", true],
  ["with half of its words, or less", B, "beta four other word", false],
  ["that is shorter", B, "beta four five", true],
  ["that is longer", B, "beta four five six, and so on", true],
  ["of one pattern", "Fixed login on Safari browsers", "Fixed login on Firefox browsers", true],
  ["of a list", "- beta four\n- five six\n- seven", "- beta four\n- five six\n- eight", true],
  ["of a list with an item less", "- beta four\n- five six\n- seven", "- beta four\n- five six", true],
  ["of code", "```\nnpm install one two three\n```", "```\nnpm install one two four\n```", true],
  [
    "of a table",
    "| Name | Means |\n| --- | --- |\n| limit | seconds to wait |",
    "| Name | Means |\n| --- | --- |\n| limit | minutes to wait |",
    true,
  ],
  ["of another kind", B, "## beta four five six", false],
])("a new block %s counts only where the proposal is known to be there", (_what, own, there, isAlike) => {
  const texts = { before: text(A), proposed: text(A, own), shown: text(A, there) };
  expect(shownBlocks(texts)).toEqual({ sure: text(A), reviewed: text(A, ...(isAlike ? [own] : [])) });
});

test("what somebody has put back beside that which was proposed in its place stays", () => {
  const [before, proposed, theirs] = [
    text(A, B),
    text(A, "delta ten eleven twelve"),
    "delta ten eleven twelve",
  ];
  for (const there of [
    [B, theirs],
    [theirs, B],
  ]) {
    const base = shownBlocks({ before, proposed, shown: text(A, ...there) }).sure;
    const merged = mergeBody({ base, ours: proposed, theirs: text(A, ...there) });
    expect(bodyOfParts(merged, () => "conflict")).toBe(text(A, ...there));
  }
});

test.each([
  [
    "of which all is there but a word",
    [A, B],
    [A, C, "a new beginning of it"],
    [A, C, "a new start of it"],
    true,
  ],
  ["of which a part is missing", [A, B], [A, C, "delta ten eleven"], [A, C], false],
  ["that has deleted what is there", [A, B], [C, A], [C, A, B], false],
  ["that has edited what is there as it was", [A, B], ["alpha one two new", B, C], [A, B, C], false],
  ["of which nothing is there exactly", [A], [A, C], [A, "gamma seven eight other"], false],
  [
    "of which a date and a heading of its kind are there",
    [A],
    [A, "## What is new this month", "3.1 of 30 November", "Fixed login on Safari browsers"],
    [A, "## What is new this month", "3.1 of 30 November", "Fixed login on Firefox browsers"],
    false,
  ],
])("a proposal %s came there: %s", (_what, before, proposed, shown, expected) => {
  const texts = { before: text(...before), proposed: text(...proposed), shown: text(...shown) };
  const { lacks, words } = cameAlong(texts);
  expect(!lacks && isTelling(new Set(words))).toBe(expected);
});

const block = fc.integer({ min: 0, max: 30 }).map((at) => `word${at} of${at} block${at}`);
const body = fc.uniqueArray(block, { maxLength: 5 }).map((blocks) => text(...blocks));

test("what a text has never seen is not taken back in it, and what it is known to come from comes once", () => {
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
      const base = shownBlocks({
        before: shownBlocks({ before, proposed: first, shown }).reviewed,
        proposed: second,
        shown,
      }).sure;
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
      const merged = after(shownBlocks({ before, proposed: ours, shown: theirs }).sure);
      const isBack = after(before).includes(gone);
      expect(merged.toSorted()).toEqual([...own, news, ...(isBack ? [gone] : [])].toSorted());
    }),
    { numRuns: runs },
  );
});

test("where nothing tells that somebody has seen a proposal, what both have written stays, however alike", () => {
  fc.assert(
    fc.property(body, fc.nat(5), (before, place) => {
      const blocks = before.trim() === "" ? [] : before.trim().split("\n\n");
      const [own, theirs] = ["Fixed login on Safari browsers", "Fixed login on Firefox browsers"];
      const [ours, shown] = [own, theirs].map((one) => text(...blocks.toSpliced(place, 0, one))) as [
        string,
        string,
      ];
      const base = shownBlocks({ before, proposed: ours, shown }).sure;
      const merged = bodyOfParts(mergeBody({ base, ours, theirs: shown }), () => "conflict");
      expect(merged.trim().split("\n\n").toSorted()).toEqual([...blocks, own, theirs].toSorted());
    }),
    { numRuns: runs },
  );
});
