import { ownInlines, ownText } from "../markdown/anatomy.ts";
import type { Document, Inline } from "../markdown/document.ts";
import { plainText } from "../markdown/plainText.ts";
import { resolveTarget } from "../markdown/targets.ts";
import { walkBlocks } from "../markdown/walk.ts";

/** Fewer make a page that leads to others, as a first page does; it says what they are about. */
const FEWEST_LINKS = 60;
/** Of its words, those that name other pages. */
const LEAST_SHARE = 0.5;

/**
 * Whether a page is an index, as of a book: it does little but name other pages, so that it has nearly every word and
 * answers no question.
 */
export function isIndexPage(document: Document): boolean {
  let words = 0;
  let linked = 0;
  let links = 0;
  const count = (nodes: readonly Inline[]): void => {
    for (const node of nodes) {
      if (node.type === "link" && leadsToPage(node.url)) {
        links += 1;
        linked += plainText(node.children).length;
      } else if ("children" in node) count(node.children);
    }
  };
  for (const { block } of walkBlocks(document)) {
    words += ownText(block).length;
    for (const nodes of ownInlines(block)) count(nodes);
  }
  return links >= FEWEST_LINKS && linked >= LEAST_SHARE * words;
}

function leadsToPage(url: string): boolean {
  const target = resolveTarget(url);
  if (target.kind === "path") return target.page;
  return target.kind === "page" || (target.kind === "space" && (target.thing?.kind ?? "page") === "page");
}
