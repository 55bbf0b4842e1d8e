/** Merging segments of one text by three: kept, edited and new ones of both sides in one order. */
import type { Steps } from "../steps.ts";
import { alignSteps } from "./align.ts";
import type { Block } from "./document.ts";
import { matchSegments, type SegmentMatches } from "./matchSegments.ts";
import type { Inside, Segment } from "./segments.ts";
import { isDeep, staysBeside } from "./staysBeside.ts";

export interface SegmentVersions<T> {
  readonly base: T;
  readonly ours: T;
  readonly theirs: T;
}

/** Where both sides changed what stands around blocks. White space is not worth a question; more is. */
export function agreed(texts: SegmentVersions<string>): string | undefined {
  const { base, ours, theirs } = texts;
  if (ours === theirs || theirs === base) return ours;
  if (ours === base) return theirs;
  if (plain(ours) === plain(theirs) || plain(theirs) === plain(base)) return ours;
  return plain(ours) === plain(base) ? theirs : undefined;
}

/** A text without white space, the length of rules under the heads of tables, and a number at its start. */
const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, "")
    .replaceAll(/\|[:|-]*/g, (rule) => rule.replaceAll("-", ""))
    .replace(/^\d+/, "");

/** As `agreed`, and ours where they are not. */
export function eitherOf(texts: SegmentVersions<string>): string {
  return agreed(texts) ?? texts.ours;
}

/** A place where both sides wrote differently, with the block that is there: ours, or theirs where ours has none. */
interface Contest extends SegmentVersions<string> {
  readonly block: Block | undefined;
}

/** A text that is certain, or a contest. */
export type SegmentMerge = string | Contest;

/** A segment of the result, with where it stands in each version that has it. */
export interface MergedSegment {
  readonly at: Partial<SegmentVersions<number>>;
  readonly parts: readonly SegmentMerge[];
  /** What the blocks in it have to be when it is read again: see `shapeOf`. */
  readonly shape: string;
}

/** Merges what is inside one segment that both sides changed; undefined when it can't be merged but as a whole. */
export type MergeWithin = (
  segments: SegmentVersions<Segment>,
) => Steps<Omit<MergedSegment, "at"> | undefined>;

type ShapeOfSegment = (segment: Segment) => string;

/** The segments of the result in order, not joined yet. */
export function* mergeSegments(
  insides: SegmentVersions<Inside>,
  { within, shapeOf }: { readonly within: MergeWithin; readonly shapeOf: ShapeOfSegment },
): Steps<MergedSegment[]> {
  const base = insides.base.segments;
  const [ours, theirs] = [insides.ours.segments, insides.theirs.segments];
  const inOurs = yield* matchSegments(base, ours);
  const inTheirs = yield* matchSegments(base, theirs);
  const merged: MergedSegment[] = [];
  const whole = (segment: Segment, at: MergedSegment["at"]) =>
    merged.push({ at, parts: [segment.text], shape: shapeOf(segment) });
  for (let index = 0; index <= base.length; index++) {
    for (const at of yield* insertedAt(insides, inOurs, inTheirs, index))
      whole(at.ours === undefined ? theirs[at.theirs!]! : ours[at.ours]!, at);
    if (index === base.length) break;
    const at = { base: index, ours: inOurs.at[index]!, theirs: inTheirs.at[index]! };
    const one = { base: base[index]!, ours: ours[at.ours], theirs: theirs[at.theirs] };
    const taken =
      one.ours === undefined || one.theirs === undefined
        ? undefined
        : takenOf(one as SegmentVersions<Segment>);
    if (taken !== undefined) whole(taken, at);
    else {
      const result = yield* contestedOf(one, within, shapeOf);
      if (result !== undefined) merged.push({ at, ...result });
    }
  }
  return merged;
}

