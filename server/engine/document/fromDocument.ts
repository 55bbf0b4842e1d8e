/** The document of the API as a page body. */
import { printBlocks } from "./print.ts";
import { readBlocks } from "./readBlocks.ts";
import { type DocumentProblem, own, Reader } from "./reader.ts";
import { Reading } from "./reading.ts";

export type { DocumentProblem } from "./reader.ts";

export interface ReadDocument {
  readonly markdown: string;
  /** What could not be read, each with its place; the rest is in the Markdown all the same. */
  readonly problems: readonly DocumentProblem[];
}

/**
 * The Markdown of a document, whatever was sent as one. Never throws: what is no document, too deep, too much or an
 * address that runs code is a problem with its path, and left out.
 */
export function fromDocument(sent: unknown): ReadDocument {
  const reader = new Reader();
  const record = reader.record(sent, "");
  if (record === undefined) return { markdown: "", problems: reader.problems };
  if (own(record, "object") !== "document") reader.problem("/object", "must be document.");
  if (!Array.isArray(own(record, "nodes"))) reader.problem("/nodes", "must be the list of blocks.");
  const reading = new Reading(reader, readBlocks);
  const blocks = readBlocks(record, "", reading);
  return { markdown: printBlocks([...blocks, ...reading.footnotes()]), problems: reader.problems };
}
