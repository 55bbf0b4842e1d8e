import { checkBoolean } from "../../engine/expression/check.ts";
import { parseExpression } from "../../engine/expression/parse.ts";
import { invalidField } from "../../http/errors.ts";

/**
 * @param path where the request has it
 * @throws 400 for a condition that can't be read, or that can never be true or false. A blank one is none
 */
export function refuseUselessCondition(condition: string | null | undefined, path: string): void {
  if (condition === null || condition === undefined || condition.trim() === "") return;
  const parsed = parseExpression(condition);
  const problem = parsed.ok ? checkBoolean(parsed.expression) : parsed.problem;
  if (problem !== undefined) throw invalidField(path, problem.message);
}
