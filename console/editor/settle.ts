/**
 * What of a document Markdown can say: two documents that settle alike are the same page. A paragraph without words, a
 * blank at the end of a line and emphasis on a blank alone have no Markdown.
 */
import { Fragment, type Mark, type Node } from "prosemirror-model";
import type { Column } from "../../engine/markdown/document.ts";
import { endedSource } from "./endedSource.ts";
import { formulaOf, isWrittenMark, writtenAtom } from "./lineAtoms.ts";
import { schema } from "./schema.ts";

const { nodes, marks } = schema;

const known = new WeakMap<Node, Node>();

/** The node as it can be written, without keys. The same for the same node: nodes don't change. */
export function settled(node: Node): Node {
  const before = known.get(node);
  if (before !== undefined) return before;
  const made = settle(node);
  known.set(node, made);
  return made;
}

function settle(node: Node): Node {
  const attrs = attrsOf(node);
  if (node.type === nodes.table) return settledTable(node);
  if (node.type === nodes.figure && attrs?.["src"] === "") return settled(withoutPicture(node));
  if (node.type.spec.code === true) return node.type.create(attrs, verbatim(node));
  if (node.isTextblock)
    return node.type.create(attrs, settledLine(node.content, node.type !== nodes.paragraph));
  if (node.isLeaf) return node.type.create(attrs);
  return node.type.create(
    attrs,
    node.children.map(settled).filter((one) => !isEmpty(one)),
  );
}

/** What is said of a picture that nobody has chosen yet. */
function withoutPicture({ attrs, content }: Node): Node {
  const alt = String(attrs["alt"]).trim();
  const told = alt === "" ? [] : [nodes.break.create(), schema.text(alt)];
  return nodes.paragraph.create(null, content.append(Fragment.from(told)));
}

/** Whether a block leaves anything in the text. */
export const isWritten = (node: Node): boolean => !isEmpty(settled(node));

const isEmpty = ({ type, content, attrs }: Node): boolean =>
  (type === nodes.paragraph && content.size === 0) ||
  (type === nodes.raw && (attrs["source"] as string).trim() === "");

function attrsOf({ type, attrs }: Node): Record<string, unknown> | null {
  const { key: _, ...said } = attrs;
  if (type === nodes.code) return { ...said, ...infoOf(said["lang"] as string, said["info"] as string) };
  if (type === nodes.raw) return { source: endedSource(String(attrs["source"])) };
  if (type === nodes.list) return { ordered: attrs["ordered"], first: attrs["ordered"] ? attrs["first"] : 1 };
  return said;
}

