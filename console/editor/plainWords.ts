/** The words of a block that no Markdown can say: as paragraphs they are kept, whatever they stood in. */
import type { Node } from "prosemirror-model";
import { schema } from "./schema.ts";

const { nodes } = schema;

/** Attributes that somebody has written. */
const WRITTEN = ["title", "alt", "src", "url", "path", "expression", "text", "name", "label"] as const;

/** Paragraphs, and code, with all that was written in a block. */
export function plainWords(block: Node): Node[] {
  const told: Node[] = [];
  const tell = (words: string): void => {
    if (words.trim() !== "") told.push(nodes.paragraph.create(null, schema.text(words)));
  };
  const take = (node: Node): boolean => {
    if (node.type === nodes.raw || node.type.spec.code === true) {
      const words = String(node.attrs["source"] ?? node.textContent);
      if (words.trim() !== "") told.push(nodes.code.create(null, schema.text(words)));
      return false;
    }
    tell(attributesOf(node));
    if (node.isTextblock) tell(node.textBetween(0, node.content.size, " ", attributesOf));
    return !node.isTextblock;
  };
  if (take(block)) block.descendants(take);
  return told;
}

const attributesOf = ({ type, attrs }: Node): string =>
  type === nodes.break
    ? " "
    : WRITTEN.flatMap((name) => (typeof attrs[name] === "string" ? [attrs[name]] : [])).join(" ");
