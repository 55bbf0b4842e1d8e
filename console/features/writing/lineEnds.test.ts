import { expect, test } from "vitest";
import { withLineEnds } from "./lineEnds.ts";

test.each([
  ["nothing was edited", "a\nb\n", "a\r\nb\r\n", "a\r\nb\r\n"],
  ["a line in the middle", "a\nB\nc", "a\r\nb\r\nc", "a\r\nB\r\nc"],
  ["new lines", "a\nx\ny\nb\n", "a\r\nb\r\n", "a\r\nx\r\ny\r\nb\r\n"],
  ["mixed ends, each where it was", "a\nb\nC\nd\n", "a\r\nb\nc\rd\n", "a\r\nb\nC\r\nd\n"],
  ["lines of Unix", "a\nB\n", "a\nb\n", "a\nB\n"],
  ["everything is gone", "", "a\r\nb", ""],
  ["a last line without an end", "a\nb", "a\r\n", "a\r\nb"],
])("line ends: %s", (_, edited, former, expected) => {
  expect(withLineEnds(edited, former)).toBe(expected);
});
