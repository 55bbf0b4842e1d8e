/** The destinations within inline nodes, with what each is for. */
import type { Destination, Inline } from "./document.ts";

type InlineUse = "link" | "image";

/** Calls `found` for every destination in the nodes, in the order of the source. */
export function eachDestination(
  nodes: readonly Inline[],
  found: (destination: Destination, use: InlineUse) => void,
): void {
  for (const node of nodes) {
    // A link's own address is written before its text when it is HTML, after it when it is Markdown.
    const before = "destination" in node && node.destination?.syntax === "html";
    if (before) found(node.destination!, node.type === "image" ? "image" : "link");
    if ("children" in node) eachDestination(node.children, found);
    if (node.type === "image" && node.dark !== undefined) found(node.dark, "image");
    if (node.type === "html") {
      for (const one of node.destinations) found(one, one.attribute === "href" ? "link" : "image");
    }
    if (!before && "destination" in node && node.destination !== undefined)
      found(node.destination, node.type === "image" ? "image" : "link");
  }
}

/** The destinations of the nodes, in the order of the source. */
export function inlineDestinations(nodes: readonly Inline[]): Destination[] {
  const all: Destination[] = [];
  eachDestination(nodes, (destination) => all.push(destination));
  return all;
}
