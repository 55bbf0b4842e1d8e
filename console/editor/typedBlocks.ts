/** Blocks that come of what is typed: of a tag, and of a line of pipes. Loaded once the text is there. */
import type { Node } from "prosemirror-model";
import { type Command, TextSelection } from "prosemirror-state";
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
