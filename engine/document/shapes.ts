/**
 * The document as JSON that clients of the API read and write: blocks, inlines and text with marks. Its types, and what
 * each carries, are those of the public API; what the dialect has and that API has no word for is carried in fields
 * beside the known ones, or as a block of the integration named here.
 */

/** The integration whose blocks stand for what the format has no block for: raw HTML and the like. */
export const OWN_BLOCKS = "lectern";

export interface JsonMark {
  readonly object: "mark";
  readonly type: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

export interface JsonLeaf {
  readonly object: "leaf";
  readonly text: string;
  readonly marks: readonly JsonMark[];
  /** Underlined: the format has no mark for it. */
  readonly underline?: true;
  /** A line end of the source that is shown as the space in `text`. */
  readonly soft?: true;
  /** One raw tag or comment; `text` is empty then. */
  readonly html?: string;
}

/** A document, block, inline, fragment or text. */
export interface JsonNode {
  readonly object: "block" | "inline" | "fragment" | "text";
  readonly type?: string;
  readonly key?: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly nodes?: readonly JsonNode[];
  readonly fragments?: readonly JsonNode[];
  /** The name of a fragment. */
  readonly fragment?: string;
  readonly leaves?: readonly JsonLeaf[];
  readonly isVoid?: boolean;
  /** Marks around an inline that is no text. */
  readonly marks?: readonly JsonMark[];
  /** The label of an annotation's footnote. */
  readonly label?: string;
  /** Fields of `data` that the format asks for and the text does not say: they have the value that this means. */
  readonly unsaid?: readonly string[];
  /** What a field of `data` is in the text, where the format has fewer words for it. */
  readonly said?: string;
}

export interface JsonDocument {
  readonly object: "document";
  readonly data: Readonly<Record<string, unknown>>;
  readonly nodes: readonly JsonNode[];
}
