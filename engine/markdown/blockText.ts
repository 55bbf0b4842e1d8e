/** What blocks say, without markup: for search, descriptions and prompts. */
import { ownText, shownBlocks } from "./anatomy.ts";
import type { Block } from "./document.ts";

/** The words of some blocks, one line a block, containers flattened, code included. */
export function blockText(blocks: readonly Block[]): string {
  const lines: string[] = [];
  for (const block of blocks) addLines(block, lines);
  return lines.filter((line) => line !== "").join("\n");
}

function addLines(block: Block, lines: string[]): void {
  lines.push(ownText(block));
  for (const child of shownBlocks(block)) addLines(child, lines);
}
