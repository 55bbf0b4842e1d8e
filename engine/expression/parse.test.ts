import { describe, expect, test } from "vitest";
import { parseExpression } from "./parse.ts";
import { deepestNesting, longestSource, mostNodes } from "./syntax.ts";

const problemOf = (source: string) => {
  const parsed = parseExpression(source);
  return parsed.ok ? undefined : parsed.problem;
};

describe("what is an expression", () => {
  test.each([
    "visitor.claims.plan === 'pro'",
    " visitor . claims [ 'a b' ] ?. x ",
    "a?.5:1",
    "a?.[0]?.at(1)?.x",
    "'plan' in visitor.claims && !(visitor.claims.plan in {}.x)".replace("{}.x", "x"),
    "reviews.filter(r => r.status === 'approved').length >= 2",
    "a.some((x, i, all) => all[i] === x)",
    "a.every(() => true)",
    "[1, [2], 'x',]",
    "`a${b}c${`${d}`}`",
    "(a ?? b) || c",
    "(a || b) ?? (c && d)",
    "a ? b : c ? d : e",
    "a.new.in.class",
    "été.$x_1.ñ",
    "0x1F + .5 + 5. + 1e3 + 0b1 + 0o7",
  ])("%s", (source) => {
    expect(problemOf(source)).toBeUndefined();
  });
});

describe("what is not says where and why", () => {
  test.each<[source: string, at: string, why: string]>([
    ["", "", "ends too early"],
    ["a ==", "", "ends too early"],
    ["a = 1", "=", "can't change values"],
    ["a += 1", "+=", "can't change values"],
    ["a++", "++", "can't change values"],
    ["--a", "--", "can't change values"],
    ["a; b", ";", "without a semicolon"],
    ["a, b", ",", "one expression only"],
    ["(a, b)", ",", "closing )"],
    ["[...a]", "...", "Spreading"],
    ["/x/.test(a)", "/", "Regular expressions"],
    ["a & b", "&", "operator &"],
    ["a ** 2", "**", "operator **"],
    ["a instanceof b", "instanceof", "instanceof can't"],
    ["typeof a", "typeof", "only reads and compares"],
    ["this.x", "this", "only reads"],
    ["new Date()", "new", "only reads"],
    ["function () {}", "{", "no objects, blocks or function bodies"],
    ["function f", "function", "only reads"],
    ["async x => x", "x", "can't stand here"],
    ["x => x", "=>", "callback can only"],
    ["{a: 1}", "{", "Braces"],
    ["a.map(x => { })", "{", "Braces"],
    ["a.map(({b}) => b)", "{", "Braces"],
    ["a.map((x, x) => x)", "(x, x) =>", "at most three"],
    ["a.map((w, x, y, z) => x)", "(w, x, y, z) =>", "at most three"],
    ["a.map(undefined => 1)", "undefined", "takes a callback"],
    ["a.map(this => 1)", "this", "only reads"],
    ["a.map(f)", ")", "can't stand here"],
    ["a.map(x => x, 1)", ",", "one callback only"],
    ["a.reduce((x, y) => x)", "reduce", 'no method "reduce"'],
    ["a.toString()", "toString", "no method"],
    ["a.hasOwnProperty('x')", "hasOwnProperty", "no method"],
    ["a.includes()", "includes()", "takes one value"],
    ["a.includes(1, 2)", ",", "takes one value"],
    ["a.trim(1)", "1", "can't stand here"],
    ["f(1)", "(", "Only methods"],
    ["a.b.at(0)(1)", "(", "Only methods"],
    ["a['map'](x)", "(", "Only methods"],
    ["a?.(1)", "(", "Only methods"],
    ["a`x`", "`x`", "can't stand here"],
    ["a.constructor", "constructor", "can't be used"],
    ["a.__proto__.x", "__proto__", "can't be used"],
    ["a?.prototype", "prototype", "can't be used"],
    ["a['constructor']", "'constructor'", "can't be used"],
    ["a['\\x63onstructor']", "'\\x63onstructor'", "can't be used"],
    ["constructor", "constructor", "can't be used"],
    ["a.map(__proto__ => 1)", "__proto__", "can't be used"],
    ["a ?? b || c", "a ?? b || c", "parentheses"],
    ["a || b ?? c", "a || b ?? c", "parentheses"],
    ["a && b ?? c", "a && b ?? c", "parentheses"],
    ["a ? b", "", "needs a :"],
    ["(a", "", "closing )"],
    ["a[1", "", "closing ]"],
    ["[1, , 2]", ",", "comma"],
    ["a.1", ".1", "can't stand here"],
    ["a. 1", "1", "name must follow"],
    ["1a", "1a", "directly followed"],
    ["017", "017", "directly followed"],
    ["1_000", "1_000", "directly followed"],
    ["10n", "10n", "directly followed"],
    ["'abc", "'abc", "no closing '"],
    ["'a\nb'", "'a", "no closing '"],
    ["`a", "`a", "no closing `"],
    ["`a${b", "", "ends too early"],
    ["'\\u12'", "\\u", "escape"],
    ["'\\u{110000}'", "\\u", "escape"],
    ["'\\07'", "\\0", "escape"],
    ["a // b", "//", "comments"],
    ["a /* b */", "/*", "comments"],
    ["a # b", "#", 'character "#"'],
    ["a 👍", "👍", 'character "👍"'],
    ["\\u0061", "\\", "character"],
    ["a b", "b", "can't stand here"],
    ["a <!--b", "--", "can't change"],
  ])("%s", (source, at, why) => {
    const problem = problemOf(source);
    expect(problem?.message).toContain(why);
    expect(source.slice(problem?.start, problem?.end)).toBe(at);
  });
});

