/** Blocks of the editor as blocks to be printed. */
import { Fragment, type Mark, type Node } from "prosemirror-model";
import { figureText, type WrittenPicture } from "../../engine/document/figureText.ts";
import { htmlOf } from "../../engine/document/htmlInlines.ts";
import { phrasesOf } from "../../engine/document/phrases.ts";
import { type Flow, paragraphFlow, printBlocks } from "../../engine/document/print.ts";
import { fenceOf } from "../../engine/document/fence.ts";
import { isPlainColumn, pipesOf, tableOf, type WrittenColumn } from "../../engine/document/tableText.ts";
import { tag, tagOf } from "../../engine/document/tags.ts";
import type { Column, Inline } from "../../engine/markdown/document.ts";
import { inlinesOf } from "./inlines.ts";
import { read } from "./load.ts";
import { blocksIn, type NodeName, schema } from "./schema.ts";
import { infoOf, isWritten, settled } from "./settle.ts";

const { nodes, marks } = schema;

type FlowOf = (node: Node) => Flow;

/** The Markdown of a block by itself, whatever it was written like before. */
export const printed = (node: Node): string => printBlocks([plainFlow(node)]);

/** A block to be printed, and all that is in it. */
export const plainFlow: FlowOf = (node) => flowOf(node, plainFlow);

/**
 * A block to be printed.
 * @param inner how blocks inside are
 */
export function flowOf(node: Node, inner: FlowOf): Flow {
  return FLOWS[node.type.name as BlockType](node, inner);
}

type BlockType = Exclude<
  NodeName,
  | "doc"
  | "summary"
  | "row"
  | "cell"
  | "text"
  | "break"
  | "expression"
  | "formula"
  | "emoji"
  | "icon"
  | "footnoteRef"
  | "image"
  | "rawInline"
>;

const raw = (value: string): Flow => ({ type: "raw", value });

const textOf = (node: Node, name: string): string => (node.attrs[name] as string | null) ?? "";
const given = (node: Node, name: string): string | undefined =>
  (node.attrs[name] as string | null) ?? undefined;

/** What a block with one line of content says. */
const lineOf = (node: Node): Inline[] => inlinesOf(settled(node).content);

const insideOf = (node: Node, inner: FlowOf): Flow[] => blocksIn(node).filter(isWritten).map(inner);

/** The tag that opens a container; undefined for what is not between tags. */
export function openingTag(node: Node): string | undefined {
  switch (node.type) {
    case nodes.hint:
      return tag("hint", { style: textOf(node, "style"), icon: given(node, "icon") });
    case nodes.tab:
      return tag("tab", { title: textOf(node, "title"), icon: given(node, "icon") });
    case nodes.column:
      return tag("column", { width: given(node, "width") });
    case nodes.if:
      return `{% if ${textOf(node, "expression").trim()} %}`;
    case nodes.tabs:
    case nodes.stepper:
    case nodes.step:
    case nodes.columns:
      return tag(node.type.name);
    default:
      return undefined;
  }
}

const between: (node: Node, inner: FlowOf) => Flow = (node, inner) => ({
  type: "tagged",
  open: openingTag(node)!,
  close: tag(`end${node.type.name}`),
  children: insideOf(node, inner),
});

/** What opens an expandable block, up to its own blocks. */
export function openingDetails(node: Node): string {
  const title = node.firstChild === null ? "" : htmlOf(lineOf(node.firstChild));
  return `<details${node.attrs["open"] === true ? " open" : ""}>\n\n<summary>${title}</summary>\n\n`;
}

const captioned = (opening: string, name: string, caption: readonly Inline[]): Flow =>
  caption.length === 0
    ? raw(opening)
    : { type: "tagged", open: opening, close: tag(`end${name}`), children: [paragraphFlow(caption)] };

