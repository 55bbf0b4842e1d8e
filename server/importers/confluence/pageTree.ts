/** The tree that the pages of a Confluence space have there. */
import type { OutlineNode } from "../outline.ts";
import type { ExportedObject } from "./entities.ts";

export const titleOf = ({ values }: ExportedObject): string =>
  (values.get("title") ?? "").trim() || "Untitled";

interface GrowingNode extends OutlineNode {
  readonly children: GrowingNode[];
}

/** Pages below those that they have above them there, by their positions; posts of the blog come last. */
export function outlineOf(
  pages: ReadonlyMap<string, ExportedObject>,
  home: string | undefined,
): OutlineNode[] {
  const place = ({ id, type, values }: ExportedObject): number => {
    if (id === home) return -1;
    const position = Number(values.get("position") || Number.NaN);
    return (type === "BlogPost" ? 2e12 : 0) + (Number.isFinite(position) ? position : 1e12);
  };
  const nodes = new Map<string, GrowingNode>();
  for (const page of [...pages.values()].toSorted((a, b) => place(a) - place(b))) {
    const path = `pages/${page.id}.md`;
    nodes.set(page.id, { type: "document", key: path, path, title: titleOf(page), children: [] });
  }
  const parentOf = (id: string): string => pages.get(id)?.references.get("parent") ?? "";
  const highest = lastOfCircles([...nodes.keys()], parentOf);
  const top: OutlineNode[] = [];
  for (const [id, node] of nodes) {
    const above = highest.has(id) ? undefined : nodes.get(parentOf(id));
    (above?.children ?? top).push(node);
  }
  return top;
}

/** The last page of each circle, which goes to the top: each page is walked over twice at most. */
function lastOfCircles(ids: readonly string[], parentOf: (id: string) => string): ReadonlySet<string> {
  const order = new Map(ids.map((id, index) => [id, index]));
  /** The walk that came by each page, named by where it began. */
  const seen = new Map<string, string>();
  const last = new Set<string>();
  for (const start of ids) {
    let id = start;
    for (; order.has(id) && !seen.has(id); id = parentOf(id)) seen.set(id, start);
    // An earlier walk has looked at what is above already.
    if (seen.get(id) !== start) continue;
    let latest = id;
    for (let next = parentOf(id); next !== id; next = parentOf(next))
      if ((order.get(next) ?? 0) > (order.get(latest) ?? 0)) latest = next;
    last.add(latest);
  }
  return last;
}
