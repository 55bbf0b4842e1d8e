/** The document of the API as a page body. */
import type { Document } from "../markdown/document.ts";
import { printBlocks } from "./print.ts";
import { readBlocks } from "./readBlocks.ts";
import { type DocumentProblem, own, Reader } from "./reader.ts";
import { Reading } from "./reading.ts";
import { WrittenBlocks } from "./writtenBlocks.ts";

export type { DocumentProblem } from "./reader.ts";

export interface ReadDocument {
  readonly markdown: string;
  /** What could not be read, each with its place; the rest is in the Markdown all the same. */
  readonly problems: readonly DocumentProblem[];
}

/**
 * The Markdown of a document, whatever was sent as one. Never throws: what is no document, too deep, too much or an
 * address that runs code is a problem with its path, and left out.
 * @param current what it takes the place of: blocks that are in it unchanged are as they are written there
 */
export function fromDocument(sent: unknown, current?: Document): ReadDocument {
  const reader = new Reader();
  const record = reader.record(sent, "");
  if (record === undefined) return { markdown: "", problems: reader.problems };
  if (own(record, "object") !== "document") reader.problem("/object", "must be document.");
  if (!Array.isArray(own(record, "nodes"))) reader.problem("/nodes", "must be the list of blocks.");
  const reading = new Reading(reader, readBlocks, current && new WrittenBlocks(current));
  const blocks = readBlocks(record, "", reading);
  return { markdown: printBlocks([...blocks, ...reading.footnotes()]), problems: reader.problems };
}
