/** Every destination a page has: what it links to, shows, includes and embeds. */
import { ownDestinations, ownInlines } from "./anatomy.ts";
import type { Destination, Document, ReferenceKind } from "./document.ts";
import { eachDestination } from "./inlineDestinations.ts";
import { walkBlocks } from "./walk.ts";

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
    for (const [kind, destination] of ownDestinations(block)) add(kind, destination);
    for (const nodes of ownInlines(block))
      eachDestination(nodes, (destination, use) => add(use, destination));
  }
  return [...found.values()].toSorted((a, b) => a.start - b.start);
}
