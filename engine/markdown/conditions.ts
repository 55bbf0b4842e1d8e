/** What a page asks of variables and visitors. */
import { ownInlines } from "./anatomy.ts";
import type { Document, Inline } from "./document.ts";
import { walkBlocks } from "./walk.ts";

/** Every expression of a page, of conditions and within text, once each, in the order of the source. */
export function conditions(document: Document): string[] {
  const found = new Set<string>();
  const add = (nodes: readonly Inline[]): void => {
    for (const node of nodes) {
      if (node.type === "expression") found.add(node.expression);
      if ("children" in node) add(node.children);
    }
  };
  for (const { block } of walkBlocks(document)) {
    if (block.type === "if") found.add(block.expression);
    for (const nodes of ownInlines(block)) add(nodes);
  }
  return [...found];
}
