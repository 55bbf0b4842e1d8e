/** The document made to say what another text says, with as little of it replaced as can be: carets stay where they are. */
import type { Node } from "prosemirror-model";
import type { Transaction } from "prosemirror-state";
import { align } from "../../engine/markdown/align.ts";
import { blocksIn, isContainer } from "./schema.ts";
import { isWritten, settled } from "./settle.ts";

/**
 * Makes the document of a transaction say what `next` says. Blocks that say the same stay the nodes that they are and
 * take over the keys of `next`; of others, the innermost that differ are replaced. Paragraphs without words, which no
 * text has, stay.
 */
export function patch(change: Transaction, next: Node): Transaction {
  patchInside(change, change.doc, next, 0);
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

const told = (node: Node): string => JSON.stringify(settled(node).toJSON());

/** @param from where the content of `before` begins in the document that the transaction began with */
function patchInside(change: Transaction, before: Node, next: Node, from: number): void {
  const map = (at: number, side = 1): number => change.mapping.map(at, side);
  const [old, made] = [placed(before, from), placed(next, 0)];
  const pairs = align(
    old.map(({ node }) => told(node)),
    made.map(({ node }) => told(node)),
  );
  let [x, y] = [0, 0];
  for (const [nextX, nextY] of [...pairs, [old.length, made.length] as const]) {
    const [gone, come] = [old.slice(x, nextX), made.slice(y, nextY)];
    const isPaired =
      gone.length === come.length && gone.every(({ node }, at) => isAlike(node, come[at]!.node));
    if (isPaired) gone.forEach((one, at) => patchBlock(change, one, come[at]!.node, map));
    else {
      const start = gone[0]?.at ?? old[x]?.at ?? from + before.content.size;
      const end = gone.length === 0 ? start : gone.at(-1)!.at + gone.at(-1)!.node.nodeSize;
      const inside = come.map(({ node }) => node);
      change.replaceWith(map(start, -1), map(end), inside);
    }
    if (nextX < old.length) adoptKeys(change, old[nextX]!, made[nextY]!.node, map);
    [x, y] = [nextX + 1, nextY + 1];
  }
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
