import { LINE, type Terms } from "./tokenize.ts";

/**
 * The terms of one field as one string in which a term is found by searching for it between spaces: the terms in
 * reading order, then, after a second space that no phrase crosses, each extra term once.
 */
export type Field = string;

export function fieldOf({ main, extra }: Terms): Field {
  if (main.length === 0 && extra.length === 0) return "";
  const others = extra.length === 0 ? "" : ` ${[...new Set(extra)].join(" ")} `;
  return ` ${main.join(" ")} ${others}`;
}

/** Every term of the field once, in the order of first appearance. */
export function distinctTerms(field: Field): Set<string> {
  const terms = new Set(field.split(" "));
  terms.delete("");
  terms.delete(LINE);
  return terms;
}

/** Whether a line of the field begins with a text between spaces. */
export function isBegunBy(field: Field, text: string): boolean {
  return field.startsWith(text) || field.includes(LINE + text);
}

/** How often a text between spaces, such as " term ", occurs, counted up to `most`. */
export function occurrences(field: Field, text: string, most: number): number {
  let count = 0;
  // Neighbours share the space between them, so the search goes on at the closing one.
  const step = Math.max(1, text.length - 1);
  for (let at = field.indexOf(text); at >= 0 && count < most; count += 1) at = field.indexOf(text, at + step);
  return count;
}
