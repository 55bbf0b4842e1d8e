import { describe, expect, test } from "vitest";
import { evaluateCondition, evaluateInline } from "./condition.ts";
import { rememberingParse } from "./memo.ts";
import { parsed } from "./parsed.fixture.ts";

const data = {
  visitor: { claims: { isBeta: true, plan: "pro", seats: 3, groups: ["a"], unsigned: { lang: "fr" } } },
  space: { vars: { version: "2.1" } },
};

describe("a condition", () => {
  test.each<[source: string, isTrue: boolean]>([
    ["", true],
    [" \n\t", true],
    ["visitor.claims.isBeta", true],
    ["visitor.claims.isBeta == true", true],
    ["visitor.claims.plan === 'pro' && visitor.claims.seats > 2", true],
    ["visitor.claims.unsigned.lang in ['x']", false],
    ["visitor.claims.missing", false],
    ["visitor.claims.missing == true", false],
    ["!visitor.claims.missing", true],
    ["visitor.claims.missing.deeper", false],
    ["!visitor.claims.missing.deeper", false],
    ["visitor.claims.isbeta", false],
    ["visitor.claims.isBeta === 'true'", false],
    ["visitor.claims.plan", false],
    ["visitor.claims.seats", false],
    ["visitor.claims.groups", false],
    ["1", false],
    ["unknown", false],
    ["!unknown", false],
    ["visitor.claims.plan ===", false],
  ])("%j is %j", (source, isTrue) => {
    expect(evaluateCondition(source, data)).toBe(isTrue);
  });

  test("can be parsed before", () => {
    expect(evaluateCondition(parsed("visitor.claims.seats === 3"), data)).toBe(true);
  });

  test("doesn't match a visitor without claims", () => {
    expect(evaluateCondition("visitor.claims.isBeta == true", { visitor: { claims: {} } })).toBe(false);
  });

  test("is that of merge rules too", () => {
    const reviews = ["approved", "changes_requested", "approved"].map((status) => ({ status }));
    const enough = "reviews.filter(r => r.status === 'approved').length >= 2";
    expect(evaluateCondition(enough, { reviews })).toBe(true);
    expect(evaluateCondition(enough, { reviews: reviews.slice(1) })).toBe(false);
  });
});

test.each<[source: string, value: unknown]>([
  ["space.vars.version", "2.1"],
  ["visitor.claims.seats + 1", 4],
  ["visitor.claims.isBeta", true],
  ["visitor.claims.groups", undefined],
  ["visitor.claims", undefined],
  ["null", undefined],
  ["a b", undefined],
  ["", undefined],
  ["'<b>'", "<b>"],
])("%s prints as %j", (source, value) => {
  expect(evaluateInline(source, data)).toBe(value);
});

describe("a parser that remembers", () => {
  test("gives the same result again until others push it out", () => {
    const parse = rememberingParse(2);
    const first = parse("a");
    const second = parse("b c");
    expect(parse("a")).toBe(first);
    parse("d");
    expect(parse("a")).toBe(first);
    expect(parse("b c")).not.toBe(second);
    expect(parse("b c")).toEqual(second);
  });
});
