/**
 * The text of comments and replies: Markdown in the dialect of pages, kept as it was sent. It is data all the way; only
 * who shows it makes HTML of it, and then with the engine's `markdown/html`, the one place that sanitises.
 */
import { invalidField } from "../../http/errors.ts";

/** A body as requests have it. */
export interface SentBody {
  readonly markdown?: string;
  readonly document?: unknown;
}

export type BodyFormat = "markdown" | "document";

/** The Markdown of a sent body. @throws 400 naming the field when there is none */
export function readBody({ markdown, document }: SentBody): string {
  if (document !== undefined) {
    throw invalidField("/body/document", "is not supported yet; send markdown instead.");
  }
  if (markdown === undefined) throw invalidField("/body/markdown", "is required.");
  if (markdown.trim() === "") throw invalidField("/body/markdown", "must say something.");
  return markdown;
}

/** A body as it is answered. @throws 400 for a format that there is not */
export function presentBody(markdown: string, format: BodyFormat | undefined) {
  refuseFormat(format);
  return { markdown };
}

/** @throws 400 for a format that there is not: before anything is written or looked for */
export function refuseFormat(format: BodyFormat | undefined): void {
  if (format === "document") {
    throw invalidField("/format", "document is not supported yet; leave it out for markdown.");
  }
}
