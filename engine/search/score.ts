import { isBegunBy, occurrences, type Field } from "./field.ts";
import type { QueryWord } from "./query.ts";
import type { SoughtQuery, SoughtWord } from "./sought.ts";

/** How a word was found in a field: not, by a typo or another word, in parts or by its beginning or stem, exactly. */
export type Grade = 0 | 1 | 2 | 3;

/**
 * What a word is worth by field and grade. A worse grade in a better field beats the best in a worse one, and what
 * `closeness` adds never lifts one word over that step.
 */
const titleWorth = [0, 600, 900, 1000] as const;
const headingWorth = [0, 260, 360, 400] as const;
/** Of what precedes the first heading, where a page says what it is about. */
const leadWorth = [0, 60, 120, 160] as const;
const bodyWorth = [0, 40, 70, 100] as const;
/** What a member is worth that a heading names on the page of its owner. */
const memberWorth = 500;

const equalTitle = 200;
const equalHeading = 100;
const fullTitle = 40;
const togetherInSection = 50;
const inSequence = 40;
const sideBySide = 15;
const mostPairs = 2;
const beginsLine = 25;
const mostRepetitions = 8;

interface PageFields {
  readonly titleTerms: Field;
  readonly headingTerms: Field;
}

export function gradeOf(field: Field, word: SoughtWord): Grade {
  if (field === "") return 0;
  if (hasOne(field, word.exactly)) return 3;
  if (word.asTyped !== word.exactly && hasOne(field, word.asTyped)) return 2;
  return word.instead.some((text) => field.includes(text)) ? 1 : 0;
}

/** What title and headings give a page, before its text is known. */
export interface FieldMatch {
  /** What each word is worth by title and headings. */
  readonly worths: readonly number[];
  /** What each is worth by the title alone, wherever on the page the others are. */
  readonly inTitle: readonly number[];
  readonly titleCloseness: number;
  /** Whether the headings have all words one after the other, so that one of them may be the query itself. */
  readonly mayHeadingEqual: boolean;
}

export function findInFields(page: PageFields, sought: SoughtQuery): FieldMatch {
  const { titleTerms, headingTerms } = page;
  const inTitle = sought.words.map((word) =>
    isMember(page, word) ? memberWorth : titleWorth[gradeOf(titleTerms, word)],
  );
  const worths = sought.words.map((word, index) =>
    Math.max(inTitle[index] ?? 0, headingWorth[gradeOf(headingTerms, word)]),
  );
  const found = inTitle.filter((worth) => worth > 0).length;
  return {
    worths,
    inTitle,
    titleCloseness: found === 0 ? 0 : titleCloseness(titleTerms, sought, found),
    mayHeadingEqual: headingTerms.includes(sought.sequence) || headingTerms.includes(sought.core),
  };
}

/** Whether a heading names the member on the page of its owner: `send` below "Reply". */
function isMember({ titleTerms, headingTerms }: PageFields, { member }: SoughtWord): boolean {
  return member !== undefined && titleTerms.includes(member.owner) && headingTerms.includes(member.name);
}

/**
 * The score of a page, as an integer: half of it by what the whole page has of the words, half by what its best section
 * has of them together with the title.
 * @param sections what each word is worth in each section; none while they are not known
 * @param least the grade that each word has at least in the page's text
 * @param weights what each word counts for
 */
export function scorePage(
  { worths, inTitle, titleCloseness }: FieldMatch,
  sections: readonly (readonly number[])[],
  least: readonly Grade[],
  weights: readonly number[],
): number {
  const inPage = worths.map((worth, index) => {
    let best = Math.max(worth, bodyWorth[least[index] ?? 0]);
    for (const section of sections) best = Math.max(best, section[index] ?? 0);
    return best;
  });
  let passage = weighed(inTitle, weights);
  for (const section of sections) {
    const together = section.map((worth, index) => Math.max(worth, inTitle[index] ?? 0));
    passage = Math.max(passage, weighed(together, weights));
  }
  return Math.floor((weighed(inPage, weights) + passage) / 2) + titleCloseness;
}

/**
 * The score of a page of which its title alone counts. An index has the words of every question in its text, and the
 * answer to none: it comes last, unless it is what is looked for.
 */
export function scoreTitle({ inTitle, titleCloseness }: FieldMatch, weights: readonly number[]): number {
  return Math.floor(weighed(inTitle, weights)) + titleCloseness;
}

