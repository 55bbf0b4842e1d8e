import type { Terms } from "./tokenize.ts";

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
  return terms;
}

export function hasTerm(field: Field, term: string): boolean {
  return field.includes(` ${term} `);
}

export function hasTermStartingWith(field: Field, beginning: string): boolean {
  return field.includes(` ${beginning}`);
}

/** Whether the terms follow one another. */
export function hasPhrase(field: Field, terms: readonly string[]): boolean {
  return field.includes(` ${terms.join(" ")} `);
}

/** How often the term occurs, counted up to `most`. */
export function occurrences(field: Field, term: string, most: number): number {
  let count = 0;
  // Neighbours share the space between them, so the search goes on at the closing one.
  for (let at = field.indexOf(` ${term} `); at >= 0 && count < most; count += 1) {
    at = field.indexOf(` ${term} `, at + term.length + 1);
  }
  return count;
}
