import { evaluateInline, type Parse } from "./condition.ts";
import type { ExpressionData } from "./evaluate.ts";
import { parseExpression } from "./parse.ts";

/** A template cut at its expressions: texts and the sources between `{{` and `}}`. */
export type TextPart = { readonly text: string } | { readonly expression: string };

/**
 * Cuts a template into its texts and expressions. An expression ends at the first `}}`; a `{{`
 * without one is text.
 */
export function textParts(template: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (;;) {
    const open = template.indexOf("{{", at);
    const close = open < 0 ? -1 : template.indexOf("}}", open + 2);
    const end = close < 0 ? template.length : open;
    if (end > at) parts.push({ text: template.slice(at, end) });
    if (close < 0) return parts;
    parts.push({ expression: template.slice(open + 2, close).trim() });
    at = close + 2;
  }
}

/** A template with the value of each `{{ expression }}` in its place; what can't be printed is "". */
export function evaluateText(template: string, data: ExpressionData, parse: Parse = parseExpression): string {
  return textParts(template)
    .map((part) => ("text" in part ? part.text : String(evaluateInline(part.expression, data, parse) ?? "")))
    .join("");
}