/** The language of code and its info string, which begins with it. */
export function infoOf(lang: string, info: string): { readonly lang: string; readonly info: string } {
  const plain = lang.replace(/[\s`{].*$/s, "");
  return { lang: plain, info: /^[^\s{]*/.exec(info)![0] === plain ? info : plain };
}

function verbatim(node: Node): Fragment {
  const written = node.textContent.replaceAll("\0", "\ufffd").replaceAll(/\r\n?/g, "\n");
  const text = node.type === nodes.math ? formulaOf(written) : written;
  return text === "" ? Fragment.empty : Fragment.from(schema.text(text));
}

function settledTable(table: Node): Node {
  const width = Math.max(...table.children.map((row) => row.childCount));
  const columns = Array.from({ length: width }, (_, at) => (table.attrs["columns"] as Column[])[at] ?? {});
  const rows = table.children.map((row, index) => {
    const header = index === 0;
    const cells = columns.map((_, at) => {
      const content = row.maybeChild(at)?.content ?? Fragment.empty;
      return nodes.cell.create({ header }, settledLine(content, true));
    });
    return nodes.row.create(null, cells);
  });
  return nodes.table.create({ columns }, rows);
}

/** @param isOneLine whether line ends are spaces */
function settledLine(content: Fragment, isOneLine: boolean): Fragment {
  const leaves = content.content.flatMap((leaf) => settledLeaf(leaf, isOneLine));
  return Fragment.fromArray(withoutEdges(apart(leaves)));
}

const isBlank = (leaf: Node): boolean =>
  leaf.type === nodes.break || (leaf.isText && !isCode(leaf) && leaf.text!.trim() === "");
const isCode = (leaf: Node): boolean => marks.monospace.isInSet(leaf.marks) !== undefined;
const isWrap = (leaf: Node): boolean => marks.wrap.isInSet(leaf.marks) !== undefined;
const isLineEnd = (leaf: Node | undefined): boolean =>
  leaf !== undefined && (leaf.type === nodes.break || isWrap(leaf));

function settledLeaf(leaf: Node, isOneLine: boolean): Node[] {
  const without = (...types: readonly (typeof marks.monospace)[]): readonly Mark[] =>
    leaf.marks.filter((mark) => !types.includes(mark.type) && isWrittenMark(mark));
  if (!leaf.isText) {
    const said = writtenAtom(leaf.mark(without(marks.monospace, marks.wrap)), isOneLine);
    return said === undefined ? [] : [said];
  }
  const text = leaf.text!.replaceAll("\0", "\ufffd").replaceAll(/[\r\n]+/g, " ");
  if (isCode(leaf) || isOneLine || !isWrap(leaf)) return [schema.text(text, without(marks.wrap))];
  return [schema.text(" ", without())];
}

const OUTSIDE = [marks.emphasis, marks.strong, marks.strikethrough];

/** Leaves whose emphasis begins and ends with words: next to a blank its marks would be text. */
function apart(leaves: readonly Node[]): Node[] {
  let told = [...leaves];
  for (const type of OUTSIDE) told = trimmed(trimmed(told, type, 1), type, -1);
  return told;
}

/** @param step 1 where runs of a mark begin, -1 where they end */
function trimmed(leaves: readonly Node[], type: (typeof OUTSIDE)[number], step: 1 | -1): Node[] {
  const ordered = step === 1 ? leaves : leaves.toReversed();
  let isInside = false;
  const told = ordered.flatMap((leaf) => {
    const isMarked = type.isInSet(leaf.marks) !== undefined;
    if (!isMarked || isInside) {
      isInside = isMarked;
      return [leaf];
    }
    const plain = type.removeFromSet(leaf.marks);
    if (isBlank(leaf)) return [leaf.mark(plain)];
    isInside = true;
    if (!leaf.isText || isCode(leaf)) return [leaf];
    const text = leaf.text!;
    const edge = step === 1 ? text.length - text.trimStart().length : text.trimEnd().length;
    const [blank, words] =
      step === 1 ? [text.slice(0, edge), text.slice(edge)] : [text.slice(edge), text.slice(0, edge)];
    return blank === "" ? [leaf] : [schema.text(blank, plain), schema.text(words, leaf.marks)];
  });
  return step === 1 ? told : told.toReversed();
}

/** Without blanks at line ends, line ends at the ends, and more than one where one is all that there can be. */
function withoutEdges(leaves: readonly Node[]): Node[] {
  const joined = Fragment.fromArray([...leaves]).content;
  const told: Node[] = [];
  const dropBlanks = (): void => {
    for (let last = told.at(-1); last !== undefined && isText(last); last = told.at(-1)) {
      told.pop();
      const text = last.text!.replace(/[ \t]+$/, "");
      if (text === "") continue;
      told.push(schema.text(text, last.marks));
      return;
    }
  };
  for (const leaf of joined) {
    const isAtStart = told.length === 0 || isLineEnd(told.at(-1));
    if (isLineEnd(leaf)) {
      dropBlanks();
      const last = told.at(-1);
      if (last === undefined || (isWrap(leaf) && isLineEnd(last))) continue;
      if (leaf.type === nodes.break && isWrap(last)) told.pop();
      told.push(leaf);
    } else if (isAtStart && isText(leaf)) {
      const text = leaf.text!.replace(/^[ \t]+/, "");
      if (text !== "") told.push(schema.text(text, leaf.marks));
    } else told.push(leaf);
  }
  dropBlanks();
  while (isLineEnd(told.at(-1))) {
    told.pop();
    dropBlanks();
  }
  return told;
}

const isText = (leaf: Node): boolean => leaf.isText && !isCode(leaf) && !isWrap(leaf);
