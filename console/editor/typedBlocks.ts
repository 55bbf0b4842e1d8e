/** Blocks that come of what is typed: of a tag, and of a line of pipes. Loaded once the text is there. */
import { undoDepth } from "prosemirror-history";
import { Fragment, type Node } from "prosemirror-model";
import { type Command, TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { asNew } from "./commands.ts";
import { schema } from "./schema.ts";

const { nodes } = schema;

/** What has to stand in a tag for it to be whole. */
const INSIDE: Readonly<Record<string, string>> = {
  tabs: '{% tab title="" %}\n{% endtab %}\n',
  stepper: "{% step %}\n{% endstep %}\n",
  columns: "{% column %}\n{% endcolumn %}\n{% column %}\n{% endcolumn %}\n",
  updates: '{% update date="" %}\n{% endupdate %}\n',
  code: "```\n```\n",
};

/**
 * The block that a tag opens, with nothing in it yet; undefined where there is none of that name.
 * @param read the document that a text says
 */
export function blockOfTag(
  [tag = "", name = ""]: RegExpMatchArray,
  read: (source: string) => Node,
): Node | undefined {
  const closed = `${tag}\n${INSIDE[name] ?? ""}{% end${name} %}`;
  for (const source of [closed, tag]) {
    const { firstChild: block, childCount } = read(source);
    const isText = block?.type === nodes.paragraph || (block?.type === nodes.raw && source === tag);
    if (block !== null && childCount === 1 && !isText) return asNew(block);
  }
  return undefined;
}

/** `| a | b |` and Enter: a table with that head, and a row to be written. */
export const tableOfPipes: Command = ({ selection, tr }, dispatch) => {
  const { $from, empty: isCaret } = selection;
  const { parent } = $from;
  if (!isCaret || parent.type !== nodes.paragraph || $from.parentOffset < parent.content.size) return false;
  // A leaf is a character, as it is a place: so are cells found in what is between pipes, marks and all.
  const line = parent.textBetween(0, parent.content.size, undefined, "\ufffc");
  if (!/^\|(?:[^|]*\|){2,}$/.test(line)) return false;
  const heads: Node[] = [];
  for (const cell of line.matchAll(/(?<=\|)\s*([^|]*?)\s*(?=\|)/g)) {
    const from = cell.index + cell[0].indexOf(cell[1]!);
    heads.push(nodes.cell.create({ header: true }, parent.content.cut(from, from + cell[1]!.length)));
  }
  const rows = [heads, heads.map(() => nodes.cell.create())].map((cells) => nodes.row.create(null, cells));
  const table = nodes.table.create({ columns: heads.map(() => ({})) }, rows);
  const index = $from.index(-1);
  if (!$from.node(-1).canReplaceWith(index, index + 1, nodes.table)) return false;
  const at = $from.before();
  tr.replaceWith(at, $from.after(), table);
  const row = at + 1 + table.firstChild!.nodeSize;
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, row + 2)).scrollIntoView());
  return true;
};

/**
 * Makes a block of what was typed before this was there: of a tag that the line of the caret begins with, or of pipes
 * in the line before it. What was typed behind them goes along into the block.
 */
export function makeEarly(view: EditorView, read: (source: string) => Node): void {
  const { state } = view;
  // What nobody typed stays as it was stored.
  if (view.isDestroyed || undoDepth(state) === 0) return;
  const { $from } = state.selection;
  const { parent: line } = $from;
  const index = $from.index(-1);
  // Words behind the caret were there before.
  if (line.type !== nodes.paragraph || $from.parentOffset < line.content.size) return;
  const text = line.textBetween(0, line.content.size, undefined, "\ufffc");
  const tag = /^\{%\s*(@?[a-z][\w/-]*)(?:\s[^%]*)?%\}/.exec(text);
  const block = tag === null ? undefined : blockOfTag(tag, read);
  const { tr } = state;
  const at = $from.before();
  const write = (words: Fragment, place: number): void =>
    view.dispatch(
      tr.insert(place, words).setSelection(TextSelection.near(tr.doc.resolve(place + words.size), -1)),
    );
  if (tag !== null && block !== undefined && $from.node(-1).canReplaceWith(index, index + 1, block.type)) {
    const words = line.content.cut(tag[0].length);
    tr.replaceWith(at, $from.after(), block);
    const inside = TextSelection.findFrom(tr.doc.resolve(at + 1), 1, true)?.from;
    const end = at + block.nodeSize;
    if (inside !== undefined && inside < end) write(words, inside);
    else write(words.size === 0 ? words : Fragment.from(nodes.paragraph.create(null, words)), end);
  } else if (tag === null && index > 0) {
    const above = state.apply(state.tr.setSelection(TextSelection.near(tr.doc.resolve(at), -1)));
    tableOfPipes(above, (change) => {
      for (const step of change.steps) tr.step(step);
      const own = tr.mapping.map(at);
      tr.delete(own, own + line.nodeSize);
      write(line.content, change.selection.from);
    });
  }
}
