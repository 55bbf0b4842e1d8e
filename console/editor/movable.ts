/**
 * What is moved, doubled and deleted as a whole: a block at the top, an item, a row, and what stands in a container such
 * as a hint or a tab.
 */
import { Fragment, type Node, type NodeType, type ResolvedPos } from "prosemirror-model";
import {
  type Command,
  NodeSelection,
  type Selection,
  TextSelection,
  type Transaction,
} from "prosemirror-state";
import { asNew } from "./commands.ts";
import { schema } from "./schema.ts";
import { deleteRow, doubleRow, moveRowTo } from "./tables.ts";

const { nodes } = schema;

/** A part of a page, by its place. */
export interface MovablePart {
  /** Where it begins. */
  readonly at: number;
  readonly node: Node;
  readonly parent: Node;
  /** Its place in what it is in. */
  readonly index: number;
}

const HOMES: ReadonlySet<NodeType> = new Set([
  nodes.doc,
  nodes.list,
  nodes.blockquote,
  nodes.hint,
  nodes.tabs,
  nodes.tab,
  nodes.stepper,
  nodes.step,
  nodes.columns,
  nodes.column,
  nodes.details,
  nodes.if,
  nodes.table,
]);

const isPart = (node: Node, parent: Node): boolean => HOMES.has(parent.type) && node.type !== nodes.summary;

/** The part that begins at a place. */
export function partAt(doc: Node, at: number): MovablePart | undefined {
  if (at < 0 || at > doc.content.size) return undefined;
  const $at = doc.resolve(at);
  const node = $at.nodeAfter;
  if (node === null || !isPart(node, $at.parent)) return undefined;
  return { at, node, parent: $at.parent, index: $at.index() };
}

/** The parts that a place is in, the innermost first. */
export function partsAround($at: ResolvedPos): MovablePart[] {
  const parts: MovablePart[] = [];
  for (let { depth } = $at; depth > 0; depth--) {
    const [node, parent] = [$at.node(depth), $at.node(depth - 1)];
    if (isPart(node, parent))
      parts.push({ at: $at.before(depth), node, parent, index: $at.index(depth - 1) });
  }
  return parts;
}

/** The parts that are selected, or that the caret is in, the innermost first. */
export function partsOf(selection: Selection): MovablePart[] {
  const around = partsAround(selection.$from);
  const whole = selection instanceof NodeSelection ? partAt(selection.$from.doc, selection.from) : undefined;
  return whole === undefined ? around : [whole, ...around];
}

/** The part beside another, to which it can be moved. */
function beside({ parent, index }: MovablePart, step: -1 | 1): Node | undefined {
  const other = parent.maybeChild(index + step);
  return other === null || !isPart(other, parent) ? undefined : other;
}

/** Moves what the caret is in by one: the innermost part that has another on that side. @param step -1 up, 1 down */
export const moveBlock =
  (step: -1 | 1): Command =>
  (state, dispatch) => {
    const { selection, tr } = state;
    const part = partsOf(selection).find((one) => beside(one, step) !== undefined);
    if (part === undefined) return false;
    if (part.node.type === nodes.row) return moveRowTo(part.index + step)(state, dispatch);
    const other = beside(part, step)!;
    const start = step === 1 ? part.at : part.at - other.nodeSize;
    const both = step === 1 ? [other, part.node] : [part.node, other];
    tr.replaceWith(start, start + part.node.nodeSize + other.nodeSize, both);
    const { anchor, head } = selection;
    const shift = step * other.nodeSize;
    tr.setSelection(
      selection instanceof NodeSelection
        ? NodeSelection.create(tr.doc, selection.from + shift)
        : TextSelection.create(tr.doc, anchor + shift, head + shift),
    );
    dispatch?.(tr.scrollIntoView());
    return true;
  };

/** Whether a part can stand before a child of something. */
export function mayStand({ node, parent: from }: MovablePart, { parent, index }: MovablePart): boolean {
  // Rows of another table have another number of cells.
  if (node.type === nodes.row) return parent === from;
  return parent.canReplaceWith(index, index, node.type);
}

/** Moves a part, which is selected, to another place where it may stand. @param to a place between two parts */
export const movePartTo =
  (part: MovablePart, to: number): Command =>
  (state, dispatch) => {
    const end = part.at + part.node.nodeSize;
    if (to >= part.at && to <= end) return false;
    if (part.node.type === nodes.row) return moveRowTo(rowBefore(part, to))(state, dispatch);
    const { tr } = state;
    tr.insert(to, part.node);
    removePart(tr, tr.mapping.map(part.at, 1));
    const at = to < part.at ? to : tr.mapping.slice(1).map(to, -1);
    if (tr.doc.nodeAt(at)?.type === part.node.type && NodeSelection.isSelectable(part.node))
      tr.setSelection(NodeSelection.create(tr.doc, at));
    dispatch?.(tr.scrollIntoView());
    return true;
  };

/** Which row a selected one would be when it stands at a place. */
function rowBefore({ at, parent, index }: MovablePart, to: number): number {
  const starts: number[] = [];
  parent.forEach((_, offset) => starts.push(offset));
  const place = to - (at - starts[index]!);
  return starts.filter((start, row) => start < place && row !== index).length;
}

/** Takes a part away. What has to have something in it keeps a place to write, or goes too. */
function removePart(tr: Transaction, at: number): void {
  const $at = tr.doc.resolve(at);
  const { parent, nodeAfter: node } = $at;
  if (node === null) return;
  const [index, end] = [$at.index(), at + node.nodeSize];
  if (parent.canReplace(index, index + 1)) return void tr.delete(at, end);
  const isBlank = node.type === nodes.paragraph && node.content.size === 0;
  const text = nodes.paragraph.create();
  const keepsPlace = parent.canReplace(index, index + 1, Fragment.from(text));
  if (keepsPlace && (!isBlank || $at.depth === 0)) return void tr.replaceWith(at, end, text);
  removePart(tr, $at.before());
}

/** Deletes the innermost part that the caret is in. A page keeps a place to write. */
export const deleteBlock: Command = (state, dispatch) => {
  const [part] = partsOf(state.selection);
  if (part === undefined) return false;
  if (part.node.type === nodes.row && part.parent.childCount > 1) return deleteRow(state, dispatch);
  const { tr } = state;
  removePart(tr, part.at);
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** The innermost part that the caret is in once more, behind itself. */
export const doubleBlock: Command = (state, dispatch) => {
  const [part] = partsOf(state.selection);
  if (part === undefined) return false;
  if (part.node.type === nodes.row) return doubleRow(state, dispatch);
  const { at, node } = part;
  dispatch?.(state.tr.insert(at + node.nodeSize, asNew(node)).scrollIntoView());
  return true;
};
