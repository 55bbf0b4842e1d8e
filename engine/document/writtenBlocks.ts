/** Blocks of a body as they are written, for those that a document has unchanged. */
import { blocks } from "../markdown/blockIds.ts";
import type { Document } from "../markdown/document.ts";
import { parse } from "../markdown/parse.ts";
import { type JsonRecord, own } from "./reader.ts";
import { isSame } from "./sameNodes.ts";
import { toDocument } from "./toDocument.ts";

export class WrittenBlocks {
  private readonly sources = new Map<string, string>();

  constructor(document: Document) {
    for (const { id, path, start, end } of blocks(document)) {
      if (path.length === 1) this.sources.set(id, document.source.slice(start, end));
    }
  }

  /** The source of the block that a node names as its key; undefined when the node says anything else. */
  sourceOf(node: JsonRecord): string | undefined {
    const key = own(node, "key");
    const source = typeof key === "string" ? this.sources.get(key) : undefined;
    if (source === undefined) return undefined;
    // By itself the source may mean something else: a line that was indented, a reference to what is elsewhere. One that
    // was open to the end of the page, such as a fence, would take in what follows now.
    const { nodes } = toDocument(parse(`${source}\n\nNext.`).document);
    return nodes.length === 2 && nodes.some((one) => isSame(one, node)) ? source : undefined;
  }
}
