import type { JsonObject } from "../../engine/json.ts";

/** A page of the tree to be, before its file is read: what a table of contents or the folders say about it. */
export interface OutlineNode {
  readonly type: "document" | "group" | "link" | "computed";
  /** Unique in the source and the same at each import: the file's path, where there is a file. */
  readonly key: string;
  /** The file of a document; absent for one that has no text of its own. */
  readonly path?: string;
  /** Counts when the file has no title itself. */
  readonly title: string;
  /** What navigation calls it, where a table of contents says that beside its title. */
  readonly linkTitle?: string;
  /** What the navigation of another tool calls it: a link title where its own title is another. */
  readonly label?: string;
  /** Decides when given; else it comes from the title. */
  readonly slug?: string;
  /** Where a link page leads, as written in the table of contents. */
  readonly href?: string;
  /** The same as a content reference, for what no destination can say. */
  readonly reference?: JsonObject;
  /** What computes a computed page. */
  readonly computed?: JsonObject;
  /** Metadata of a page that has no front matter to keep it in. */
  readonly fields?: ReadonlyMap<string, unknown>;
  readonly children: readonly OutlineNode[];
}

/** An outline's node on its way into the plan; parents come before their children. */
export interface PlacedNode {
  readonly node: OutlineNode;
  /** Index of the parent in the list, undefined at the top. */
  readonly parent: number | undefined;
}

/**
 * Lists an outline depth first. A node deeper than `depth` levels becomes a sibling of its parent (`raised` hears of
 * it); nodes beyond `pages` are left out (`dropped` hears of them). Folders are counted apart and as many may come: who is
 * told that 10,000 pages may come counts files.
 */
export function placeNodes(
  outline: readonly OutlineNode[],
  limits: { readonly pageDepth: number; readonly pages: number },
  on: { readonly raised: (node: OutlineNode) => void; readonly dropped: (node: OutlineNode) => void },
): PlacedNode[] {
  const placed: PlacedNode[] = [];
  const counted = { pages: 0, folders: 0 };
  // A list of what is left, last first, instead of recursion: an outline may be thousands of levels deep.
  const left = outline
    .toReversed()
    .map((node) => ({ node, parent: undefined as number | undefined, depth: 1 }));
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const { node, parent, depth } = next;
    const kind = node.path === undefined && node.children.length > 0 ? "folders" : "pages";
    if (counted[kind] >= limits.pages) {
      on.dropped(node);
      continue;
    }
    counted[kind] += 1;
    const raise = depth >= limits.pageDepth;
    const index = placed.push({ node, parent }) - 1;
    for (const child of node.children.toReversed()) {
      if (raise) on.raised(child);
      left.push(raise ? { node: child, parent, depth } : { node: child, parent: index, depth: depth + 1 });
    }
  }
  return placed;
}
