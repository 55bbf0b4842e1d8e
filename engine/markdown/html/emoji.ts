/** Emoji by their short names. */
import characters from "markdown-it-emoji/lib/data/full.mjs";

/** Takes a name without colons; gives the character, or undefined when nobody knows it. */
export function emojiOf(name: string): string | undefined {
  if (Object.hasOwn(characters, name)) return characters[name];
  return Object.hasOwn(SQUARES, name) ? SQUARES[name] : undefined;
}

/** Those that GitHub knows and the package doesn't. */
const SQUARES: Readonly<Record<string, string>> = {
  u5272: "🈹", u5408: "🈴", u55b6: "🈺", u6307: "🈯", u6708: "🈷️", u6709: "🈶", u7121: "🈚", u7533: "🈸", u7981: "🈲", u7a7a: "🈳",
}; // prettier-ignore
