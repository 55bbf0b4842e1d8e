import type { LanguageRegistration } from "@shikijs/primitive/types";

/**
 * Loads the grammar of a language, the last of the list, and those that it embeds.
 * A bundle holds what is named when it is made, so the build puts the names of all grammars here: `bin/bundle.js`.
 * @throws when there is none of that name
 */
export function loadGrammarModule(name: string): Promise<{ default: LanguageRegistration[] }> {
  return import(/* @vite-ignore */ `@shikijs/langs/${name}`) as Promise<{ default: LanguageRegistration[] }>;
}
