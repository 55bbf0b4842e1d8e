/** Random edits of a page, for laws. */
import fc from "fast-check";
import { type Mark, type MarkType, type Node, NodeRange, type NodeType, Slice } from "prosemirror-model";
import { canJoin, canSplit, findWrapping, liftTarget, Transform } from "prosemirror-transform";
import { schema } from "./schema.ts";

const { nodes, marks } = schema;

/** An edit in numbers: what is done, where, how far, and which of the ways. */
export interface RandomEdit {
  readonly kind: number;
  readonly at: number;
  readonly length: number;
  readonly way: number;
}

export const randomEdit: fc.Arbitrary<RandomEdit> = fc.record({
  kind: fc.nat(13),
  at: fc.nat(100_000),
  length: fc.nat(40),
  way: fc.nat(1_000),
});

const TEXTS = [
  "word",
  " two words ",
  "*",
  "_",
  "`",
  "1. ",
  "- ",
  "# ",
  "> ",
  "[ ] ",
  "[a](b)",
  "<b>",
  "{% hint %}",
  "$$",
  "|",
  ":+1:",
  "\\",
  "&amp;",
  "https://example.com",
  "a@b.example",
  "~~",
  "```",
  "---",
  "===",
  "é🎉",
  "\u00a0",
  "!",
  "#",
  "  ",
  "\t",
  "+",
  "10) ",
  "[x]: y",
  "[^1]: z",
  "<!-- c -->",
  "ﬁ\u200b",
];
const MARKS: readonly MarkType[] = [
  marks.strong,
  marks.emphasis,
  marks.monospace,
  marks.strikethrough,
  marks.underline,
  marks.kbd,
  marks.sub,
];
const BLOCKS: readonly NodeType[] = [nodes.paragraph, nodes.heading, nodes.code, nodes.math];
const WRAPPERS: readonly NodeType[] = [
  nodes.blockquote,
  nodes.hint,
  nodes.list,
  nodes.stepper,
  nodes.columns,
  nodes.tabs,
  nodes.if,
];

const pick = <T>(all: readonly T[], way: number): T => all[way % all.length] as T;

const words = (text: string): Node => nodes.paragraph.create(null, schema.text(text));
const item = (...inside: readonly Node[]): Node => nodes.listItem.create(null, inside);
const cell = (text: string): Node => nodes.cell.create(null, schema.text(text));

const MADE: readonly (() => Node)[] = [
  () => words("made"),
  () => nodes.heading.create({ level: 2 }, schema.text("made #")),
  () => nodes.thematicBreak.create(),
  () => nodes.code.create({ lang: "js" }, schema.text("a\n\n```\n  b")),
  () =>
    nodes.list.create({ tight: true }, [
      item(words("one")),
      item(words("two"), nodes.list.create(null, [item(words("in"))])),
    ]),
  () =>
    nodes.list.create({ ordered: true, first: 7, tight: false }, [item(words("one")), item(words("two"))]),
  () =>
    nodes.list.create(null, [
      nodes.listItem.create({ checked: false }, [words("task")]),
      nodes.listItem.create({ checked: true }, [nodes.paragraph.create()]),
    ]),
  () =>
    nodes.table.create({ columns: [{}, { align: "right" }] }, [
      nodes.row.create(null, [cell("a|b"), cell("c")]),
      nodes.row.create(null, [cell("`"), cell("d")]),
    ]),
  () => nodes.hint.create({ style: "warning" }, [words("mind")]),
  () =>
    nodes.details.create({ open: true }, [nodes.summary.create(null, schema.text("More <")), words("less")]),
  () =>
    nodes.tabs.create(null, [
      nodes.tab.create({ title: 'A "b"' }, [words("tab")]),
      nodes.tab.create({ title: "" }, [nodes.paragraph.create()]),
    ]),
  () => nodes.figure.create({ src: "/files/a b.png", alt: 'An "a"' }, schema.text("caption")),
  () => nodes.embed.create({ url: "https://example.com" }),
  () => nodes.math.create(null, schema.text("x^2")),
  () => nodes.figure.create({ src: "" }, schema.text("caption of no picture")),
  () => nodes.figure.create({ src: "", alt: "told" }),
  ...["<!-- n", "<!-- n -->", "<pre>\na", "[^1]: note", "<script>"].map(
    (source) => () => nodes.raw.create({ source }),
  ),
];

