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

/** Letters of Latin scripts that are more than a letter with a mark. */
const LATIN: Readonly<Record<string, string>> = {
  ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", þ: "th", ł: "l", ı: "i",
}; // prettier-ignore

/**
 * The anchor that GitBook, whose dialect this is, gives a heading of this text: with words for signs, dots kept,
 * letters without their marks, and never a digit first. Undefined for scripts whose letters it writes in Latin ones.
 */
export function dialectAnchorOf(text: string): string | undefined {
  const letters = text
    .slice(0, maxAnchor * 2)
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[ßæœøđðþłı]/g, (letter) => LATIN[letter] ?? letter);
  if (/[^\P{L}a-z]/u.test(letters)) return undefined;
  const slug = letters
    .replace(/['’`]/g, "")
    .replaceAll("&", " and ")
    .replaceAll("<", " less than ")
    .replaceAll(">", " greater than ")
    .replace(/[^a-z0-9._]+/g, "-")
    .slice(0, maxAnchor)
    .replace(/^[-_]+/, "");
  const end = slug.length - (/[-_]{1,200}$/.exec(slug)?.[0].length ?? 0);
  const trimmed = slug.slice(0, end);
  return trimmed === "" ? undefined : /^\d/.test(trimmed) ? `id-${trimmed}` : trimmed;
}

/**
 * What headings are called where their texts were written first, as far as that is another anchor and nothing else
 * has it: links from there lead to them as well.
 * @param anchors of the headings of one document, in its order
 */
export function dialectAnchors(anchors: ReadonlyMap<Heading, string>): Map<Heading, string> {
  const others = new Map<Heading, string>();
  const taken = new Set(anchors.values());
  const counts = new Map<string, number>();
  for (const heading of [...anchors.keys()].toSorted((a, b) => a.start - b.start)) {
    if (heading.id !== undefined) continue;
    const slug = dialectAnchorOf(plainText(heading.children));
    if (slug === undefined) continue;
    const count = counts.get(slug) ?? 0;
    counts.set(slug, count + 1);
    const anchor = count === 0 ? slug : `${slug}-${count}`;
    if (taken.has(anchor)) continue;
    taken.add(anchor);
    others.set(heading, anchor);
  }
  return others;
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
