/** The anchors of a page's headings: the same in its HTML, its search results and its links. */
import type { Document, Heading } from "./document.ts";
import { plainText } from "./plainText.ts";
import { walkBlocks } from "./walk.ts";

const maxAnchor = 200;

/**
 * The anchor a heading of this text gets when no other has it: lower case, letters and digits of any script,
 * hyphens for spaces, nothing else.
 */
export function anchorOf(text: string): string {
  const slug = text
    .slice(0, maxAnchor * 2)
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-")
    .slice(0, maxAnchor);
  return slug === "" ? "section" : slug;
}

/** The anchor of every heading, unique within the document: by hand where given, else from its text. */
export function headingAnchors(document: Document): Map<Heading, string> {
  const headings: Heading[] = [];
  for (const { block } of walkBlocks(document)) if (block.type === "heading") headings.push(block);
  const anchors = new Map<Heading, string>();
  const taken = new Set<string>();
  for (const heading of headings) {
    // What begins with a tilde is the page's around the content.
    if (heading.id === undefined || heading.id.startsWith("~") || taken.has(heading.id)) continue;
    taken.add(heading.id);
    anchors.set(heading, heading.id);
  }
  const next = new Map<string, number>();
  for (const heading of headings) {
    if (anchors.has(heading)) continue;
    const slug = anchorOf(plainText(heading.children));
    let anchor = slug;
    for (let count = next.get(slug) ?? 0; taken.has(anchor);) {
      count++;
      anchor = `${slug}-${count}`;
      next.set(slug, count);
    }
    taken.add(anchor);
    anchors.set(heading, anchor);
  }
  return anchors;
}
