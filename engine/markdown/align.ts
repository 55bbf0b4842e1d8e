/** Which elements of two sequences are the same: like a longest common subsequence, in bounded time and space. */

import { atOnce, type Steps } from "../steps.ts";

export type Pair = readonly [before: number, after: number];

interface Gap {
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
}

/** Gaps up to this many cells are compared exactly when nothing anchors them. */
const maxCells = 250_000;
/** Gaps up to this many cells are compared exactly without looking for anchors: pages of up to a hundred blocks. */
const smallCells = 10_000;

/**
 * Pairs equal elements in increasing order on both sides. Elements that occur once on each side anchor the rest;
 * what is between anchors is aligned exactly when small, and left alone when large and all alike.
 */
export function align(a: readonly string[], b: readonly string[]): Pair[] {
  return atOnce(alignSteps(a, b));
}

/** The same in steps of a few milliseconds at most. */
export function* alignSteps(a: readonly string[], b: readonly string[]): Steps<Pair[]> {
  const pairs: Pair[] = [];
  const open: Gap[] = [{ a0: 0, a1: a.length, b0: 0, b1: b.length }];
  while (open.length > 0) {
    yield;
    const gap = trim(a, b, open.pop()!, pairs);
    if (gap.a0 === gap.a1 || gap.b0 === gap.b1) continue;
    const cells = (gap.a1 - gap.a0) * (gap.b1 - gap.b0);
    // Anchors can lead astray where one element has moved: what is small is compared exactly at once.
    const anchors = cells <= smallCells ? [] : increasing(uniquePairs(a, b, gap));
    if (anchors.length === 0) {
      if (cells <= maxCells) exact(a, b, gap, pairs);
      continue;
    }
    let { a0, b0 } = gap;
    for (const [x, y] of anchors) {
      pairs.push([x, y]);
      open.push({ a0, a1: x, b0, b1: y });
      a0 = x + 1;
      b0 = y + 1;
    }
    open.push({ a0, a1: gap.a1, b0, b1: gap.b1 });
  }
  return pairs.toSorted((one, other) => one[0] - other[0]);
}

/** Pairs equal elements at both ends of a gap and gives what is left of it. */
function trim(a: readonly string[], b: readonly string[], gap: Gap, pairs: Pair[]): Gap {
  let { a0, a1, b0, b1 } = gap;
  while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) pairs.push([a0++, b0++]);
  while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) pairs.push([--a1, --b1]);
  return { a0, a1, b0, b1 };
}

/** Elements that occur exactly once on each side of a gap, in the order of the first. */
function uniquePairs(a: readonly string[], b: readonly string[], gap: Gap): Pair[] {
  const inA = occurrences(a, gap.a0, gap.a1);
  const inB = occurrences(b, gap.b0, gap.b1);
  const pairs: Pair[] = [];
  for (const [element, x] of inA) {
    const y = inB.get(element) ?? -1;
    if (x !== -1 && y !== -1) pairs.push([x, y]);
  }
  return pairs;
}

/** Position of each element, -1 for those that occur more than once. */
function occurrences(list: readonly string[], from: number, to: number): Map<string, number> {
  const found = new Map<string, number>();
  for (let at = from; at < to; at++) found.set(list[at]!, found.has(list[at]!) ? -1 : at);
  return found;
}

/** The longest run of pairs, sorted by their first, that also increases in the second. */
function increasing(pairs: readonly Pair[]): Pair[] {
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [index, pair] of pairs.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]![1] < pair[1]) low = middle + 1;
      else high = middle;
    }
    previous[index] = low === 0 ? -1 : tails[low - 1]!;
    tails[low] = index;
  }
  const run: Pair[] = [];
  for (let at = tails[tails.length - 1] ?? -1; at !== -1; at = previous[at]!) run.push(pairs[at]!);
  return run.toReversed();
}

/** The longest common subsequence of a small gap, by the table everybody knows. */
function exact(a: readonly string[], b: readonly string[], gap: Gap, pairs: Pair[]): void {
  const width = gap.b1 - gap.b0 + 1;
  const height = gap.a1 - gap.a0 + 1;
  const best = new Uint32Array(width * height);
  for (let x = height - 2; x >= 0; x--) {
    for (let y = width - 2; y >= 0; y--) {
      best[x * width + y] =
        a[gap.a0 + x] === b[gap.b0 + y]
          ? best[(x + 1) * width + y + 1]! + 1
          : Math.max(best[(x + 1) * width + y]!, best[x * width + y + 1]!);
    }
  }
  let x = 0;
  let y = 0;
  while (x < height - 1 && y < width - 1) {
    if (a[gap.a0 + x] === b[gap.b0 + y]) pairs.push([gap.a0 + x++, gap.b0 + y++]);
    else if (best[(x + 1) * width + y]! >= best[x * width + y + 1]!) x++;
    else y++;
  }
}
