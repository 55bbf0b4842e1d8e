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
  /** What was drawn of the diagrams in Markdown, by `diagramKey`; without it the answer is which ones there are. */
  readonly drawings?: Readonly<Record<string, string>>;
  /** What an address that leads out of the document is relative to; without it relative ones lead nowhere. */
  readonly base?: string | undefined;
}

/** What has to be drawn before the document can be made. */
export interface WantedDrawings {
  readonly diagrams: readonly DiagramSource[];
}

export interface PdfResult {
  readonly bytes: ArrayBuffer;
  readonly sheets: number;
  /** Pictures that could not be drawn. */
  readonly missing: number;
}
