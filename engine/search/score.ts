import { occurrences, type Field } from "./field.ts";
import type { QueryWord } from "./query.ts";
import type { SoughtQuery, SoughtWord } from "./sought.ts";

/** How a word was found in a field: not, with a typo, in parts or by its beginning, exactly. */
export type Grade = 0 | 1 | 2 | 3;

/**
 * What a word is worth by field and grade. A worse grade in a better field beats the best in a worse one, and what
 * `closeness` adds never lifts one word over that step.
 */
const titleWorth = [0, 600, 900, 1000] as const;
const headingWorth = [0, 260, 360, 400] as const;
const bodyWorth = [0, 40, 70, 100] as const;

const equalTitle = 200;
const equalHeading = 100;
const fullTitle = 40;
const togetherInSection = 50;
const inSequence = 40;
const mostRepetitions = 8;

interface PageFields {
  readonly titleTerms: Field;
  readonly headingTerms: Field;
}

export function gradeOf(field: Field, word: SoughtWord): Grade {
  if (field === "") return 0;
  if (hasOne(field, word.exactly)) return 3;
  if (word.asTyped !== word.exactly && hasOne(field, word.asTyped)) return 2;
  return word.typos.some((text) => field.includes(text)) ? 1 : 0;
}

/** What title and headings give a page, before its text is known. */
export interface FieldMatch {
  /** What each word is worth by title and headings. */
  readonly worths: readonly number[];
  readonly titleCloseness: number;
  /** Whether the headings have all words one after the other, so that one of them may be the query itself. */
  readonly mayHeadingEqual: boolean;
}

export function findInFields({ titleTerms, headingTerms }: PageFields, sought: SoughtQuery): FieldMatch {
  let inTitle = 0;
  const worths = sought.words.map((word) => {
    const title = gradeOf(titleTerms, word);
    if (title === 0) return headingWorth[gradeOf(headingTerms, word)];
    inTitle += 1;
    return titleWorth[title];
  });
  return {
    worths,
    titleCloseness: inTitle === 0 ? 0 : titleCloseness(titleTerms, sought, inTitle),
    mayHeadingEqual: headingTerms.includes(sought.sequence),
  };
}

/**
 * The score of a page by its title and headings, as an integer.
 * @param inText the grade of each word in the page's text; they may be lower bounds, and then so is the score
 * @param weights what each word counts for
 */
export function scorePage(
  { worths, titleCloseness }: FieldMatch,
  inText: readonly Grade[],
  weights: readonly number[],
): number {
  let sum = 0;
  let whole = 0;
  for (let index = 0; index < worths.length; index += 1) {
    const weight = weights[index] ?? 1;
    sum += weight * Math.max(worths[index] ?? 0, bodyWorth[inText[index] ?? 0]);
    whole += weight;
  }
  return Math.floor(sum / Math.max(1, whole)) + titleCloseness;
}

const heaviest = 64;

/**
 * How much each word counts, as integers: one that stands in the titles or headings of many of the pages tells less
 * about which of them is meant.
 */
export function weightsOf(pages: readonly { readonly found: FieldMatch }[], words: number): number[] {
  return Array.from({ length: words }, (_, index) => {
    const holding = pages.filter(({ found }) => (found.worths[index] ?? 0) > 0).length;
    return Math.round(heaviest / (1 + Math.log2(1 + holding)));
  });
}

/** What the text of a section has of the words. */
export interface SectionMatch {
  /** The grade of each word. */
  readonly grades: readonly Grade[];
  /** What the section adds to its page's score: a heading that is the query, words together, in order, and again. */
  readonly closeness: number;
}

/** @param titleTerms terms of the section's heading, which `terms` have, too */
export function findInText(terms: Field, titleTerms: Field, { words, sequence }: SoughtQuery): SectionMatch {
  let repeated = 0;
  let found = 0;
  const grades = words.map((word) => {
    const count = occurrences(terms, word.counted, mostRepetitions);
    const grade = count > 0 && word.isCountedExact ? 3 : gradeOf(terms, word);
    repeated += count;
    if (grade > 0) found += 1;
    return grade;
  });
  const bonus = Math.min(mostRepetitions, repeated) + (mainOf(titleTerms) === sequence ? equalHeading : 0);
  if (words.length < 2 || found < words.length) return { grades, closeness: bonus };
  return { grades, closeness: bonus + togetherInSection + (terms.includes(sequence) ? inSequence : 0) };
}

/**
 * The score of a section by itself: what orders the sections of one page.
 * @param titleTerms terms of the section's heading
 */
export function scoreSection(
  titleTerms: Field,
  { grades, closeness }: SectionMatch,
  { words }: SoughtQuery,
): number {
  let sum = 0;
  let index = 0;
  for (const word of words) {
    sum += Math.max(headingWorth[gradeOf(titleTerms, word)], bodyWorth[grades[index] ?? 0]);
    index += 1;
  }
  return sum === 0 ? 0 : Math.floor(sum / Math.max(1, words.length)) + closeness;
}

/** The most that `closeness` gives a page with these fields. */
export function mostCloseness({ worths, mayHeadingEqual }: FieldMatch): number {
  const most = mostRepetitions + (mayHeadingEqual ? equalHeading : 0);
  return worths.length < 2 ? most : most + togetherInSection + inSequence;
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

function titleCloseness(title: Field, { sequence }: SoughtQuery, inTitle: number): number {
  const main = mainOf(title);
  const length = occurrences(main, " ", Infinity) - 1;
  const share = Math.floor((fullTitle * Math.min(inTitle, length)) / Math.max(1, length));
  return main === sequence ? share + equalTitle : share;
}

/** What is read in the field, without its extra terms. */
function mainOf(field: Field): Field {
  const border = field.indexOf("  ");
  return border < 0 ? field : field.slice(0, border + 1);
}

function hasOne(field: Field, alternatives: SoughtWord["exactly"]): boolean {
  for (const texts of alternatives) {
    if (texts.every((text) => field.includes(text))) return true;
  }
  return false;
}
