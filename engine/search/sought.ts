import type { Query, QueryWord } from "./query.ts";
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
  readonly typos: readonly string[];
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
  readonly phrases: readonly string[];
  /** Every term that may be found, as texts in ASCII spell it (see `emitWhole` in tokenize.ts). */
  readonly spelled: readonly string[];
}

/** Puts together what to look for. @param query with `typos` filled in where words were corrected */
export function soughtOf({ words, sequence, phrases }: Query): SoughtQuery {
  return {
    words: words.map(soughtWord),
    sequence: between(sequence),
    phrases: phrases.map(between),
    spelled: spellings(words),
  };
}

function soughtWord(word: QueryWord): SoughtWord {
  const { whole, alternatives, isPrefix, stems, typos } = word;
  const inFull = alternatives.map((terms) => terms.map((term) => between([term])));
  const exactly = whole === undefined ? inFull : [[between([whole])]];
  const begun = alternatives.map((terms) =>
    terms.map((term, index) =>
      isPrefix && index === terms.length - 1 && !isUnspaced(term) ? ` ${term}` : between([term]),
    ),
  );
  const counted = between([whole ?? alternatives[0]?.[0] ?? ""]);
  return {
    word,
    exactly,
    asTyped:
      isPrefix || whole !== undefined || stems.length > 0
        ? [...begun, ...stems.map((term) => [between([term])])]
        : exactly,
    typos: typos.map((term) => between([term])),
    counted,
    isCountedExact: exactly.some((texts) => texts.length === 1 && texts[0] === counted),
  };
}

/** Terms that follow one another, as a field has them. */
function between(terms: readonly string[]): string {
  return ` ${terms.join(" ")} `;
}

function spellings(words: readonly QueryWord[]): string[] {
  const terms = words.flatMap(({ whole, alternatives, stems, typos }) => [
    whole ?? "",
    ...typos,
    ...stems.map(begins),
    ...alternatives.flat(),
  ]);
  const spelled = new Set(terms.map((term) => term.replaceAll("’", "'")));
  spelled.delete("");
  return [...spelled];
}

/** What every word of a stem begins with: "polici" is the stem of "policy". */
export function begins(stem: string): string {
  return stem.replace(/^\+/, "").replace(/i$/, "");
}
