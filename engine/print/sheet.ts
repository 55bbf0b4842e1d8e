/** What one page's printing knows and has used up. */
import type { PrintElement } from "./element.ts";
import type { PrintedNode } from "./printed.ts";

/** A picture that can be drawn: its file's name beside the template, and its size in points. */
export interface PrintedImage {
  readonly file: string;
  readonly width: number;
  readonly height: number;
}

/** What all pages of a document share. */
interface PrintContext {
  /** The label of an address inside the document: a page, or a place on one. The template draws links to labels that stand nowhere as their text. */
  readonly labelOf: (address: string) => string | undefined;
  /** What leads to an address that another part of the document has: the binder makes it a link to that sheet. */
  readonly farOf: (address: string) => string | undefined;
  readonly imageOf: (src: string) => PrintedImage | undefined;
  /** The whole address that a link leads to; undefined when it leads nowhere from paper. */
  readonly addressOf: (href: string) => string | undefined;
}

/** A page while it is printed. */
export interface Sheet extends PrintContext {
  /** The page's own label; those of its headings begin with it. */
  readonly label: string;
  /** Its notes, by id. */
  readonly notes: ReadonlyMap<string, PrintElement>;
  /** Addresses that have had their footnote: one a page is enough. */
  readonly noted: Set<string>;
  /** Ids that have been printed: a label may stand only once. */
  readonly placed: Set<string>;
}

/** Where something is printed. */
export interface PrintSpot {
  /** Characters of code that fit in a line. */
  readonly width: number;
  /** How many blocks it stands in. */
  readonly depth: number;
  /** Inside a note, in which no other can stand. */
  readonly inNote?: true;
}

/** The spot inside a block that takes some of its width. */
export function inside(spot: PrintSpot, takes: number): PrintSpot {
  return { ...spot, width: Math.max(16, spot.width - takes), depth: spot.depth + 1 };
}

/** The label of a place on a page. */
export function labelOn(page: string, id: string): string {
  return `${page}#${id}`;
}

export type Drawing = (children: PrintElement["children"], spot: PrintSpot) => PrintedNode[];
