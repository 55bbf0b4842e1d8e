/** Merging what two people made of one body: by block, and inside blocks by block, item, row and line. */
import { atOnce, type Steps } from "../steps.ts";
import { blocksSteps } from "./blockIds.ts";
import { childBlocks, isOpenedAndClosed } from "./anatomy.ts";
import type { Block, Document } from "./document.ts";
import { insideOfEmpty } from "./emptyInside.ts";
import {
  agreed,
  eitherOf,
  joinSegments,
  type MergedSegment,
  type SegmentMerge,
  mergeSegments,
  type MergeWithin,
  type SegmentVersions,
} from "./mergeSegments.ts";
import { parseSteps } from "./parse.ts";
import { apartAt, type Inside, insideOf, insideOfBody, type Segment } from "./segments.ts";
import { walkBlocks } from "./walk.ts";

/** A place where both sides changed the same, each in its own way. Empty: that side has nothing there. */
export interface BlockConflict {
  /** The first block of it in our version, in theirs where ours has none. */
  readonly block?: string;
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

/** A merged body: text that is certain, and conflicts between it. One behind the other they are the text. */
export type MergedPart = string | BlockConflict;

/**
 * Merges two versions of a body with the one that both came from. What only one side changed is taken; what both
 * changed alike is taken once; what both wrote at one place is kept, ours first. What both changed differently is a
 * conflict, and no text of either side is lost.
 */
export function mergeBody(bodies: SegmentVersions<string>): MergedPart[] {
  return atOnce(mergeBodySteps(bodies));
}

/** The same in steps. */
export function* mergeBodySteps({ base, ours, theirs }: SegmentVersions<string>): Steps<MergedPart[]> {
  if (ours === theirs || theirs === base) return whole(ours);
  if (ours === base) return whole(theirs);
  const [ofBase, ofOurs, ofTheirs] = [yield* opened(base), yield* opened(ours), yield* opened(theirs)];
  const documents = { base: ofBase.document, ours: ofOurs.document, theirs: ofTheirs.document };
  const insides = { base: ofBase.inside, ours: ofOurs.inside, theirs: ofTheirs.inside };
  const merging = new BodyMerging(documents);
  const merged = yield* merging.segments(insides);
  yield;
  const parts = [
    eitherOf({ base: insides.base.before, ours: insides.ours.before, theirs: insides.theirs.before }),
    ...(yield* joinSegments(merged, insides)),
    eitherOf({ base: insides.base.after, ours: insides.ours.after, theirs: insides.theirs.after }),
  ];
  yield;
  return yield* named(together(parts), documents);
}

function* opened(source: string): Steps<{ readonly document: Document; readonly inside: Inside }> {
  const { document } = yield* parseSteps(source);
  yield;
  const inside = insideOfBody(document);
  yield;
  return { document, inside };
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
  return parts
    .map((part) => (typeof part === "string" ? part : ended(choose(part, conflicts++), part)))
    .join("");
}

/** Both sides of a conflict, one after the other: what a page shows until somebody decides. */
export function bothSides({ ours, theirs }: BlockConflict): string {
  if (ours === "" || theirs === "") return ours + theirs;
  const isItem = /^(?:[-*+]|\d{1,9}[.)])[ \t]/.test(ours);
  const lineEnds = ours.slice(ours.trimEnd().length).split("\n").length - 1;
  return lineEnds >= (isItem ? 1 : 2) ? ours + theirs : `${ours.trimEnd()}${isItem ? "\n" : "\n\n"}${theirs}`;
}

/** What was chosen, apart from what follows as the sides of the conflict are. */
function ended(chosen: string, { base, ours, theirs }: BlockConflict): string {
  const gap = /\s*$/.exec((ours || theirs || base).slice(-100))![0];
  return chosen === "" || chosen.endsWith(gap) ? chosen : chosen.trimEnd() + gap;
}

function whole(text: string): MergedPart[] {
  return text === "" ? [] : [text];
}

