/** How alike two texts are: the share of words that they have in common. */

const maxWords = 2000;

/** The words of a text, those at its start when it is long. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = text.slice(0, maxWords * 8).match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.slice(0, maxWords).map((word) => word.toLowerCase()));
}

/** From 0, nothing in common, to 1. */
export function wordsInCommon(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 1;
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return (2 * common) / (a.size + b.size);
}
