/** The title of a hint: its first paragraph, where that is in bold from one end to the other. */
import type { Block, Inline } from "./document.ts";

interface TitledContent {
  /** Without its bold; undefined where the hint begins at once. */
  readonly title?: readonly Inline[];
  /** What stands below the title. */
  readonly children: readonly Block[];
}

/** A line of its own in bold is a title where something follows it. */
export function titledContent(children: readonly Block[]): TitledContent {
  const [first, ...rest] = children;
  const [bold, ...others] = first?.type === "paragraph" ? first.children : [];
  if (bold?.type !== "strong" || others.length > 0 || rest.length === 0) return { children };
  return { title: bold.children, children: rest };
}
