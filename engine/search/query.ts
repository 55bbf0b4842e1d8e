import { isUnspaced, termsOf, tokenize, wordsOf, type SearchToken } from "./tokenize.ts";

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
  /** Terms of the vocabulary one typo away. */
  readonly typos: readonly string[];
}

export interface Query {
  readonly words: readonly QueryWord[];
  /** Terms that must follow one another, from the quoted parts of the query; their words are in `words` too. */
  readonly phrases: readonly (readonly string[])[];
}

/** Reads what a person typed. Every string is a query; one without letters, digits or pictographs has no words. */
export function parseQuery(text: string): Query {
  const words = new Map<string, QueryWord>();
  const phrases: string[][] = [];
  const parts = text.split(/["\u201c\u201d\u201e\u00ab\u00bb]/u);
  for (const [index, part] of parts.entries()) {
    const isQuoted = index % 2 === 1;
    const found = wordsOf(part);
    for (const [place, word] of found.entries()) {
      const isLast = !isQuoted && index === parts.length - 1 && place === found.length - 1;
      addWord(words, queryWord(word, isLast));
    }
    const terms = isQuoted ? termsOf(part).main : [];
    if (terms.length > 1) phrases.push(terms);
  }
  return { words: [...words.values()].slice(0, mostWords), phrases: phrases.slice(0, mostWords) };
}

/** The word as the one term that a typo may have spoiled, or undefined when the word is no such word. */
export function correctableTerm(word: QueryWord): string | undefined {
  const term = word.alternatives[0]?.[0];
  const isSingle = word.whole === undefined && word.alternatives[0]?.length === 1;
  if (!isSingle || term === undefined || isUnspaced(term) || !/^[\p{L}\p{M}]+$/u.test(term)) return undefined;
  return [...term].length >= fewestLettersForTypo ? term : undefined;
}

function addWord(words: Map<string, QueryWord>, word: QueryWord | undefined): void {
  if (!word) return;
  const key = JSON.stringify(word.alternatives[0]);
  // A word that was also typed in full is not unfinished.
  if (!words.has(key)) words.set(key, word);
}

function queryWord(text: string, isLast: boolean): QueryWord | undefined {
  const tokens = tokenize(text);
  const typed = tokens.filter((token) => !token.extra);
  const last = typed.at(-1);
  if (!last) return undefined;
  const split = typed.flatMap((token) => humps(token, tokens));
  const whole = typed.length > 1 || last.end < text.length ? wholeTerm(tokens, text) : undefined;
  const alternatives = [typed.map(({ term }) => term)];
  if (split.length > typed.length) alternatives.push(split);
  const isPrefix = isLast && last.end === text.length && !isUnspaced(last.term);
  return { alternatives, whole, isPrefix, typos: [] };
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
