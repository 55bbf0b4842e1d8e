import { checkBoolean } from "./check.ts";
import { parseExpression } from "./parse.ts";

/** Why a condition is of no use: it can't be read, or can never be true or false. undefined: it is; so is a blank one. */
export function whyUseless(condition: string): string | undefined {
  if (condition.trim() === "") return undefined;
  const parsed = parseExpression(condition);
  return (parsed.ok ? checkBoolean(parsed.expression) : parsed.problem)?.message;
}
