import { parseExpression } from "./parse.ts";
import type { Expression } from "./syntax.ts";

/** An expression that tests know to be one. */
export function parsed(source: string): Expression {
  const result = parseExpression(source);
  if (!result.ok) throw new Error(`${source}: ${result.problem.message}`);
  return result.expression;
}
