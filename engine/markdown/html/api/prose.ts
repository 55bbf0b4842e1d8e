/** What the author of a description of an API wrote, as the dialect reads it. */
import type { Block } from "../../document.ts";
import { parse } from "../../parse.ts";
import { type Child, h, type SafeHtml } from "../element.ts";
import type { PageHtml } from "../page.ts";

/** Longest text that is read as Markdown; what follows is left out. */
const LONGEST = 50_000;
/** Nothing in it has a meaning in the dialect. */
const PLAIN = /^[\p{L}\p{N} ,;:()'"?!./=+\u2013\u2014\u2026%&@-]*$/u;
const LISTED = /^(?:[-+=]|\d+[.)])/;
const BARE_ADDRESS = /\/\/|www\.|@/;
/** Pages whose descriptions are being read: a description shows no operations itself. */
const reading = new WeakSet<PageHtml>();

/** Whether what is being rendered stands in a description. */
export function isInProse(page: PageHtml): boolean {
  return reading.has(page);
}

/** A description as blocks; headings in it are lines, for the page has an order of its own. */
export function prose(page: PageHtml, text: string | undefined): Child {
  const trimmed = (text ?? "").trim().slice(0, LONGEST);
  if (trimmed === "") return undefined;
  if (isPlain(trimmed)) return h("p", {}, trimmed);
  return read(page, () => page.blocks(parse(trimmed).document.children.map(withoutHeading)));
}

function isPlain(text: string): boolean {
  return PLAIN.test(text) && !LISTED.test(text) && !BARE_ADDRESS.test(text);
}

function read(page: PageHtml, render: () => SafeHtml): SafeHtml {
  if (reading.has(page)) return render();
  reading.add(page);
  try {
    return page.within("api:", render);
  } finally {
    reading.delete(page);
  }
}

function withoutHeading(block: Block): Block {
  if (block.type !== "heading") return block;
  const { start, end, children } = block;
  return { type: "paragraph", start, end, children: [{ type: "strong", children }] };
}
