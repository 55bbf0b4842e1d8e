import { expect, test } from "vitest";
import { movedUrl } from "./movedUrl.ts";

test.each([
  ["todo.md", "guide", "guide", "todo.md"],
  ["./todo.md", "guide", "guide", "./todo.md"],
  ["todo.md#a/b?c", "guide", "reference", "../guide/todo.md#a/b?c"],
  ["../../src/main.ts", "guide", "reference", "../../src/main.ts"],
  ["../../src/main.ts", "guide", "a/b", "../../../src/main.ts"],
  ["../src/main.ts", "", "a/b", "../../../src/main.ts"],
  ["../../../../x", "a/b", "", "../../x"],
  ["../todo.md", "a/b", "a", "todo.md"],
  ["todo.md", "a", "a/b", "../todo.md"],
  ["a/x", "", "a", "x"],
  ["A/x", "", "a", "../A/x"],
  [".", "a", "a/b", ".."],
  ["../", "a", "", "./"],
  ["sub//", "a", "b", "../a/sub/"],
  ["my%20dir/x", "a b", "a b/c", "../my%20dir/x"],
  ["x", "a (b)", "c", "../a%20%28b%29/x"],
  ["%zz/x", "a", "b", "../a/%zz/x"],
  ["x\\_y", "a", "b", "../a/x\\_y"],
])("%s from %s is in %s: %s", (url, from, to, expected) => {
  expect(movedUrl(url, from, to)).toBe(expected);
});
