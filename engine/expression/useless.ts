import { checkBoolean } from "./check.ts";
import { parseExpression } from "./parse.ts";
import type { ExpressionProblem } from "./syntax.ts";

/** What makes a condition useless, and where: it can't be read, or can never be true or false. undefined: it is of use; so is a blank one. */
export function conditionProblem(condition: string): ExpressionProblem | undefined {
  if (condition.trim() === "") return undefined;
  const parsed = parseExpression(condition);
  return parsed.ok ? checkBoolean(parsed.expression) : parsed.problem;
}

/** The same in words alone. */
export const whyUseless = (condition: string): string | undefined => conditionProblem(condition)?.message;
