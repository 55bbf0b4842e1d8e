/** Which blocks of code are the source of a diagram. */
import { contentHash } from "../../hash.ts";
import type { Code } from "../document.ts";

/** Languages of blocks that are drawn, by the kind of what draws them. */
const KINDS: ReadonlyMap<string, DiagramKind> = new Map([
  ["mermaid", "mermaid"],
  ["dot", "graphviz"],
  ["graphviz", "graphviz"],
]);

type DiagramKind = "mermaid" | "graphviz";

export interface DiagramSource {
  readonly kind: DiagramKind;
  readonly text: string;
}

/** What a block of code is the source of; undefined when it is code. */
export function diagramIn({ lang, text }: Code): DiagramSource | undefined {
  const kind = KINDS.get(lang.toLowerCase());
  return kind === undefined ? undefined : diagramOf(kind, text);
}

/** The source of a diagram as it is drawn, however its lines end. */
export function diagramOf(kind: DiagramKind, text: string): DiagramSource {
  return { kind, text: text.replace(/\r\n?/g, "\n").trimEnd() };
}

/** Characters of a drawing that is kept: a longer one is drawn by each reader's browser. */
export const LONGEST_DRAWING = 300_000;

/** What a drawing is kept under. */
export function diagramKey({ kind, text }: DiagramSource): string {
  return contentHash(`${kind}\n${text}`);
}
