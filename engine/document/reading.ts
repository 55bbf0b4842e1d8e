/** What is known of a document while it is read from JSON. */
import type { Inline } from "../markdown/document.ts";
import { readTag } from "../markdown/tag.ts";
import { type Flow, paragraphFlow } from "./print.ts";
import { type JsonRecord, own, type Reader } from "./reader.ts";
import { readInlines } from "./readInlines.ts";
import { tag } from "./tags.ts";
import type { WrittenBlocks } from "./writtenBlocks.ts";

type ReadBlocks = (parent: JsonRecord, path: string, reading: NodeReading) => Flow[];

const LABEL = /^[^\]\s[\p{Lu}]{1,100}$/u;

/** A node with its path, at a depth: what every reader of a block gets. */
export class NodeReading {
  readonly reader: Reader;
  readonly depth: number;
  private readonly read: ReadBlocks;
  /** Blocks at the top that are written already. */
  readonly written: WrittenBlocks | undefined;
  private readonly notes: Map<string, readonly Flow[]>;

  constructor(
    reader: Reader,
    read: ReadBlocks,
    written?: WrittenBlocks,
    depth = 0,
    notes = new Map<string, readonly Flow[]>(),
  ) {
    this.reader = reader;
    this.read = read;
    this.written = written;
    this.depth = depth;
    this.notes = notes;
  }

  get deeper(): NodeReading {
    return new NodeReading(this.reader, this.read, undefined, this.depth + 1, this.notes);
  }

  /** The blocks in `nodes`. */
  blocks(parent: JsonRecord, path: string): Flow[] {
    return this.read(parent, path, this);
  }

  /** The inlines in `nodes`. */
  inlines(parent: JsonRecord, path: string): Inline[] {
    const { reader, depth } = this;
    return readInlines(parent, path, { reader, depth, footnote: (node, at) => this.footnote(node, at) });
  }

  paragraph(parent: JsonRecord, path: string): Flow[] {
    const inlines = this.inlines(parent, path);
    // A tag that stands alone in its line would be a block of HTML.
    return inlines.every((node) => node.type === "break") ? [] : [paragraphFlow(inlines)];
  }

  /** A fragment by its name or type, with its path. */
  fragment(
    node: JsonRecord,
    path: string,
    name: string,
  ): { readonly record: JsonRecord; readonly path: string } | undefined {
    if (own(node, "fragments") === undefined) return undefined;
    const found = this.reader.records(node, "fragments", path);
    return found.find(({ record }) => own(record, "fragment") === name || own(record, "type") === name);
  }

  /** The blocks of a fragment. */
  body(node: JsonRecord, path: string, name = "body"): Flow[] {
    const found = this.fragment(node, path, name);
    return found === undefined ? [] : this.blocks(found.record, found.path);
  }

  /** The text of a fragment: that of its paragraphs in one line. */
  line(node: JsonRecord, path: string, name: string): Inline[] {
    const found = this.fragment(node, path, name);
    return found === undefined ? [] : this.lineOf(found.record, found.path);
  }

  /** The text of the paragraphs in a fragment, with breaks between them. */
  lineOf(fragment: JsonRecord, path: string): Inline[] {
    const paragraphs = this.reader.records(fragment, "nodes", path);
    return paragraphs.flatMap(({ record, path: at }, index) => [
      ...(index === 0 ? [] : [{ type: "break", hard: true } as const]),
      ...(this.reader.enters(at, this.depth) ? this.inlines(record, at) : []),
    ]);
  }

  /** Takes the body of an annotation and gives its label: its own, or the next that is free. */
  footnote(node: JsonRecord, path: string): string {
    const sent = own(node, "label");
    const label = typeof sent === "string" && LABEL.test(sent) ? sent : this.freeLabel();
    if (!this.notes.has(label)) this.notes.set(label, []);
    const body = this.deeper.body(node, path, "annotation-body");
    if (body.length > 0) this.notes.set(label, body);
    return label;
  }

  private freeLabel(): string {
    let next = this.notes.size + 1;
    while (this.notes.has(String(next))) next++;
    return String(next);
  }

  /** Definitions of the footnotes that were read. */
  footnotes(): Flow[] {
    return [...this.notes].map(([label, children]) => ({ type: "note", label, children }));
  }

  /** A tag around blocks. */
  tagged(path: string, open: string, name: string, children: readonly Flow[]): Flow[] {
    return this.isTag(open, path) ? [{ type: "tagged", open, close: tag(`end${name}`), children }] : [];
  }

  /** A tag by itself, with a line of text and its end when there is any. */
  single(path: string, open: string, name: string, children: readonly Flow[] = []): Flow[] {
    if (!this.isTag(open, path)) return [];
    return children.length === 0
      ? [{ type: "raw", value: open, tag: name }]
      : this.tagged(path, open, name, closed(children, name));
  }

  private isTag(written: string, path: string): boolean {
    if (readTag(written, 0)?.end === written.length) return true;
    this.reader.problem(path, "has values that are too long, or that no tag can hold.");
    return false;
  }
}

/** The same, tags of this name with an end of their own: they would take that of the one around them. */
function closed(flows: readonly Flow[], name: string): Flow[] {
  return flows.map((flow): Flow => {
    if (flow.type === "raw")
      return flow.tag === name
        ? { type: "tagged", open: flow.value, close: tag(`end${name}`), children: [] }
        : flow;
    const isHolder =
      flow.type === "tagged" ||
      flow.type === "blockquote" ||
      flow.type === "list" ||
      flow.type === "listItem";
    return isHolder ? { ...flow, children: closed(flow.children, name) } : flow;
  });
}
