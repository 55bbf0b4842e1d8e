import { fold } from "./fold.ts";
import { type StemLanguage, stemOf, stemTerm } from "./stem.ts";
import { isStopWord } from "./stopWords.ts";
import { longestSynonym, synonymsOf } from "./synonyms.ts";
import { isUnspaced, spelledAt, termsOf, tokenize, wordsOf, type SearchToken } from "./tokenize.ts";

/** Words of a query that count; further ones are ignored. */
export const mostWords = 16;
/** Letters from which on a word is forgiven one typo. */
const fewestLettersForTypo = 5;

export interface QueryWord {
  /** Ways to find the word: all terms of one of them. The first is the word as typed. */
  readonly alternatives: readonly (readonly string[])[];
  /** The single term of a joined word such as `fs.readFile`: finding it counts more than finding its parts. */
  readonly whole: string | undefined;
  /** Whether the last term of each alternative may go on: the reader may still be typing. */
  readonly isPrefix: boolean;
  /** Terms that say the same with another ending: any of them will do, if less than the word itself. */
  readonly stems: readonly string[];
  /** Other words for it, each as terms that follow one another: they count less than any form of the word itself. */
  readonly synonyms: readonly (readonly string[])[];
  /** Whether its terms are one word for the reader, such as "log in": they are looked for side by side. */
  readonly isTogether: boolean;
  /** Terms of the vocabulary one typo away. */
  readonly typos: readonly string[];
}

export interface Query {
  /** What is looked for: words that only ask are left out where others are there. */
  readonly words: readonly QueryWord[];
  /** The terms of all words as typed. */
  readonly sequence: readonly string[];
  /** The same from the first word that doesn't only ask to the last. */
  readonly core: readonly string[];
  /** Terms that must follow one another, from the quoted parts of the query; their words are in `words` too. */
  readonly phrases: readonly (readonly string[])[];
  /** The languages that its words may be of. */
  readonly languages: readonly StemLanguage[];
}

/**
 * Reads what a person typed. Every string is a query; one without letters, digits or pictographs has no words.
 * @param languages those of what is searched
 */
