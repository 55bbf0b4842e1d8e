/** What a key or a menu does to the document. */
import { setBlockType, toggleMark, wrapIn } from "prosemirror-commands";
import type { Attrs, MarkType, Node } from "prosemirror-model";
import { liftListItem, sinkListItem, splitListItem, wrapInList } from "prosemirror-schema-list";
import { type Command, NodeSelection, TextSelection } from "prosemirror-state";
import type { Column } from "../../engine/markdown/document.ts";
import { schema } from "./schema.ts";

const { nodes } = schema;

/** Does the first of some commands that can be done here. */
export const first =
  (...commands: readonly Command[]): Command =>
  (state, dispatch, view) =>
    commands.some((command) => command(state, dispatch, view));

export const mark = (type: MarkType, attrs: Attrs | null = null): Command => toggleMark(type, attrs);

/** A heading of a level; text where it is one already. */
export const heading =
  (level: number): Command =>
  (state, dispatch) => {
    const { parent } = state.selection.$from;
    const isAlready = parent.type === nodes.heading && parent.attrs["level"] === level;
    return isAlready
      ? setBlockType(nodes.paragraph)(state, dispatch)
      : setBlockType(nodes.heading, { level })(state, dispatch);
  };

export const text: Command = setBlockType(nodes.paragraph);

export const bulletList: Command = wrapInList(nodes.list, { ordered: false });
export const orderedList: Command = wrapInList(nodes.list, { ordered: true });

export const taskList: Command = (state, dispatch, view) =>
  bulletList(
    state,
    dispatch &&
      ((change) => {
        const { $from, $to } = change.selection;
        change.doc.nodesBetween($from.pos, $to.pos, (node, at) => {
          if (node.type === nodes.listItem) change.setNodeAttribute(at, "checked", false);
        });
        dispatch(change);
      }),
    view,
  );

export const quote: Command = wrapIn(nodes.blockquote);

/** A new item; out of the list where the item has no words. */
export const newItem: Command = first(
  splitListItem(nodes.listItem, { checked: null }),
  liftListItem(nodes.listItem),
);

/** The item below a task is a task that is not done. */
export const newTask: Command = (state, dispatch) => {
  const item = state.selection.$from.node(-1);
  if (item?.type !== nodes.listItem || item.attrs["checked"] === null) return false;
  return splitListItem(nodes.listItem, { checked: false, key: "" })(state, dispatch);
};

export const indent: Command = sinkListItem(nodes.listItem);
export const outdent: Command = liftListItem(nodes.listItem);

