import { hasPhrase, hasTerm, hasTermStartingWith, occurrences, type Field } from "./field.ts";
import type { QueryWord } from "./query.ts";
import { isUnspaced } from "./tokenize.ts";

/** How a word was found in a field: not, with a typo, in parts or by its beginning, exactly. */
export type Grade = 0 | 1 | 2 | 3;

/**
 * What a word is worth by field and grade. A worse grade in a better field beats the best in a worse one, and what
 * `closeness` adds never lifts one word over that step.
 */
const titleWorth = [0, 600, 800, 1000] as const;
const headingWorth = [0, 260, 330, 400] as const;
const bodyWorth = [0, 40, 70, 100] as const;

const equalTitle = 200;
const fullTitle = 40;
const togetherInSection = 50;
const inSequence = 40;
const mostRepetitions = 8;

export interface PageFields {
  readonly titleTerms: Field;
  readonly headingTerms: Field;
}

export interface SectionFields {
  /** Terms of the section's heading. */
  readonly titleTerms: Field;
  /** Terms of heading and body. */
  readonly terms: Field;
}

export function gradeOf(field: Field, word: QueryWord): Grade {
  if (field === "") return 0;
  if (hasExactly(field, word)) return 3;
  if (hasAsTyped(field, word)) return 2;
  return word.typos.some((term) => hasTerm(field, term)) ? 1 : 0;
}

/**
 * The score of a page by its title and headings, as an integer. `inBody` gives the grade of a word in the page's
 * text; it may be a lower bound, and then so is the score.
 */
export function scorePage(
  { titleTerms, headingTerms }: PageFields,
  words: readonly QueryWord[],
  inBody: (word: QueryWord) => Grade,
): number {
  let sum = 0;
  let inTitle = 0;
  for (const word of words) {
    const title = gradeOf(titleTerms, word);
    const heading = title > 0 ? 0 : gradeOf(headingTerms, word);
    if (title > 0) inTitle += 1;
    sum += Math.max(titleWorth[title], headingWorth[heading], bodyWorth[inBody(word)]);
  }
  const average = Math.floor(sum / Math.max(1, words.length));
  return inTitle === 0 ? average : average + titleCloseness(titleTerms, words, inTitle);
}

/** The score of a section by itself: what orders the sections of one page. */
export function scoreSection(section: SectionFields, words: readonly QueryWord[]): number {
  let sum = 0;
  for (const word of words) {
    sum += Math.max(headingWorth[gradeOf(section.titleTerms, word)], bodyWorth[gradeOf(section.terms, word)]);
  }
  return sum === 0 ? 0 : Math.floor(sum / Math.max(1, words.length)) + closeness(section.terms, words);
}

/** What a section adds to its page's score: words that stand together, in order, again and again. */
export function closeness(terms: Field, words: readonly QueryWord[]): number {
  let repeated = 0;
  let found = 0;
  for (const word of words) {
    const term = word.whole ?? word.alternatives[0]?.[0] ?? "";
    repeated += occurrences(terms, term, mostRepetitions);
    if (gradeOf(terms, word) > 0) found += 1;
  }
  const bonus = Math.min(mostRepetitions, repeated);
  if (words.length < 2 || found < words.length) return bonus;
  const sequence = words.flatMap((word) => word.alternatives[0] ?? []);
  return bonus + togetherInSection + (hasPhrase(terms, sequence) ? inSequence : 0);
}

/** The most that `closeness` gives for so many words. */
export function mostCloseness(words: number): number {
  return words < 2 ? mostRepetitions : mostRepetitions + togetherInSection + inSequence;
}

/**
 * What a page that matches must have of a word in its text, if neither title nor headings have more.
 * Nothing, when the word may have been found in parts that stand far from one another.
 * @param isExact whether the page is known to have every word exactly
 * @param guarantee see `Attempt`
 */
export function leastGrade({ whole, alternatives }: QueryWord, isExact: boolean, guarantee: Grade): Grade {
  const isOneTerm = alternatives.every((terms) => terms.length === 1);
  if (isExact && (isOneTerm || whole !== undefined)) return 3;
  return isOneTerm ? guarantee : 0;
}

function titleCloseness(title: Field, words: readonly QueryWord[], inTitle: number): number {
  const border = title.indexOf("  ");
  const main = border < 0 ? title : title.slice(0, border + 1);
  const typed = ` ${words.flatMap((word) => word.alternatives[0] ?? []).join(" ")} `;
  const length = main.split(" ").length - 2;
  const share = Math.floor((fullTitle * Math.min(inTitle, length)) / Math.max(1, length));
  return main === typed ? share + equalTitle : share;
}

function hasExactly(field: Field, { whole, alternatives }: QueryWord): boolean {
  if (whole !== undefined) return hasTerm(field, whole);
  return alternatives.some((terms) => terms.every((term) => hasTerm(field, term)));
}

function hasAsTyped(field: Field, { alternatives, isPrefix }: QueryWord): boolean {
  return alternatives.some((terms) =>
    terms.every((term, index) =>
      isPrefix && index === terms.length - 1 && !isUnspaced(term)
        ? hasTermStartingWith(field, term)
        : hasTerm(field, term),
    ),
  );
}
