/** What blocks are called by those who speak about them. */
import { blocks } from "../../../engine/markdown/blockIds.ts";
import type { Document } from "../../../engine/markdown/document.ts";

/** Of each block at the top its id, and those of the blocks in it. */
export function idsOf(document: Document): readonly (readonly string[])[] {
  const ids = document.children.map((): string[] => []);
  for (const { id, path } of blocks(document)) ids[path[0] ?? -1]?.push(id);
  return ids;
}

/** By one import: whoever names the blocks of a text follows one of them into it. */
export { followBlock } from "../talk/followBlock.ts";