/** Neighbouring texts as one. */
function together(parts: readonly SegmentMerge[]): SegmentMerge[] {
  const joined: SegmentMerge[] = [];
  let texts: string[] = [];
  const close = (): void => {
    const text = texts.join("");
    if (text !== "") joined.push(text);
    texts = [];
  };
  for (const part of parts) {
    if (typeof part === "string") texts.push(part);
    else {
      close();
      joined.push(part);
    }
  }
  close();
  return joined;
}

/** Conflicts with the blocks that they are about. */
function* named(parts: readonly SegmentMerge[], documents: SegmentVersions<Document>): Steps<MergedPart[]> {
  if (parts.every((part) => typeof part === "string")) return [...(parts as string[])];
  const ids = new Map(yield* idsOf(documents.ours));
  const isNamedByTheirs = parts.some((part) => typeof part !== "string" && part.ours === "");
  yield;
  if (isNamedByTheirs) for (const [block, id] of yield* idsOf(documents.theirs)) ids.set(block, id);
  yield;
  return parts.map((part) => {
    if (typeof part === "string") return part;
    const { block, base, ours, theirs } = part;
    const id = block === undefined ? undefined : ids.get(block);
    return { ...(id === undefined ? {} : { block: id }), base, ours, theirs };
  });
}

function* idsOf(document: Document): Steps<[Block, string][]> {
  const entries = yield* blocksSteps(document);
  return Array.from(walkBlocks(document), ({ block }, index) => [block, entries[index]!.id]);
}

class BodyMerging {
  private readonly sources: SegmentVersions<string>;

  constructor({ base, ours, theirs }: SegmentVersions<Document>) {
    this.sources = { base: base.source, ours: ours.source, theirs: theirs.source };
  }

  segments(insides: SegmentVersions<Inside>, isProven = false): Steps<MergedSegment[]> {
    const within: MergeWithin = (segments) => this.within(segments, isProven);
    return mergeSegments(insides, { within, shapeOf: ({ block }) => shapeOf(block) });
  }

  /**
   * Merges inside one block. Where lines have a prefix, or mean nothing by themselves, all or nothing of it is merged,
   * and the outermost of these blocks is read again: it has to be the blocks that it was made of.
   * @param isProven whether a block around this one will be read again
   */
  private *within(segments: SegmentVersions<Segment>, isProven: boolean): ReturnType<MergeWithin> {
    yield;
    const insides = this.insides(segments);
    const { block } = segments.ours;
    if (insides === undefined || block === undefined) return undefined;
    const isOpen = isOpenedAndClosed(block) && !isProven;
    const before = agreed({
      base: insides.base.before,
      ours: insides.ours.before,
      theirs: insides.theirs.before,
    });
    const after = agreed({
      base: insides.base.after,
      ours: insides.ours.after,
      theirs: insides.theirs.after,
    });
    if (before === undefined || after === undefined) return undefined;
    const apart = yield* this.segments(insides, !isOpen);
    const inner = isOpen ? apart : this.listsAsOne(apart, insides);
    const marked = block.type === "list" ? withOneMark(inner, segments) : inner;
    const joined = yield* joinSegments(marked, insides);
    const end = inner.length === 0 && before.endsWith("\n") ? after.replace(/^\r?\n/, "") : after;
    const { base, ours, theirs } = segments;
    const indent = eitherOf({ base: base.indent, ours: ours.indent, theirs: theirs.indent });
    const parts = together([indent, before, ...joined, end]);
    const shape = shapeOfParts(block, insides.ours.kind, inner);
    if (isOpen) return { parts, shape };
    const isWhole = parts.every((part) => typeof part === "string");
    if (!isWhole && (block.type !== "list" || isProven)) return undefined;
    return isProven || (yield* isRead(parts, shape)) ? { parts, shape } : undefined;
  }

