/** What the program that makes PDFs is given, and what it gives. */
import type { DiagramSource } from "../../../engine/markdown/html/diagramSource.ts";
import type { ResolvedFile, ResolvedLink } from "../../../engine/markdown/html/context.ts";
import type { Paper } from "../../../engine/print/printed.ts";

export type Variables = Readonly<Record<string, unknown>>;

/** A page: its Markdown, or its HTML where that is made already. */
export interface OrderedPage {
  readonly title: string;
  readonly description?: string | undefined;
  /** From 0. */
  readonly depth: number;
  readonly isGroup: boolean;
  /** How links of the document name it. */
  readonly href: string;
  readonly markdown?: string;
  /** Those of the page, which its Markdown names. */
  readonly variables?: Variables | undefined;
  readonly html?: string;
}

/** A picture's bytes, under the address that the pages have for it. */
export interface OrderedImage {
  readonly src: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** What the texts of another space name. */
export interface OrderedGround {
  readonly files: Readonly<Record<string, ResolvedFile>>;
  readonly included: Readonly<Record<string, string>>;
  readonly variables: Variables;
}

/** What of a document that is set in parts an order is for. */
export interface OrderedPart {
  /** The number of its first sheet. */
  readonly first: number;
  /** The title of the chapter that its first page goes on with. */
  readonly chapter: string | null;
  /** How links name the pages of the whole document. */
  readonly document: readonly string[];
}

export interface PdfOrder {
  /** Whose pages they are; nobody asks where all of them are HTML. */
  readonly space?: string | undefined;
  readonly title: string;
  readonly subtitle: string;
  readonly organization: string;
  /** As it stands on the cover. */
  readonly date: string;
  /** BCP 47. */
  readonly locale: string;
  readonly paper: Paper;
  readonly isBook: boolean;
  readonly pages: readonly OrderedPage[];
  /** What addresses in Markdown mean: pages and files by id, texts of reusable contents by id. */
  readonly links: Readonly<Record<string, ResolvedLink>>;
  readonly files: Readonly<Record<string, ResolvedFile>>;
  readonly included: Readonly<Record<string, string>>;
  /** Those of the space. */
  readonly variables?: Variables | undefined;
  /** The other spaces whose reusable contents the pages show, by id. */
  readonly elsewhere?: Readonly<Record<string, OrderedGround>>;
  readonly images: readonly OrderedImage[];
  /** Its pages are some of a document's; the answer is a part that is bound with the others. */
  readonly part?: OrderedPart | undefined;
  /** What was drawn of the diagrams in Markdown, by `diagramKey`; without it the answer is which ones there are. */
  readonly drawings?: Readonly<Record<string, string>>;
  /** What an address that leads out of the document is relative to; without it relative ones lead nowhere. */
  readonly base?: string | undefined;
}

/** What has to be drawn before the document can be made. */
export interface WantedDrawings {
  readonly diagrams: readonly DiagramSource[];
}

/** A place inside a document, by the address that leads to it: its sheet, from 1, and points from the left and the top. */
export type PdfPlace = readonly [address: string, sheet: number, x: number, y: number];

export interface PdfResult {
  readonly bytes: ArrayBuffer;
  readonly sheets: number;
  /** Of a part: what links of others may lead to. */
  readonly places: readonly PdfPlace[];
  /** Pictures that could not be drawn. */
  readonly missing: number;
}

/** Parts to be bound to one document, with what comes before them. */
export interface BindingOrder extends PrintedCover {
  /** Pages with their places in the order of the document; those that stand too deep for the contents are only bookmarks. */
  readonly pages: readonly BoundPage[];
  readonly parts: readonly BoundPart[];
}

/** How many sheets cover and contents have. */
export interface FrontOrder extends PrintedCover {
  readonly pages: readonly BoundPage[];
}

/** What stands on the cover and in the margins. */
type PrintedCover = Pick<PdfOrder, "title" | "subtitle" | "organization" | "date" | "locale" | "paper">;

interface BoundPage {
  readonly title: string;
  readonly depth: number;
  readonly href: string;
}

export interface BoundPart {
  readonly bytes: ArrayBuffer;
  readonly sheets: number;
  readonly places: readonly PdfPlace[];
}

/** What the program is asked for. */
export type PdfTask =
  | { readonly print: PdfOrder }
  | { readonly front: FrontOrder }
  | { readonly bind: BindingOrder };
