/**
 * What the editor can hold: the blocks of the dialect under their names in `engine/markdown/document.ts`, and `raw` for
 * whatever is edited as it is written. Each block has a `key`: the id that it had in the text it was loaded from, "" for
 * a new one. It is never shown.
 */
import { type MarkSpec, type Node, type NodeSpec, Schema } from "prosemirror-model";
import type { Column, Inline } from "../../engine/markdown/document.ts";
import { MARK_DOM, NODE_DOM } from "./dom.ts";

type Attributes = NonNullable<NodeSpec["attrs"]>;

/** Attributes that a node may have, `null` where it has them not. */
function optional(...names: readonly string[]): Attributes {
  return Object.fromEntries(names.map((name) => [name, { default: null }]));
}

const keyed: Attributes = { key: { default: "" } };

function block(content: string, attrs: Attributes = {}, more: Partial<NodeSpec> = {}): NodeSpec {
  return { content, group: "block", attrs: { ...keyed, ...attrs }, ...more };
}

/** What stands in one kind of block only. */
function part(content: string, attrs: Attributes = {}): NodeSpec {
  return { content, attrs: { ...keyed, ...attrs }, defining: true };
}

/** A block that holds others, within walls that a deletion doesn't break. */
const container = (content: string, attrs: Attributes = {}): NodeSpec =>
  block(content, attrs, { defining: true });

/** A block without content of its own. */
const atom = (attrs: Attributes = {}): NodeSpec => block("", attrs, { atom: true, selectable: true });

/** A block shown by an address, with its caption as content. */
const captioned = (attrs: Attributes): NodeSpec =>
  block("inline*", attrs, { isolating: true, selectable: true });

/** Text as it is: no marks, no markup. */
const verbatim = (attrs: Attributes = {}): NodeSpec =>
  block("text*", attrs, { code: true, marks: "", defining: true });

const nodes = {
  doc: { content: "block+" },
  paragraph: block("inline*"),
  heading: block("inline*", { level: { default: 1 }, ...optional("id") }, { defining: true }),
  list: block("listItem+", { ordered: { default: false }, first: { default: 1 }, tight: { default: true } }),
  listItem: part("block+", optional("checked")),
  blockquote: container("block+"),
  hint: container("block+", { style: { default: "info" }, ...optional("icon") }),
  tabs: container("tab+"),
  tab: part("block+", { title: { default: "" }, ...optional("icon") }),
  stepper: container("step+"),
  step: part("block+"),
  columns: container("column+"),
  column: part("block+", optional("width")),
  details: container("summary block+", { open: { default: false } }),
  summary: { content: "inline*", defining: true },
  if: container("block+", { expression: { default: "true" } }),
  code: verbatim({
    lang: { default: "" },
    info: { default: "" },
    ...optional("title", "overflow", "lineNumbers", "expandable"),
  }),
  math: verbatim(),
  table: block(
    "row+",
    { columns: { default: [] as readonly Column[] }, html: { default: false } },
    { isolating: true },
  ),
  row: { content: "cell+" },
  cell: { content: "inline*", attrs: { header: { default: false } }, isolating: true },
  figure: captioned({
    src: { default: "" },
    alt: { default: "" },
    framed: { default: false },
    drawing: { default: false },
    fullWidth: { default: false },
    ...optional("title", "dark", "width", "height", "size", "link", "align"),
  }),
  embed: captioned({ url: { default: "" } }),
  file: captioned({ src: { default: "" } }),
  contentRef: atom({ url: { default: "" } }),
  include: atom({ path: { default: "" } }),
  thematicBreak: atom(),
  raw: atom({ source: { default: "" } }),
  text: { group: "inline" },
  break: { group: "inline", inline: true, selectable: false, leafText: () => "\n" },
  expression: inlineAtom({ expression: { default: "" } }),
  formula: inlineAtom({ text: { default: "" } }),
  emoji: inlineAtom({ name: { default: "" } }),
  icon: inlineAtom({ name: { default: "" } }),
  footnoteRef: inlineAtom({ label: { default: "" } }),
  image: inlineAtom({
    src: { default: "" },
    alt: { default: "" },
    ...optional("title", "width", "height", "size", "dark"),
  }),
  /** An inline that has no node of its own, without the places where it stood. */
  rawInline: inlineAtom({ inline: { default: { type: "html", raw: "", destinations: [] } as Inline } }),
} satisfies Record<string, NodeSpec>;

function inlineAtom(attrs: Attributes): NodeSpec {
  return { group: "inline", inline: true, atom: true, attrs };
}

/** What leads elsewhere: Markdown has none within another. */
const LINKED = { inclusive: false, excludes: "link annotation" };

/** In this order marks are around each other where they are equally long. */
const marks = {
  link: { attrs: { url: {}, title: { default: null }, mention: { default: false } }, ...LINKED },
  annotation: { attrs: { label: {} }, ...LINKED },
  emphasis: {},
  strong: {},
  strikethrough: {},
  underline: {},
  mark: { attrs: optional("color", "background") },
  kbd: {},
  sub: { excludes: "sub sup" },
  sup: { excludes: "sub sup" },
  monospace: { code: true },
  /** A space that is a line end in the text: shown as the space that it is. */
  wrap: { inclusive: false },
} satisfies Record<string, MarkSpec>;

/** Specs with how they are elements. */
const dressed = <K extends string, S>(specs: Record<K, S>, elements: Readonly<Record<string, object>>) =>
  Object.fromEntries(
    Object.entries<S>(specs).map(([name, spec]) => [name, { ...spec, ...elements[name] }]),
  ) as Record<K, S>;

export const schema = new Schema<keyof typeof nodes, keyof typeof marks>({
  nodes: dressed<keyof typeof nodes, NodeSpec>(nodes, NODE_DOM),
  marks: dressed<keyof typeof marks, MarkSpec>(marks, MARK_DOM),
});

/** The names of all nodes. */
export type NodeName = keyof typeof nodes;

/** Marks that are the same name in the tree of a body and have nothing else to say. */
export const PLAIN_MARKS = ["emphasis", "strong", "strikethrough", "underline", "kbd", "sub", "sup"] as const;

/** Whether a node holds blocks that stand in its text between what opens and what closes it. */
export const isContainer = (node: Node): boolean =>
  !node.isTextblock && !node.isLeaf && node.type !== schema.nodes.table;

/** Blocks of the dialect inside a node: of an expandable one, those behind its summary. */
export function blocksIn(node: Node): Node[] {
  return node.children.filter(({ type }) => type !== schema.nodes.summary) as Node[];
}
