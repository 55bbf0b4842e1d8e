/** Anchors of headings, until the dialect gives its own. */
import type { Block, Document, Heading } from "../document.ts";
export function headingAnchors(document: Document): Map<Heading, string> {
  const map = new Map<Heading, string>();
  const seen = new Map<string, number>();
  const walk = (blocks: readonly Block[]): void => {
    for (const b of blocks) {
      if (b.type === "heading") {
        let t = b.children
          .map((c) => ("text" in c ? c.text : ""))
          .join("")
          .toLowerCase()
          .replace(/[^\p{L}\p{N}_ -]/gu, "")
          .trim()
          .replace(/ /g, "-");
        const n = seen.get(t) ?? 0;
        seen.set(t, n + 1);
        if (n > 0) t += `-${n}`;
        map.set(b, b.id ?? t);
      } else if ("children" in b && b.type !== "paragraph" && b.type !== "contentRef")
        walk(b.children as Block[]);
    }
  };
  walk(document.children);
  return map;
}
