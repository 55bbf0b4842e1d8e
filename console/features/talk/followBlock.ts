/** Where a block that is spoken about is in the next text of its page. */
import { diffBlocks } from "../../../engine/markdown/diffBlocks.ts";
import type { Document } from "../../../engine/markdown/document.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { atOnce } from "../../../engine/steps.ts";

export interface SpokenBlock {
  readonly id: string;
  /** Whether it isn't there any more: what is said then is about the page. */
  readonly isGone: boolean;
}

/** Where it is in the next text: the same block, edited or moved; one that nothing in it comes from is gone. */
export function followBlock(block: SpokenBlock, before: Document, after: Document): SpokenBlock {
  if (block.isGone) return block;
  const id = atOnce(diffBlocks(before, after)).get(block.id)?.to.id;
  return id === undefined ? { id: block.id, isGone: true } : { id, isGone: false };
}

/** The same from one Markdown to the next. */
export const followIn = (block: SpokenBlock, before: string, after: string): SpokenBlock =>
  followBlock(block, parse(before).document, parse(after).document);
