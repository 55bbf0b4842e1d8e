/** The document made to say what another text says, with as little of it replaced as can be: carets stay where they are. */
import type { Node } from "prosemirror-model";
import type { Transaction } from "prosemirror-state";
import { align, type Pair } from "../../engine/markdown/align.ts";
import { blocksIn, isContainer } from "./schema.ts";
import { isWritten } from "./settle.ts";
import { told } from "./told.ts";

/** Blocks at the top that stay whatever a text says: each with the block that the text has in its place, if any. */
export type StandingBlocks = ReadonlyMap<Node, Node | undefined>;

const NONE: StandingBlocks = new Map();

/**
 * Makes the document of a transaction say what `next` says. Blocks that say the same stay the nodes that they are and
 * take over the keys of `next`; of others, the innermost that differ are replaced. Paragraphs without words, which no
 * text has, stay; so do `standing` blocks. Where what the text has for one of these has moved, it has moved as well;
 * where it is gone or says something else, it belongs to nothing of the text any more.
 */
export function patch(change: Transaction, next: Node, standing: StandingBlocks = NONE): Transaction {
  patchInside(change, change.doc, next, 0, standing);
  return change.setMeta("addToHistory", false);
}

/** A node with its place in its parent. */
interface PlacedNode {
  readonly node: Node;
  readonly at: number;
}

function placed(parent: Node, from: number, isEvery = false): PlacedNode[] {
  const found: PlacedNode[] = [];
  parent.forEach((node, offset) => {
    if ((isEvery || isWritten(node)) && blocksIn(parent).includes(node))
      found.push({ node, at: from + offset });
  });
  return found;
}

/** Blocks of two documents, and those of the one that go on as one of the other. */
interface MatchedBlocks {
  readonly old: readonly PlacedNode[];
  readonly made: readonly PlacedNode[];
  readonly pairs: readonly Pair[];
}

function matched(old: readonly PlacedNode[], made: readonly PlacedNode[]): MatchedBlocks {
  const texts = [old, made].map((blocks) => blocks.map(({ node }) => told(node)));
  return { old, made, pairs: align(texts[0]!, texts[1]!) };
}

/** The same where some stand. Those that nothing of the next document stands for are left out; one that moves is put there. */
function matchedBeside(
  standing: StandingBlocks,
  all: readonly PlacedNode[],
  next: readonly PlacedNode[],
): MatchedBlocks {
  const known = all.filter(({ node }) => !standing.has(node) || standing.get(node) !== undefined);
  const texts = next.map(({ node }) => told(node));
  const pairs = align(
    known.map(({ node }) => told(standing.get(node) ?? node)),
    texts,
  );
  const stays = new Set(pairs.map(([x]) => known[x]!));
  const taken = new Set(pairs.map(([, y]) => y));
  const made = [...next];
  const old = known.filter((one) => {
    const said = standing.get(one.node);
    if (said === undefined || stays.has(one)) return true;
    const words = told(said);
    const to = texts.findIndex((text, y) => text === words && !taken.has(y));
    if (to < 0) return false;
    taken.add(to);
    made[to] = { ...next[to]!, node: withKeys(one.node, keysBetween(said, next[to]!.node)) };
    return true;
  });
  const places = new Map(old.map((one, at) => [one, at]));
  return { old, made, pairs: pairs.map(([x, y]) => [places.get(known[x]!)!, y]) };
}

/** @param from where the content of `before` begins in the document that the transaction began with */
function patchInside(
  change: Transaction,
  before: Node,
  next: Node,
  from: number,
  standing: StandingBlocks = NONE,
): void {
  const map = (at: number, side = 1): number => change.mapping.map(at, side);
  const [all, coming] = [placed(before, from), placed(next, 0)];
  const { old, made, pairs } =
    standing.size === 0 ? matched(all, coming) : matchedBeside(standing, all, coming);
  let [x, y] = [0, 0];
  for (const [nextX, nextY] of [...pairs, [old.length, made.length] as const]) {
    const [gone, come] = [old.slice(x, nextX), made.slice(y, nextY)];
    const isPaired =
      gone.length === come.length && gone.every(({ node }, at) => isAlike(node, come[at]!.node));
    if (isPaired) gone.forEach((one, at) => patchBlock(change, one, come[at]!.node, map));
    else {
      const inside = come.map(({ node }) => node);
      replaceBlocks(change, gone, inside, old[x]?.at ?? from + before.content.size, map);
    }
    if (nextX < old.length) {
      const said = standing.get(old[nextX]!.node);
      if (said === undefined) adoptKeys(change, old[nextX]!, made[nextY]!.node, map);
      else takeKeys(change, old[nextX]!, keysBetween(said, made[nextY]!.node), map);
    }
    [x, y] = [nextX + 1, nextY + 1];
  }
  for (const { node, at } of all)
    if (standing.has(node) && !old.some((one) => one.node === node))
      change.setNodeAttribute(map(at), "key", "");
}

