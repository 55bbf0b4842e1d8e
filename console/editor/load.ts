/** From the text of a page body to the document of the editor. No byte of it is without a node. */
import type { Attrs, Node, NodeType } from "prosemirror-model";
import type { BlockOf } from "../../engine/markdown/anatomy.ts";
import { blocks } from "../../engine/markdown/blockIds.ts";
import type {
  Block,
  Column,
  Document,
  FigureImage,
  Inline,
  Range,
  Table,
} from "../../engine/markdown/document.ts";
import type { EarlierBlocks } from "../../engine/markdown/earlierBlocks.ts";
import { maxSourceLength, parse, parseSteps } from "../../engine/markdown/parse.ts";
import { walkBlocks } from "../../engine/markdown/walk.ts";
import { atOnce, type Steps } from "../../engine/steps.ts";
import { contentOf } from "./inlines.ts";
import { isFrame, prefixAt, unprefixed } from "./lines.ts";
import { type BlockOrigin, Origins } from "./origins.ts";
import { schema } from "./schema.ts";

const { nodes } = schema;

/** A body as it is opened: the document, and where its blocks stand in the text. */
export interface OpenBody {
  readonly doc: Node;
  readonly origins: Origins;
}

/** The document of a page body (without front matter). Never throws: what has no node of its own is edited as text. */
export function open(source: string): OpenBody {
  const { document } = parse(source);
  return new Loader(document, keysOf(document)).body();
}

/** The document alone, its blocks without keys: to see what a text says. */
export const read = (source: string): Node => atOnce(readSteps(source));

/** The same in steps, a block at the top in each. @param earlier what was read before: that isn't again */
export function* readSteps(source: string, earlier?: EarlierBlocks<Node>): Steps<Node> {
  const { document } = yield* parseSteps(source, earlier);
  return (yield* new Loader(document, new Map(), earlier).bodySteps()).doc;
}

function keysOf(document: Document): ReadonlyMap<Block, string> {
  const entries = blocks(document);
  return new Map(Array.from(walkBlocks(document), ({ block }, index) => [block, entries[index]!.id]));
}

/** An origin while its parts are looked for. */
type NewOrigin = { -readonly [K in keyof BlockOrigin]: K extends "parts" ? BlockOrigin[] : BlockOrigin[K] };

/** A part of a text that is one block, or has more in it than blocks. */
interface Piece extends Range {
  readonly block: Block | undefined;
  readonly first: Block | undefined;
}

type Load<B> = (block: B, loader: Loader, origin: NewOrigin) => Node | undefined;

class Loader {
  private readonly document: Document;
  private readonly keys: ReadonlyMap<Block, string>;
  private readonly earlier: EarlierBlocks<Node> | undefined;

  constructor(document: Document, keys: ReadonlyMap<Block, string>, earlier?: EarlierBlocks<Node>) {
    this.document = document;
    this.keys = keys;
    this.earlier = earlier;
  }

  body(): OpenBody {
    return atOnce(this.bodySteps());
  }

  *bodySteps(): Steps<OpenBody> {
    const { source, children } = this.document;
    const range = { start: 0, end: source.length };
    const origin: NewOrigin = {
      text: source,
      ...range,
      prefix: "",
      node: nodes.doc.create(),
      home: undefined,
      index: 0,
      parts: [],
    };
    const isTooLong = source.length > maxSourceLength;
    const pieces = isTooLong
      ? [{ ...range, block: undefined, first: children[0] }]
      : covered(source, children, range);
    const inside: Node[] = [];
    for (const [index, piece] of pieces.entries()) {
      inside.push(this.piece(piece, origin, index));
      yield;
    }
    origin.node = nodes.doc.create(null, filled(inside));
    return { doc: origin.node, origins: new Origins(origin) };
  }

  /** The nodes of the blocks in a container; undefined when more than its blocks stands there. */
  inside(children: readonly Block[], origin: NewOrigin, skip = 0): Node[] | undefined {
    const [first, last] = [children[0], children.at(-1)];
    if (first === undefined || last === undefined) return filled([]);
    const range = { start: first.start + skip, end: last.end };
    if (range.start < origin.start || range.end > origin.end) return undefined;
    const pieces = covered(this.document.source, children, range);
    return filled(pieces.map((piece, index) => this.piece(piece, origin, index)));
  }

  /** What opens a container and what closes it. */
  around(children: readonly Block[], { start, end }: Range): readonly [string, string] {
    const { source } = this.document;
    const [first, last] = [children[0], children.at(-1)];
    if (first === undefined || last === undefined) return [source.slice(start, end), ""];
    return [source.slice(start, first.start), source.slice(last.end, end)];
  }

