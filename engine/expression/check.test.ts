import { expect, test } from "vitest";
import { checkBoolean } from "./check.ts";
import { parsed } from "./parsed.fixture.ts";

test.each([
  "true",
  "visitor.claims.isBeta",
  "visitor",
  "visitor.claims['x']",
  "a === 1",
  "'x' in a",
  "!1",
  "a && b",
  "1 && a",
  "a && 'x'",
  "a || 'x'",
  "a ? true : 'x'",
  "a?.b",
  "'abc'.length",
  "a.at(0)",
  "a.includes(1)",
  "a.some(x => 1)",
])("%s can be a condition", (source) => {
  expect(checkBoolean(parsed(source))).toBeUndefined();
});

test.each<[source: string, gives: string]>([
  ["1", "a number"],
  ["'true'", "a text"],
  ["null", "null"],
  ["undefined", "undefined"],
  ["`${a}`", "a text"],
  ["[a]", "an array"],
  ["-a", "a number"],
  ["+a", "a number"],
  ["a + b", "a number or text"],
  ["a % 2", "a number"],
  ["1 && 'x'", "a text"],
  ["null ?? 1", "a number"],
  ["a ? 1 : 'x'", "a text"],
  ["a ? (b ? 1 : 2) : [3]", "an array"],
  ["a.trim()", "a text"],
  ["a?.b.toLowerCase()", "a text"],
  ["a.map(x => true)", "an array"],
  ["a.filter(x => true)", "an array"],
])("%s is never true or false", (source, gives) => {
  const problem = checkBoolean(parsed(source));
  expect(problem?.message).toContain(`This gives ${gives},`);
  expect([problem?.start, problem?.end]).toEqual([0, source.length]);
});
