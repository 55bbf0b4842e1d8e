import { german } from "./words/de.ts";
import { english, type Words } from "./words/en.ts";
import { spanish } from "./words/es.ts";
import { french } from "./words/fr.ts";
import { japanese } from "./words/ja.ts";
import { dutch } from "./words/nl.ts";
import { norwegian } from "./words/no.ts";
import { brazilian } from "./words/pt-br.ts";
import { russian } from "./words/ru.ts";
import { chinese } from "./words/zh.ts";

export type { Words };

/** The words that travel to the browser for what the script shows. */
export const SCRIPT_WORDS = [
  "searchLabel",
  "searchPlaceholder",
  "searchScope",
  "searchWholeSite",
  "searchRecent",
  "searchStart",
  "searchNothing",
  "searchNothingHelp",
  "searchCountOne",
  "searchCount",
  "searchFailed",
  "searchMove",
  "searchOpen",
  "searchAll",
  "close",
  "copied",
  "copyFailed",
  "themeToDark",
  "themeToLight",
  "showPagesUnder",
  "branchFailed",
  "zoomedImage",
  "wrapLines",
  "unwrapLines",
  "filterTags",
  "allTags",
] as const satisfies readonly (keyof Words)[];

/** What the script reads from the document, see `SCRIPT_WORDS`. */
export type ScriptWords = Pick<Words, (typeof SCRIPT_WORDS)[number]>;

/** The languages that sites can choose. A dialect without a table of its own reads its language's. */
export const LANGUAGES: Readonly<Record<string, Words>> = {
  de: german,
  en: english,
  es: spanish,
  fr: french,
  ja: japanese,
  nl: dutch,
  no: norwegian,
  "pt-br": brazilian,
  ru: russian,
  zh: chinese,
  nb: norwegian,
  nn: norwegian,
  pt: brazilian,
};

/** The words for a locale such as `pt-BR`: its own, else its language's, else English. */
export function wordsFor(locale: string): Words {
  const tag = locale.toLowerCase();
  return LANGUAGES[tag] ?? LANGUAGES[tag.split("-")[0] ?? ""] ?? english;
}

/**
 * The language of the interface that a reader wants most, where no site says which: `en` if there is none of theirs.
 * @param wanted an Accept-Language header
 */
export function localeWanted(wanted: string | undefined): string {
  const ranked = (wanted ?? "")
    .slice(0, 500)
    .split(",")
    .map((part) => {
      const [tag = "", weight] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((one, other) => other.weight - one.weight);
  const known = ranked.flatMap(({ tag }) => [tag, tag.split("-")[0] ?? ""].filter(has).slice(0, 1));
  return known[0] ?? "en";
}

const has = (tag: string): boolean => Object.hasOwn(LANGUAGES, tag);

/** Puts values in the places a sentence keeps for them. */
export function fill(sentence: string, values: Readonly<Record<string, string | number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

const RIGHT_TO_LEFT = new Set(["ar", "arc", "ckb", "dv", "fa", "he", "ks", "ps", "sd", "ug", "ur", "yi"]);

/** The writing direction of a locale, as the `dir` attribute wants it. */
export function directionOf(locale: string): "ltr" | "rtl" {
  return RIGHT_TO_LEFT.has(locale.toLowerCase().split("-")[0] ?? "") ? "rtl" : "ltr";
}
