import type { TranslationLanguage } from "../../../sdk/src/index.ts";
import { languageName } from "../../ui/languageName.ts";

const LANGUAGES =
  "en fr de es it pt pt-br ru ja zh yue ko ar hi nl pl tr sv no da fi el cs hu ro th vi id ms he uk sk bg hr lt lv et sl".split(
    " ",
  ) as TranslationLanguage[];

/** The languages of content, by name. */
export const languageChoices = (): readonly (readonly [TranslationLanguage, string])[] =>
  LANGUAGES.map((code) => [code, languageName(code)] as const).toSorted(([, a], [, b]) => a.localeCompare(b));