const FLOWS: { readonly [T in BlockType]: (node: Node, inner: FlowOf) => Flow } = {
  paragraph: (node) => {
    const formula = formulaAlone(settled(node));
    return formula === undefined ? paragraphFlow(lineOf(node)) : raw(`$$${formula}$$`);
  },
  heading,
  list: (node, inner) => {
    const children = node.children.map(inner);
    const { ordered, first, tight } = node.attrs as { ordered: boolean; first: number; tight: boolean };
    return { type: "list", ordered, start: first, spread: !tight, children };
  },
  listItem,
  blockquote: (node, inner) => ({ type: "blockquote", children: insideOf(node, inner) }),
  hint: between,
  tabs: between,
  tab: between,
  stepper: between,
  step: between,
  columns: between,
  column: between,
  details: (node, inner) => {
    const children = insideOf(node, inner);
    const open = openingDetails(node).slice(0, -1);
    return { type: "tagged", open, close: children.length === 0 ? "</details>" : "\n</details>", children };
  },
  if: between,
  code,
  math: (node) => raw(`$$\n${settled(node).textContent}\n$$`),
  table: (node) => raw(table(settled(node), node.attrs["html"] === true)),
  figure: (node) => {
    if (textOf(node, "src") === "") return paragraphFlow(lineOf(node));
    const { align, fullWidth, ...picture } = definedOf(node) as unknown as WrittenPicture & {
      readonly align: "left" | "center" | "right" | undefined;
      readonly fullWidth: boolean;
    };
    return raw(figureText([{ ...picture, caption: lineOf(node) }], { align, fullWidth }));
  },
  embed: (node) => captioned(tag("embed", { url: textOf(node, "url") }), "embed", lineOf(node)),
  file: (node) => captioned(tag("file", { src: textOf(node, "src") }), "file", lineOf(node)),
  contentRef: (node) => {
    const url = textOf(node, "url");
    const again: Inline = { type: "link", url, mention: false, children: [{ type: "text", text: url }] };
    return captioned(tag("content-ref", { url }), "content-ref", url === "" ? [] : [again]);
  },
  include: (node) => raw(tagOf("include", textOf(node, "path"))),
  thematicBreak: () => ({ type: "thematicBreak" }),
  raw: (node) => raw(textOf(settled(node), "source").trim()),
};

/** The formula that is all of a settled paragraph: Markdown says it as a block of mathematics. */
function formulaAlone(node: Node): string | undefined {
  const { firstChild: formula, childCount } = node;
  if (node.type !== nodes.paragraph || childCount !== 1 || formula!.type !== nodes.formula) return undefined;
  return formula!.marks.length === 0 ? textOf(formula!, "text") : undefined;
}

/** The attributes of a node, undefined where they are null. */
const definedOf = (node: Node): Record<string, unknown> =>
  Object.fromEntries(Object.entries(node.attrs).map(([name, value]) => [name, value ?? undefined]));

