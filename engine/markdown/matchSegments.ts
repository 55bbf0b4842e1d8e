/** What became of the segments of a text on one side: kept, edited, taken away, and what came between them. */
import type { Steps } from "../steps.ts";
import { alignSteps } from "./align.ts";
import type { Segment } from "./segments.ts";
import { pairAlike, type TextPiece } from "./pairAlike.ts";

export interface SegmentMatches {
  /** For each segment of the base where it is on the side; -1 when it is gone. Increases. */
  readonly at: readonly number[];
  /** What came before each segment of the base, and after its last: one more than there are segments. */
  readonly inserted: readonly (readonly number[])[];
}

/**
 * Follows segments from a base to one side. Those of the same key are kept. Between them, in order, an old one is
 * taken for the most similar of the next new ones; and those still left are taken one for another, as a text that was
 * written anew stands where the old one stood.
 */
export function* matchSegments(base: readonly Segment[], side: readonly Segment[]): Steps<SegmentMatches> {
  const at = base.map(() => -1);
  const keys = (segments: readonly Segment[]) => segments.map(({ key }) => key);
  const pairs = yield* alignSteps(keys(base), keys(side));
  yield;
  let [x, y] = [0, 0];
  for (const [nextX, nextY] of [...pairs, [base.length, side.length] as const]) {
    if (x < nextX && y < nextY) {
      const [old, now] = [base.slice(x, nextX).map(pieceOf), side.slice(y, nextY).map(pieceOf)];
      for (const [from, to] of yield* pairAlike(old, now)) at[x + from] = y + to;
      matchRest({ x, y, nextX, nextY }, at);
    }
    if (nextX < base.length) at[nextX] = nextY;
    [x, y] = [nextX + 1, nextY + 1];
  }
  return { at, inserted: insertedBetween(at, side.length) };
}

interface Gap {
  readonly x: number;
  readonly y: number;
  readonly nextX: number;
  readonly nextY: number;
}

const pieceOf = ({ text, block }: Segment): TextPiece => ({ text, kind: block?.type ?? "" });

/** One for another, between those that are matched. */
function matchRest({ x, y, nextX, nextY }: Gap, at: number[]): void {
  let from = y;
  for (let old = x; old < nextX;) {
    let next = old;
    while (next < nextX && at[next] === -1) next++;
    const stop = next < nextX ? at[next]! : nextY;
    while (old < next && from < stop) at[old++] = from++;
    from = stop + 1;
    old = next + 1;
  }
}

function insertedBetween(at: readonly number[], length: number): number[][] {
  const inserted: number[][] = [];
  let from = 0;
  for (const place of [...at, length]) {
    const between: number[] = [];
    if (place !== -1) while (from < place) between.push(from++);
    if (place !== -1) from = place + 1;
    inserted.push(between);
  }
  return inserted;
}
