/** The inside of blocks that have nothing in them yet: where the first of it is to come. */
import { isOpenedAndClosed } from "./anatomy.ts";
import type { Block } from "./document.ts";
import { type Inside, lineEndOf } from "./segments.ts";

/**
 * As it would be around blocks or lines: `after` has the line end behind them, which is not there while there are none.
 * Undefined for what has no place in it, and for a block that isn't empty.
 */
export function insideOfEmpty(block: Block, source: string): Inside | undefined {
  const { start, end } = block;
  const text = source.slice(start, end);
  const empty = (kind: Inside["kind"], before: string, after = ""): Inside => {
    const lineEnd = lineEndOf(source);
    const apart = kind === "lines" ? lineEnd : lineEnd + lineEnd;
    return { kind, start, end, before, segments: [], after, apart };
  };
  if (block.type === "code") {
    return block.text === "" && isFence(text) ? empty("lines", ...aroundLastLine(text)) : undefined;
  }
  if (!("children" in block) || block.children.length > 0) return undefined;
  if (isOpenedAndClosed(block))
    return text.includes("\n") ? empty("blocks", ...aroundLastLine(text)) : undefined;
  const isMark = block.type === "blockquote" || block.type === "listItem";
  return isMark && !text.includes("\n") ? empty("blocks", `${text.trimEnd()} `) : undefined;
}

/** Whether a text is an opening and a closing line. By parts: one pattern for both would try each length of a long fence. */
function isFence(text: string): boolean {
  const behind = text.indexOf("\n") + 1;
  return behind > 0 && /^(?:```|~~~)/.test(text) && /^[ >]*(?:`{3,}|~{3,})$/.test(text.slice(behind));
}

/** The lines before the last, and that with a line end before it. */
function aroundLastLine(text: string): [before: string, after: string] {
  const at = text.lastIndexOf("\n");
  const from = text[at - 1] === "\r" ? at - 1 : at;
  return [text.slice(0, at + 1), text.slice(from)];
}
