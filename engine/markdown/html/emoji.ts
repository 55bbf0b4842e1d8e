/** Emoji by their short names. */
import characters from "markdown-it-emoji/lib/data/full.mjs";

/** Takes a name without colons; gives the character, or undefined when nobody knows it. */
export function emojiOf(name: string): string | undefined {
  return Object.hasOwn(characters, name) ? characters[name] : undefined;
}
