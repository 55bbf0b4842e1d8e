/** Following the blocks of a page from one text to the next. */
import { align, type Pair } from "./align.ts";
import { blocks, type BlockEntry } from "./blockIds.ts";
import type { Document } from "./document.ts";
import { wordsInCommon, wordsOf } from "./wordsInCommon.ts";

interface BlockMove {
  readonly from: BlockEntry;
  readonly to: BlockEntry;
  /** Whether the text differs. */
  readonly edited: boolean;
}

/** Edited blocks are looked for among at most this many candidates in one place. */
const maxCandidates = 20;
/** Share of words two blocks must have in common to be taken for the same one, edited. */
const minSimilarity = 0.4;

/**
 * What became of each block: its id before to where it is now. Blocks that are gone are missing. Unchanged blocks are
 * followed wherever they moved; edited ones where they stood, if enough of their words are left.
 */
export function diffBlocks(before: Document, after: Document): Map<string, BlockMove> {
  const a = blocks(before);
  const b = blocks(after);
  const pairs = align(
    a.map((one) => one.hash),
    b.map((one) => one.hash),
  );
  const moves = new Map<string, BlockMove>();
  const taken = new Set<string>();
  const add = (from: BlockEntry, to: BlockEntry): void => {
    moves.set(from.id, { from, to, edited: from.hash !== to.hash });
    taken.add(to.id);
  };
  for (const [x, y] of pairs) add(a[x]!, b[y]!);
  addMoved(a, b, moves, taken, add);
  addEdited({ before, after, a, b, pairs }, moves, taken, add);
  return moves;
}

type Add = (from: BlockEntry, to: BlockEntry) => void;

/** Equal blocks that changed places. */
function addMoved(
  a: readonly BlockEntry[],
  b: readonly BlockEntry[],
  moves: ReadonlyMap<string, BlockMove>,
  taken: ReadonlySet<string>,
  add: Add,
): void {
  const free = new Map<string, BlockEntry[]>();
  for (const entry of b.toReversed()) {
    if (taken.has(entry.id)) continue;
    const list = free.get(entry.hash);
    if (list === undefined) free.set(entry.hash, [entry]);
    else list.push(entry);
  }
  for (const entry of a) {
    const to = moves.has(entry.id) ? undefined : free.get(entry.hash)?.pop();
    if (to !== undefined) add(entry, to);
  }
}

interface Sides {
  readonly before: Document;
  readonly after: Document;
  readonly a: readonly BlockEntry[];
  readonly b: readonly BlockEntry[];
  readonly pairs: readonly Pair[];
}

/** Blocks between the same unchanged neighbours that are alike. */
function addEdited(
  sides: Sides,
  moves: ReadonlyMap<string, BlockMove>,
  taken: ReadonlySet<string>,
  add: Add,
): void {
  const { a, b, pairs } = sides;
  let [x, y] = [0, 0];
  for (const [nextX, nextY] of [...pairs, [a.length, b.length] as const]) {
    const old = a.slice(x, nextX).filter((one) => !moves.has(one.id));
    const now = b.slice(y, nextY).filter((one) => !taken.has(one.id));
    matchGap(sides, old, now, add);
    [x, y] = [nextX + 1, nextY + 1];
  }
}

/** In order: each old block takes the most similar of the next new ones, never one before what another took. */
function matchGap(
  { before, after }: Sides,
  old: readonly BlockEntry[],
  now: readonly BlockEntry[],
  add: Add,
): void {
  let from = 0;
  for (const entry of old) {
    if (from === now.length) return;
    const words = wordsOf(before.source.slice(entry.start, entry.end));
    let best = -1;
    let most = minSimilarity;
    for (let at = from; at < Math.min(now.length, from + maxCandidates); at++) {
      const candidate = now[at]!;
      if (candidate.type !== entry.type || candidate.path.length !== entry.path.length) continue;
      const alike = wordsInCommon(words, wordsOf(after.source.slice(candidate.start, candidate.end)));
      if (alike > most) [best, most] = [at, alike];
    }
    if (best === -1) continue;
    add(entry, now[best]!);
    from = best + 1;
  }
}