export function parseQuery(text: string, languages: readonly StemLanguage[] = ["en"]): Query {
  const words = new Map<string, QueryWord>();
  const quoted = new Set<string>();
  const sequence: string[] = [];
  const phrases: string[][] = [];
  const parts = text.split(/["\u201c\u201d\u201e\u00ab\u00bb]/u);
  for (const [index, part] of parts.entries()) {
    const isQuoted = index % 2 === 1;
    const isEnd = !isQuoted && index === parts.length - 1;
    for (const read of wordsRead(part, isQuoted, isEnd, languages)) {
      addWord(words, read);
      const typed = read.alternatives[0] ?? [];
      sequence.push(...typed);
      if (isQuoted) for (const term of typed) quoted.add(term);
    }
    const terms = isQuoted ? termsOf(part).main : [];
    if (terms.length > 1) phrases.push(terms);
  }
  const all = [...words.values()];
  const telling = all.filter((word) => !isAsking(word, quoted, languages));
  return {
    words: (telling.length === 0 ? all : telling).slice(0, mostWords),
    sequence: sequence.slice(0, 4 * mostWords),
    core: coreOf(sequence, languages).slice(0, 4 * mostWords),
    phrases: phrases.slice(0, mostWords),
    languages,
  };
}

/** The words of one part of a query; those in a row that are one word together are read as one, unless they are quoted. */
function wordsRead(
  part: string,
  isQuoted: boolean,
  isEnd: boolean,
  languages: readonly StemLanguage[],
): QueryWord[] {
  const found = wordsOf(part);
  const read: QueryWord[] = [];
  for (let at = 0; at < found.length;) {
    const length = isQuoted ? 1 : togetherFrom(found, at);
    const isLast = isEnd && at + length === found.length;
    const word =
      length > 1
        ? wordTogether(found.slice(at, at + length))
        : queryWord(found[at] ?? "", { isLast, isQuoted, languages });
    if (word) read.push(word);
    at += length;
  }
  return read;
}

/** How many words from a place on are one. */
function togetherFrom(words: readonly string[], at: number): number {
  for (let length = Math.min(longestSynonym, words.length - at); length > 1; length -= 1) {
    const typed = words.slice(at, at + length).map(fold);
    if (synonymsOf(typed.join(" ")).length > 0) return length;
  }
  return 1;
}

function wordTogether(words: readonly string[]): QueryWord {
  const typed = words.map(fold).join(" ");
  const synonyms = synonymsOf(typed);
  const terms = termsOf(typed).main;
  const stem = stemOf(terms.at(-1) ?? "", "en");
  return {
    // "rate limit" is in "rate limits", too.
    alternatives: [terms, ...(stem === undefined ? [] : [[...terms.slice(0, -1), stemTerm(stem)]])],
    whole: undefined,
    isPrefix: false,
    stems: [],
    synonyms,
    isTogether: true,
    typos: [],
  };
}

/** Without the words at both ends that only ask. */
function coreOf(sequence: readonly string[], languages: readonly StemLanguage[]): readonly string[] {
  const isTelling = (term: string): boolean => !isStopWord(term, languages);
  const first = sequence.findIndex(isTelling);
  return first < 0 ? sequence : sequence.slice(first, sequence.findLastIndex(isTelling) + 1);
}

/** Whether a word says nothing of what is looked for. What stands in quotes is meant. */
function isAsking(
  { alternatives }: QueryWord,
  quoted: ReadonlySet<string>,
  languages: readonly StemLanguage[],
): boolean {
  const [term = "", ...others] = alternatives[0] ?? [];
  return others.length === 0 && isStopWord(term, languages) && !quoted.has(term);
}

/** The word as the one term that a typo may have spoiled, or undefined when the word is no such word. */
export function correctableTerm(word: QueryWord): string | undefined {
  const term = word.alternatives[0]?.[0];
  const isSingle = word.whole === undefined && word.alternatives[0]?.length === 1;
  if (!isSingle || term === undefined || isUnspaced(term) || !/^[\p{L}\p{M}]+$/u.test(term)) return undefined;
  return [...term].length >= fewestLettersForTypo ? term : undefined;
}

function addWord(words: Map<string, QueryWord>, word: QueryWord): void {
  const key = JSON.stringify(word.alternatives[0]);
  // A word that was also typed in full is not unfinished.
  if (!words.has(key)) words.set(key, word);
}

interface ReadHow {
  readonly isLast: boolean;
  readonly isQuoted: boolean;
  readonly languages: readonly StemLanguage[];
}

function queryWord(text: string, { isLast, isQuoted, languages }: ReadHow): QueryWord | undefined {
  const tokens = tokenize(text);
  const typed = tokens.filter((token) => !token.extra);
  const last = typed.at(-1);
  if (!last) return undefined;
  const split = typed.flatMap((token) => humps(token, tokens));
  const whole = typed.length > 1 || last.end < text.length ? wholeTerm(tokens, text) : undefined;
  const alternatives = [typed.map(({ term }) => term)];
  if (split.length > typed.length) alternatives.push(split);
  const isPrefix = isLast && last.end === text.length && !isUnspaced(last.term);
  const synonyms = isQuoted ? [] : synonymsOf(fold(text));
  const stems = typed.length > 1 ? [] : stemsOf(last, text, languages);
  return { alternatives, whole, isPrefix, stems, synonyms, isTogether: false, typos: [] };
}

function stemsOf(
  { term, start, end }: SearchToken,
  text: string,
  languages: readonly StemLanguage[],
): readonly string[] {
  const spelled = spelledAt(text, start, end);
  const stems = languages.flatMap((language) => stemOf(spelled, language) ?? []);
  // A word that is its own stem is in the index as it stands.
  return [...new Set(stems.flatMap((stem) => (stem === term ? [stemTerm(stem)] : [stemTerm(stem), stem])))];
}

function wholeTerm(tokens: readonly SearchToken[], text: string): string | undefined {
  return tokens.find((token) => token.extra && token.start === 0 && token.end === text.length)?.term;
}

function humps(word: SearchToken, tokens: readonly SearchToken[]): string[] {
  if (isUnspaced(word.term)) return [word.term];
  const inside = tokens.filter(({ extra, start, end }) => extra && start >= word.start && end <= word.end);
  const parts = inside.filter(({ start, end }) => end - start < word.end - word.start);
  return parts.length > 1 ? parts.map(({ term }) => term) : [word.term];
}