/** What no section has more of than this. */
export function mostWorth(words: number): number[] {
  return Array.from({ length: words }, () => headingWorth[3]);
}

function weighed(worths: readonly number[], weights: readonly number[]): number {
  let sum = 0;
  let whole = 0;
  for (let index = 0; index < worths.length; index += 1) {
    const weight = weights[index] ?? 1;
    sum += weight * (worths[index] ?? 0);
    whole += weight;
  }
  return sum / Math.max(1, whole);
}

const heaviest = 64;

/**
 * How much a word counts, as an integer: one that many of the pages have tells less about which of them is meant.
 * @param holding how many have it
 */
export function weightOf(holding: number): number {
  return Math.round(heaviest / (1 + Math.log2(1 + holding)));
}

/** What the text of a section has of the words. */
export interface SectionMatch {
  /** The grade of each word. */
  readonly grades: readonly Grade[];
  /** What each is worth here. */
  readonly worths: readonly number[];
  /** What the section adds to its page's score: a heading that is the query, words together, in order, and again. */
  readonly closeness: number;
}

/** @param titleTerms terms of the section's heading, which `terms` have, too */
export function findInText(terms: Field, titleTerms: Field, sought: SoughtQuery): SectionMatch {
  const { words, sequence, core } = sought;
  const textWorth = titleTerms === "" ? leadWorth : bodyWorth;
  let repeated = 0;
  let found = 0;
  let begun = 0;
  const worths: number[] = [];
  const grades = words.map((word) => {
    const count = occurrences(terms, word.counted, mostRepetitions);
    const grade = count > 0 && word.isCountedExact ? 3 : gradeOf(terms, word);
    repeated += count;
    if (grade > 0) found += 1;
    if (count > 0 && isBegunBy(terms, word.counted)) begun = beginsLine;
    worths.push(grade === 0 ? 0 : Math.max(textWorth[grade], headingWorth[gradeOf(titleTerms, word)]));
    return grade;
  });
  const heading = mainOf(titleTerms);
  const isHeading = heading === sequence || (heading !== "" && heading === core);
  const bonus = Math.min(mostRepetitions, repeated) + begun + (isHeading ? equalHeading : 0);
  if (found < 2) return { grades, worths, closeness: bonus };
  return { grades, worths, closeness: bonus + nearness(terms, sought, found === words.length) };
}

function nearness(terms: Field, { core, pairs }: SoughtQuery, isWhole: boolean): number {
  const near = pairs.filter((pair) => terms.includes(pair)).length;
  const beside = sideBySide * Math.min(mostPairs, near);
  return beside + (isWhole ? togetherInSection + (terms.includes(core) ? inSequence : 0) : 0);
}

/** The score of a section by itself: what orders the sections of one page. */
export function scoreSection({ worths, closeness }: SectionMatch): number {
  const sum = worths.reduce((all, worth) => all + worth, 0);
  return sum === 0 ? 0 : Math.floor(sum / Math.max(1, worths.length)) + closeness;
}

/** The most that `closeness` gives a page with these fields. */
export function mostCloseness({ worths, mayHeadingEqual }: FieldMatch): number {
  const most = mostRepetitions + beginsLine + (mayHeadingEqual ? equalHeading : 0);
  return worths.length < 2 ? most : most + togetherInSection + inSequence + mostPairs * sideBySide;
}

/**
 * What a page that matches must have of a word in its text, if neither title nor headings have more.
 * Nothing, when the word may have been found in parts that stand far from one another.
 * @param isExact whether the page is known to have every word exactly
 * @param guarantee see `Attempt`
 */
export function leastGrade(
  { whole, alternatives, synonyms }: QueryWord,
  isExact: boolean,
  guarantee: Grade,
): Grade {
  const isOneTerm = alternatives.every((terms) => terms.length === 1);
  if (isExact && (isOneTerm || whole !== undefined)) return 3;
  if (!isOneTerm || synonyms.some((terms) => terms.length > 1)) return 0;
  return synonyms.length > 0 && guarantee > 1 ? 1 : guarantee;
}

function titleCloseness(title: Field, { sequence, core }: SoughtQuery, inTitle: number): number {
  const main = mainOf(title);
  const length = occurrences(main, " ", Infinity) - 1;
  const share = Math.floor((fullTitle * Math.min(inTitle, length)) / Math.max(1, length));
  return main === sequence || main === core ? share + equalTitle : share;
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
