/** Whether blocks that come to stand one behind the other stay two. */
import type { Steps } from "../steps.ts";
import type { Block } from "./document.ts";
import { parseSteps } from "./parse.ts";
import { lineStart } from "./segments.ts";

/** Whether a block is indented so far that it may be read as a part of a list or a footnote before it. */
export const isDeep = (text: string): boolean => /^(?: {2}| ?\t)/.test(text);

/**
 * Whether a text behind another one is a block by itself there, or an item beside others, and no part of the last.
 * @param gap what stands between them
 */
export function* staysBeside(before: string, gap: string, text: string): Steps<boolean> {
  const source = before + gap + text;
  const start = before.length + gap.length;
  const { document } = yield* parseSteps(source);
  const blocks = document.children.flatMap((block): Block[] =>
    block.type === "list" ? [block, ...block.children] : [block],
  );
  return blocks.some((block) => lineStart(source, block) === start);
}
