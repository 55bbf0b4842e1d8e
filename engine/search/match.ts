import type { Query, QueryWord } from "./query.ts";
import { isUnspaced } from "./tokenize.ts";

/** What a page must contain: a condition that every full-text index understands. */
export type Match =
  | { readonly kind: "term"; readonly term: string; readonly isPrefix: boolean }
  | { readonly kind: "all" | "any"; readonly of: readonly Match[] };

/** One try at a query: the pages to consider, and among them those that have every word exactly. */
export interface MatchAttempt {
  readonly loose: Match;
  /** Undefined when it would ask the same as `loose`. */
  readonly strict: Match | undefined;
  /** The least that is known of a word in a page that matches: see `Grade` in score.ts. */
  readonly guarantee: 0 | 1 | 2;
  /** Words of the query that a page must have. */
  readonly fewestWords: number;
}

/** Words up to which one of them is enough for a page to be looked at, and up to which two are. */
const mostWordsOfAny = 3;
const mostWordsPaired = 6;

/** The first try: every word, the last one as a prefix. Undefined for a query without words. */
export function everyWord(query: Query): MatchAttempt | undefined {
  if (query.words.length === 0) return undefined;
  const loose = all(query.words.map(asTyped));
  const strict = all(query.words.map(exactly));
  const isSame = JSON.stringify(loose) === JSON.stringify(strict);
  return { loose, strict: isSame ? undefined : strict, guarantee: 2, fewestWords: query.words.length };
}

/**
 * What to try, in order, when the query as typed finds nothing: the corrected words, some of them, any of them.
 * @param query with `typos` filled in where the vocabulary knows some
 */
export function fallbacks(query: Query): MatchAttempt[] {
  const words = query.words.map(corrected);
  const attempts: MatchAttempt[] = [];
  if (query.words.some(({ typos }) => typos.length > 0)) attempts.push(attempt(all(words), 1, words.length));
  const some = someOf(words);
  if (some) attempts.push(some);
  if (words.length > mostWordsOfAny) attempts.push(attempt({ kind: "any", of: words }, 0, 1));
  return attempts;
}

/**
 * What to try when few pages have every word: those with some of them, of which those with more, or with them in better
 * places, come first. Undefined for a single word.
 */
export function someWords(query: Query): MatchAttempt | undefined {
  return someOf(query.words.map(asTyped));
}

/** Any of a few words, any two of more. */
function someOf(words: readonly Match[]): MatchAttempt | undefined {
  if (words.length < 2) return undefined;
  if (words.length <= mostWordsOfAny) return attempt({ kind: "any", of: words }, 0, 1);
  if (words.length > mostWordsPaired) return undefined;
  const pairs = words.flatMap((one, index) => words.slice(index + 1).map((other) => all([one, other])));
  return attempt({ kind: "any", of: pairs }, 0, 2);
}

function attempt(loose: Match, guarantee: 0 | 1, fewestWords: number): MatchAttempt {
  return { loose, strict: undefined, guarantee, fewestWords };
}

function asTyped(word: QueryWord): Match {
  return any([
    ...word.alternatives.map((terms) =>
      all(terms.map((term, index) => termMatch(term, word.isPrefix && index === terms.length - 1))),
    ),
    ...[...word.stems.map((term) => [term]), ...word.synonyms].map((terms) =>
      all(terms.map((term) => termMatch(term, false))),
    ),
  ]);
}

function exactly(word: QueryWord): Match {
  if (word.whole !== undefined) return termMatch(word.whole, false);
  return any(word.alternatives.map((terms) => all(terms.map((term) => termMatch(term, false)))));
}

function corrected(word: QueryWord): Match {
  return any([asTyped(word), ...word.typos.map((term) => termMatch(term, false))]);
}

function termMatch(term: string, isPrefix: boolean): Match {
  return { kind: "term", term, isPrefix: isPrefix && !isUnspaced(term) };
}

function all(of: readonly Match[]): Match {
  return of.length === 1 && of[0] ? of[0] : { kind: "all", of };
}

function any(of: readonly Match[]): Match {
  return of.length === 1 && of[0] ? of[0] : { kind: "any", of };
}
