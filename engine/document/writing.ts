/** What is known of a document while it is written as JSON, and the shapes of nodes that many blocks share. */
import { blocks } from "../markdown/blockIds.ts";
import { headingAnchors } from "../markdown/anchors.ts";
import type { Block, Document, Footnote, Heading, Inline } from "../markdown/document.ts";
import { walkBlocks } from "../markdown/walk.ts";
import { type NodeTypeOf, OWN_BLOCKS, type OwnNodeType } from "./nodeTypes.ts";
import type {
  DocumentLength,
  FragmentType,
  JsonBlock,
  JsonFragment,
  JsonInline,
  JsonText,
} from "./shapes.ts";
import { inlineNodes } from "./writeInlines.ts";

type WriteBlocks = <T extends Block>(blocks: readonly T[], writing: NodeWriting) => WrittenBlock<T>[];
/** The node that stands for a block. */
export type WrittenBlock<T extends Block> = JsonBlock<NodeTypeOf<T["type"]>>;

export class NodeWriting {
  private readonly keys = new Map<Block, string>();
  private readonly anchors: ReadonlyMap<Heading, string>;
  private readonly footnotes = new Map<string, Footnote>();
  private readonly told = new Set<string>();
  private readonly write: WriteBlocks;

  constructor(document: Document, write: WriteBlocks) {
    this.write = write;
    this.anchors = headingAnchors(document);
    const ids = blocks(document);
    let at = 0;
    for (const { block } of walkBlocks(document)) {
      this.keys.set(block, ids[at++]!.id);
      if (block.type === "footnote" && !this.footnotes.has(block.label))
        this.footnotes.set(block.label, block);
    }
  }

  /** The blocks of a footnote where it is used first, and nowhere else. */
  readonly footnote = (label: string): JsonBlock[] => {
    const found = this.footnotes.get(label);
    if (found === undefined || this.told.has(label)) return [];
    this.told.add(label);
    const nodes = this.blocks(found.children);
    return nodes.length === 0 ? [emptyParagraph()] : nodes;
  };

  /** Footnotes that nothing of what was written refers to, each told once. */
  *unused(): Generator<Footnote> {
    for (const [label, footnote] of this.footnotes) if (!this.told.has(label)) yield footnote;
  }

  blocks<T extends Block>(children: readonly T[]): WrittenBlock<T>[] {
    return this.write(children, this);
  }

  inlines(children: readonly Inline[], oneLine = false): (JsonText | JsonInline)[] {
    return inlineNodes(children, { footnote: this.footnote, oneLine });
  }

  /** The key of a block: the id by which comments and changes name it. */
  key(block: Block): { readonly key?: string } {
    const key = this.keys.get(block);
    return key === undefined ? {} : { key };
  }

  anchor(heading: Heading): string | undefined {
    return this.anchors.get(heading);
  }
}

/** What every block with blocks or text in it says. */
export const HOLDS = { object: "block", isVoid: false } as const;
/** What every block with nothing in it but its data and fragments says. */
export const STANDS = { object: "block", isVoid: true } as const;

/** One of our own blocks: see `OWN_BLOCKS`. */
export function ownBlock(
  block: OwnNodeType,
  props: Readonly<Record<string, unknown>>,
  body?: readonly JsonBlock[],
): JsonBlock<"integration"> {
  const data = { integration: OWN_BLOCKS, block, props: present(props) };
  return {
    ...STANDS,
    type: "integration",
    data,
    ...(body === undefined ? {} : { fragments: [named("body", body)] }),
  };
}

/** A fragment whose type is its name. */
export function named<const T extends FragmentType>(name: T, nodes: readonly JsonBlock[]): JsonFragment<T> {
  return { object: "fragment", fragment: name, type: name, nodes };
}

/** A fragment as the list of a block's fragments: none when there is nothing in it. */
export function fragment<const T extends FragmentType>(
  name: T,
  nodes: readonly JsonBlock[],
): { readonly fragments?: readonly JsonFragment<T>[] } {
  return nodes.length === 0 ? {} : { fragments: [named(name, nodes)] };
}

/** A caption: a paragraph, or none when it is empty. */
export function caption(inlines: readonly Inline[], writing: NodeWriting): JsonBlock[] {
  const nodes = writing.inlines(inlines, true);
  return nodes.length === 0 ? [] : [paragraphOf(nodes)];
}

export const paragraphOf = (nodes: readonly (JsonText | JsonInline)[]): JsonBlock<"paragraph"> => ({
  ...HOLDS,
  type: "paragraph",
  nodes,
});
export const emptyParagraph = (): JsonBlock<"paragraph"> => paragraphOf([]);

/** The same fields, those left out that have no value. */
type Present<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The entries that have a value. */
export function present<T extends object>(entries: T): Present<T> {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as Present<T>;
}

/** A length as the format has it; undefined for what is none. */
export function lengthOf(written: string | undefined): DocumentLength | undefined {
  const match = /^(0|[1-9]\d{0,5})((?:\.\d{0,3}[1-9])?)(%|[a-z]{1,4})?$/.exec(written ?? "");
  if (match === null) return undefined;
  const value = Number(`${match[1]}${match[2]}`);
  return match[3] === undefined ? value : { unit: match[3], value };
}
