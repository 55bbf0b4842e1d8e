import type { ExpressionParser } from "./condition.ts";
import { parseExpression, type ParsedExpression } from "./parse.ts";
import { longestSource } from "./syntax.ts";

/**
 * A `parseExpression` that keeps its latest results, problems included: as many as `capacity`,
 * dropping the one used longest ago. It belongs to who makes it; nothing is kept elsewhere.
 */
export function rememberingParse(capacity = 1000): ExpressionParser {
  const kept = new Map<string, ParsedExpression>();
  return (source) => {
    // At most two units a code point; what is longer can only be a problem, and would fill the memory.
    if (source.length > 2 * longestSource) return parseExpression(source);
    const parsed = kept.get(source) ?? parseExpression(source);
    // Inserting anew moves it to the end, so that the first of the map was used longest ago.
    kept.delete(source);
    kept.set(source, parsed);
    const oldest = kept.keys().next();
    if (kept.size > capacity && oldest.done !== true) kept.delete(oldest.value);
    return parsed;
  };
}
