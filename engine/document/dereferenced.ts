/** Documents with reusable contents in the places that name them. */
import { parse } from "../markdown/parse.ts";
import type { JsonDocument } from "./shapes.ts";
import { toDocument } from "./toDocument.ts";

/** Places that are filled: texts that name each other several times would grow without end. */
export const MOST_FILLED = 100;
/** UTF-16 code units of what comes in, each time that it does. */
export const LONGEST_FILLED = 1_000_000;

/** A node of whatever kind, as far as it is walked. */
interface Node {
  readonly type?: string;
  readonly key?: string;
  readonly data?: { readonly ref?: { readonly reusableContent?: string; readonly space?: string } };
  readonly nodes?: readonly Node[];
  readonly fragments?: readonly Node[];
}

/**
 * The document with texts in the place of the blocks that name them. A block of another space, one without a text, one
 * within its own text and those beyond the first 100, or a million characters, stay. What comes in has no keys: these name blocks of another text.
 * @param texts by the id of the reusable content
 */
export function dereferenced(document: JsonDocument, texts: ReadonlyMap<string, string>): JsonDocument {
  const nodes = new Filling(texts).fill(document.nodes as readonly Node[], []);
  return { ...document, nodes: nodes as readonly unknown[] as JsonDocument["nodes"] };
}

class Filling {
  readonly #texts: ReadonlyMap<string, string>;
  readonly #read = new Map<string, readonly Node[]>();
  #filled = 0;
  #length = 0;

  constructor(texts: ReadonlyMap<string, string>) {
    this.#texts = texts;
  }

  /** @param open the reusable contents around these nodes */
  fill(nodes: readonly Node[], open: readonly string[]): Node[] {
    return nodes.flatMap((node) => {
      const id = namedBy(node);
      const text = id === undefined || open.includes(id) ? undefined : this.#texts.get(id);
      const isFull = this.#filled === MOST_FILLED || this.#length + (text?.length ?? 0) > LONGEST_FILLED;
      if (id === undefined || text === undefined || isFull) return [this.#within(node, open)];
      this.#filled++;
      this.#length += text.length;
      const inside = this.#nodesOf(id, text);
      return this.fill(inside, [...open, id]);
    });
  }

  #within(node: Node, open: readonly string[]): Node {
    const { key, nodes, fragments, ...rest } = node;
    return {
      ...rest,
      ...(key !== undefined && open.length === 0 && { key }),
      ...(nodes && { nodes: this.fill(nodes, open) }),
      ...(fragments && { fragments: fragments.map((one) => this.#within(one, open)) }),
    };
  }

  #nodesOf(id: string, text: string): readonly Node[] {
    const known = this.#read.get(id);
    if (known !== undefined) return known;
    const nodes = toDocument(parse(text).document).nodes as readonly Node[];
    this.#read.set(id, nodes);
    return nodes;
  }
}

/** The reusable content of its own space that a block stands for. */
function namedBy({ type, data }: Node): string | undefined {
  return type === "reusable-content" && data?.ref?.space === undefined
    ? data?.ref?.reusableContent
    : undefined;
}
