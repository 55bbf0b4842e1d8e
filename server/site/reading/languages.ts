/** Variants that are the same in several languages: how they are told apart. */
import type { SiteCustomization } from "../../nouns/sites/customization/settings.ts";

interface InLanguage {
  readonly language: string | null;
  readonly section_id: string | null;
}

/** Whether what stands beside a variant is in other languages, each in one of its own. */
export function isOneOfLanguages<V extends InLanguage>(
  variant: V,
  all: readonly V[],
): variant is V & { readonly language: string } {
  const beside = all.filter(({ section_id }) => section_id === variant.section_id);
  const languages = beside.map(({ language }) => language);
  return beside.length > 1 && !languages.includes(null) && new Set(languages).size === beside.length;
}

/** A space's language as browsers write it: `pt-BR`. */
export function languageTag(language: string): string {
  return language.replace(/-\w+$/, (region) => region.toUpperCase());
}

/** A language as those who speak it call it: "Deutsch", "日本語". */
export function ownName(language: string): string {
  const tag = languageTag(language);
  const name = new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/** Whether a variant has said which language its words are in. @param overrides JSON: how it looks otherwise than its site */
export function hasOwnLocale(overrides: string | null): boolean {
  const own = overrides === null ? {} : (JSON.parse(overrides) as Partial<SiteCustomization>);
  return own.internationalization?.locale !== undefined;
}
