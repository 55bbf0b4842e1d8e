/** Texts of pages and comments at the edge: as Markdown, or as the document of the API. */
import { Type } from "typebox";
import { fromDocument } from "../../engine/document/fromDocument.ts";
import { toDocument } from "../../engine/document/toDocument.ts";
import { parse } from "../../engine/markdown/parse.ts";
import { workOnText } from "../content/textWork.ts";
import { WorkerFailed } from "../ports/worker.ts";
import { LARGEST_DOCUMENT } from "../workers/textWork.ts";
import { invalidField, tooLarge } from "./errors.ts";
import { WrittenJson } from "./writtenJson.ts";

export const FORMATS = ["markdown", "document"] as const;
export type Format = (typeof FORMATS)[number];

/** The query field of what is answered with texts. */
export const formatQuery = Type.Optional(
  Type.Enum([...FORMATS], { description: "The format of texts. The default is markdown." }),
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
    throw invalidField(`${path}/document`, "can't be sent together with markdown: send one of them.");
  const read = fromDocument(document, parse(current).document);
  const [problem] = read.problems;
  if (problem !== undefined) throw invalidField(`${path}/document${problem.path}`, problem.message);
  if (read.markdown.length <= maxLength) return read.markdown;
  throw invalidField(`${path}/document`, `is too long: at most ${maxLength} characters as Markdown.`);
}

/** A short text as it is answered, such as a comment. */
export function answerText(markdown: string, format: Format | undefined) {
  return format === "document" ? { document: toDocument(parse(markdown).document) } : { markdown };
}

/**
 * The document of a text of any length.
 * @param included texts of reusable contents that stand in it, by their ids; without it they stay references
 * @param organization whose text it is
 * @throws 413 when it takes too much to be made, or is too large to be sent
 */
export async function documentOf(
  organization: string,
  text: string,
  included?: ReadonlyMap<string, string>,
): Promise<WrittenJson> {
  const bytes = await workOnText(organization, "document", { text, included }).catch((error: unknown) => {
    if (error instanceof WorkerFailed && error.reason === "memory") return undefined;
    throw error;
  });
  if (bytes !== undefined) return new WrittenJson(bytes);
  const most = LARGEST_DOCUMENT / 1_000_000;
  throw tooLarge(`The document of this text is larger than ${most} MB as JSON. Ask for its Markdown.`);
}
