import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { checkBoolean } from "./check.ts";
import { evaluate } from "./evaluate.ts";
import { parseExpression } from "./parse.ts";
import { referencedPaths } from "./paths.ts";
import { ExpressionError } from "./problem.ts";
import { programData, programs, soups } from "./programs.fixture.ts";
import type { Expression } from "./syntax.ts";

const numRuns = process.env["LECTERN_TEST_TIER"] === "full" ? 20_000 : 1000;
/** So much that what JavaScript can do is never stopped by it. */
const fuel = 1_000_000;

type Outcome = { readonly value: unknown } | { readonly failure: string };

describe("generated programs", () => {
  test("agree with JavaScript, errors included", () => {
    const seen = { values: 0, failures: 0 };
    fc.assert(
      fc.property(programs, (source) => {
        const parsed = parseExpression(source);
        if (!parsed.ok && parsed.problem.message.includes(" too ")) return;
        const expected = javaScript(source);
        if (expected === "no program") {
          expect(parsed.ok, source).toBe(false);
          return;
        }
        if (!parsed.ok) throw new Error(`${source}: ${parsed.problem.message}`);
        const outcome = outcomeOf(parsed.expression, programData, fuel);
        if ("failure" in expected) expect(outcome, source).toHaveProperty("failure");
        else expect(outcome, source).toStrictEqual(expected);
        if ("failure" in outcome) seen.failures += 1;
        else seen.values += 1;
      }),
      { numRuns },
    );
    expect(seen.values).toBeGreaterThan(numRuns / 10);
    expect(seen.failures).toBeGreaterThan(numRuns / 20);
  });

  test("are no conditions only where they never give true or false", () => {
    fc.assert(
      fc.property(programs, (source) => {
        const parsed = parseExpression(source);
        if (!parsed.ok || checkBoolean(parsed.expression) === undefined) return;
        const outcome = outcomeOf(parsed.expression, programData, fuel);
        expect("value" in outcome && typeof outcome.value === "boolean", source).toBe(false);
      }),
      { numRuns },
    );
  });

  test("read own properties only, and no more than their fuel pays for", () => {
    fc.assert(
      fc.property(programs, fc.integer({ min: 0, max: 300 }), (source, fuel) => {
        const parsed = parseExpression(source);
        if (!parsed.ok) return;
        const watched = watch();
        const outcome = outcomeOf(parsed.expression, watched.data as typeof programData, fuel);
        expect(watched.trespasses, source).toEqual([]);
        expect(watched.reads(), source).toBeLessThanOrEqual(2 * fuel);
        if ("failure" in outcome && outcome.failure === "out-of-fuel") return;
        const isPrimitive = "failure" in outcome || typeof outcome.value !== "object";
        if (isPrimitive) expect(outcome).toEqual(outcomeOf(parsed.expression, programData, 1_000_000));
      }),
      { numRuns },
    );
  });

  test("depend on nothing but the paths they name", () => {
    fc.assert(
      fc.property(programs, (source) => {
        const parsed = parseExpression(source);
        if (!parsed.ok) return;
        const roots = new Set(referencedPaths(parsed.expression).map((path) => /^[^.[]*/.exec(path)?.[0]));
        const named = Object.fromEntries(Object.entries(programData).filter(([name]) => roots.has(name)));
        expect(outcomeOf(parsed.expression, named, fuel), source).toEqual(
          outcomeOf(parsed.expression, programData, fuel),
        );
      }),
      { numRuns },
    );
  });
});

test("whatever is typed is an expression that ends, or a problem with its place", () => {
  fc.assert(
    fc.property(fc.oneof(soups, fc.string({ unit: "binary" })), (source) => {
      const parsed = parseExpression(source);
      if (parsed.ok) {
        const outcome = outcomeOf(parsed.expression, { ...programData, a: programData }, 2000);
        if ("value" in outcome) expect(typeof outcome.value).not.toBe("function");
        return;
      }
      const { message, start, end } = parsed.problem;
      expect(message).not.toBe("");
      expect(start >= 0 && start <= end && end <= source.length, JSON.stringify(parsed.problem)).toBe(true);
    }),
    { numRuns },
  );
});

function outcomeOf(expression: Expression, data: Record<string, unknown>, fuel: number): Outcome {
  try {
    return { value: evaluate(expression, data, { fuel }) };
  } catch (error) {
    if (error instanceof ExpressionError) return { failure: error.failure };
    throw error;
  }
}

/**
 * The same source as JavaScript runs it. While it runs, arrays and objects have no text, number or
 * order: a fresh symbol equals nothing and throws wherever a text or number is needed.
 */
function javaScript(source: string): Outcome | "no program" {
  let program: (...values: unknown[]) => unknown;
  try {
    program = new Function(...Object.keys(programData), `return (${source}\n)`) as typeof program;
  } catch {
    return "no program";
  }
  const convert = (hint: string) => {
    if (hint === "string") throw new TypeError("no text");
    return Symbol("converted");
  };
  // oxlint-disable-next-line no-extend-native -- undone before anything else runs
  Object.defineProperty(Object.prototype, Symbol.toPrimitive, { value: convert, configurable: true });
  try {
    return { value: program(...Object.values(programData)) };
  } catch {
    return { failure: "thrown" };
  } finally {
    Reflect.deleteProperty(Object.prototype, Symbol.toPrimitive);
  }
}

/** The data behind traps: own descriptors may be asked for, everything else is a trespass. */
function watch() {
  const trespasses: string[] = [];
  let reads = 0;
  const refuse = (trap: string) => () => {
    trespasses.push(trap);
    return undefined as never;
  };
  const handler: ProxyHandler<object> = {
    getOwnPropertyDescriptor(target, key) {
      reads += 1;
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
    get: refuse("get"),
    has: refuse("has"),
    set: refuse("set"),
    ownKeys: refuse("ownKeys"),
    defineProperty: refuse("defineProperty"),
    deleteProperty: refuse("deleteProperty"),
    setPrototypeOf: refuse("setPrototypeOf"),
  };
  const wrap = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return new Proxy(value.map(wrap), handler);
    const entries = Object.entries(value).map(([key, below]) => [key, wrap(below)] as const);
    return new Proxy(Object.fromEntries(entries), handler);
  };
  return { data: wrap(programData), trespasses, reads: () => reads };
}
