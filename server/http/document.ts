/** Texts of pages and comments at the edge: as Markdown, or as the document of the API. */
import { Type } from "typebox";
import { fromDocument } from "../../engine/document/fromDocument.ts";
import type { JsonDocument } from "../../engine/document/shapes.ts";
import { toDocument } from "../../engine/document/toDocument.ts";
import { parse } from "../../engine/markdown/parse.ts";
import { invalidField } from "./errors.ts";
import { named } from "./named.ts";

export const FORMATS = ["markdown", "document"] as const;
export type Format = (typeof FORMATS)[number];

/** The query field of what is answered with texts. */
export const formatQuery = Type.Optional(
  Type.Enum([...FORMATS], { description: "How texts are told, markdown unless said." }),
);

/** The document of the API in a body or an answer. What it has in it is read by `readText`. */
export const DocumentShape = named(
  "JSONDocument",
  Type.Any({
    description:
      "The text as JSON: `{ object: document, data: {}, nodes: [blocks] }`, as `format=document` answers it. Either " +
      "this or `markdown`.",
  }),
);

/** A text as requests have it: one of the two. */
export interface SentText {
  readonly markdown?: string;
  readonly document?: unknown;
}

/**
 * The Markdown of a sent text; undefined when there is none.
 * @param path of the text in the body, as a JSON pointer
 * @param maxLength of the Markdown, in UTF-16 code units
 * @param current what the text takes the place of: its blocks stay as written where the document has them unchanged
 * @throws 400 naming the block or field that is no part of a document
 */
export function readText(
  { markdown, document }: SentText,
  path: string,
  maxLength: number,
  current = "",
): string | undefined {
  if (document === undefined) return markdown;
  if (markdown !== undefined)
    throw invalidField(`${path}/document`, "can't stand beside markdown: send one of them.");
  const read = fromDocument(document, parse(current).document);
  const [problem] = read.problems;
  if (problem !== undefined) throw invalidField(`${path}/document${problem.path}`, problem.message);
  if (read.markdown.length <= maxLength) return read.markdown;
  throw invalidField(`${path}/document`, `is too long: at most ${maxLength} characters as Markdown.`);
}

/** A text as it is answered. */
export function answerText(markdown: string, format: Format | undefined) {
  return format === "document" ? { document: documentOf(markdown) } : { markdown };
}

/** The document of a text. */
export function documentOf(markdown: string): JsonDocument {
  return toDocument(parse(markdown).document);
}