function heading(node: Node): Flow {
  const inlines = lineOf(node);
  const depth = node.attrs["level"] as number;
  const id = given(node, "id");
  const anchor = id === undefined ? "" : `<a href="#${id}" id="${id}"></a>`;
  const space = anchor === "" || inlines.length === 0 ? "" : " ";
  const title = [...phrasesOf(inlines, true)];
  if (anchor !== "") title.push({ type: "html", value: space + anchor });
  const flow: Flow = { type: "heading", depth, children: title };
  if (says(printBlocks([flow]), node)) return flow;
  const words = htmlOf(inlines).replace(/#+$/, (marks) => "&#35;".repeat(marks.length));
  return raw(`${"#".repeat(depth)} ${words}${space}${anchor}`.trimEnd());
}

/** Whether a text is one block, and says what a node shows. */
function says(text: string, node: Node): boolean {
  const { children } = settled(read(text));
  return children.length === 1 && isSaid(settled(node), children[0]!);
}

/**
 * Whether two settled nodes are the same on a page. A paragraph that begins with a tag of HTML is one in the editor and
 * HTML in Markdown, in the same words; one of a formula alone is a block of mathematics. What refers to a footnote that the
 * page has not is its text.
 */
export function isSaid(shown: Node, said: Node): boolean {
  if (shown.eq(said)) return true;
  if (shown.isTextblock && shown.type === said.type && hasNote(shown))
    return settled(withoutNotes(shown, said)).eq(said);
  if (shown.type === nodes.paragraph && said.type === nodes.raw)
    return shown.firstChild?.type === nodes.rawInline && printed(shown) === textOf(said, "source");
  if (said.type === nodes.math) return formulaAlone(shown) === said.textContent;
  return (
    !shown.isTextblock &&
    shown.hasMarkup(said.type, said.attrs) &&
    shown.childCount === said.childCount &&
    shown.children.every((child, at) => isSaid(child, said.child(at)))
  );
}

const labelOf = (leaf: Node): string | undefined =>
  leaf.type === nodes.footnoteRef
    ? textOf(leaf, "label")
    : (marks.annotation.isInSet(leaf.marks)?.attrs["label"] as string | undefined);

const hasNote = (node: Node): boolean => node.children.some((leaf) => labelOf(leaf) !== undefined);

/** The block with what refers to footnotes as its text, where what is said has no such footnote. */
function withoutNotes(shown: Node, said: Node): Node {
  const known = new Set(said.children.map(labelOf));
  const leaves = shown.children.flatMap((leaf, at) => {
    const label = labelOf(leaf);
    if (label === undefined || known.has(label)) return [leaf];
    const text = (around: readonly Mark[]): Node => schema.text(`[^${label}]`, around);
    if (leaf.type === nodes.footnoteRef) return [text(leaf.marks)];
    const annotation = marks.annotation.isInSet(leaf.marks)!;
    const plain = annotation.removeFromSet(leaf.marks);
    const link = marks.link.create({ url: `#user-content-fn-${label}` });
    const isLast = shown.maybeChild(at + 1)?.marks.some((mark) => mark.eq(annotation)) !== true;
    // What refers to it stands behind the code, not in it.
    const behind = marks.monospace.removeFromSet(plain);
    return [leaf.mark(link.addToSet(plain)), ...(isLast ? [text(behind)] : [])];
  });
  return shown.copy(Fragment.fromArray(leaves));
}

function listItem(node: Node, inner: FlowOf): Flow {
  const written = blocksIn(node).filter(isWritten);
  const [first, second] = written;
  // Without blank lines nothing but a list may stand behind a paragraph: other blocks would be its words.
  const isClose = written.length < 2 || (written.length === 2 && isPair(first!, second!));
  const checked = node.attrs["checked"] as boolean | null;
  const children = written.map(inner);
  if (checked === null) return { type: "listItem", spread: !isClose, children };
  const box = checked ? "[x]" : "[ ]";
  const [said, ...others] = children;
  if (first?.type === nodes.paragraph && said?.type === "raw")
    return { type: "listItem", spread: !isClose, children: [raw(`${box} ${said.value}`), ...others] };
  if (said?.type === "paragraph") {
    const words = [{ type: "phrase", value: `${box} ` } as const, ...said.children];
    return { type: "listItem", spread: !isClose, children: [{ ...said, children: words }, ...others] };
  }
  return { type: "listItem", spread: written.length > 0, children: [raw(box), ...children] };
}

const isPair = (first: Node, second: Node): boolean =>
  first.type === nodes.paragraph && second.type === nodes.list && second.attrs["ordered"] === false;

function code(node: Node): Flow {
  const { info } = infoOf(textOf(node, "lang"), textOf(node, "info"));
  const fence = raw(fenceOf(settled(node).textContent, info));
  const title = given(node, "title");
  const options = {
    title: info.includes(`title="${title}"`) ? undefined : title,
    overflow: given(node, "overflow"),
    lineNumbers: given(node, "lineNumbers"),
    expandable: given(node, "expandable"),
  };
  if (Object.values(options).every((option) => option === undefined)) return fence;
  return { type: "tagged", open: tag("code", options), close: tag("endcode"), children: [fence] };
}

const ROLES = { target: "data-card-target", cover: "data-card-cover", coverDark: "data-card-cover-dark" };

function table(node: Node, isHtml: boolean): string {
  const [header, ...rows] = node.children.map((row) => row.children.map(({ content }) => inlinesOf(content)));
  const columns = (node.attrs["columns"] as Column[]).map(
    ({ kind, align, hidden, width, max, role }, at): WrittenColumn => ({
      kind,
      align,
      hidden: hidden === true,
      width,
      max,
      role: role === undefined ? undefined : ROLES[role],
      title: header![at]!,
    }),
  );
  return !isHtml && columns.every(isPlainColumn) ? pipesOf(columns, rows) : tableOf("", columns, rows);
}
