/** A page body as the document of the API. */
import type { Document } from "../markdown/document.ts";
import type { JsonBlock, JsonDocument } from "./shapes.ts";
import { writeBlocks } from "./writeBlocks.ts";
import { ownBlock, NodeWriting } from "./writing.ts";

/**
 * The document of a body: every block with its id as the key, everything that the dialect knows said in the format's
 * own nodes, or in fields beside. `fromDocument` makes an equal body of it. Addresses that run code are left out.
 */
export function toDocument(document: Document): JsonDocument {
  const writing = new NodeWriting(document, writeBlocks);
  const nodes = writeBlocks(document.children, writing);
  return { object: "document", data: {}, nodes: [...nodes, ...unused(writing)] };
}

/** Footnotes that nothing refers to say something, too. */
function unused(writing: NodeWriting): JsonBlock[] {
  const nodes: JsonBlock[] = [];
  for (const footnote of writing.unused()) {
    const body = writing.footnote(footnote.label);
    nodes.push(ownBlock("footnote", { label: footnote.label }, body));
  }
  return nodes;
}
