import type { TranslationLanguage } from "../../../sdk/src/index.ts";

const LANGUAGES =
  "en fr de es it pt pt-br ru ja zh yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he uk sk bg hr lt lv et sl".split(
    " ",
  ) as TranslationLanguage[];

const names = new Intl.DisplayNames("en", { type: "language" });

/** What a language is called. */
export const languageName = (code: string): string => names.of(code) ?? code;

/** The languages of content, by name. */
export const languageChoices = (): readonly (readonly [TranslationLanguage, string])[] =>
  LANGUAGES.map((code) => [code, languageName(code)] as const).toSorted(([, a], [, b]) => a.localeCompare(b));
