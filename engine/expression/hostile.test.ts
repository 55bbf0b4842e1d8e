import { performance } from "node:perf_hooks";
import { describe, expect, test } from "vitest";
import { evaluateCondition } from "./condition.ts";
import { parseExpression } from "./parse.ts";
import { longestSource } from "./syntax.ts";

/** As much of a repeated piece as a source can hold. */
const filled = (piece: string) => piece.repeat(Math.floor(longestSource / piece.length));
const around = (before: string, inner: string, after: string, times: number) =>
  before.repeat(times) + inner + after.repeat(times);

const list = Array.from({ length: 1000 }, (_, index) => `${index}`);
const data = {
  a: { a: 1 },
  list,
  long: "ab".repeat(5000),
  half: `${"ab".repeat(2500)}c`,
  huge: "a".repeat(1_000_000),
};

const cases: readonly (readonly [what: string, source: string])[] = [
  ["open parentheses", filled("(")],
  ["pairs of parentheses", around("(", "a", ")", 500)],
  ["open brackets", filled("a[")],
  ["arrays in arrays", filled("[")],
  ["signs", filled("!")],
  ["members", `a${filled(".a").slice(2)}`],
  ["optional members", `a${filled("?.a").slice(3)}`],
  ["branches", filled("a?a:")],
  ["conditions of conditions", filled("a?")],
  ["operators", `a${filled("&&a").slice(3)}`],
  ["sums of texts", `''${filled("+long").slice(5)}`],
  ["one long number", `1${"0".repeat(1022)}`],
  ["one long fraction", `.${"9".repeat(1022)}`],
  ["exponents", filled("9e9")],
  ["one long name", filled("a")],
  ["backslashes", `'${filled("\\")}`],
  ["escapes without end", `'${filled("\\u{")}`],
  ["templates", filled("`${")],
  ["quotes", filled("'\"")],
  ["dots", filled(".")],
  ["spaces", filled(" ")],
  ["line ends", filled("\r\n")],
  ["callbacks in callbacks", filled("a.map(a=>")],
  ["loops in loops", around("list.map(x=>", "x", ")", 30)],
  ["sorted by every pair", "list.filter(x => list.filter(y => x < y).length > 3).length"],
  ["searches", `list.some(x => long.includes(half))`],
  ["the worst search that is paid for", `list.some(x => long.includes('${"ab".repeat(100)}c'))`],
  ["copies", "list.map(x => long.toUpperCase())"],
  ["growing texts", "list.map(x => `${long}${x}`)"],
  ["long keys", "list.map(x => a[half + x])"],
  ["numbers in long texts", "list.map(x => +half)"],
  ["a text too long to touch", "huge.toUpperCase() === huge.trim()"],
];

const trivial = "a.a === 1";

describe("hostile sources end soon", () => {
  // The figure of one trivial condition, taken at the same time on the same machine, is the measure.
  const unit = quickest(trivial, 500);

  test.each(cases)("%s", (_, source) => {
    expect(source.length).toBeLessThanOrEqual(longestSource + 2);
    expect(quickest(source) / unit).toBeLessThan(1000);
  });

  test("a source that is far too long isn't even read", () => {
    const parsed = parseExpression("(".repeat(10_000_000));
    expect(parsed.ok ? "" : parsed.problem.message).toContain("too long");
  });
});

/** Milliseconds of the quickest of some runs: what others do on the machine only adds to it. */
function quickest(source: string, runs = 25): number {
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const start = performance.now();
    evaluateCondition(source, data);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}
