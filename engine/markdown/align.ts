/** Which elements of two sequences are the same: like a longest common subsequence, in bounded time and space. */

import { atOnce, type Steps } from "../steps.ts";
import { fewestEdits } from "./fewestEdits.ts";

export type Pair = readonly [before: number, after: number];

interface Gap {
  readonly a0: number;
  readonly a1: number;
  readonly b0: number;
  readonly b1: number;
  /** How often it was looked through, with what stood around it. */
  readonly round: number;
}

/** Gaps up to this many cells are compared exactly when nothing anchors them. */
const maxCells = 250_000;
/** Gaps up to this many cells are compared exactly without looking for anchors: pages of up to a hundred blocks. */
const smallCells = 10_000;
/**
 * How often one place is looked through. What people write takes two or three rounds; there are texts in which each
 * round finds a single anchor, and with no end to them the work grew with the square of the length.
 */
const maxRounds = 20;
/** Elements that are looked at between two turns of others: a fraction of a millisecond. */
const sliceLength = 10_000;

/**
 * Pairs equal elements in increasing order on both sides. Elements that occur once on each side anchor the rest;
 * what is between anchors is aligned exactly when small, by its edits when large and these are few, and left alone
 * otherwise. Costs what the lists are long, whatever is in them.
 */
export function align(a: readonly string[], b: readonly string[]): Pair[] {
  return atOnce(alignSteps(a, b));
}

/** The same in steps of a few milliseconds at most: as many as there is work. */
export function* alignSteps(a: readonly string[], b: readonly string[]): Steps<Pair[]> {
  if (a.length === 0 || b.length === 0) return [];
  const numbers = new Map<string, number>();
  const sides = [yield* numbered(a, numbers), yield* numbered(b, numbers)] as const;
  return yield* new Alignment(...sides, numbers.size).pairs();
}

/** Elements as numbers, equal ones alike: comparing those costs the same however long the elements are. */
function* numbered(elements: readonly string[], numbers: Map<string, number>): Steps<Uint32Array> {
  const list = new Uint32Array(elements.length);
  for (const [at, element] of elements.entries()) {
    if (at % sliceLength === 0) yield;
    const number = numbers.get(element) ?? numbers.size;
    numbers.set(element, number);
    list[at] = number;
  }
  return list;
}

const absent = -1;
const repeated = -2;

class Alignment {
  private readonly a: Uint32Array;
  private readonly b: Uint32Array;
  /** For each of `a` its partner in `b`. */
  private readonly partners: Int32Array;
  /** Where an element stands on each side of the gap that is looked through. */
  private readonly inA: Int32Array;
  private readonly inB: Int32Array;

  constructor(a: Uint32Array, b: Uint32Array, elements: number) {
    this.a = a;
    this.b = b;
    this.partners = new Int32Array(a.length).fill(absent);
    this.inA = new Int32Array(elements).fill(absent);
    this.inB = new Int32Array(elements).fill(absent);
  }

  *pairs(): Steps<Pair[]> {
    const open: Gap[] = [{ a0: 0, a1: this.a.length, b0: 0, b1: this.b.length, round: 0 }];
    while (open.length > 0) {
      yield;
      const gap = this.trim(open.pop()!);
      if (gap.a0 < gap.a1 && gap.b0 < gap.b1) for (const inner of yield* this.fill(gap)) open.push(inner);
    }
    const pairs: Pair[] = [];
    for (const [x, y] of this.partners.entries()) if (y !== absent) pairs.push([x, y]);
    return pairs;
  }

  /** Pairs equal elements at both ends of a gap and gives what is left of it. */
  private trim(gap: Gap): Gap {
    const { a, b, partners } = this;
    let { a0, a1, b0, b1 } = gap;
    while (a0 < a1 && b0 < b1 && a[a0] === b[b0]) partners[a0++] = b0++;
    while (a0 < a1 && b0 < b1 && a[a1 - 1] === b[b1 - 1]) partners[--a1] = --b1;
    return { ...gap, a0, a1, b0, b1 };
  }

