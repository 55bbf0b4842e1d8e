/** What of a block that is edited as Markdown can be filled in. */
import type { FORM_WORDS } from "./formWords.ts";
import type { Findable } from "./menu.ts";

/** Something that can be filled in. */
export interface BlockFormField {
  readonly label: string;
  readonly value: string;
  /** A line unless said. */
  readonly kind?: "text" | "date" | "flag";
  /** What it can be found by, and what that is a part of. */
  readonly of?: Findable;
  readonly within?: string;
  /** The block with another value there. */
  readonly write: (value: string) => string;
}

/** Something that a block has several of. */
export interface BlockFormEntry {
  readonly label: string;
  readonly fields: readonly BlockFormField[];
  /** The block without it; undefined for the last one. */
  readonly remove: (() => string) | undefined;
}

export interface SourceForm {
  readonly type: keyof (typeof FORM_WORDS)["kinds"];
  readonly fields: readonly BlockFormField[];
  readonly entries?: readonly BlockFormEntry[];
  readonly add?: { readonly label: string; readonly write: () => string };
}

export const oneLine = (value: string): string => value.replaceAll(/\s*[\r\n]+\s*/g, " ");

/** A text with something else in a range of it. */
export const replaced = (
  source: string,
  { start, end }: { readonly start: number; readonly end: number },
  by: string,
): string => source.slice(0, start) + by + source.slice(end);
