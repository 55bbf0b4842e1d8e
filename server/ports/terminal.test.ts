import { styleText } from "node:util";
import { expect, test } from "vitest";
import { visible } from "./terminal.ts";

test.each([
  ["a title of the window", "x\u001b]0;owned\u0007y", "x\\u001b]0;owned\\u0007y"],
  ["a cleared screen", "\u001b[2J\u001b[H", "\\u001b[2J\\u001b[H"],
  ["an answer as if typed", "\u001b[6n\u0090$q\u009c", "\\u001b[6n\\u0090$q\\u009c"],
  ["a control of one character", "\u009b31m", "\\u009b31m"],
  ["a line over the one before", "good\rbad\bx", "good\\u000dbad\\u0008x"],
  ["text turned around", "\u202egnp.exe\u2066", "\\u202egnp.exe\\u2066"],
  ["a link", "\u001b]8;;https://evil.example\u001b\\x", "\\u001b]8;;https://evil.example\\u001b\\x"],
  ["a colour that is none", "\u001b[38;5;1m\u001b[1000m", "\\u001b[38;5;1m\\u001b[1000m"],
])("%s is shown, not done", (_, text, shown) => {
  expect(visible(text)).toBe(shown);
});

test("lines, tabs, letters and our own colours stay", () => {
  for (const text of ["a\tb\nc", "Ünï 中文 👩‍🚒", styleText("red", "no", { validateStream: false })])
    expect(visible(text)).toBe(text);
});

test("JSON means the same", () => {
  const value = { title: "\u001b[2J\u009b\u202e\u007f\\u0041" };
  expect(JSON.parse(visible(JSON.stringify(value, null, 2)))).toEqual(value);
});
