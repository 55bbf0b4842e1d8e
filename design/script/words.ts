import type { ScriptWords } from "../words.ts";

const root = document.documentElement;

/** The words of the site's language, which the page brings along. */
export const words = JSON.parse(root.dataset["words"] ?? "{}") as ScriptWords;

/** The site's path prefix, with both slashes; empty on pages outside any site. */
export const base = root.dataset["base"] ?? "";

/** Puts values in the places a sentence keeps for them. */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}
