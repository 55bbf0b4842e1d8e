import { describe, expect, test } from "vitest";
import { evaluate } from "./evaluate.ts";
import { parsed } from "./parsed.fixture.ts";
import { ExpressionError } from "./problem.ts";

const shared = { id: 1 };
const data = {
  claims: { plan: "pro", seats: 3, isBeta: true, groups: ["admin", "dev"], none: null, "a b": 1, at: "own" },
  shared,
  twice: [shared, shared],
  nan: Number.NaN,
  long: "x".repeat(9000),
};

describe("gives what JavaScript gives", () => {
  test.each<[source: string, value: unknown]>([
    ["1 + 2 * 3 - 4 / 2 % 3", 5],
    ["'a' + 1 + 2", "a12"],
    ["1 + 2 + 'a'", "3a"],
    ["-'3' + +true", -2],
    ["1 < 2 === true", true],
    ["'10' < '9'", true],
    ["'10' < 9", false],
    ["true == '1'", true],
    ["'a' == 'a'", true],
    ["'a' != 'b'", true],
    ["'1' == '1.0'", false],
    ["1 == '1.0'", true],
    ["2 <= 2 && 2 >= 2 && 'a' <= 'a' && 'a' >= 'a'", true],
    ["2 < 2 || 2 > 2 || 'a' < 'a' || 'a' > 'a'", false],
    ["null == undefined", true],
    ["null == 0", false],
    ["null >= 0", true],
    ["nan === nan", false],
    ["[nan].includes(nan)", true],
    ["!''", true],
    ["'' || 'x'", "x"],
    ["'' ?? 'x'", ""],
    ["0 && unknown", 0],
    ["true || unknown", true],
    ["false ? unknown : 2", 2],
    ["claims.plan", "pro"],
    ["claims['a b']", 1],
    ["claims.missing", undefined],
    ["claims.at", "own"],
    ["claims.none?.x.y.z", undefined],
    ["claims?.plan?.length", 3],
    ["'plan' in claims", true],
    ["'x' in claims", false],
    ["1 in claims.groups", true],
    ["claims.groups.length", 2],
    ["claims.groups[1]", "dev"],
    ["claims.groups.at(-1)", "dev"],
    ["claims.groups.at(-3)", undefined],
    ["'abc'.at(-1) + 'abc'[0] + 'abc'.length", "ca3"],
    ["'Abc'.toLowerCase() + 'ß'.toUpperCase() + ' x '.trim()", "abcSSx"],
    ["'abc'.startsWith('ab') && 'abc'.endsWith('bc') && 'abc'.includes('b')", true],
    ["claims.groups.map((g, i, all) => g + i + all.length)", ["admin02", "dev12"]],
    ["claims.groups.filter(g => g > 'b')", ["dev"]],
    ["claims.groups.some(g => claims.groups.every(h => g >= h))", true],
    ["[].some(x => true) || [].every(x => false)", true],
    ["shared === twice[0] && twice[0] == twice[1]", true],
    ["[1] === [1]", false],
    ["`${claims.plan}-${1 + 1}-${null}`", "pro-2-null"],
    ["`a\r\nb\\r\\n`", "a\nb\r\n"],
    ["'\\x41\\u0042\\u{43}\\\n\\q\\0'", "ABCq\0"],
    ["claims.groups.map(claims => claims)", ["admin", "dev"]],
  ])("%s", (source, value) => {
    expect(evaluate(parsed(source), data)).toEqual(value);
  });
});

describe("keeps arrays and objects as they are", () => {
  test.each<[source: string, value: unknown]>([
    ["['a'] == 'a'", false],
    ["['a'] != 'a'", true],
    ["claims == '[object Object]'", false],
    ["claims.groups == true", false],
  ])("%s", (source, value) => {
    expect(evaluate(parsed(source), data)).toBe(value);
  });
});

describe("fails on", () => {
  test.each<[source: string, failure: string]>([
    ["unknown", "unknown-name"],
    ["toString", "unknown-name"],
    ["globalThis", "unknown-name"],
    ["claims.missing.x", "not-readable"],
    ["claims.none.x", "not-readable"],
    ["(claims.none?.x).y", "not-readable"],
    ["claims['con' + 'structor']", "not-readable"],
    ["'abc'[['constructor'][0]]", "none"],
    ["('__pro' + 'to__') in claims", "not-readable"],
    ["claims.groups + ''", "wrong-type"],
    ["`${claims}`", "wrong-type"],
    ["claims < 1", "wrong-type"],
    ["-claims", "wrong-type"],
    ["claims[claims.groups]", "wrong-type"],
    ["'a' in 'abc'", "wrong-type"],
    ["claims.at(0)", "wrong-type"],
    ["claims.seats.trim()", "wrong-type"],
    ["claims.groups.trim()", "wrong-type"],
    ["claims.map(x => x)", "wrong-type"],
    ["claims.plan.some(x => x)", "wrong-type"],
    ["long + long", "too-long"],
    ["`${long}${long}`", "too-long"],
  ])("%s: %s", (source, failure) => {
    expect(failureOf(source, data)).toBe(failure);
  });

  test("values that are not data", () => {
    class Account {
      readonly name = "n";
    }
    const odd = { f: () => 1, d: new Date(0), m: new Map(), c: new Account(), b: 1n, s: Symbol("s") };
    for (const name of Object.keys(odd)) expect(failureOf(name, odd)).toBe("not-readable");
    const asked = {
      get g() {
        throw new Error("asked");
      },
    };
    expect(failureOf("g", asked)).toBe("not-readable");
  });
});

test("reads what JSON calls __proto__ and constructor never, inherited or not", () => {
  const hostile = JSON.parse('{"o": {"__proto__": {"x": 1}, "constructor": 2}}') as Record<string, unknown>;
  expect(failureOf("o['__pro' + 'to__']", hostile)).toBe("not-readable");
  expect(failureOf("o['constr' + 'uctor']", hostile)).toBe("not-readable");
  expect(evaluate(parsed("o.x"), hostile)).toBeUndefined();
  expect(evaluate(parsed("o.toString"), hostile)).toBeUndefined();
});

describe("spends", () => {
  test.each<[what: string, source: string, fuel: number]>([
    ["one a node", "1 + 2", 3],
    ["one an element", "list.includes(5)", 14],
    ["its length in units of 64", "text.trim()", 12],
    ["both lengths for a search", "text.includes(text)", 113],
    ["nothing on what is passed over", "false && text.trim()", 2],
  ])("%s", (_, source, fuel) => {
    const data = { list: [0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11], text: "x".repeat(640) };
    const expression = parsed(source);
    expect(() => evaluate(expression, data, { fuel })).not.toThrow();
    expect(() => evaluate(expression, data, { fuel: fuel - 1 })).toThrow(ExpressionError);
  });

  test("2,000 unless told", () => {
    const list = Array.from({ length: 600 }, (_, index) => index);
    expect(failureOf("list.every(x => x >= 0)", { list })).toBe("out-of-fuel");
    expect(failureOf("list.every(x => x)", { list })).toBe("none");
    expect(failureOf("list.map(a => list.map(b => list.map(c => c)))", { list })).toBe("out-of-fuel");
  });

  test("nothing at all where no figure is given", () => {
    expect(() => evaluate(parsed("1"), {}, { fuel: Number.NaN })).toThrow(ExpressionError);
  });
});

function failureOf(source: string, data: Record<string, unknown>): string {
  try {
    evaluate(parsed(source), data);
    return "none";
  } catch (error) {
    if (error instanceof ExpressionError) return error.failure;
    throw error;
  }
}
