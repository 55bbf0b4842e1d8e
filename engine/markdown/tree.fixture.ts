/** Trees written short, for tests. */
import { parse } from "./parse.ts";

/** The tree without places: types and what differs from one node to another, as nested arrays. */
export function shape(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(shape);
  if (typeof node !== "object" || node === null) return node;
  const entries = Object.entries(node)
    .filter(([key]) => !["start", "end", "destination", "destinations", "others"].includes(key))
    .map(([key, value]) => [key, shape(value)]);
  return Object.fromEntries(entries);
}

/** The blocks of a text, without places. */
export const blocksOf = (source: string): unknown => shape(parse(source).document.children);
/** The inlines of the paragraph a text starts with, without places. */
export const inlinesIn = (source: string): unknown => {
  const [first] = parse(source).document.children;
  return first?.type === "paragraph" ? shape(first.children) : first?.type;
};
export const text = (words: string): object => ({ type: "text", text: words });
export const paragraph = (...children: unknown[]): object => ({ type: "paragraph", children });
export const words = (written: string): object => paragraph(text(written));