/** What came at one place: ours first, what both brought once. Lines of code mean something only one behind the other. */
function* insertedAt(
  { ours, theirs }: SegmentVersions<Inside>,
  inOurs: SegmentMatches,
  inTheirs: SegmentMatches,
  index: number,
): Steps<Partial<SegmentVersions<number>>[]> {
  const [here, there] = [inOurs.inserted[index]!, inTheirs.inserted[index]!];
  const keys = (inside: Inside, places: readonly number[]) => places.map((at) => inside.segments[at]!.key);
  const [a, b] = [keys(ours, here), keys(theirs, there)];
  const isSame = a.length === b.length && a.every((key, at) => key === b[at]);
  const pairs = ours.kind === "lines" && !isSame ? [] : yield* alignSteps(a, b);
  const places: Partial<SegmentVersions<number>>[] = [];
  let [x, y] = [0, 0];
  for (const [nextX, nextY] of [...pairs, [a.length, b.length] as const]) {
    while (x < nextX) places.push({ ours: here[x++]! });
    while (y < nextY) places.push({ theirs: there[y++]! });
    if (nextX < a.length) places.push({ ours: here[x++]!, theirs: there[y++]! });
  }
  return places;
}

/** The one to take where a side changed nothing, or both the same. */
function takenOf({ base, ours, theirs }: SegmentVersions<Segment>): Segment | undefined {
  if (ours.text === theirs.text || theirs.text === base.text) return ours;
  return ours.text === base.text ? theirs : undefined;
}

type ContestedSegment = Omit<MergedSegment, "at"> | undefined;

function* contestedOf(
  { base, ours, theirs }: { base: Segment; ours: Segment | undefined; theirs: Segment | undefined },
  within: MergeWithin,
  shapeOf: ShapeOfSegment,
): Steps<ContestedSegment> {
  if (ours !== undefined && theirs !== undefined) {
    const merged = yield* within({ base, ours, theirs });
    if (merged !== undefined) return merged;
    // A row that was only drawn wider, an item that only got another number.
    const taken = theirs.key === base.key ? ours : ours.key === base.key ? theirs : undefined;
    if (taken !== undefined) {
      const indent = eitherOf({ base: base.indent, ours: ours.indent, theirs: theirs.indent });
      return { parts: [indent + taken.text.slice(taken.indent.length)], shape: shapeOf(taken) };
    }
  } else if ((ours ?? theirs ?? base).key === base.key) return undefined;
  const shown = ours ?? theirs ?? base;
  const texts = { base: base.text, ours: ours?.text ?? "", theirs: theirs?.text ?? "" };
  return { parts: [{ block: shown.block, ...texts }], shape: shapeOf(shown) };
}

/** Segments that are joined as one, with where the first and the last of them stand. */
interface JoinedRun {
  readonly first: MergedSegment["at"];
  readonly last: MergedSegment["at"];
  /** Undefined for a contest about all of them. */
  readonly parts: readonly SegmentMerge[] | undefined;
}

/** One list of parts of the segments, with what has to stand between them. */
export function* joinSegments(
  merged: readonly MergedSegment[],
  insides: SegmentVersions<Inside>,
): Steps<SegmentMerge[]> {
  const parts: SegmentMerge[] = [];
  const runs = yield* runsOf(merged, insides);
  for (const [index, run] of runs.entries()) {
    const next = runs[index + 1];
    const gap = next === undefined ? "" : gapBetween(run.last, next.first, insides);
    const own = run.parts ?? [contestOf(run, insides)];
    const [only] = own;
    if (own.length === 1 && typeof only === "object") {
      const ended = (text: string) => (text === "" ? "" : text + gap);
      const { block, base, ours, theirs } = only;
      parts.push({ block, base: ended(base), ours: ended(ours), theirs: ended(theirs) });
    } else parts.push(...own, gap);
  }
  return parts;
}

/**
 * Indented blocks with the list or the footnote that they would become a part of, where they stand behind it in no
 * version: nobody wrote that, and so it is a contest. Each of the others by itself.
 */
