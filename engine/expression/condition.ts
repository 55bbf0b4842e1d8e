import { evaluate, type ExpressionData } from "./evaluate.ts";
import { parseExpression, type ParsedExpression } from "./parse.ts";
import { referencedPaths } from "./paths.ts";
import { ExpressionError } from "./problem.ts";
import type { Expression } from "./syntax.ts";
import type { Value } from "./value.ts";

/** How sources become expressions: `parseExpression`, or one that remembers. */
export type ExpressionParser = (source: string) => ParsedExpression;

/**
 * Whether something shown under a condition is shown. A blank condition is true; one that can't be
 * parsed, fails, or gives anything but true is false: what is hidden must not appear by accident.
 */
export function evaluateCondition(
  condition: string | Expression,
  data: ExpressionData,
  parse: ExpressionParser = parseExpression,
): boolean {
  if (typeof condition === "string" && condition.trim() === "") return true;
  return valueOf(condition, data, parse) === true;
}

/**
 * What an expression within text prints: a text, number or boolean; undefined where it has no
 * value that can be printed, for whatever reason.
 */
export function evaluateInline(
  source: string | Expression,
  data: ExpressionData,
  parse: ExpressionParser = parseExpression,
): string | number | boolean | undefined {
  const value = valueOf(source, data, parse);
  return typeof value === "object" ? undefined : value;
}

/** Whether what comes of an expression depends on who reads. One that can't be read gives the same to all: nothing. */
export function asksVisitor(source: string): boolean {
  const parsed = parseExpression(source);
  return parsed.ok && referencedPaths(parsed.expression).some((path) => /^visitor(?![^.[])/.test(path));
}

/** The value of an expression; undefined where it can't be parsed or evaluated. */
function valueOf(source: string | Expression, data: ExpressionData, parse: ExpressionParser): Value {
  const parsed: ParsedExpression =
    typeof source === "string" ? parse(source) : { ok: true, expression: source };
  if (!parsed.ok) return undefined;
  try {
    return evaluate(parsed.expression, data);
  } catch (error) {
    if (error instanceof ExpressionError) return undefined;
    throw error;
  }
}