  /** Lists that both sides began at one place as one, where they would be read so. */
  private listsAsOne(merged: readonly MergedSegment[], insides: SegmentVersions<Inside>): MergedSegment[] {
    const lists: MergedSegment[] = [];
    for (const segment of merged) {
      const former = lists.at(-1);
      const both = { ...former?.at, ...segment.at };
      const isNew =
        both.base === undefined && former?.at.theirs === undefined && segment.at.ours === undefined;
      const [one, other] = [
        insides.ours.segments[both.ours ?? -1],
        insides.theirs.segments[both.theirs ?? -1],
      ];
      const known = isNew && one !== undefined ? listMark(one) : "";
      if (former === undefined || other === undefined || known === "" || listMark(other) !== known) {
        lists.push(segment);
        continue;
      }
      const text = one!.text + apartAt(this.sources.ours, one!.start, "items") + other.text;
      const items = [former.shape, segment.shape].map((shape) => shape.slice("list(".length, -1));
      lists[lists.length - 1] = { at: both, parts: [text], shape: `list(${items.join(",")})` };
    }
    return lists;
  }

  private insides(segments: SegmentVersions<Segment>): SegmentVersions<Inside> | undefined {
    const inside = (side: keyof SegmentVersions<Segment>): Inside | undefined => {
      const { block } = segments[side];
      return block && (insideOf(block, this.sources[side]) ?? insideOfEmpty(block, this.sources[side]));
    };
    const [base, ours, theirs] = [inside("base"), inside("ours"), inside("theirs")];
    if (base === undefined || ours === undefined || theirs === undefined) return undefined;
    const kinds = new Set(
      [segments.base, segments.ours, segments.theirs].map(
        ({ block }) => `${block!.type} ${columnsOf(block!)}`,
      ),
    );
    return kinds.size === 1 ? { base, ours, theirs } : undefined;
  }
}

const columnsOf = (block: Block): number => ("columns" in block ? block.columns.length : 0);

/** What blocks there are in a block, as a text: for telling whether a text is read as what it was made of. */
function shapeOf(block: Block | undefined): string {
  if (block === undefined) return "";
  if (block.type === "table") return `table(${block.rows.length})`;
  if (block.type === "cards") return `cards(${block.cards.length})`;
  const children = childBlocks(block);
  return children.length === 0 ? block.type : `${block.type}(${children.map(shapeOf).join(",")})`;
}

function shapeOfParts(block: Block, kind: Inside["kind"], merged: readonly MergedSegment[]): string {
  if (kind === "lines") return block.type;
  if (kind === "rows") return `${block.type}(${merged.length})`;
  return merged.length === 0 ? block.type : `${block.type}(${merged.map(({ shape }) => shape).join(",")})`;
}

/** Whether a text is one block of a shape; where it has conflicts, with our side of them. */
function* isRead(parts: readonly SegmentMerge[], shape: string): Steps<boolean> {
  const text = parts.map((part) => (typeof part === "string" ? part : part.ours || part.theirs)).join("");
  const { document } = yield* parseSteps(text);
  const { children } = document;
  return children.length === 1 && shapeOf(children[0]) === shape;
}

const mark = /^(?:[-*+]|(\d{1,9})[.)])/;

/** What the marks of a list end with; "" for what is no list. */
const listMark = ({ block, text, indent }: Segment): string =>
  block?.type === "list" ? (mark.exec(text.slice(indent.length))?.[0].at(-1) ?? "") : "";

/** Items under one mark: another one would begin another list. */
function withOneMark(merged: readonly MergedSegment[], segments: SegmentVersions<Segment>): MergedSegment[] {
  const last = (text: string) => mark.exec(text)?.[0].at(-1) ?? "";
  const own = ({ text, indent }: Segment): string => last(text.slice(indent.length));
  const texts = { base: own(segments.base), ours: own(segments.ours), theirs: own(segments.theirs) };
  const chosen = eitherOf(texts);
  const marked = (text: string) =>
    text.replace(mark, (found) => {
      const isBullet = found.length === 1;
      return ".)".includes(chosen) === isBullet ? found : found.slice(0, -1) + chosen;
    });
  return merged.map((segment) => ({
    ...segment,
    parts: segment.parts.map((part, index): SegmentMerge => {
      if (typeof part === "string") return index === 0 ? marked(part) : part;
      const { block, base } = part;
      return { block, base: marked(base), ours: marked(part.ours), theirs: marked(part.theirs) };
    }),
  }));
}
