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

/**
 * The text before a proposal with those changes of the proposal that a third text shows: blocks that are there as they
 * were proposed, or alike. Each block there counts for the one that it is most alike, and where that can't be told for the
 * older one: what was never seen can't be taken back.
 */
export function shownBlocks(texts: ProposedTexts): string {
  const { before, proposed, shown } = texts;
  if (proposed === before || shown === before) return before;
  if (proposed === shown) return proposed;
  return new ShownBlocks(texts).text();
}

const segmentsOf = (text: string): readonly Segment[] => insideOfBody(parse(text).document).segments;
const follow = (from: readonly Segment[], to: readonly Segment[]): SegmentMatches =>
  atOnce(matchSegments(from, to));

class ShownBlocks {
  readonly #before: readonly Segment[];
  readonly #proposed: readonly Segment[];
  readonly #shown: readonly Segment[];
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
    this.#ofBefore = follow(this.#before, this.#shown).at;
    this.#ofProposed = follow(this.#proposed, this.#shown).at;
    this.#known = wordsOf(before);
    this.#fewer = fewerIn(this.#before, this.#shown);
    this.#end = proposed.slice(proposed.trimEnd().length);
  }

  text(): string {
    const [old, now] = [this.#before, this.#proposed];
    const { at: places, inserted } = follow(old, now);
    const chosen: Segment[] = [];
    for (const [index, added] of inserted.entries()) {
      for (const at of added) if (this.#showsNew(at)) chosen.push(now[at]!);
      const [was, place] = [old[index], places[index]!];
      if (was === undefined) break;
      if (place !== -1) chosen.push(...this.#shownOfEdit(index, place));
      else if (!this.#lacks(index)) chosen.push(was);
    }
    const joining = new BlockJoin();
    for (const side of [old, now]) joining.learn(side.map(textOf));
    const text = joining.join(chosen.map(textOf)).trimEnd();
    return text === "" ? "" : text + this.#end;
  }

  #showsNew(at: number): boolean {
    const found = this.#shown[this.#ofProposed[at]!];
    if (found === undefined || !this.#isNearer(at, found)) return false;
    if (isSame(this.#proposed[at]!, found)) return true;
    if (!areWords(this.#proposed[at]!, found)) return false;
    const [own, there] = [this.#newWords(this.#proposed[at]!), this.#newWords(found)];
    // Who has less of it may have written that by themselves, and never have seen the rest.
    return own.size > 0 && own.size <= there.size && wordsInCommon(own, there) >= LEAST_OF_NEW;
  }

  #newWords({ text }: Segment): ReadonlySet<string> {
    return new Set([...wordsOf(text)].filter((word) => !this.#known.has(word)));
  }

  /** A block, or what is in its place; both, where both are there: the one is deleted, and the other came from elsewhere. */
  #shownOfEdit(index: number, at: number): readonly Segment[] {
    const [was, proposed] = [this.#before[index]!, this.#proposed[at]!];
    const [old, now] = [this.#ofBefore[index]!, this.#ofProposed[at]!];
    const found = this.#shown[now];
    if (found === undefined || !this.#isNearer(at, found)) return [was];
    const stays = !isSame(was, proposed) && this.#shown[old]?.key === was.key && !this.#fewer.has(was.key);
    if (isSame(proposed, found)) {
      const both = old < now ? [was, proposed] : [proposed, was];
      return stays ? both : [proposed];
    }
    return !stays && areWords(was, proposed, found) && showsEdit([was.text, proposed.text, found.text])
      ? [proposed]
      : [was];
  }

  #lacks(index: number): boolean {
    const found = this.#shown[this.#ofBefore[index]!];
    return found === undefined || likeness(this.#before[index]!, found) < LEAST;
  }

  /** Whether a block is more alike a proposed one than the one before that is taken for it. */
  #isNearer(at: number, found: Segment): boolean {
    const rival = this.#before[this.#ofBefore.indexOf(this.#ofProposed[at]!)];
    return rival === undefined || likeness(this.#proposed[at]!, found) > likeness(rival, found);
  }
}

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
