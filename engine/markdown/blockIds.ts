/** Names for the blocks of a page that survive edits elsewhere: for comments, changes and merges. */
import { contentHash } from "../hash.ts";
import { atOnce, type Steps } from "../steps.ts";
import type { Block, Document, Range } from "./document.ts";
import { walkBlocks } from "./walk.ts";

export interface BlockEntry extends Range {
  /** The hash, and which of the equal blocks of the page it is when not the first: `<hash>-<n>`. */
  readonly id: string;
  /** Of the block's type and text: equal for equal blocks anywhere. */
  readonly hash: string;
  readonly type: Block["type"];
  /** Positions from the top, as in `Visit`. */
  readonly path: readonly number[];
}

/** The blocks of a document with their ids, each before its children, in the order of the source. */
export function blocks(document: Document): BlockEntry[] {
  return atOnce(blocksSteps(document));
}

/** The same in steps. */
export function* blocksSteps(document: Document): Steps<BlockEntry[]> {
  const seen = new Map<string, number>();
  const entries: BlockEntry[] = [];
  for (const { block, path } of walkBlocks(document)) {
    yield;
    const { start, end, type } = block;
    const hash = contentHash(`${type}\n${document.source.slice(start, end)}`);
    const occurrence = seen.get(hash) ?? 0;
    seen.set(hash, occurrence + 1);
    entries.push({ id: occurrence === 0 ? hash : `${hash}-${occurrence}`, hash, start, end, type, path });
  }
  return entries;
}
