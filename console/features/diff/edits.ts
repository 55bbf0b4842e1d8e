/** What was made of a list of texts, in order: those that are the same, those that were edited, and those that came or went. */
import { align } from "../../../engine/markdown/align.ts";
import { pairAlike } from "../../../engine/markdown/pairAlike.ts";
import { atOnce } from "../../../engine/steps.ts";

/** A text by its places on both sides; undefined where it isn't there. */
export interface TextEdit {
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly isSame: boolean;
}

/** Texts that are alike, by their places on both sides. */
export function alikeTexts(removed: readonly string[], added: readonly string[]) {
  const pieces = (texts: readonly string[]) => texts.map((text) => ({ text, kind: "" }));
  return atOnce(pairAlike(pieces(removed), pieces(added)));
}

/** What went stands before what is in its place; an edited text is there once. */
export function* editsOf(before: readonly string[], after: readonly string[]): Generator<TextEdit> {
  let [x, y] = [0, 0];
  for (const [nextX, nextY] of [...align(before, after), [before.length, after.length] as const]) {
    const pairs = new Map(
      alikeTexts(before.slice(x, nextX), after.slice(y, nextY)).map(([from, to]) => [y + to, x + from]),
    );
    let gone = x;
    for (let to = y; to < nextY; to++) {
      const from = pairs.get(to);
      if (from !== undefined) {
        for (; gone < from; gone++) yield { from: gone, to: undefined, isSame: false };
        gone = from + 1;
      }
      yield { from, to, isSame: false };
    }
    for (; gone < nextX; gone++) yield { from: gone, to: undefined, isSame: false };
    if (nextY < after.length) yield { from: nextX, to: nextY, isSame: true };
    [x, y] = [nextX + 1, nextY + 1];
  }
}
