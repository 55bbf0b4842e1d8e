/** Inline content of the dialect as content of the editor, and back. */
import { Fragment, type Mark, type Node } from "prosemirror-model";
import type { Inline } from "../../engine/markdown/document.ts";
import { PLAIN_MARKS, schema } from "./schema.ts";

const { nodes, marks } = schema;

/** The content that says what inline nodes say. */
export function contentOf(inlines: readonly Inline[]): Fragment {
  return Fragment.fromArray(leavesOf(inlines, []));
}

function leavesOf(inlines: readonly Inline[], around: readonly Mark[]): Node[] {
  return inlines.flatMap((inline) => leavesOfOne(inline, around));
}

const writtenDark = (dark: { readonly url: string } | undefined): string | null => dark?.url ?? null;

function leavesOfOne(inline: Inline, around: readonly Mark[]): Node[] {
  const leaf = (node: Node): Node[] => [node.mark(around)];
  switch (inline.type) {
    case "text":
      return inline.text === "" ? [] : [schema.text(oneLine(inline.text), around)];
    case "code":
      return inline.text === ""
        ? leaf(rawInline(inline))
        : [schema.text(oneLine(inline.text), marks.monospace.create().addToSet(around))];
    case "break":
      return inline.hard
        ? leaf(nodes.break.create())
        : [schema.text(" ", marks.wrap.create().addToSet(around))];
    case "expression":
      return leaf(nodes.expression.create({ expression: inline.expression }));
    case "math":
      return leaf(nodes.formula.create({ text: inline.text }));
    case "emoji":
    case "icon":
      return leaf(nodes[inline.type].create({ name: inline.name }));
    case "footnoteRef":
      return leaf(nodes.footnoteRef.create({ label: inline.label }));
    case "image":
      return leaf(nodes.image.create({ ...inline, dark: writtenDark(inline.dark) }));
    case "html":
    case "button":
      return leaf(rawInline(inline));
    default: {
      const inside = leavesOf(inline.children, markOf(inline).addToSet(around));
      return inside.length === 0 ? leaf(rawInline(inline)) : inside;
    }
  }
}

type Spanning = Exclude<
  Extract<Inline, { readonly children: readonly Inline[] }>,
  { readonly type: "button" }
>;

function markOf(inline: Spanning): Mark {
  switch (inline.type) {
    case "link":
      return marks.link.create({ url: inline.url, title: inline.title ?? null, mention: inline.mention });
    case "annotation":
      return marks.annotation.create({ label: inline.label });
    case "mark":
      return marks.mark.create({ color: inline.color ?? null, background: inline.background ?? null });
    default:
      return marks[inline.type].create();
  }
}

/** Text in the editor has no line ends: those are nodes and marks. */
const oneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, " ");

/** Where something stood is no part of what it is. */
const PLACES: ReadonlySet<string> = new Set(["destination", "start", "end", "syntax", "quote"]);

function rawInline(inline: Inline): Node {
  const told = JSON.stringify(inline, (key, value: unknown) =>
    key === "destinations" ? [] : PLACES.has(key) ? undefined : value,
  );
  return nodes.rawInline.create({ inline: JSON.parse(told) as Inline });
}

interface Leaf {
  readonly node: Node;
  /** The marks that are not told yet. */
  readonly marks: readonly Mark[];
}

/** The inline nodes that say what content says. */
export function inlinesOf(content: Fragment): Inline[] {
  return nested(content.content.map((node) => ({ node, marks: node.marks.filter(isAround) })));
}

/** Whether a mark goes around others; code and wrapping are what text itself is. */
const isAround = ({ type }: Mark): boolean => type !== marks.monospace && type !== marks.wrap;

/** Of the marks at a place, the one that goes on longest is around the others. */
function nested(leaves: readonly Leaf[]): Inline[] {
  const told: Inline[] = [];
  for (let at = 0; at < leaves.length;) {
    const [outer, end] = outermost(leaves, at);
    if (outer === undefined) told.push(...inlineOf(leaves[at]!.node));
    else {
      const inside = leaves
        .slice(at, end)
        .map((leaf) => ({ node: leaf.node, marks: leaf.marks.filter((one) => !one.eq(outer)) }));
      told.push(spanOf(outer, nested(inside)));
    }
    at = end;
  }
  return told;
}

function outermost(leaves: readonly Leaf[], at: number): [Mark | undefined, number] {
  let longest: Mark | undefined;
  let end = at + 1;
  for (const mark of leaves[at]!.marks) {
    let to = at + 1;
    while (to < leaves.length && mark.isInSet(leaves[to]!.marks)) to++;
    if (longest === undefined || to > end) [longest, end] = [mark, to];
  }
  return [longest, end];
}

/** An object without the entries that are null. */
function given(attrs: Readonly<Record<string, unknown>>): Record<string, never> {
  return Object.fromEntries(Object.entries(attrs).filter(([, value]) => value !== null)) as never;
}

function spanOf({ type, attrs }: Mark, children: readonly Inline[]): Inline {
  const plain = PLAIN_MARKS.find((name) => marks[name] === type);
  if (plain !== undefined) return { type: plain, children };
  return { type: type.name, ...given(attrs), children } as unknown as Inline;
}

function inlineOf(node: Node): Inline[] {
  if (node.isText) return textOf(node);
  if (node.type === nodes.break) return [{ type: "break", hard: true }];
  if (node.type === nodes.rawInline) return [node.attrs["inline"] as Inline];
  if (node.type === nodes.formula) return [{ type: "math", text: node.attrs["text"] as string }];
  if (node.type !== nodes.image) return [{ type: node.type.name, ...node.attrs } as unknown as Inline];
  const { dark, ...more } = node.attrs;
  const variant =
    dark === null
      ? {}
      : { dark: { url: dark as string, start: 0, end: 0, syntax: "html" as const, quote: '"' as const } };
  return [{ type: "image", ...given(more), ...variant } as unknown as Inline];
}

function textOf(node: Node): Inline[] {
  const text = node.text ?? "";
  if (marks.wrap.isInSet(node.marks)) return [{ type: "break", hard: false }];
  return [marks.monospace.isInSet(node.marks) ? { type: "code", text } : { type: "text", text }];
}
