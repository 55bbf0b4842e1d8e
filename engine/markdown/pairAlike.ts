/** Pairing pieces of a text with what they have become by editing. */
import type { Steps } from "../steps.ts";
import type { Pair } from "./align.ts";

/** A piece of a text. Those of different kinds are never the same one. */
export interface TextPiece {
  readonly text: string;
  readonly kind: string;
}

/** Edited pieces are looked for among at most this many candidates in one place. */
const maxCandidates = 20;
/** Share of words two pieces must have in common to be taken for the same one, edited. */
const minSimilarity = 0.4;

/**
 * In order: each old piece takes the most similar of the next new ones, never one before what another took.
 * @param least the share of words that they have in common, at least
 */
export function* pairAlike(
  old: readonly TextPiece[],
  now: readonly TextPiece[],
  least = minSimilarity,
): Steps<Pair[]> {
  const words = new Map<number, ReadonlySet<string>>();
  const wordsAt = (index: number) => {
    const known = words.get(index) ?? wordsOf(now[index]!.text);
    words.set(index, known);
    return known;
  };
  const pairs: Pair[] = [];
  let from = 0;
  for (let at = 0; at < old.length && from < now.length; at++) {
    yield;
    const own = wordsOf(old[at]!.text);
    let best = -1;
    let most = least;
    for (let candidate = from; candidate < Math.min(now.length, from + maxCandidates); candidate++) {
      if (now[candidate]!.kind !== old[at]!.kind) continue;
      const alike = wordsInCommon(own, wordsAt(candidate));
      if (alike > most) [best, most] = [candidate, alike];
    }
    if (best === -1) continue;
    pairs.push([at, best]);
    from = best + 1;
  }
  return pairs;
}

const maxWords = 2000;

/** The words of a text, those at its start when it is long. */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = text.slice(0, maxWords * 8).match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.slice(0, maxWords).map((word) => word.toLowerCase()));
}

/** The share of words that two texts have in common: from 0, nothing, to 1. */
export function wordsInCommon(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 1;
  let common = 0;
  for (const word of a) if (b.has(word)) common++;
  return (2 * common) / (a.size + b.size);
}
