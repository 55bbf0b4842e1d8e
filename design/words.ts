import { arabic } from "./words/ar.ts";
import { czech } from "./words/cs.ts";
import { danish } from "./words/da.ts";
import { german } from "./words/de.ts";
import { hebrew } from "./words/he.ts";
import { italian } from "./words/it.ts";
import { korean } from "./words/ko.ts";
import { polish } from "./words/pl.ts";
import { swedish } from "./words/sv.ts";
import { turkish } from "./words/tr.ts";
import { ukrainian } from "./words/uk.ts";
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
  "helpfulFailed",
  "searching",
] as const satisfies readonly (keyof Words)[];

/** What the script reads from the document, see `SCRIPT_WORDS`. */
export type ScriptWords = Pick<Words, (typeof SCRIPT_WORDS)[number]>;

/** The languages that sites can choose. A dialect without a table of its own reads its language's. */
export const LANGUAGES: Readonly<Record<string, Words>> = {
  ar: arabic,
  cs: czech,
  da: danish,
  de: german,
  en: english,
  es: spanish,
  fr: french,
  he: hebrew,
  it: italian,
  ja: japanese,
  ko: korean,
  nl: dutch,
  no: norwegian,
  pl: polish,
  "pt-br": brazilian,
  ru: russian,
  sv: swedish,
  tr: turkish,
  uk: ukrainian,
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
