/** Stems of English words: "installing" and "installation" are both of "instal". */
import { stemmer } from "stemmer";

/** Words of other scripts, and short ones, have no stem here. */
const word = /^[a-z]{4,40}$/;
const shortest = 3;

/** The stem of a term, or undefined where it has none. */
export function stemOf(term: string): string | undefined {
  if (!word.test(term)) return undefined;
  const stem = stemmer(term);
  return stem.length < shortest ? undefined : stem;
}

/** A stem as a term of the index: no word of a text begins with a plus sign. */
export function stemTerm(stem: string): string {
  return `+${stem}`;
}
