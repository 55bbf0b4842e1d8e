/** What a key or a menu does to the document. */
import { setBlockType, toggleMark, wrapIn } from "prosemirror-commands";
import type { Attrs, MarkType, Node } from "prosemirror-model";
import { liftListItem, sinkListItem, splitListItem, wrapInList } from "prosemirror-schema-list";
import { type Command, NodeSelection, TextSelection } from "prosemirror-state";
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
