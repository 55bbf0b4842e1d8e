/**
 * The text of comments and replies: Markdown in the dialect of pages, kept as it was sent. It is data all the way; only
 * who shows it makes HTML of it, and then with the engine's `markdown/html`, the one place that sanitises.
 */
import { answerText, type Format, readText, type SentText } from "../../http/document.ts";
import { invalidField } from "../../http/errors.ts";

/** How long a comment or a reply may be, in characters of Markdown. */
export const BODY_MAX = 10_000;

export type BodyFormat = Format;

/** The Markdown of a sent body. @throws 400 naming the field when there is none, or what of a document is none */
export function readBody(sent: SentText): string {
  const markdown = readText(sent, "/body", BODY_MAX);
  if (markdown === undefined) throw invalidField("/body/markdown", "is required.");
  const field = sent.document === undefined ? "markdown" : "document";
  if (markdown.trim() === "") throw invalidField(`/body/${field}`, "must not be empty.");
  return markdown;
}

/** A body as it is answered. */
export function presentBody(markdown: string, format: BodyFormat | undefined) {
  return answerText(markdown, format);
}
