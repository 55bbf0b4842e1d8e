/** Merging what two people made of one body: block by block, and inside containers again. */
import { align, type Pair } from "./align.ts";
import { childBlocks, isOpenedAndClosed } from "./anatomy.ts";
import type { Block } from "./document.ts";
import { Joining } from "./joinBlocks.ts";
import { parse } from "./parse.ts";

/** A place where both sides changed the same blocks, each in its own way. Empty: that side has nothing there. */
export interface BlockConflict {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** A merged body: text that is certain, and conflicts between it. */
export type MergedPart = string | BlockConflict;

/** A block with the white space behind it: a text is these one after another, and nothing else. */
interface Segment {
  /** What decides whether two segments are the same: the block without the white space. */
  readonly key: string;
  readonly text: string;
  readonly block: Block | undefined;
}

interface Versions<T> {
  readonly base: T;
  readonly ours: T;
  readonly theirs: T;
}

/**
 * Merges two versions of a body with the one that both came from. What only one side changed is taken; what both
 * changed alike is taken once; blocks that both changed differently are conflicts, and no text of either side is lost.
 */
export function mergeBody({ base, ours, theirs }: Versions<string>): MergedPart[] {
  if (ours === theirs || theirs === base) return whole(ours);
  if (ours === base) return whole(theirs);
  const joining = new Joining();
  const versions = { base: segmentsOf(base), ours: segmentsOf(ours), theirs: segmentsOf(theirs) };
  const parts: MergedPart[] = [];
  let texts: string[] = [];
  for (const piece of [...mergeSegments(versions, joining), undefined]) {
    if (typeof piece === "string") texts.push(piece);
    else {
      parts.push(...whole(joining.join(texts)));
      texts = [];
      if (piece !== undefined) parts.push(piece);
    }
  }
  return parts;
}

/**
 * The text of a merged body.
 * @param choose what stands in the place of a conflict
 */
export function bodyOfParts(
  parts: readonly MergedPart[],
  choose: (conflict: BlockConflict, index: number) => string,
): string {
  let conflicts = 0;
  return new Joining().join(
    parts.map((part) => (typeof part === "string" ? part : choose(part, conflicts++))),
  );
}

/** Both sides of a conflict, one after the other: what a page shows until somebody decides. */
export function bothSides({ ours, theirs }: BlockConflict): string {
  return new Joining().join([ours, theirs]);
}

function whole(text: string): MergedPart[] {
  return text === "" ? [] : [text];
}

function segmentsOf(source: string): Segment[] {
  return cut(source, parse(source).document.children, 0, source.length);
}

/** Cuts a stretch of a source at the starts of its blocks; what stands before the first belongs to it. */
function cut(source: string, blocks: readonly Block[], start: number, end: number): Segment[] {
  if (blocks.length === 0) return end > start ? [segment(source.slice(start, end), undefined)] : [];
  return blocks.map((block, index) => {
    const from = index === 0 ? start : block.start;
    const to = blocks[index + 1]?.start ?? end;
    return segment(source.slice(from, to), block);
  });
}

function segment(text: string, block: Block | undefined): Segment {
  return { key: text.trim(), text, block };
}

/** The merged texts of blocks, and conflicts between them; `joining` learns how they stood. */
function mergeSegments(versions: Versions<readonly Segment[]>, joining: Joining): MergedPart[] {
  const { base, ours, theirs } = versions;
  for (const segments of [base, ours, theirs]) joining.learn(textsOf(segments));
  const keys = (segments: readonly Segment[]) => segments.map(({ key }) => key);
  const inOurs = new Map<number, number>(align(keys(base), keys(ours)) as Pair[]);
  const inTheirs = new Map<number, number>(align(keys(base), keys(theirs)) as Pair[]);
  const parts: MergedPart[] = [];
  let at = { base: 0, ours: 0, theirs: 0 };
  for (let index = 0; index <= base.length; index++) {
    const [left, right] = [inOurs.get(index), inTheirs.get(index)];
    const isEnd = index === base.length;
    if (!isEnd && (left === undefined || right === undefined)) continue;
    const end = { base: index, ours: left ?? ours.length, theirs: right ?? theirs.length };
    for (const part of mergeStretch(slices(versions, at, end), joining)) parts.push(part);
    // A block that both kept, with the white space of the side that changed it.
    if (!isEnd) parts.push(keptText(base[end.base], ours[end.ours], theirs[end.theirs]));
    at = { base: end.base + 1, ours: end.ours + 1, theirs: end.theirs + 1 };
  }
  return parts;
}

type Places = Versions<number>;

function slices(
  versions: Versions<readonly Segment[]>,
  from: Places,
  to: Places,
): Versions<readonly Segment[]> {
  return {
    base: versions.base.slice(from.base, to.base),
    ours: versions.ours.slice(from.ours, to.ours),
    theirs: versions.theirs.slice(from.theirs, to.theirs),
  };
}

function keptText(base: Segment | undefined, ours: Segment | undefined, theirs: Segment | undefined): string {
  if (ours?.text === base?.text) return theirs?.text ?? "";
  return ours?.text ?? "";
}

/** What stands between two blocks that all three have. */
function mergeStretch(versions: Versions<readonly Segment[]>, joining: Joining): MergedPart[] {
  const text = {
    base: textsOf(versions.base).join(""),
    ours: textsOf(versions.ours).join(""),
    theirs: textsOf(versions.theirs).join(""),
  };
  const trimmed = { base: text.base.trim(), ours: text.ours.trim(), theirs: text.theirs.trim() };
  if (trimmed.ours === trimmed.theirs || trimmed.theirs === trimmed.base) return textsOf(versions.ours);
  if (trimmed.ours === trimmed.base) return textsOf(versions.theirs);
  return mergeBeside(versions, joining) ?? mergeInside(versions, joining) ?? [text];
}

/** Neighbouring blocks, as many on each side: each is merged with those in its place. */
function mergeBeside(versions: Versions<readonly Segment[]>, joining: Joining): MergedPart[] | undefined {
  const { base, ours, theirs } = versions;
  if (base.length < 2 || base.length !== ours.length || base.length !== theirs.length) return undefined;
  const parts: MergedPart[] = [];
  for (let at = 0; at < base.length; at++) {
    const [from, to] = [at, at + 1];
    const one = { base: from, ours: from, theirs: from };
    const next = { base: to, ours: to, theirs: to };
    for (const part of mergeStretch(slices(versions, one, next), joining)) parts.push(part);
  }
  return parts;
}

function textsOf(segments: readonly Segment[]): string[] {
  return segments.map(({ text }) => text);
}

/** One container on each side, changed inside: its own text must be agreed on, its blocks are merged. */
function mergeInside(versions: Versions<readonly Segment[]>, joining: Joining): MergedPart[] | undefined {
  const base = insideOf(versions.base);
  const ours = insideOf(versions.ours);
  const theirs = insideOf(versions.theirs);
  if (base === undefined || ours === undefined || theirs === undefined) return undefined;
  if (base.type !== ours.type || base.type !== theirs.type) return undefined;
  const before = agreed({ base: base.before, ours: ours.before, theirs: theirs.before });
  const after = agreed({ base: base.after, ours: ours.after, theirs: theirs.after });
  if (before === undefined || after === undefined) return undefined;
  for (const { before, segments, after } of [base, ours, theirs]) {
    joining.learn([before, segments[0]?.text ?? ""]);
    joining.learn([segments.at(-1)?.text ?? "", after]);
  }
  const segments = { base: base.segments, ours: ours.segments, theirs: theirs.segments };
  return [before, ...mergeSegments(segments, joining), after];
}

interface Inside {
  readonly type: Block["type"];
  readonly before: string;
  readonly segments: readonly Segment[];
  readonly after: string;
}

function insideOf(segments: readonly Segment[]): Inside | undefined {
  const [only] = segments;
  if (segments.length !== 1 || only?.block === undefined) return undefined;
  const { block, text } = only;
  const children = childBlocks(block);
  const [first, last] = [children[0], children.at(-1)];
  if (!isOpenedAndClosed(block) || first === undefined || last === undefined) return undefined;
  // Offsets of the children count into the whole source; the segment may begin before its block.
  const shift = block.start - text.search(/\S/);
  const segmentsInside = children.map((child, index) => {
    const to = children[index + 1]?.start ?? last.end;
    return segment(text.slice(child.start - shift, to - shift), child);
  });
  return {
    type: block.type,
    before: text.slice(0, first.start - shift),
    segments: segmentsInside,
    after: text.slice(last.end - shift),
  };
}

/** The version that a side's change leaves, when only one side changed it. */
function agreed({ base, ours, theirs }: Versions<string>): string | undefined {
  if (ours === theirs || theirs === base) return ours;
  return ours === base ? theirs : undefined;
}
