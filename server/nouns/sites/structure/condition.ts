import { checkBoolean } from "../../../engine/expression/check.ts";
import { parseExpression } from "../../../engine/expression/parse.ts";
import { invalidField } from "../../../http/errors.ts";

/** @throws 400 for a condition that can't be read, or that can never be true or false */
export function refuseUselessCondition(condition: string | null | undefined): void {
  if (condition === null || condition === undefined) return;
  const parsed = parseExpression(condition);
  const problem = parsed.ok ? checkBoolean(parsed.expression) : parsed.problem;
  if (problem !== undefined) throw invalidField("/condition", problem.message);
}