  private piece({ block, first, end, ...piece }: Piece, home: NewOrigin, index: number): Node {
    const { source } = this.document;
    const start = block?.type === "code" ? withIndent(source, piece.start) : piece.start;
    const key = first === undefined ? "" : (this.keys.get(first) ?? "");
    const prefix = prefixAt(source, start);
    const placed = { text: source, start, end, prefix, home, index };
    const origin: NewOrigin = { ...placed, node: nodes.raw.create(), parts: [] };
    const before = block && this.earlier?.of(block);
    if (before !== undefined) return before;
    const node = block === undefined ? undefined : loadBlock(block, this, origin);
    if (node === undefined) origin.parts = [];
    const raw = () => nodes.raw.create({ source: unprefixed(source.slice(start, end), prefix) });
    const made = node ?? raw();
    origin.node = made.type.create({ ...made.attrs, key }, made.content);
    if (node !== undefined) this.earlier?.made(block!, origin.node);
    home.parts.push(origin);
    return origin.node;
  }
}

/** Where code begins: what makes it code by its indentation is its own, and not what it is in. */
function withIndent(source: string, start: number): number {
  if (/^(?:```|~~~|\{%)/.test(source.slice(start, start + 3))) return start;
  const indent = /(?: {4}|\t)$/.exec(source.slice(Math.max(0, start - 4), start));
  return start - (indent?.[0].length ?? 0);
}

/** Blocks and what stands between them: where that is more than white space, they are one piece. */
function covered(source: string, children: readonly Block[], { start, end }: Range): Piece[] {
  const pieces: Piece[] = [];
  let at = start;
  const take = (to: number, block: Block | undefined): void => {
    // What stands behind an empty line is no part of the block before it.
    const gap = source.slice(at, to);
    const between = /^[\s>]*/.exec(gap)![0];
    const last = between.split("\n").length > 2 ? undefined : pieces.pop();
    const from = last?.start ?? at + between.length;
    pieces.push({ start: from, end: to, block: undefined, first: last?.first ?? block });
  };
  for (const block of children) {
    const from = Math.max(block.start, start);
    const isApart = from >= at && isFrame(source.slice(at, from));
    if (isApart) pieces.push({ start: from, end: block.end, block, first: block });
    else take(Math.max(at, block.end), block);
    at = Math.max(at, block.end);
  }
  if (!isFrame(source.slice(at, end))) take(at + source.slice(at, end).trimEnd().length, children[0]);
  return pieces;
}

/** Something has to stand in a container for there to be a place to write. */
function filled(inside: readonly Node[]): Node[] {
  return inside.length === 0 ? [nodes.paragraph.create()] : [...inside];
}

const none: Load<unknown> = () => undefined;
const orNull = (value: unknown): unknown => value ?? null;

/** The node of each block of the dialect; undefined for what is edited as text. */
const LOADS: { readonly [T in Block["type"]]: Load<BlockOf<T>> } = {
  paragraph: (block, _, origin) => paragraph(block, origin),
  heading: ({ level, id, children }) => line(nodes.heading, { level, id: orNull(id) }, children),
  list: ({ ordered, first, tight, children }, loader, origin) =>
    containing(nodes.list, { ordered, first, tight }, loader.inside(children, origin)),
  listItem,
  blockquote: ({ children, ...range }, loader, origin) =>
    loader.around(children, range).every(isFrame)
      ? containing(nodes.blockquote, {}, loader.inside(children, origin))
      : undefined,
  code: (block) => {
    const { lang, info, title, overflow, lineNumbers, expandable, text } = block;
    const more = { title, overflow, lineNumbers, expandable };
    return verbatim(nodes.code, { lang, info, ...withNulls(more) }, text);
  },
  math: ({ text }) => verbatim(nodes.math, {}, text),
  thematicBreak: () => nodes.thematicBreak.create(),
  table,
  cards: none,
  hint: tagged(nodes.hint, ({ style, icon }) => ({ style, icon: orNull(icon) })),
  tabs: tagged(nodes.tabs, () => ({})),
  tab: tagged(nodes.tab, ({ title, icon }) => ({ title, icon: orNull(icon) })),
  stepper: tagged(nodes.stepper, () => ({})),
  step: tagged(nodes.step, () => ({})),
  columns: tagged(nodes.columns, () => ({})),
  column: tagged(nodes.column, ({ width }) => ({ width: orNull(width) })),
  details,
  embed: ({ url, caption }) => line(nodes.embed, { url }, caption),
  contentRef: ({ url }) => nodes.contentRef.create({ url }),
  file: ({ src, caption }) => line(nodes.file, { src }, caption),
  include: ({ path }) => nodes.include.create({ path }),
  updates: none,
  update: none,
  prompt: none,
  if: tagged(nodes.if, ({ expression }) => ({ expression })),
  openapiOperation: none,
  openapiSchemas: none,
  integration: none,
  figure: ({ images, align, fullWidth }) => {
    const [image, ...others] = images;
    return image === undefined || others.length > 0 ? undefined : figure(image, { align, fullWidth });
  },
  html: none,
  definition: none,
  footnote: none,
};

const loadBlock = (block: Block, loader: Loader, origin: NewOrigin): Node | undefined =>
  (LOADS[block.type] as Load<Block>)(block, loader, origin);

const withNulls = (attrs: Attrs): Attrs =>
  Object.fromEntries(Object.entries(attrs).map(([name, value]) => [name, orNull(value)]));

/** A block with one line of content; undefined when it shows its source, line ends and all. */
function line(type: NodeType, attrs: Attrs, inlines: readonly Inline[]): Node | undefined {
  const isSource = inlines.some((one) => one.type === "text" && /[\r\n]/.test(one.text));
  return isSource ? undefined : type.create(attrs, contentOf(inlines));
}

/** A paragraph; undefined for a tag that the dialect could not read. */
function paragraph({ children, end }: BlockOf<"paragraph">, { text, start }: BlockOrigin): Node | undefined {
  const [only] = children;
  const isTag = /^(?:\{%[^]*%\}|<\/?(?:details|summary)\b[^]*>)$/i.test(text.slice(start, end));
  if (isTag && children.length === 1 && only?.type === "text") return undefined;
  return line(nodes.paragraph, {}, children);
}

const verbatim = (type: NodeType, attrs: Attrs, text: string): Node =>
  type.create(attrs, text === "" ? [] : schema.text(text));

/** A container with nodes in it; undefined when it has others than it may have. */
function containing(type: NodeType, attrs: Attrs, inside: readonly Node[] | undefined): Node | undefined {
  if (inside === undefined) return undefined;
  const node = type.create(attrs, inside);
  return type.validContent(node.content) ? node : undefined;
}

function listItem(
  { checked, children, ...range }: BlockOf<"listItem">,
  loader: Loader,
  origin: NewOrigin,
): Node | undefined {
  const [mark, rest] = loader.around(children, range);
  if (!/^(?:[-*+]|\d{1,9}[.)])\s*$/.test(mark) || !isFrame(rest)) return undefined;
  const said = origin.text.slice(children[0]?.start ?? range.end, range.end);
  const box = checked === undefined ? 0 : (/^\[[ xX]\][ \t]*/.exec(said)?.[0].length ?? 0);
  return containing(nodes.listItem, { checked: orNull(checked) }, loader.inside(children, origin, box));
}

/** A container between two tags. */
function tagged<B extends Block & { readonly children: readonly Block[] }>(
  type: NodeType,
  attrsOf: (block: B) => Attrs,
): Load<B> {
  return (block, loader, origin) => {
    const [opening, closing] = loader.around(block.children, block);
    const isEmpty = block.children.length === 0;
    if (isEmpty && !/^\{%[^]*?%\}[\s>]*\{%-?\s*end[^]*?%\}$/.test(opening)) return undefined;
    if (!isEmpty && !/^\{%[^]*?%\}[\s>]*$/.test(opening)) return undefined;
    if (!isEmpty && !/^[\s>]*\{%-?\s*end[^%]*%\}$/.test(closing)) return undefined;
    return containing(type, attrsOf(block), loader.inside(block.children, origin));
  };
}

function details(
  { open, summary, children, ...range }: BlockOf<"details">,
  loader: Loader,
  origin: NewOrigin,
): Node | undefined {
  const [opening, closing] = loader.around(children, range);
  const isPlain = /^<details[^>]*>[\s>]*(?:<summary>[^]*<\/summary>[\s>]*)?(?:<\/details>)?$/i.test(opening);
  if (!isPlain || (children.length > 0 && !/^[\s>]*<\/details>$/i.test(closing))) return undefined;
  const inside = loader.inside(children, origin);
  const title = line(nodes.summary, {}, summary);
  return inside && title && containing(nodes.details, { open }, [title, ...inside]);
}

function table({ columns, header, rows }: Table, _: Loader, { text, start }: BlockOrigin): Node | undefined {
  const count = columns.length;
  const all = [header, ...rows];
  if (header.length === 0 || all.some((row) => row.length > count)) return undefined;
  const inside = all.map((row, index) => {
    const isHeader = index === 0;
    const cells = columns.map((__, at) => line(nodes.cell, { header: isHeader }, row[at]?.children ?? []));
    return cells.some((cell) => cell === undefined) ? undefined : nodes.row.create(null, cells as Node[]);
  });
  if (inside.some((row) => row === undefined)) return undefined;
  const attrs = { columns: columns.map((column): Column => ({ ...column })), html: text[start] === "<" };
  return nodes.table.create(attrs, inside as Node[]);
}

function figure(image: FigureImage, around: Attrs): Node | undefined {
  const { src, alt, title, dark, width, height, size, framed, drawing, link, caption } = image;
  const attrs = { src, alt, title, width, height, size, framed, drawing, ...around };
  return line(nodes.figure, withNulls({ ...attrs, dark: dark?.url, link: link?.url }), caption);
}
