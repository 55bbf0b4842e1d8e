/** Markdown as a person sent it, made into what is stored: destinations inside the space become addresses by id. */
import type { BodyInput } from "../../engine/batch.ts";
import { changedBlocks } from "../../engine/markdown/changedBlocks.ts";
import type { Block, Document, Range } from "../../engine/markdown/document.ts";
import { splitPage } from "../../engine/markdown/frontMatter.ts";
import type { PageMeta } from "../../engine/markdown/pageMeta.ts";
import { parse, parseSteps } from "../../engine/markdown/parse.ts";
import { type Reference, references } from "../../engine/markdown/references.ts";
import { rewriteReferences } from "../../engine/markdown/rewriteLinks.ts";
import { resolveTarget } from "../../engine/markdown/targets.ts";
import { walkBlocks } from "../../engine/markdown/walk.ts";
import { brokenTarget, namedTarget, selfTarget, urlTarget } from "../../engine/page.ts";
import type { LinkTargets } from "../../engine/page.ts";
import { inSteps } from "../../engine/steps.ts";
import { openPace } from "../turns/pace.ts";

/** Finds what a path names, seen from the page that links to it. */
export interface PathLookup {
  /** The id of the page at a path, or undefined. `from` is the address of the linking page's folder. */
  page(path: string): Promise<string | undefined>;
  /** The id of the file that a path names, or undefined. */
  file(path: string): Promise<string | undefined>;
  /** The id of the reusable content that a path names, or undefined. */
  reusable?(path: string): Promise<string | undefined>;
  hasPage(id: string): Promise<boolean>;
  hasFile(id: string): Promise<boolean>;
  hasReusable(id: string): Promise<boolean>;
}

interface StoredPage {
  readonly meta: PageMeta;
  readonly body: BodyInput;
  /** Destinations that mean nothing in the space; they stay as they were sent. */
  readonly broken: readonly string[];
}

/**
 * A whole page: front matter and leading title become fields, the rest its body.
 * @param title that the page is given beside it: a leading heading that says another stays in the text
 */
export async function storePage(markdown: string, lookup: PathLookup, title?: string): Promise<StoredPage> {
  const { meta, body } = splitPage(markdown, title);
  const stored = await storeBody(body, lookup);
  return { meta, ...stored };
}

/**
 * A body alone.
 * @param former texts that it was made of: destinations in blocks that one of them has stay as they are written
 */
export async function storeBody(
  markdown: string,
  lookup: PathLookup,
  former: readonly string[] = [],
): Promise<{ readonly body: BodyInput; readonly broken: readonly string[] }> {
  const { document } = await inSteps(parseSteps(markdown), openPace());
  const found = references(document);
  const addresses = new Map<string, Resolved>();
  for (const { url } of found) {
    if (!addresses.has(url)) addresses.set(url, await resolve(url, lookup));
  }
  const isNamed = found.some(({ url }) => addresses.get(url)?.stored !== undefined);
  const isNew = isNamed ? await newIn(document, former) : () => true;
  const text = rewriteReferences(document, (one) =>
    isNew(one) ? addresses.get(one.url)?.stored : undefined,
  );
  const broken = [...addresses].flatMap(([url, { target }]) => (target?.startsWith("broken:") ? [url] : []));
  const targets = countTargets(document, found, (one) =>
    isNew(one) ? addresses.get(one.url)?.target : targetOf(one.url),
  );
  return { body: { text, targets }, broken };
}

/** Tells of references of a text whether they are in blocks that none of its former texts has. */
async function newIn(
  document: Document,
  former: readonly string[],
): Promise<(reference: Reference) => boolean> {
  const changed: Range[][] = [];
  for (const text of new Set(former)) changed.push(await inSteps(changedBlocks(text, document), openPace()));
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

interface Resolved {
  /** The address by id, where it differs from what was sent. */
  readonly stored?: string;
  /** What the link counts as. */
  readonly target?: string | undefined;
}

async function resolve(url: string, lookup: PathLookup): Promise<Resolved> {
  const target = resolveTarget(url);
  const anchor = "anchor" in target ? target.anchor : undefined;
  switch (target.kind) {
    case "page": {
      // Both forms are accepted: `/pages/<id>`, and `/pages/<slug path>`, which becomes the first.
      const id = (await lookup.hasPage(target.page)) ? target.page : await lookup.page(`/${target.page}`);
      return id === undefined ? { target: brokenTarget(url) } : named("pages", "page", id, url, anchor);
    }
    case "file":
      return (await lookup.hasFile(target.file))
        ? named("files", "file", target.file, url)
        : { target: brokenTarget(url) };
    case "reusable":
      return (await lookup.hasReusable(target.reusable))
        ? named("reusable", "reusable", target.reusable, url)
        : { target: brokenTarget(url) };
    case "path": {
      const file = await lookup.file(target.path);
      if (file !== undefined) return named("files", "file", file, url);
      const shared = await lookup.reusable?.(target.path);
      if (shared !== undefined) return named("reusable", "reusable", shared, url);
      const page = await lookup.page(target.path.replace(/^\/pages(?=\/)/, ""));
      return page === undefined ? { target: brokenTarget(url) } : named("pages", "page", page, url, anchor);
    }
    case "space":
    case "external":
    case "anchor":
    case "empty":
      return { target: targetOf(url) };
    default:
      return target satisfies never;
  }
}

type Kind = "page" | "file" | "reusable";

function named(folder: string, kind: Kind, id: string, url: string, anchor?: string): Resolved {
  const stored = `/${folder}/${id}${/[?#].*$/s.exec(url)?.[0] ?? ""}`;
  return { target: namedTarget(kind, id, anchor), ...(stored === url ? {} : { stored }) };
}

/** Addresses of one body that are told among its links; a list of more is no text any more. */
const MOST_ADDRESSES = 5000;

/** What a document links to, by what its addresses and its blocks name. */
function countTargets(
  document: Document,
  found: readonly Reference[],
  targetOf: (reference: Reference) => string | undefined,
): LinkTargets {
  const counts = new Map<string, number>();
  const count = (target: string | undefined): void => {
    if (target === undefined) return;
    if (!counts.has(target) && counts.size >= MOST_ADDRESSES && target.startsWith("url:")) return;
    counts.set(target, (counts.get(target) ?? 0) + 1);
  };
  for (const one of found) count(targetOf(one));
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
