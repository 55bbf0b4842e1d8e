/** What a text links to, and the same text with its destinations written by id. */
import { brokenTarget, type LinkTargets, namedTarget, selfTarget, urlTarget } from "../page.ts";
import { atOnce } from "../steps.ts";
import { changedBlocks } from "./changedBlocks.ts";
import type { Block, Document, Range } from "./document.ts";
import { parse } from "./parse.ts";
import { type Reference, references } from "./references.ts";
import { rewriteReferences } from "./rewriteLinks.ts";
import { resolveTarget } from "./targets.ts";
import { walkBlocks } from "./walk.ts";

/** What a destination is found to mean. */
export interface LinkMeaning {
  /** The address by id, where it differs from what was sent. */
  readonly stored?: string;
  /** What the link counts as. */
  readonly target?: string | undefined;
}

/** A text with its destinations written by id, and what it links to. */
export interface TextByIds {
  readonly text: string;
  readonly targets: LinkTargets;
}

/** The destinations of a document, each once, in the order of the source. */
export function destinationsIn(document: Document): string[] {
  return [...new Set(references(document).map(({ url }) => url))];
}

/**
 * The text of a document with the destinations that were resolved.
 * @param former texts that it was made of: destinations in blocks that one of them has stay as they are written
 */
export function linkText(
  document: Document,
  resolved: ReadonlyMap<string, LinkMeaning>,
  former: readonly string[],
): TextByIds {
  const found = references(document);
  const isNamed = found.some(({ url }) => resolved.get(url)?.stored !== undefined);
  const isNew = isNamed ? newIn(document, former) : () => true;
  const text = rewriteReferences(document, (one) => (isNew(one) ? resolved.get(one.url)?.stored : undefined));
  const targets = countTargets(document, found, (one) =>
    isNew(one) ? resolved.get(one.url)?.target : targetOf(one.url),
  );
  return { text, targets };
}

/** Tells of references of a text whether they are in blocks that none of its former texts has. */
function newIn(document: Document, former: readonly string[]): (reference: Reference) => boolean {
  const changed = [...new Set(former)].map((text) => atOnce(changedBlocks(text, document)));
  return ({ start }) => changed.every((ranges) => isWithin(ranges, start));
}

/** Whether an offset is in one of some ranges, which stand in order and apart. */
function isWithin(ranges: readonly Range[], offset: number): boolean {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ranges[middle]!.end <= offset) low = middle + 1;
    else high = middle;
  }
  return ranges[low] !== undefined && ranges[low]!.start <= offset;
}

/** Addresses of one body that are told among its links; a list of more is no text any more. */
const MOST_ADDRESSES = 5000;

/** What a document links to, by what its addresses and its blocks name. */
function countTargets(
  document: Document,
  found: readonly Reference[],
  targetOfOne: (reference: Reference) => string | undefined,
): LinkTargets {
  const counts = new Map<string, number>();
  const count = (target: string | undefined): void => {
    if (target === undefined) return;
    if (!counts.has(target) && counts.size >= MOST_ADDRESSES && target.startsWith("url:")) return;
    counts.set(target, (counts.get(target) ?? 0) + 1);
  };
  for (const one of found) count(targetOfOne(one));
  for (const { block } of walkBlocks(document)) count(specOf(block));
  return Object.fromEntries(counts);
}

/** The specification that a block is made from, by its slug. */
export function specOf(block: Block): string | undefined {
  const isMade = block.type === "openapiOperation" || block.type === "openapiSchemas";
  return isMade && block.spec ? `openapi:${block.spec.slice(0, 200)}` : undefined;
}

/** The targets of a body whose destinations are by id already. */
export function targetsOf(body: string): LinkTargets {
  const { document } = parse(body);
  return countTargets(document, references(document), ({ url }) => targetOf(url));
}

/** What a stored address links to; undefined for what is none: nothing, or the bytes themselves. */
export function targetOf(url: string): string | undefined {
  const target = resolveTarget(url);
  switch (target.kind) {
    case "page":
      return namedTarget("page", target.page, target.anchor);
    case "file":
      return namedTarget("file", target.file);
    case "reusable":
      return namedTarget("reusable", target.reusable);
    case "space": {
      const { space, thing, anchor } = target;
      return thing === undefined
        ? `space:${space}`
        : `space:${space}/${namedTarget(thing.kind, thing.id, anchor)}`;
    }
    case "path":
      return brokenTarget(url);
    case "anchor":
      return target.anchor === "" ? undefined : selfTarget(target.anchor);
    case "external":
      return target.scheme === "data" ? undefined : urlTarget(url.trim());
    case "empty":
      return undefined;
    default:
      return target satisfies never;
  }
}
