import { expect, test } from "vitest";
import { synonymsOf } from "./synonyms.ts";

test.each([
  ["login", ["sign", "in"]],
  ["log in", ["login"]],
  ["removing", ["delet"]],
  ["k8s", ["kubernet"]],
  ["pull request", ["change", "request"]],
])("%s may be written otherwise", (words, way) => {
  expect(synonymsOf(words)).toContainEqual(way);
});

test("a word is none of its own, and most have none", () => {
  expect(synonymsOf("login")).not.toContainEqual(["login"]);
  expect(synonymsOf("zebra")).toEqual([]);
  expect(synonymsOf("constructor")).toEqual([]);
});
