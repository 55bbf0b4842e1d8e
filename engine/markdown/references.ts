/** Every destination a page has: what it links to, shows, includes and embeds. */
import { ownInlines } from "./blockText.ts";
import type { Block, Destination, Document } from "./document.ts";
import { eachDestination } from "./inlineDestinations.ts";
import { walkBlocks } from "./walk.ts";

export type ReferenceKind =
  | "link"
  | "image"
  | "file"
  | "contentRef"
  | "include"
  | "embed"
  | "openapi"
  | "cover"
  | "card";

/** `start` and `end` are where the destination is written, without its delimiters. */
export interface Reference extends Destination {
  readonly kind: ReferenceKind;
  /** Position of the top-level block it is in. */
  readonly block: number;
}

/** The references of a document, in the order of the source. */
export function references(document: Document): Reference[] {
  const found = new Map<number, Reference>();
  for (const { block, path } of walkBlocks(document)) {
    const add = (kind: ReferenceKind, destination: Destination | undefined): void => {
      if (destination === undefined || found.has(destination.start)) return;
      const { url, start, end, syntax, quote } = destination;
      found.set(start, { kind, url, start, end, syntax, quote, block: path[0]! });
    };
    addOwn(block, add);
    for (const nodes of ownInlines(block))
      eachDestination(nodes, (destination, use) => add(use, destination));
  }
  return [...found.values()].toSorted((a, b) => a.start - b.start);
}

type Add = (kind: ReferenceKind, destination: Destination | undefined) => void;

const ownKinds: Partial<Record<Block["type"], ReferenceKind>> = {
  definition: "link",
  embed: "embed",
  contentRef: "contentRef",
  file: "file",
  include: "include",
  openapiOperation: "openapi",
  openapiSchemas: "openapi",
};

function addOwn(block: Block, add: Add): void {
  const kind = ownKinds[block.type];
  if (kind !== undefined && "destination" in block) add(kind, block.destination);
  if (block.type === "html") {
    for (const one of block.destinations) add(one.attribute === "href" ? "link" : "image", one);
  }
  if (block.type === "figure") {
    for (const image of block.images) {
      add("link", image.link);
      add("image", image.dark);
      add("image", image.destination);
    }
  }
  if (block.type === "cards") {
    for (const card of block.cards) {
      add("card", card.target);
      add("cover", card.cover);
      add("cover", card.coverDark);
    }
    for (const other of block.others) add("link", other);
  }
}