/** Puts others in the place of blocks, whatever stands between these: as many behind it as there were. */
function replaceBlocks(
  change: Transaction,
  gone: readonly PlacedNode[],
  come: readonly Node[],
  place: number,
  map: MapPlace,
): void {
  const endOf = ({ node, at }: PlacedNode): number => at + node.nodeSize;
  let left = come;
  let to = gone.length;
  for (let from = to - 1; from > 0; from--) {
    if (endOf(gone[from - 1]!) === gone[from]!.at) continue;
    const count = Math.min(to - from, left.length);
    change.replaceWith(map(gone[from]!.at, -1), map(endOf(gone[to - 1]!)), left.slice(left.length - count));
    left = left.slice(0, left.length - count);
    to = from;
  }
  const [first, last] = [gone[0], gone[to - 1]];
  const end = last === undefined ? place : endOf(last);
  change.replaceWith(map(first?.at ?? place, -1), map(end), left);
}

/** The keys that blocks of one node have in another that says the same. */
function keysBetween(before: Node, next: Node, keys = new Map<string, string>()): Map<string, string> {
  const key: unknown = before.attrs["key"];
  if (typeof key === "string" && key !== "") keys.set(key, String(next.attrs["key"] ?? ""));
  if (before.childCount === next.childCount)
    before.children.forEach((child, index) => void keysBetween(child, next.child(index), keys));
  return keys;
}

/** A block, and all in it, under other keys. */
function withKeys(node: Node, keys: ReadonlyMap<string, string>): Node {
  if (node.isText) return node;
  const key = keys.get(String(node.attrs["key"] ?? ""));
  const attrs = key === undefined ? node.attrs : { ...node.attrs, key };
  return node.type.create(
    attrs,
    node.children.map((child) => withKeys(child, keys)),
    node.marks,
  );
}

/** The same where it stands. */
function takeKeys(
  change: Transaction,
  { node, at }: PlacedNode,
  keys: ReadonlyMap<string, string>,
  map: MapPlace,
): void {
  const take = (one: Node, place: number): void => {
    const key = keys.get(String(one.attrs["key"] ?? ""));
    if (key !== undefined) change.setNodeAttribute(map(place), "key", key);
  };
  take(node, at);
  node.descendants((one, place) => take(one, at + 1 + place));
}

/** Whether one block can become another by what is in it. */
const isAlike = (node: Node, next: Node): boolean =>
  node.type === next.type && (isContainer(node) || node.isTextblock);

type MapPlace = (at: number, side?: number) => number;

function patchBlock(change: Transaction, { node, at }: PlacedNode, next: Node, map: MapPlace): void {
  adoptAttributes(change, { node, at }, next, map);
  if (node.isTextblock) patchText(change, node, next, at + 1, map);
  else {
    const [title, nextTitle] = [node.firstChild, next.firstChild];
    if (title?.type.name === "summary" && nextTitle !== null)
      patchText(change, title, nextTitle, at + 2, map);
    patchInside(change, node, next, at + 1);
  }
}

function patchText(change: Transaction, node: Node, next: Node, from: number, map: MapPlace): void {
  const start = node.content.findDiffStart(next.content);
  if (start === null) return;
  let { a, b } = node.content.findDiffEnd(next.content)!;
  // What is alike from both ends is counted once.
  const twice = start - Math.min(a, b);
  if (twice > 0) [a, b] = [a + twice, b + twice];
  change.replaceWith(map(from + start), map(from + a), next.content.cut(start, b).content);
}

/** The keys of a block that says the same, for it and for all in it; and what else the text says otherwise. */
function adoptKeys(change: Transaction, { node, at }: PlacedNode, next: Node, map: MapPlace): void {
  if (node.type !== next.type) return;
  adoptAttributes(change, { node, at }, next, map);
  if (!isContainer(node)) return;
  const isSame = node.childCount === next.childCount;
  const [old, made] = [placed(node, at + 1, isSame), placed(next, 0, isSame)];
  old.forEach((one, index) => adoptKeys(change, one, made[index]!.node, map));
}

function adoptAttributes(change: Transaction, { node, at }: PlacedNode, next: Node, map: MapPlace): void {
  for (const [name, value] of Object.entries(next.attrs)) {
    const isSame = JSON.stringify(node.attrs[name]) === JSON.stringify(value);
    if (!isSame) change.setNodeAttribute(map(at), name, value);
  }
}
