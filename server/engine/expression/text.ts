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
