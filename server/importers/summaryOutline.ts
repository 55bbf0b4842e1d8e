import type { JsonObject } from "../../engine/json.ts";
import { dialectAnchorOf } from "../../engine/markdown/anchors.ts";
import type { LinkLookup, LinkTarget } from "./linkTargets.ts";
import { findTarget, leadsOutside } from "./linkTargets.ts";
import type { OutlineNode } from "./outline.ts";
import { slugOf, slugOfPath } from "./pageNames.ts";
import type { SummaryNode } from "./summary.ts";
import { jsonObjectOf } from "./yamlText.ts";

interface Listing {
  readonly lookup: LinkLookup;
  /** Files that links are relative to, in the order tried: the table of contents, then the content's folder. */
  readonly bases: readonly string[];
  readonly listed: Set<string>;
  readonly problem: (message: string) => void;
}

/**
 * The page tree that a table of contents stands for. An item is a page when it names a page's file without an
 * anchor for the first time; any other destination makes a link page, none at all a page without text.
 * @param from the table of contents' own path
 * @param lookup finds page files (`key` being their path) and other files
 */
export function summaryOutline(
  nodes: readonly SummaryNode[],
  from: string,
  lookup: LinkLookup,
  problem: (message: string) => void,
): OutlineNode[] {
  const atRoot = lookup.root === "" ? "SUMMARY.md" : `${lookup.root}/SUMMARY.md`;
  const listing: Listing = { lookup, bases: [...new Set([from, atRoot])], listed: new Set(), problem };
  return nodes.flatMap((node) => outlineNode(listing, node, ""));
}

function outlineNode(listing: Listing, node: SummaryNode, above: string): OutlineNode[] {
  const { lookup } = listing;
  const { fields } = node;
  const slug = slugIn(fields);
  const title = text(fields?.get("title")) ?? node.title;
  // What has no file is known by its place and its name.
  const key = `${above}#${slug ?? node.anchor ?? slugOf(node.title)}`;
  const children = (): OutlineNode[] => node.children.flatMap((child) => outlineNode(listing, child, key));
  if (node.kind === "group") {
    const own = slug ?? (node.anchor === undefined ? groupSlug(node.title) : slugOf(node.anchor));
    const named = {
      title,
      ...calledIn(fields),
      ...slugged(own),
      ...(fields === undefined ? {} : { fields }),
    };
    return [{ type: "group", key, ...named, children: children() }];
  }
  if (node.kind === "computed") return [computedNode(node, key, children())];
  const { destination } = node;
  const target = destination === undefined ? undefined : locate(listing, destination);
  if (target?.kind === "page" && isListing(listing, node, target.key)) {
    listing.listed.add(target.key);
    const own = slug ?? slugOfPath(belowRoot(lookup, target.key));
    return [
      {
        type: "document",
        key: target.key,
        path: target.key,
        title: node.title,
        ...(node.linkTitle === undefined ? {} : { linkTitle: node.linkTitle }),
        slug: own,
        children: children(),
      },
    ];
  }
  const named = { title, ...calledIn(fields), ...slugged(slug), ...(fields === undefined ? {} : { fields }) };
  const reference = fields?.get("target");
  if (destination === undefined && isObject(reference)) {
    return linkNodes(listing, node, { type: "link", key, ...named, reference, children: [] }, children());
  }
  if (destination === undefined || (target === undefined && !keepsLink(node, destination))) {
    if (destination !== undefined) {
      listing.problem(`line ${node.line} lists ${destination.slice(0, 200)}, which is not there`);
      if (node.children.length === 0) return [];
    }
    return [{ type: "document", key, title: node.title, ...slugged(slug), children: children() }];
  }
  return linkNodes(
    listing,
    node,
    { type: "link", key, ...named, href: destination, children: [] },
    children(),
  );
}

/** The slug that GitBook makes of a group's title, which keeps dots: what it prints into a file is there already. */
function groupSlug(title: string): string | undefined {
  const anchor = dialectAnchorOf(title)?.replace(/^id-(?=\d)/, "");
  return anchor === undefined ? undefined : slugOf(anchor);
}

/** A link page, followed by what is nested in it: a link holds no pages. */
function linkNodes(
  listing: Listing,
  { line }: SummaryNode,
  link: OutlineNode,
  children: OutlineNode[],
): OutlineNode[] {
  if (children.length > 0) listing.problem(`line ${line} is a link, so the pages in it follow it instead`);
  return [link, ...children];
}

/** A file's path within the content: the README at its top is not named after the folder it happens to be in. */
function belowRoot(lookup: LinkLookup, path: string): string {
  const prefix = `${lookup.root}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}

function computedNode(node: SummaryNode, key: string, children: OutlineNode[]): OutlineNode {
  const page = node.yaml?.get("page");
  const fields = new Map(page instanceof Map ? (page as ReadonlyMap<string, unknown>) : []);
  const kind = text(node.yaml?.get("type"))?.split(":").at(-1);
  const title = text(fields.get("title")) ?? (node.title || kind || "");
  const computed = jsonObjectOf(new Map([...(node.yaml ?? [])].filter(([name]) => name !== "page")));
  return {
    type: "computed",
    key: `${key}:${title}`,
    title,
    ...calledIn(fields),
    ...slugged(slugIn(fields)),
    computed,
    fields,
    children,
  };
}

/** Whether an item stands for the page itself, and does not only link to it. */
function isListing(listing: Listing, node: SummaryNode, key: string): boolean {
  const { destination = "", fields } = node;
  return fields?.get("type") !== "link" && !destination.includes("#") && !listing.listed.has(key);
}

/** Whether a destination without a file is kept as a link: it leads elsewhere, or was printed as a link. */
function keepsLink(node: SummaryNode, destination: string): boolean {
  return leadsOutside(destination) || node.fields?.get("type") === "link";
}

function locate(listing: Listing, destination: string): LinkTarget | undefined {
  if (leadsOutside(destination)) return undefined;
  for (const base of listing.bases) {
    const found = findTarget(listing.lookup, base, destination);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The slug that the fields name, made one if it is none: a table of contents is as little trusted as its names. */
function slugIn(fields: ReadonlyMap<string, unknown> | undefined): string | undefined {
  const slug = text(fields?.get("slug"));
  return slug === undefined ? undefined : slugOf(slug);
}

/** What navigation calls it: of what is no text, the fields say so. */
function calledIn(fields: ReadonlyMap<string, unknown> | undefined): { linkTitle?: string } {
  const linkTitle = text(fields?.get("linkTitle"));
  return linkTitle === undefined ? {} : { linkTitle };
}

function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

function slugged(slug: string | undefined): { slug?: string } {
  return slug === undefined ? {} : { slug };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
