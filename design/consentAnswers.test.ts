import { expect, test } from "vitest";
import { readAnswers, withAnswer } from "./script/consentAnswers.ts";

test.each([
  ["nobody was answered", undefined, ["a"], true, "a"],
  ["nobody was answered", undefined, ["a", "b"], false, "-a -b"],
  ["one that is away keeps its yes", "a b", ["a"], true, "a b"],
  ["one that is away keeps its yes", "a b", ["a"], false, "b -a"],
  ["one that is away keeps its no", "-b", ["a"], true, "a -b"],
  ["one that was declined is agreed to", "c -a -b", ["a", "b"], true, "c a b"],
])("%s: %s, then of %j %s", (_, before, asking, isYes, after) => {
  expect(withAnswer(readAnswers(before), asking, isYes)).toBe(after);
});

test("who was asked by one has not declined another", () => {
  const { agreed, declined } = readAnswers("b -a");
  expect([[...agreed], [...declined]]).toEqual([["b"], ["a"]]);
  expect(declined.has("later")).toBe(false);
});
