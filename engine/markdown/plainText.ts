/** What inline nodes say, without their markup. */
import type { Inline } from "./document.ts";

/** The words of some inline nodes: code and alternative texts included, footnote marks and raw HTML not. */
export function plainText(nodes: readonly Inline[]): string {
  let text = "";
  for (const node of nodes) text += wordsOf(node);
  return text;
}

function wordsOf(node: Inline): string {
  switch (node.type) {
    case "text":
    case "code":
    case "math":
      return node.text;
    case "image":
      return node.alt;
    case "break":
      return node.hard ? "\n" : " ";
    case "emoji":
      return `:${node.name}:`;
    case "expression":
    case "icon":
    case "footnoteRef":
    case "html":
      return "";
    default:
      return plainText(node.children);
  }
}
