/** Where a text differs from the one that it came from. */
import type { Steps } from "../steps.ts";
import { parseSteps } from "./parse.ts";
import type { Document, Range } from "./document.ts";
import { matchSegments } from "./matchSegments.ts";
import { type Inside, insideOf, insideOfBody, type Segment } from "./segments.ts";

/**
 * The ranges of a text that its base doesn't have, in order and apart: blocks that are new or were edited, and of
 * blocks with others inside only what is new in them. What stands outside of them is as the base has it.
 */
export function* changedBlocks(base: string, text: Document): Steps<Range[]> {
  if (base === text.source) return [];
  const { document } = yield* parseSteps(base);
  return yield* changesIn(insideOfBody(document), insideOfBody(text), document, text);
}

function* changesIn(before: Inside, after: Inside, base: Document, now: Document): Steps<Range[]> {
  const { at } = yield* matchSegments(before.segments, after.segments);
  const ranges: Range[] = [];
  const former = new Map(at.map((place, index) => [place, before.segments[index]!]));
  if (after.before !== before.before)
    ranges.push({ start: after.start, end: after.start + after.before.length });
  for (const [index, segment] of after.segments.entries()) {
    const old = former.get(index);
    if (old?.text === segment.text) continue;
    const pair = old === undefined ? undefined : insidesOf(old, segment, base, now);
    if (pair === undefined) ranges.push({ start: segment.start, end: segment.end });
    else {
      // A first or last piece has what stands around its block with it, such as a tag that is none of its own.
      const [was, is] = [aroundOf(old!, pair[0], base), aroundOf(segment, pair[1], now)];
      if (is.before !== was.before) ranges.push({ start: segment.start, end: pair[1].start });
      for (const range of yield* changesIn(pair[0], pair[1], base, now)) ranges.push(range);
      if (is.after !== was.after) ranges.push({ start: pair[1].end, end: segment.end });
    }
  }
  if (after.after !== before.after) ranges.push({ start: after.end - after.after.length, end: after.end });
  return ranges;
}

function aroundOf({ start, end }: Segment, block: Inside, { source }: Document) {
  return { before: source.slice(start, block.start), after: source.slice(block.end, end) };
}

function insidesOf(
  old: Segment,
  segment: Segment,
  base: Document,
  now: Document,
): [Inside, Inside] | undefined {
  if (old.block === undefined || old.block.type !== segment.block?.type) return undefined;
  const before = insideOf(old.block, base.source);
  const after = insideOf(segment.block, now.source);
  return before === undefined || after === undefined ? undefined : [before, after];
}
