import type { Query, QueryWord } from "./query.ts";
import type { StemLanguage } from "./stem.ts";
import { isStopWord } from "./stopWords.ts";
import { isUnspaced } from "./tokenize.ts";

/**
 * A word of a query as it is looked for in fields (see field.ts): the texts to find are put together once, since a
 * search looks through thousands of fields. Of each list of lists all texts of one must be there.
 */
export interface SoughtWord {
  readonly word: QueryWord;
  readonly exactly: readonly (readonly string[])[];
  /** The same as `exactly` when the word may not go on. */
  readonly asTyped: readonly (readonly string[])[];
  /** What stands for it less well: typos corrected, other words. */
  readonly instead: readonly string[];
  /** What `Owner.member` is said of, and the member, each as a text; undefined for other words. */
  readonly member: { readonly owner: string; readonly name: string } | undefined;
  /** The text that is counted. */
  readonly counted: string;
  /** Whether finding `counted` is finding the word exactly. */
  readonly isCountedExact: boolean;
}

/** A query made ready to look through fields and texts for it. */
export interface SoughtQuery {
  readonly words: readonly SoughtWord[];
  /** All words as typed, one after the other. */
  readonly sequence: string;
  /** The same without what only asks at its ends. */
  readonly core: string;
  /** What neighbours are side by side. */
  readonly pairs: readonly string[];
  readonly phrases: readonly string[];
  /** Every term that may be found, as texts in ASCII spell it (see `emitWhole` in tokenize.ts). */
  readonly spelled: readonly string[];
  /** The languages that its words may be of. */
  readonly languages: readonly StemLanguage[];
}

/** Puts together what to look for. @param query with `typos` filled in where words were corrected */
export function soughtOf({ words, sequence, core, phrases, languages }: Query): SoughtQuery {
  return {
    words: words.map((word) => soughtWord(word, languages)),
    sequence: between(sequence),
    core: between(core),
    pairs: words.slice(1).map((word, index) => between([lastOf(words[index]), firstOf(word)])),
    phrases: phrases.map(between),
    spelled: spellings(words),
    languages,
  };
}

function soughtWord(word: QueryWord, languages: readonly StemLanguage[]): SoughtWord {
  const { whole, alternatives, isPrefix, isTogether, stems, synonyms, typos } = word;
  const inFull = isTogether
    ? alternatives.slice(0, 1).map((terms) => [between(terms)])
    : alternatives.map((terms) => terms.map((term) => between([term])));
  const exactly = whole === undefined ? inFull : [[between([whole])]];
  const begun = alternatives.map((terms) =>
    terms.map((term, index) =>
      isPrefix && index === terms.length - 1 && !isUnspaced(term) ? ` ${term}` : between([term]),
    ),
  );
  const isOther =
    isPrefix || whole !== undefined || stems.length > 0 || (isTogether && !isAsked(word, languages));
  const counted = isTogether ? (inFull[0]?.[0] ?? "") : between([whole ?? firstOf(word)]);
  return {
    word,
    exactly,
    asTyped: isOther ? [...begun, ...stems.map((term) => [between([term])])] : exactly,
    instead: [...typos.map((term) => between([term])), ...synonyms.map(between)],
    member: memberOf(word),
    counted,
    isCountedExact: exactly.some((texts) => texts.length === 1 && texts[0] === counted),
  };
}

/** Of `reply.send` that it is `send` of `reply`. */
function memberOf({ whole, alternatives: [terms = []] }: QueryWord): SoughtWord["member"] {
  if (whole === undefined || terms.length < 2 || !/^[^.:#]+(?:[.#]|::)[^.:#]+$/u.test(whole))
    return undefined;
  return { owner: between(terms.slice(0, -1)), name: between(terms.slice(-1)) };
}

/** Whether some of its terms are in every text: apart they say nothing of it. */
function isAsked({ alternatives: [terms = []] }: QueryWord, languages: readonly StemLanguage[]): boolean {
  return terms.some((term) => isStopWord(term, languages));
}

function firstOf(word: QueryWord | undefined): string {
  return word?.alternatives[0]?.[0] ?? "";
}

function lastOf(word: QueryWord | undefined): string {
  return word?.alternatives[0]?.at(-1) ?? "";
}

/** Terms that follow one another, as a field has them. */
function between(terms: readonly string[]): string {
  return ` ${terms.join(" ")} `;
}

function spellings(words: readonly QueryWord[]): string[] {
  const terms = words.flatMap(({ whole, alternatives, stems, synonyms, typos }) => [
    whole ?? "",
    ...typos,
    ...synonyms.flat().map(begins),
    ...stems.map(begins),
    ...alternatives.flat(),
  ]);
  const spelled = new Set(terms.map((term) => term.replaceAll("’", "'")));
  spelled.delete("");
  return [...spelled];
}

/** What every word of a stem begins with: "polici" is the stem of "policy". */
export function begins(stem: string): string {
  return stem.replace(/^\+/, "").replace(/(?<=...)i$/, "");
}