  /** Pairs what it can in a gap, and gives the gaps that are in it then. */
  private *fill(gap: Gap): Steps<Gap[]> {
    const cells = (gap.a1 - gap.a0) * (gap.b1 - gap.b0);
    // Anchors can lead astray where one element has moved: what is small is compared exactly at once.
    const isLooked = cells > smallCells && gap.round < maxRounds;
    const anchors = isLooked ? yield* increasing(yield* this.uniquePairs(gap)) : [];
    if (anchors.length === 0) {
      if (cells <= maxCells) this.exact(gap);
      else yield* this.byEdits(gap);
      return [];
    }
    const round = gap.round + 1;
    const inner: Gap[] = [];
    let { a0, b0 } = gap;
    for (const [x, y] of anchors) {
      this.partners[x] = y;
      inner.push({ a0, a1: x, b0, b1: y, round });
      [a0, b0] = [x + 1, y + 1];
    }
    inner.push({ a0, a1: gap.a1, b0, b1: gap.b1, round });
    return inner;
  }

  /** Elements that occur exactly once on each side of a gap, in the order of the first. */
  private *uniquePairs({ a0, a1, b0, b1 }: Gap): Steps<Pair[]> {
    const { a, b, inA, inB } = this;
    yield* note(a, a0, a1, inA);
    yield* note(b, b0, b1, inB);
    const pairs: Pair[] = [];
    for (let x = a0; x < a1; x++) {
      const element = a[x]!;
      if (inA[element] === x && inB[element]! >= 0) pairs.push([x, inB[element]!]);
    }
    yield;
    for (let x = a0; x < a1; x++) inA[a[x]!] = absent;
    for (let y = b0; y < b1; y++) inB[b[y]!] = absent;
    return pairs;
  }

  /** A long gap in which all repeats itself, such as rows that are alike, with few edits in it. */
  private *byEdits({ a0, a1, b0, b1 }: Gap): Steps<void> {
    const runs = yield* fewestEdits(this.a.subarray(a0, a1), this.b.subarray(b0, b1));
    for (const { a, b, length } of runs ?? [])
      for (let index = 0; index < length; index++) this.partners[a0 + a + index] = b0 + b + index;
  }

  /** The longest common subsequence of a small gap, by the table everybody knows. */
  private exact({ a0, a1, b0, b1 }: Gap): void {
    const { a, b } = this;
    const width = b1 - b0 + 1;
    const height = a1 - a0 + 1;
    const best = new Uint32Array(width * height);
    for (let x = height - 2; x >= 0; x--) {
      for (let y = width - 2; y >= 0; y--) {
        best[x * width + y] =
          a[a0 + x] === b[b0 + y]
            ? best[(x + 1) * width + y + 1]! + 1
            : Math.max(best[(x + 1) * width + y]!, best[x * width + y + 1]!);
      }
    }
    let x = 0;
    let y = 0;
    while (x < height - 1 && y < width - 1) {
      if (a[a0 + x] === b[b0 + y]) this.partners[a0 + x++] = b0 + y++;
      else if (best[(x + 1) * width + y]! >= best[x * width + y + 1]!) x++;
      else y++;
    }
  }
}

/** Notes where each element stands in a part of a list, or that it does more than once. */
function* note(list: Uint32Array, from: number, to: number, places: Int32Array): Steps<void> {
  for (let at = from; at < to; at++) {
    if (at % sliceLength === 0) yield;
    const element = list[at]!;
    places[element] = places[element] === absent ? at : repeated;
  }
}

/** The longest run of pairs, sorted by their first, that also increases in the second. */
function* increasing(pairs: readonly Pair[]): Steps<Pair[]> {
  const tails: number[] = [];
  const previous: number[] = [];
  for (const [index, pair] of pairs.entries()) {
    if (index % sliceLength === sliceLength - 1) yield;
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
