/** The words of a block that no Markdown can say: as paragraphs they are kept, whatever they stood in. */
import type { Node } from "prosemirror-model";
import { printed } from "./print.ts";
import { isSayable } from "./prove.ts";
import { schema } from "./schema.ts";
import { isWritten } from "./settle.ts";

const { nodes } = schema;

/** Attributes of blocks that somebody has written. */
const WRITTEN = ["title", "alt", "src", "dark", "link", "url", "path", "expression"] as const;

/** Paragraphs, and code, with all that was written in a block: lines as they are, with their links and marks. */
export function plainWords(block: Node): Node[] {
  const told: Node[] = [];
  const tell = (words: string): void => {
    if (words.trim() !== "") told.push(nodes.paragraph.create(null, schema.text(words)));
  };
  const tellLine = (node: Node): void => {
    const line = nodes.paragraph.create(null, node.content);
    if (!isWritten(line)) return;
    if (isSayable(line)) told.push(line);
    else tell(printed(line).replaceAll(/\s*\n\s*/g, " "));
  };
  const take = (node: Node): boolean => {
    tell(attributesOf(node));
    if (node.type === nodes.raw || node.type.spec.code === true) {
      const words = String(node.attrs["source"] ?? node.textContent);
      if (words.trim() !== "") told.push(nodes.code.create(null, schema.text(words)));
      return false;
    }
    if (node.isTextblock) tellLine(node);
    return !node.isTextblock;
  };
  if (take(block)) block.descendants(take);
  return told;
}

const attributesOf = ({ attrs }: Node): string =>
  WRITTEN.flatMap((name) => (typeof attrs[name] === "string" ? [attrs[name]] : [])).join(" ");