/** Out of the innermost container, behind it. */
export const leave: Command = ({ selection, tr }, dispatch) => {
  const { $head } = selection;
  if ($head.depth < 2) return false;
  const after = $head.after($head.depth - 1);
  const $after = tr.doc.resolve(after);
  const type = $after.parent.type.contentMatch.defaultType;
  if (!$after.parent.canReplaceWith($after.index(), $after.index(), nodes.paragraph)) {
    const outer = $head.after(1);
    tr.insert(outer, nodes.paragraph.create()).setSelection(TextSelection.create(tr.doc, outer + 1));
  } else if (type !== null) {
    tr.insert(after, nodes.paragraph.create()).setSelection(TextSelection.create(tr.doc, after + 1));
  }
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** The block that the caret is in, as a whole. */
export const selectBlock: Command = ({ selection, tr }, dispatch) => {
  const { $from } = selection;
  const depth = selection instanceof NodeSelection ? $from.depth : $from.depth;
  if (depth === 0) return false;
  const at = $from.before(depth);
  if (!NodeSelection.isSelectable($from.node(depth))) return false;
  dispatch?.(tr.setSelection(NodeSelection.create(tr.doc, at)));
  return true;
};

/** Moves the block at the top that the caret is in. @param step -1 up, 1 down */
export const moveBlock =
  (step: -1 | 1): Command =>
  ({ selection, doc, tr }, dispatch) => {
    const index = selection.$from.index(0);
    const other = doc.maybeChild(index + step);
    const node = doc.maybeChild(index);
    if (!node || !other) return false;
    const [upper, lower] = step === 1 ? [node, other] : [other, node];
    const start = placeOf(doc, Math.min(index, index + step));
    tr.replaceWith(start, start + upper.nodeSize + lower.nodeSize, [lower, upper]);
    const shift = step * other.nodeSize;
    const { anchor, head } = selection;
    tr.setSelection(
      selection instanceof NodeSelection
        ? NodeSelection.create(tr.doc, selection.from + shift)
        : TextSelection.create(tr.doc, anchor + shift, head + shift),
    );
    dispatch?.(tr.scrollIntoView());
    return true;
  };

/** Moves a block at the top to another place among them. @param to its place once it is there */
export const moveBlockTo =
  (from: number, to: number): Command =>
  ({ doc, tr }, dispatch) => {
    const node = doc.maybeChild(from);
    if (!node || from === to || to < 0 || to >= doc.childCount) return false;
    const at = placeOf(doc, from);
    tr.delete(at, at + node.nodeSize);
    const target = placeOf(tr.doc, to);
    tr.insert(target, node);
    if (NodeSelection.isSelectable(node)) tr.setSelection(NodeSelection.create(tr.doc, target));
    dispatch?.(tr);
    return true;
  };

/** Deletes the block at the top that the caret is in. A page keeps a place to write. */
export const deleteBlock: Command = ({ selection, doc, tr }, dispatch) => {
  const index = selection.$from.index(0);
  const node = doc.maybeChild(index);
  if (!node) return false;
  const at = placeOf(doc, index);
  if (doc.childCount === 1) tr.replaceWith(at, at + node.nodeSize, nodes.paragraph.create());
  else tr.delete(at, at + node.nodeSize);
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** A block at the top once more, behind itself. */
export const doubleBlock: Command = ({ selection, doc, tr }, dispatch) => {
  const index = selection.$from.index(0);
  const node = doc.maybeChild(index);
  if (!node) return false;
  dispatch?.(tr.insert(placeOf(doc, index) + node.nodeSize, asNew(node)).scrollIntoView());
  return true;
};

/** Where a block at the top begins. */
export function placeOf(doc: Node, index: number): number {
  let at = 0;
  for (let before = 0; before < index; before++) at += doc.child(before).nodeSize;
  return at;
}

/** A copy without keys: what is new comes from nowhere. */
export function asNew(node: Node): Node {
  if (node.isText) return node;
  const attrs = "key" in node.attrs ? { ...node.attrs, key: "" } : node.attrs;
  return node.type.create(attrs, node.children.map(asNew), node.marks);
}

/** Puts a block where the caret is: in the place of a paragraph without words, else behind. */
export function insertBlock(make: () => Node): Command {
  return ({ selection, tr }, dispatch) => {
    const { $from } = selection;
    const isEmpty = $from.parent.type === nodes.paragraph && $from.parent.content.size === 0;
    const [from, to] = isEmpty ? [$from.before(), $from.after()] : [$from.after(), $from.after()];
    const $at = tr.doc.resolve(from);
    const node = make();
    if (!$at.parent.canReplaceWith($at.index(), $at.indexAfter(), node.type)) return false;
    tr.replaceWith(from, to, node);
    const inside = TextSelection.findFrom(tr.doc.resolve(from + 1), 1, true);
    if (inside !== null && inside.from < from + node.nodeSize) tr.setSelection(inside);
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

// ---------------------------------------------------------------------------------------------- tables

interface CellPlace {
  readonly table: Node;
  /** Where the table's content begins. */
  readonly start: number;
  readonly row: number;
  readonly column: number;
}

function cellAt({ selection }: Parameters<Command>[0]): CellPlace | undefined {
  const { $from } = selection;
  const depth = $from.depth;
  if ($from.parent.type !== nodes.cell) return undefined;
  return {
    table: $from.node(depth - 2),
    start: $from.start(depth - 2),
    row: $from.index(depth - 2),
    column: $from.index(depth - 1),
  };
}

function cellStart({ table, start }: CellPlace, row: number, column: number): number {
  let at = start;
  for (let before = 0; before < row; before++) at += table.child(before).nodeSize;
  at += 1;
  for (let before = 0; before < column; before++) at += table.child(row).child(before).nodeSize;
  return at + 1;
}

/** To the next cell, or the one before; behind the last a new row. @param step -1 or 1 */
export const nextCell =
  (step: -1 | 1): Command =>
  (state, dispatch) => {
    const place = cellAt(state);
    if (place === undefined) return false;
    const width = place.table.child(place.row).childCount;
    const index = place.row * width + place.column + step;
    if (index < 0) return true;
    const row = Math.floor(index / width);
    const { tr } = state;
    if (row >= place.table.childCount) {
      tr.insert(place.start + place.table.content.size, rowOf(width));
      const at = place.start + place.table.content.size + 2;
      dispatch?.(tr.setSelection(TextSelection.create(tr.doc, at)).scrollIntoView());
    } else {
      const at = cellStart(place, row, index % width);
      dispatch?.(tr.setSelection(TextSelection.create(tr.doc, at)).scrollIntoView());
    }
    return true;
  };

const rowOf = (width: number): Node =>
  nodes.row.create(
    null,
    Array.from({ length: width }, () => nodes.cell.create()),
  );

/** A row of its own behind the one of the caret, or without it. */
export const addRow: Command = (state, dispatch) => {
  const place = cellAt(state);
  if (place === undefined) return false;
  const width = place.table.child(place.row).childCount;
  const at = cellStart(place, place.row, 0) - 2 + place.table.child(place.row).nodeSize;
  dispatch?.(state.tr.insert(at, rowOf(width)));
  return true;
};

export const deleteRow: Command = (state, dispatch) => {
  const place = cellAt(state);
  // The head stays: a table has one.
  if (place === undefined || place.row === 0 || place.table.childCount < 2) return false;
  const at = cellStart(place, place.row, 0) - 2;
  dispatch?.(state.tr.delete(at, at + place.table.child(place.row).nodeSize));
  return true;
};

/** A column behind the one of the caret. */
export const addColumn: Command = (state, dispatch) =>
  changeColumns(state, dispatch, (cells, column) =>
    cells.toSpliced(column + 1, 0, nodes.cell.create({ header: cells[0]?.attrs["header"] === true })),
  );

export const deleteColumn: Command = (state, dispatch) => {
  const place = cellAt(state);
  if (place === undefined || place.table.child(0).childCount < 2) return false;
  return changeColumns(state, dispatch, (cells, column) => cells.toSpliced(column, 1));
};

function changeColumns(
  state: Parameters<Command>[0],
  dispatch: Parameters<Command>[1],
  edit: (cells: readonly Node[], column: number) => Node[],
): boolean {
  const place = cellAt(state);
  if (place === undefined) return false;
  const { table, start, row, column } = place;
  const rows = table.children.map((one) => nodes.row.create(null, edit(one.children as Node[], column)));
  const known = table.attrs["columns"] as readonly Column[];
  const isMore = rows[0]!.childCount > table.child(0).childCount;
  const columns = isMore ? known.toSpliced(column + 1, 0, {}) : known.toSpliced(column, 1);
  const made = table.type.create({ ...table.attrs, columns }, rows);
  const change = state.tr.replaceWith(start - 1, start - 1 + table.nodeSize, made);
  const to = Math.min(isMore ? column + 1 : column, rows[0]!.childCount - 1);
  const at = cellStart({ ...place, table: made }, row, to);
  dispatch?.(change.setSelection(TextSelection.create(change.doc, at)).scrollIntoView());
  return true;
}
