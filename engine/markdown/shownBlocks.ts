/** What of a proposed text another one shows: what its writer has seen, whatever they made of it. */
import { atOnce } from "../steps.ts";
import { BlockJoin } from "./joinBlocks.ts";
import { matchSegments, type SegmentMatches } from "./matchSegments.ts";
import { wordsInCommon, wordsOf } from "./pairAlike.ts";
import { parse } from "./parse.ts";
import { insideOfBody, type Segment } from "./segments.ts";

/** Blocks whose words are all that they say. In lists, tables and code each line is an edit of its own. */
const WORDS: ReadonlySet<string> = new Set(["paragraph", "heading"]);

export interface ProposedTexts {
  /** What the proposal changes. */
  readonly before: string;
  readonly proposed: string;
  /** What may have been made of it. */
  readonly shown: string;
}

/** The share of words that a block has in common with the one that it was made of, at least. */
const LEAST = 0.5;
/** The same of a new block: nothing that was there before says where it comes from. */
const LEAST_OF_NEW = 2 / 3;
/** New words that nobody writes by chance who has never seen the proposal, together. */
const TELLING = 4;

/**
 * Whether words were made of an edit that was proposed: they are nearer to it than to what it was made of, have nothing
 * back that it took out, and a word of their own for each of its words that they lack. Who has less of it may never have
 * seen the rest.
 */
export function showsEdit([before, proposed, shown]: readonly [string, string, string]): boolean {
  const [old, now, found] = [before, proposed, shown].map(countsOf) as [Counts, Counts, Counts];
  let [lacking, own] = [0, 0];
  for (const word of new Set([...old.keys(), ...now.keys(), ...found.keys()])) {
    const [was, wanted, there] = [old, now, found].map((counts) => counts.get(word) ?? 0) as Three;
    if (there > wanted && wanted < was) return false;
    lacking += Math.max(0, wanted - Math.max(was, there));
    own += Math.max(0, there - Math.max(was, wanted));
  }
  const nearness = wordsInCommon(wordsOf(proposed), wordsOf(shown));
  return lacking <= own && nearness >= LEAST && nearness > wordsInCommon(wordsOf(before), wordsOf(shown));
}

type Three = [number, number, number];
type Counts = ReadonlyMap<string, number>;

