/** What two sequences have in common by the fewest elements to take away and to add, where these are few. */
import type { Steps } from "../steps.ts";

/** Elements that stand one behind the other on both sides. */
export interface CommonRun {
  readonly a: number;
  readonly b: number;
  readonly length: number;
}

/**
 * Sequences that are further apart are not followed: with no end to it the work grew with the edits times the length.
 * An element that was changed counts twice, as one that is gone and one that is new.
 */
const maxEdits = 200;
/** Elements that are looked at between two turns of others: a fraction of a millisecond. */
const sliceLength = 10_000;
/** Where no way leads with so many edits. */
const nowhere = -1;

/** The runs that two sequences have in common, the last first; undefined when more than `maxEdits` lie between them. */
export function* fewestEdits(a: Uint32Array, b: Uint32Array): Steps<CommonRun[] | undefined> {
  return Math.abs(a.length - b.length) > maxEdits ? undefined : yield* new EditWays(a, b).runs();
}

/**
 * How far one comes with one edit more, and with one more, on each diagonal, which is a place in `a` less one in `b`:
 * E. Myers, "An O(ND) Difference Algorithm and Its Variations".
 */
class EditWays {
  private readonly a: Uint32Array;
  private readonly b: Uint32Array;
  /** By the number of edits: places in `a` on the diagonals from minus that number to that number, each second one. */
  private readonly reached: Int32Array[] = [];

  constructor(a: Uint32Array, b: Uint32Array) {
    this.a = a;
    this.b = b;
  }

  *runs(): Steps<CommonRun[] | undefined> {
    const { a, b, reached } = this;
    let looked = 0;
    for (let edits = 0; edits <= maxEdits; edits++) {
      const places = new Int32Array(edits + 1);
      reached.push(places);
      for (let index = 0; index <= edits; index++) {
        const diagonal = 2 * index - edits;
        const start = this.startOf(edits, index).at;
        const end = start === nowhere ? nowhere : this.endOfRun(start, diagonal);
        if (end === a.length && end - diagonal === b.length) return this.runsBack(edits, index);
        places[index] = end;
        looked += end - start + 1;
        if (looked < sliceLength) continue;
        looked = 0;
        yield;
      }
    }
    return undefined;
  }

  /** Where a diagonal is entered from those beside it, which were reached with one edit fewer. */
  private startOf(edits: number, index: number): { readonly at: number; readonly isByRemoval: boolean } {
    if (edits === 0) return { at: 0, isByRemoval: false };
    const before = this.reached[edits - 1]!;
    const [lower, upper] = [before[index - 1] ?? nowhere, before[index] ?? nowhere];
    const removed = lower !== nowhere && lower < this.a.length ? lower + 1 : nowhere;
    const added = upper - (2 * index - edits) <= this.b.length ? upper : nowhere;
    return removed >= added ? { at: removed, isByRemoval: true } : { at: added, isByRemoval: false };
  }

  private endOfRun(start: number, diagonal: number): number {
    const { a, b } = this;
    let at = start;
    while (at < a.length && at - diagonal < b.length && a[at] === b[at - diagonal]) at++;
    return at;
  }

  /** The runs on the way to the ends of both. */
  private runsBack(lastEdits: number, lastIndex: number): CommonRun[] {
    const runs: CommonRun[] = [];
    let end = this.a.length;
    let index = lastIndex;
    for (let edits = lastEdits; edits >= 0; edits--) {
      const { at, isByRemoval } = this.startOf(edits, index);
      if (end > at) runs.push({ a: at, b: at - (2 * index - edits), length: end - at });
      end = isByRemoval ? at - 1 : at;
      if (isByRemoval) index--;
    }
    return runs;
  }
}
