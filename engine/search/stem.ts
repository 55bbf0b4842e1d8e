/** Stems of words, by Snowball's rules for their language: "installing" and "installation" are both of "instal". */
import { fold } from "./fold.ts";
import { stemmer as arabic } from "@orama/stemmers/arabic";
import { stemmer as bulgarian } from "@orama/stemmers/bulgarian";
import { stemmer as danish } from "@orama/stemmers/danish";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as greek } from "@orama/stemmers/greek";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as finnish } from "@orama/stemmers/finnish";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as hungarian } from "@orama/stemmers/hungarian";
import { stemmer as indonesian } from "@orama/stemmers/indonesian";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as lithuanian } from "@orama/stemmers/lithuanian";
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as norwegian } from "@orama/stemmers/norwegian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as romanian } from "@orama/stemmers/romanian";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as swedish } from "@orama/stemmers/swedish";
import { stemmer as turkish } from "@orama/stemmers/turkish";
import { stemmer as ukrainian } from "@orama/stemmers/ukrainian";
// Of English ones it makes the same, in a third of the time.
import { stemmer as english } from "stemmer";

const STEMMERS = {
  ar: arabic,
  bg: bulgarian,
  da: danish,
  de: german,
  el: greek,
  en: english,
  es: spanish,
  fi: finnish,
  fr: french,
  hu: hungarian,
  id: indonesian,
  it: italian,
  lt: lithuanian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  sv: swedish,
  tr: turkish,
  uk: ukrainian,
} as const;

/** A language whose words have stems here. */
export type StemLanguage = keyof typeof STEMMERS;

/** The rules for what is written in a language: English ones where it has none of its own, for its foreign words. */
export function stemLanguage(language: string | null | undefined): StemLanguage {
  const short = language?.split("-")[0] ?? "";
  return Object.hasOwn(STEMMERS, short) ? (short as StemLanguage) : "en";
}

/** Words with digits, and short ones, have no stem. */
const word = /^[\p{L}\p{M}]{4,40}$/u;
/** The same in ASCII, where the tables of Unicode need not be asked. */
const plainWord = /^[a-z]{4,40}$/;
const shortest = 3;

/** The stem of a word in small letters, folded; undefined where it has none. Endings are told by their accents, too. */
export function stemOf(spelled: string, language: StemLanguage): string | undefined {
  const isPlain = plainWord.test(spelled);
  if (!isPlain && !word.test(spelled)) return undefined;
  const made = STEMMERS[language](spelled);
  const stem = isPlain ? made : fold(made);
  return stem.length < shortest ? undefined : stem;
}

/** A stem as a term of the index: no word of a text begins with a plus sign. */
export function stemTerm(stem: string): string {
  return `+${stem}`;
}
