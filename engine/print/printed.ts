/**
 * What is printed, as values: the template draws them and never reads them as markup. Every text is plain; every address
 * was safe in the HTML that it comes from.
 */
/** A text, or a thing of a kind `k` that the template knows, with what it holds in `c`. */
export type PrintedNode = string | PrintedThing;

export interface PrintedThing {
  readonly k: string;
  readonly c?: readonly PrintedNode[];
  readonly [field: string]: unknown;
}

/** What a thing on paper says of its direction: nothing where it is written from the left. */
export interface OwnDirection {
  readonly dir?: "rtl";
}

/** A page of the document with its title, as it is drawn. */
export interface PrintedPage extends OwnDirection {
  readonly title: string;
  readonly description?: string;
  /** How deep it stands, from 0. */
  readonly depth: number;
  readonly isGroup: boolean;
  /** Whether it begins on a new sheet. */
  readonly breaks: boolean;
  readonly label: string;
  readonly body: readonly PrintedNode[];
}

export type Paper = "a4" | "us-letter";

/** What a part has to know of the others. */
type PrintedPart =
  /** Cover and contents, with the sheets on which pages begin. */
  | { readonly entries: readonly PrintedEntry[] }
  /** Pages: the number of the first sheet, and the chapter that goes on there. */
  | { readonly first: number; readonly chapter: string | null };

/** A line of the contents. */
export interface PrintedEntry {
  readonly title: string;
  readonly depth: number;
  readonly sheet: number;
  /** What leads there. */
  readonly to: string;
}

/** Everything that the template is given. */
export interface PrintedDocument extends OwnDirection {
  readonly title: string;
  readonly subtitle: string;
  readonly organization: string;
  /** As it is shown. */
  readonly date: string;
  /** ISO 639, for hyphenation and for the choice among fonts. */
  readonly lang: string;
  readonly paper: Paper;
  /** Whether letters of Chinese, Japanese or Korean are in it. */
  readonly isEastAsian: boolean;
  /** Whether it has a cover and contents. */
  readonly isBook: boolean;
  readonly words: { readonly contents: string };
  /** Set apart: what comes before the pages, or some of the pages; the whole otherwise. */
  readonly part: PrintedPart | null;
  readonly pages: readonly PrintedPage[];
  /** Every label that stands somewhere: a link to another one would end the typesetting. */
  readonly labels: Readonly<Record<string, true>>;
}
