/** Following the blocks of a page from one text to the next. */
import type { Steps } from "../steps.ts";
import { alignSteps, type Pair } from "./align.ts";
import { type BlockEntry, blocksSteps } from "./blockIds.ts";
import type { Document } from "./document.ts";
import { pairAlike, type TextPiece } from "./pairAlike.ts";

interface BlockMove {
  readonly from: BlockEntry;
  readonly to: BlockEntry;
  /** Whether the text differs. */
  readonly edited: boolean;
}

/**
 * What became of each block: its id before to where it is now. Blocks that are gone are missing. Unchanged blocks are
 * followed wherever they moved; edited ones where they stood, if enough of their words are left, and elsewhere if most
 * of them are.
 */
export function* diffBlocks(before: Document, after: Document): Steps<Map<string, BlockMove>> {
  const [a, b] = [yield* blocksSteps(before), yield* blocksSteps(after)];
  const pairs = yield* alignSteps(
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
  yield;
  addMoved(a, b, moves, taken, add);
  const sides = { before, after, a, b, pairs };
  yield* addEdited(sides, moves, taken, add);
  yield* addMovedAndEdited(sides, moves, taken, add);
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

const pieceIn =
  ({ source }: Document) =>
  ({ start, end, type, path }: BlockEntry): TextPiece => ({
    text: source.slice(start, end),
    kind: `${type} ${path.length}`,
  });

/** Blocks between the same unchanged neighbours that are alike. */
function* addEdited(
  sides: Sides,
  moves: ReadonlyMap<string, BlockMove>,
  taken: ReadonlySet<string>,
  add: Add,
): Steps<void> {
  const { before, after, a, b, pairs } = sides;
  let [x, y] = [0, 0];
  for (const [nextX, nextY] of [...pairs, [a.length, b.length] as const]) {
    const old = a.slice(x, nextX).filter((one) => !moves.has(one.id));
    const now = b.slice(y, nextY).filter((one) => !taken.has(one.id));
    [x, y] = [nextX + 1, nextY + 1];
    if (old.length === 0 || now.length === 0) continue;
    for (const [from, to] of yield* pairAlike(old.map(pieceIn(before)), now.map(pieceIn(after))))
      add(old[from]!, now[to]!);
  }
}

/**
 * Share of words that a block that stands elsewhere has to have kept: where it stood says nothing for it. A page that
 * saves itself is one revision for many edits, in which a block that was moved may have been written on.
 */
const MOST_WORDS = 0.6;

function* addMovedAndEdited(
  { before, after, a, b }: Sides,
  moves: ReadonlyMap<string, BlockMove>,
  taken: ReadonlySet<string>,
  add: Add,
): Steps<void> {
  const old = a.filter((one) => !moves.has(one.id));
  const now = b.filter((one) => !taken.has(one.id));
  const pieces = [old.map(pieceIn(before)), now.map(pieceIn(after))] as const;
  for (const [from, to] of yield* pairAlike(...pieces, MOST_WORDS)) add(old[from]!, now[to]!);
}