function* runsOf(
  merged: readonly MergedSegment[],
  insides: SegmentVersions<Inside>,
): Steps<readonly JoinedRun[]> {
  const runs: JoinedRun[] = [];
  for (const { at, parts } of merged) {
    const before = runs.at(-1);
    const run = { first: at, last: at, parts };
    if (before === undefined || insides.ours.kind !== "blocks" || (yield* isBeside(before, run, insides)))
      runs.push(run);
    else
      runs[runs.length - 1] = {
        first: { ...at, ...before.first },
        last: { ...before.last, ...at },
        parts: undefined,
      };
  }
  return runs;
}

const shownText = (parts: readonly SegmentMerge[]): string =>
  parts.map((part) => (typeof part === "string" ? part : part.ours || part.theirs)).join("");

const SIDES = ["base", "ours", "theirs"] as const;

/** The last segment of a contest, as it is shown. */
const lastOf = ({ last }: JoinedRun, insides: SegmentVersions<Inside>): Segment | undefined => {
  const side = last.ours === undefined ? "theirs" : "ours";
  return insides[side].segments[last[side] ?? -1];
};

function* isBeside(
  before: JoinedRun,
  { first, parts = [] }: JoinedRun,
  insides: SegmentVersions<Inside>,
): Steps<boolean> {
  const text = shownText(parts);
  if (!isDeep(text)) return true;
  const former = before.parts === undefined ? lastOf(before, insides)?.text : shownText(before.parts);
  const isKnown = SIDES.some((side) => {
    const [from, to] = [before.last[side], first[side]];
    if (from === undefined || to !== from + 1) return false;
    const { segments } = insides[side];
    return segments[from]?.text === former && segments[to]?.text === text;
  });
  if (isKnown) return true;
  // What comes behind a contest is a part of it: read again with each, a long one would take forever.
  if (before.parts === undefined || former === undefined) return false;
  return yield* staysBeside(former, gapBetween(before.last, first, insides), text);
}

/** All that each version has from the first of some segments to the last. */
function contestOf(run: JoinedRun, insides: SegmentVersions<Inside>): Contest {
  const { first, last } = run;
  const textIn = (side: keyof SegmentVersions<string>): string => {
    const [from, to] = [first[side], last[side]];
    if (from === undefined || to === undefined) return "";
    const own = insides[side].segments.slice(from, to + 1);
    return own.map(({ text, gap }, index) => (index === own.length - 1 ? text : text + gap)).join("");
  };
  const [base, ours, theirs] = [textIn("base"), textIn("ours"), textIn("theirs")];
  return { block: lastOf(run, insides)?.block, base, ours, theirs };
}

/** As in the versions where the two are neighbours; if in none, what stands behind the first, if that is enough. */
function gapBetween(
  first: Partial<SegmentVersions<number>>,
  next: Partial<SegmentVersions<number>>,
  insides: SegmentVersions<Inside>,
): string {
  const behind = (side: keyof SegmentVersions<string>): string | undefined =>
    insides[side].segments[first[side] ?? -1]?.gap;
  const between = (side: keyof SegmentVersions<string>): string | undefined =>
    first[side] !== undefined && next[side] === first[side]! + 1 ? behind(side) : undefined;
  const [base, ours, theirs] = [between("base"), between("ours"), between("theirs")];
  if (ours !== undefined && theirs !== undefined)
    return base === undefined ? ours : eitherOf({ base, ours, theirs });
  const known = ours ?? theirs ?? base;
  if (known !== undefined) return known;
  const { kind, apart } = insides.ours;
  const candidates = [behind("ours"), behind("theirs"), behind("base")];
  return candidates.find((gap) => gap !== undefined && isApart(gap, kind)) ?? apart;
}

function isApart(gap: string, kind: Inside["kind"]): boolean {
  return kind === "blocks" ? /\n[\s>]*\n/.test(gap) : gap.includes("\n");
}
