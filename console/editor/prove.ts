/** What is saved is read again first: nothing is written that would not come back as it was shown. */
import type { Node } from "prosemirror-model";
import { align } from "../../engine/markdown/align.ts";
import { EarlierBlocks } from "../../engine/markdown/earlierBlocks.ts";
import { atOnce, type Steps } from "../../engine/steps.ts";
import { read, readSteps } from "./load.ts";
import type { Origins } from "./origins.ts";
import { isSaid, printed } from "./print.ts";
import { toSource, type WritingCare } from "./save.ts";
import { schema } from "./schema.ts";
import { isWritten, settled } from "./settle.ts";

/** A text that says what a document says, but for blocks that no text can say. */
export interface WrittenPage {
  readonly source: string;
  /** Places of blocks at the top that are not in the text as they are shown: there they are as they were, or not at all. */
  readonly refused: readonly number[];
}

const CARES: readonly WritingCare[] = ["print", "plain", "leave"];

/** The text of the page, proven: blocks that don't come back from it are printed, more and more of them. */
export const write = (doc: Node, origins: Origins): WrittenPage => atOnce(writeSteps(doc, origins));

/** More blocks than these that no text can say are not told apart from what stands beside them. */
const MOST_LEFT = 20;

/** The same in steps: who types doesn't wait for all of it. */
export function* writeSteps(doc: Node, origins: Origins): Steps<WrittenPage> {
  const cares = new Map<number, WritingCare>();
  for (const [index, node] of doc.children.entries())
    if (isLeft(node, doc, index, origins)) cares.set(index, "leave");
  const earlier = earliers.get(origins) ?? new EarlierBlocks<Node>();
  earliers.set(origins, earlier);
  for (let round = 0, left = 0; ; round++) {
    const source = toSource(doc, origins, cares);
    yield;
    const said = yield* saidIn(source, earlier);
    const wrong = yield* wrongIn({ doc, origins, cares }, said, round > 1);
    const refused = [...cares].filter(([, care]) => care === "leave").map(([index]) => index);
    if (wrong.length === 0 || round > 2 * CARES.length)
      return { source, refused: [...new Set([...refused, ...wrong])].toSorted((a, b) => a - b) };
    const unsaid = wrong.filter((index) => cares.get(index) === "plain" && !isSayable(doc.child(index)));
    if (unsaid.length > 0 && left++ < MOST_LEFT) {
      // What stands beside them was printed because of them: it is edited where it stands again.
      cares.clear();
      for (const index of [...refused, ...unsaid]) {
        cares.set(index, "leave");
        lefts.set(doc.child(index), besideOf(doc, index, origins));
      }
      round = -1;
    } else for (const index of wrong) cares.set(index, nextCare(cares.get(index)));
  }
}

/** Where a block stood which no text could say. */
interface LeftPlace {
  readonly origins: Origins;
  readonly before: Node | null;
  readonly behind: Node | null;
}

/** Blocks that no text could say the last time: not found out again while they and what stands beside them are the same. */
const lefts = new WeakMap<Node, LeftPlace>();

const besideOf = (doc: Node, index: number, origins: Origins): LeftPlace => ({
  origins,
  before: index === 0 ? null : doc.child(index - 1),
  behind: doc.maybeChild(index + 1),
});

function isLeft(node: Node, doc: Node, index: number, origins: Origins): boolean {
  const place = lefts.get(node);
  if (place?.origins !== origins) return false;
  const { before, behind } = besideOf(doc, index, origins);
  return place.before === before && place.behind === behind;
}

/** Whether a block can be said by itself, between others. */
export function isSayable(node: Node): boolean {
  const [before, ...said] = settled(read(`${BESIDE}\n\n${printed(node)}\n\n${BESIDE}`)).children;
  const behind = said.pop();
  const wanted = saidBy(node);
  return (
    before?.textContent === BESIDE &&
    behind?.textContent === BESIDE &&
    wanted.length === said.length &&
    wanted.every((one, at) => isSaid(one, said[at]!))
  );
}

const BESIDE = "beside";

const nextCare = (care: WritingCare | undefined): WritingCare =>
  CARES[care === undefined ? 0 : Math.min(CARES.indexOf(care) + 1, CARES.length - 1)]!;

/** What the text of a page was read as the last time. */
const earliers = new WeakMap<Origins, EarlierBlocks<Node>>();

/** The block of a text that a block of the page was found to be the last time. */
const agreed = new WeakMap<Node, Node>();

const sayings = new WeakMap<Node, readonly Node[]>();

/** What a block says: itself, or where it is edited as it is written, the blocks that this says. */
function saidBy(node: Node): readonly Node[] {
  if (node.type !== schema.nodes.raw) return [settled(node)];
  const before = sayings.get(node);
  if (before !== undefined) return before;
  const blocks = read(String(node.attrs["source"])).children.filter(isWritten).map(settled);
  const said = blocks.length === 0 ? [settled(node)] : blocks;
  sayings.set(node, said);
  return said;
}

/** The blocks that a text says. Its blocks are told apart in all of it each time; what one says is known from before. */
function* saidIn(source: string, earlier: EarlierBlocks<Node>): Steps<Node[]> {
  const said: Node[] = [];
  for (const node of (yield* readSteps(source, earlier)).children) {
    if (isWritten(node)) said.push(settled(node));
    yield;
  }
  return said;
}

/** A document that is written, and how its blocks at the top are. */
interface Proof {
  readonly doc: Node;
  readonly origins: Origins;
  readonly cares: ReadonlyMap<number, WritingCare>;
}

/** Places of the blocks that are not said, or with what stands beside them. */
function* wrongIn({ doc, origins, cares }: Proof, said: readonly Node[], isWide: boolean): Steps<number[]> {
  const wanted = doc.children.flatMap((shown, index) => {
    const origin = origins.of(shown);
    const left = origin?.home === origins.body ? origin.node : undefined;
    const node = cares.get(index) === "leave" ? left : shown;
    return node !== undefined && isWritten(node) ? saidBy(node).map((one) => ({ node: one, index })) : [];
  });
  let isAll = said.length === wanted.length;
  for (let at = 0; isAll && at < said.length; at++) {
    const { node } = wanted[at]!;
    isAll = agreed.get(node) === said[at] || isSaid(node, said[at]!);
    if (isAll) agreed.set(node, said[at]!);
    yield;
  }
  if (isAll) return [];
  const told = (node: Node): string => JSON.stringify(node.toJSON());
  const pairs = align(
    wanted.map(({ node }) => told(node)),
    said.map(told),
  );
  const wrong = new Set<number>();
  let [x, y] = [0, 0];
  for (const [nextX, nextY] of [...pairs, [wanted.length, said.length] as const]) {
    const around = isWide || nextX === x ? 1 : 0;
    const between = wanted.slice(Math.max(0, x - around), nextX + around);
    // As many as there should be may all be the same on a page, though not in each letter: those with notes are.
    const isSame =
      nextX - x === nextY - y && wanted.slice(x, nextX).every(({ node }, at) => isSaid(node, said[y + at]!));
    if (!isSame) for (const { index } of between) wrong.add(index);
    [x, y] = [nextX + 1, nextY + 1];
  }
  return [...wrong];
}
