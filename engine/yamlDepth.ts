/** How deep YAML may lie in itself. People nest ten levels. */
const MOST = 400;

/** A line that begins further in than that, be it with what begins lists in lists. */
const FAR = new RegExp(`^(?:[ \\t]|[-?](?=[ \\t])){${MOST}}`, "m");

/** What stands before a bracket that opens something; within a word it opens nothing. */
const OPENS = new Set(" \t\r\n[{,:-?");

/**
 * Whether a text is nested deeper than the parser can follow. Near the end of the stack V8 may give up while it compiles a
 * pattern of the parser, and then the whole process ends: nothing can catch that. Brackets in prose count as well; that so
 * many of them are never closed is no text of people.
 */
export function isDeepYaml(text: string): boolean {
  if (FAR.test(text)) return true;
  let open = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "]" || sign === "}") open = Math.max(0, open - 1);
    else if ((sign === "[" || sign === "{") && OPENS.has(text[at - 1] ?? "\n") && ++open > MOST) return true;
  }
  return false;
}
