/** What is known of a document while it is written as JSON, and the shapes of nodes that many blocks share. */
import { blocks } from "../markdown/blockIds.ts";
import { headingAnchors } from "../markdown/anchors.ts";
import type { Block, Document, Footnote, Heading, Inline } from "../markdown/document.ts";
import { walkBlocks } from "../markdown/walk.ts";
import { type JsonNode, OWN_BLOCKS } from "./shapes.ts";
import { inlineNodes } from "./writeInlines.ts";

type WriteBlocks = (blocks: readonly Block[], writing: NodeWriting) => JsonNode[];

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
  readonly footnote = (label: string): JsonNode[] => {
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

  blocks(children: readonly Block[]): JsonNode[] {
    return this.write(children, this);
  }

  inlines(children: readonly Inline[], oneLine = false): JsonNode[] {
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

type Data = Readonly<Record<string, unknown>>;

/** A block with blocks or text in it. */
export function holder(type: string, nodes: readonly JsonNode[], data?: Data): JsonNode {
  return { object: "block", type, isVoid: false, ...(data === undefined ? {} : { data }), nodes };
}

/** A block with nothing in it but its data and fragments. */
export function standing(type: string, data: Data, fragments: readonly JsonNode[] = []): JsonNode {
  return { object: "block", type, isVoid: true, data, ...(fragments.length === 0 ? {} : { fragments }) };
}

/** One of our own blocks: see `OWN_BLOCKS`. */
export function ownBlock(block: string, props: Data, body?: readonly JsonNode[]): JsonNode {
  const fragments = body === undefined ? [] : [named("body", body)];
  return standing("integration", { integration: OWN_BLOCKS, block, props: present(props) }, fragments);
}

/** A fragment whose type is its name. */
export function named(name: string, nodes: readonly JsonNode[]): JsonNode {
  return { object: "fragment", fragment: name, type: name, nodes };
}

/** A caption as a list of fragments: none when it is empty. */
export function caption(inlines: readonly Inline[], writing: NodeWriting): JsonNode[] {
  const nodes = writing.inlines(inlines, true);
  return nodes.length === 0 ? [] : [named("caption", [paragraphOf(nodes)])];
}

export const paragraphOf = (nodes: readonly JsonNode[]): JsonNode => holder("paragraph", nodes);
export const emptyParagraph = (): JsonNode => paragraphOf([]);

/** The entries that have a value. */
export function present(entries: Data): Data {
  return Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined));
}

/** A length as the format has it; undefined for what is none. */
export function lengthOf(written: string | undefined): unknown {
  const match = /^(0|[1-9]\d{0,5})((?:\.\d{0,3}[1-9])?)(%|[a-z]{1,4})?$/.exec(written ?? "");
  if (match === null) return undefined;
  const value = Number(`${match[1]}${match[2]}`);
  return match[3] === undefined ? value : { unit: match[3], value };
}
