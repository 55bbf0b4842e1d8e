/** What a block says, whatever it came from: blocks that say the same are taken for the same. */
import type { Node } from "prosemirror-model";
import { settled } from "./settle.ts";

/** By the node, which never changes. */
const words = new WeakMap<Node, string>();

export function told(node: Node): string {
  const before = words.get(node);
  if (before !== undefined) return before;
  const text = JSON.stringify(settled(node).toJSON());
  words.set(node, text);
  return text;
}
