/** Visiting every block of a document. */
import { childBlocks } from "./anatomy.ts";
import type { Block, Document } from "./document.ts";

interface Visit {
  readonly block: Block;
  /** Positions from the top: the block is child `path[1]` of the document's child `path[0]`. */
  readonly path: readonly number[];
}

/** All blocks, each before its children, in the order of the source. */
export function* walkBlocks(document: Document): Generator<Visit> {
  yield* walk(document.children, []);
}

function* walk(blocks: readonly Block[], path: readonly number[]): Generator<Visit> {
  for (const [index, block] of blocks.entries()) {
    const here = [...path, index];
    yield { block, path: here };
    const children = childBlocks(block);
    if (children.length > 0) yield* walk(children, here);
  }
}