describe("its size is bounded", () => {
  test.each<[what: string, within: string, beyond: string, why: string]>([
    ["code points", `'${"👍".repeat(longestSource - 2)}'`, `'${"👍".repeat(longestSource - 1)}'`, "too long"],
    ["nodes", `[${"1,".repeat(mostNodes - 1)}]`, `[${"1,".repeat(mostNodes)}]`, "too many parts"],
    ["members", `a${".b".repeat((mostNodes - 1) / 2)}`, `a${".b".repeat(mostNodes / 2)}`, "too many parts"],
    ["signs", `${"!".repeat(deepestNesting)}a`, `${"!".repeat(deepestNesting + 1)}a`, "nested too deeply"],
    ["parentheses", wrap("(", "a", ")", deepestNesting), wrap("(", "a", ")", deepestNesting + 1), "nested"],
    ["arrays", wrap("[", "a", "]", deepestNesting), wrap("[", "a", "]", deepestNesting + 1), "nested"],
    [
      "templates",
      wrap("`${", "a", "}`", deepestNesting),
      wrap("`${", "a", "}`", deepestNesting + 1),
      "nested",
    ],
    ["branches", `${"a?b:".repeat(deepestNesting)}c`, `${"a?b:".repeat(deepestNesting + 1)}c`, "nested"],
    ["callbacks", wrap("a.map(x=>", "a", ")", deepestNesting), wrap("a.map(x=>", "a", ")", 33), "nested"],
    ["keys", wrap("a[", "a", "]", deepestNesting), wrap("a[", "a", "]", deepestNesting + 1), "nested"],
  ])("%s", (_, within, beyond, why) => {
    expect(problemOf(within)).toBeUndefined();
    expect(problemOf(beyond)?.message).toContain(why);
  });

  test("long chains of operators are not deep", () => {
    expect(problemOf(`a${" && a".repeat(120)}`)).toBeUndefined();
    expect(problemOf(`a${" || b && c == d + e * -f".repeat(12)}`)).toBeUndefined();
  });
});

function wrap(open: string, inner: string, close: string, times: number): string {
  return open.repeat(times) + inner + close.repeat(times);
}