/** What stands in a line, with texts that a person may have put there. */
const WORDS: readonly (() => Node)[] = [
  ...["x^2", " x ", "a\n\nb", "a $$ b", "x$", "a<b", "a|b", " ", "\\", "`", "a*b*c"].map(
    (text) => () => nodes.formula.create({ text }),
  ),
  ...["+1", "🎉", "Rocket", "two words", ""].map((name) => () => nodes.emoji.create({ name })),
  ...["rocket", "rocket ship", "🚀", "solid", ""].map((name) => () => nodes.icon.create({ name })),
  ...["1", "A", "a]b", "a b", ""].map((label) => () => nodes.footnoteRef.create({ label })),
  ...["a", " a ", "a</code>b", ""].map((expression) => () => nodes.expression.create({ expression })),
  () => nodes.image.create({ src: "/a.png", alt: "]" }),
];

/** Marks with what somebody pasted. */
const PASTED: readonly (() => Mark)[] = [
  ...["1", "a]b", "a b"].map((label) => () => marks.annotation.create({ label })),
  ...["red", 'r"ed', "r;ed", " red", ""].map((color) => () => marks.mark.create({ color })),
];

type EditOf = (change: Transform, from: number, to: number, way: number) => void;

const EDITS: readonly EditOf[] = [
  (change, from, _, way) => void change.insert(from, schema.text(pick(TEXTS, way))),
  (change, from, to, way) => void change.insert(from, schema.text(pick(TEXTS, way) + pick(TEXTS, to))),
  (change, from, to) => void change.delete(from, to),
  (change, from, to) => void change.deleteRange(from, to),
  (change, from, to, way) => void change.addMark(from, to, pick(MARKS, way).create()),
  (change, from, to) => void change.removeMark(from, to),
  (change, from) => {
    if (canSplit(change.doc, from)) change.split(from);
  },
  (change, from, to, way) => {
    const type = pick(BLOCKS, way);
    change.setBlockType(from, to, type, type === nodes.heading ? { level: 1 + (way % 6) } : null);
  },
  (change, from, to, way) => {
    const range = change.doc.resolve(from).blockRange(change.doc.resolve(to));
    const wrapping = range && findWrapping(range, pick(WRAPPERS, way));
    if (range && wrapping) change.wrap(range, wrapping);
  },
  (change, from, to) => {
    const range: NodeRange | null = change.doc.resolve(from).blockRange(change.doc.resolve(to));
    const target = range && liftTarget(range);
    if (range && target !== null) change.lift(range, target);
  },
  (change, from, _, way) => {
    const place = change.doc.resolve(from);
    const after = place.depth === 0 ? from : place.after(1 + (way % place.depth));
    change.replace(after, after, new Slice(nodes.doc.create(null, [pick(MADE, way)()]).content, 0, 0));
  },
  (change, from, _, way) => void change.insert(from, pick(WORDS, way)()),
  (change, from, to, way) => void change.addMark(from, to, pick(PASTED, way)()),
  (change, from) => {
    const place = change.doc.resolve(from);
    if (place.depth > 0 && canJoin(change.doc, place.before(1))) change.join(place.before(1));
  },
];

/** The edit made; nothing where it can't be. */
export function edited(doc: Node, { kind, at, length, way }: RandomEdit): Transform {
  const change = new Transform(doc);
  const from = at % (doc.content.size + 1);
  const to = Math.min(doc.content.size, from + length);
  try {
    pick(EDITS, kind)(change, from, to, way);
    change.doc.check();
    return change;
  } catch {
    // Not every edit fits every place; those that a person makes are looked at first.
    return new Transform(doc);
  }
}