function countsOf(text: string): Counts {
  const counts = new Map<string, number>();
  for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** What a third text shows of a proposal, by how much is known of where it comes from. */
export interface ShownTexts {
  /** With blocks that are there as they were proposed: one that is only alike may be somebody's own. */
  readonly sure: string;
  /** With those too that are alike: it is known that somebody has edited the proposal there. */
  readonly reviewed: string;
}

/**
 * The text before a proposal with those changes of the proposal that a third text shows: blocks that are there as they
 * were proposed, or alike. Each block there counts for the one that it is most alike, and where that can't be told for the
 * older one: what was never seen can't be taken back.
 */
export function shownBlocks(texts: ProposedTexts): ShownTexts {
  const { before, proposed, shown } = texts;
  const same = proposed === before || shown === before ? before : proposed === shown ? proposed : undefined;
  if (same !== undefined) return { sure: same, reviewed: same };
  const blocks = new ShownBlocks(texts);
  return { sure: blocks.text(false), reviewed: blocks.text(true) };
}

/** What of a proposal has come to a third text. */
export interface CameAlong {
  /** Whether something of it isn't there in any form: it didn't come as a whole then. */
  readonly lacks: boolean;
  /** The new words of what is there exactly as it was proposed. */
  readonly words: readonly string[];
}

/** What tells whether a proposal came to a third text as a whole, be it that somebody has edited it there. */
export function cameAlong(texts: ProposedTexts): CameAlong {
  if (texts.proposed === texts.before) return { lacks: false, words: [] };
  return new ShownBlocks(texts).cameAlong();
}

/** Whether a proposal surely came where it lacks nothing, and so many words of it are there exactly. */
export const isTelling = (words: ReadonlySet<string>): boolean => words.size >= TELLING;

const segmentsOf = (text: string): readonly Segment[] => insideOfBody(parse(text).document).segments;
const follow = (from: readonly Segment[], to: readonly Segment[]): SegmentMatches =>
  atOnce(matchSegments(from, to));

class ShownBlocks {
  readonly #before: readonly Segment[];
  readonly #proposed: readonly Segment[];
  readonly #shown: readonly Segment[];
  /** What the proposal makes of the blocks before. */
  readonly #changes: SegmentMatches;
  /** The first block before that is at a place of the third text. */
  readonly #rivals: ReadonlyMap<number, number>;
  /** Of the blocks before. */
  readonly #keys: ReadonlySet<string>;
  /** Where the blocks before, and those proposed, are in the third text. */
  readonly #ofBefore: readonly number[];
  readonly #ofProposed: readonly number[];
  /** Words that were there before: they say nothing about where a new block comes from. */
  readonly #known: ReadonlySet<string>;
  /** Keys of blocks that the third text has fewer of. */
  readonly #fewer: ReadonlySet<string>;
  readonly #end: string;

  constructor({ before, proposed, shown }: ProposedTexts) {
    this.#before = segmentsOf(before);
    this.#proposed = segmentsOf(proposed);
    this.#shown = segmentsOf(shown);
    this.#changes = follow(this.#before, this.#proposed);
    this.#keys = new Set(this.#before.map(({ key }) => key));
    this.#ofBefore = follow(this.#before, this.#shown).at;
    this.#rivals = new Map(this.#ofBefore.map((at, index) => [at, index] as const).toReversed());
    this.#ofProposed = follow(this.#proposed, this.#shown).at;
    this.#known = wordsOf(before);
    this.#fewer = fewerIn(this.#before, this.#shown);
    this.#end = proposed.slice(proposed.trimEnd().length);
  }

  /** @param isReviewed whether it is known that the third text comes from the proposal */
  text(isReviewed: boolean): string {
    const [old, now] = [this.#before, this.#proposed];
    const { at: places, inserted } = this.#changes;
    const chosen: Segment[] = [];
    for (const [index, added] of inserted.entries()) {
      for (const at of added) if (this.#showsNew(at, isReviewed)) chosen.push(now[at]!);
      const [was, place] = [old[index], places[index]!];
      if (was === undefined) break;
      if (place !== -1) chosen.push(...this.#shownOfEdit(index, place, isReviewed));
      else if (!this.#lacks(index)) chosen.push(was);
    }
    const joining = new BlockJoin();
    for (const side of [old, now]) joining.learn(side.map(textOf));
    const text = joining.join(chosen.map(textOf)).trimEnd();
    return text === "" ? "" : text + this.#end;
  }

  cameAlong(): CameAlong {
    const [old, now] = [this.#before, this.#proposed];
    const { at: places, inserted } = this.#changes;
    const words = new Set<string>();
    // A heading of its kind is what anybody writes.
    const tell = (one: Segment): void => {
      if (one.block?.type === "heading") return;
      for (const word of this.#newWords(one)) if (LETTER.test(word)) words.add(word);
    };
    let lacks = false;
    for (const [index, added] of inserted.entries()) {
      for (const at of added)
        if (!this.#showsNew(at, true)) lacks = true;
        else if (this.#isThere(at)) tell(now[at]!);
      const [was, place] = [old[index], places[index]!];
      if (was === undefined) break;
      if (place === -1) lacks ||= !this.#lacks(index);
      else if (isSame(was, now[place]!)) continue;
      else if (this.#isThere(place)) tell(now[place]!);
      else lacks ||= this.#stays(index);
    }
    return { lacks, words: [...words] };
  }

  /** Whether a proposed block is there as it was proposed. */
  #isThere(at: number): boolean {
    const found = this.#shown[this.#ofProposed[at]!];
    return found !== undefined && isSame(this.#proposed[at]!, found);
  }

  #showsNew(at: number, isReviewed: boolean): boolean {
    const found = this.#shown[this.#ofProposed[at]!];
    if (found === undefined || !this.#isNearer(at, found)) return false;
    const proposed = this.#proposed[at]!;
    if (isSame(proposed, found)) return true;
    // Two entries of one pattern are as alike as one and what somebody has made of it: likeness alone tells nothing.
    if (!isReviewed || proposed.block?.type !== found.block?.type) return false;
    const own = this.#newWords(proposed);
    return own.size > 0 && wordsInCommon(own, this.#newWords(found)) >= LEAST_OF_NEW;
  }

  #newWords({ text }: Segment): ReadonlySet<string> {
    return new Set([...wordsOf(text)].filter((word) => !this.#known.has(word)));
  }

  /**
   * A block, or what is in its place. Where both are there it is both if the second was moved there, and the first deleted.
   * If it is new, whoever has the first beside it has put that back.
   */
  #shownOfEdit(index: number, at: number, isReviewed: boolean): readonly Segment[] {
    const [was, proposed] = [this.#before[index]!, this.#proposed[at]!];
    const [old, now] = [this.#ofBefore[index]!, this.#ofProposed[at]!];
    const found = this.#shown[now];
    if (found === undefined || !this.#isNearer(at, found)) return [was];
    const stays = !isSame(was, proposed) && this.#stays(index);
    if (isSame(proposed, found)) {
      const both = old < now ? [was, proposed] : [proposed, was];
      return stays && this.#keys.has(proposed.key) ? both : [proposed];
    }
    // Two edits of one sentence are as alike as one and what somebody has made of it.
    const isEdited = isReviewed && !stays && areWords(was, proposed, found);
    return isEdited && showsEdit([was.text, proposed.text, found.text]) ? [proposed] : [was];
  }

  /** Whether a block before is there as it was. */
  #stays(index: number): boolean {
    const { key } = this.#before[index]!;
    return this.#shown[this.#ofBefore[index]!]?.key === key && !this.#fewer.has(key);
  }

  #lacks(index: number): boolean {
    const found = this.#shown[this.#ofBefore[index]!];
    return found === undefined || likeness(this.#before[index]!, found) < LEAST;
  }

  /** Whether a block is more alike a proposed one than the one before that is taken for it. */
  #isNearer(at: number, found: Segment): boolean {
    const rival = this.#before[this.#rivals.get(this.#ofProposed[at]!) ?? -1];
    return rival === undefined || likeness(this.#proposed[at]!, found) > likeness(rival, found);
  }
}

const LETTER = /\p{L}/u;
const textOf = ({ text, gap }: Segment): string => text + gap;
const areWords = (...segments: readonly Segment[]): boolean =>
  segments.every(({ block }) => WORDS.has(block?.type ?? ""));
const isSame = (one: Segment, other: Segment): boolean => one.key === other.key;

function fewerIn(before: readonly Segment[], shown: readonly Segment[]): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { key } of before) counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const { key } of shown) counts.set(key, (counts.get(key) ?? 0) - 1);
  return new Set([...counts].flatMap(([key, count]) => (count > 0 ? [key] : [])));
}

/** From 0 to 1; of blocks that differ, be it in nothing but signs, less than 1. */
function likeness(one: Segment, other: Segment): number {
  if (isSame(one, other)) return 1;
  if (one.block?.type !== other.block?.type) return 0;
  return Math.min(wordsInCommon(wordsOf(one.text), wordsOf(other.text)), 0.999);
}
