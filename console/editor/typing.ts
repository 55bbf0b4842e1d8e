/** Markdown that becomes what it says while it is typed. Undo, or Backspace, gives back what was typed. */
import { keymap } from "prosemirror-keymap";
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from "prosemirror-inputrules";
import type { Attrs, MarkType, Node } from "prosemirror-model";
import { type Command, type Plugin, TextSelection } from "prosemirror-state";
import { parse } from "../../engine/markdown/parse.ts";
import { asNew } from "./commands.ts";
import { read } from "./load.ts";
import { schema } from "./schema.ts";

const { nodes, marks } = schema;

/** Text between two signs takes a mark; the signs go. The last group of the pattern is the text. */
function markRule(
  pattern: RegExp,
  type: MarkType,
  attrsOf: (match: RegExpMatchArray) => Attrs | null = () => null,
) {
  return new InputRule(pattern, (state, match, start, end) => {
    const words = match.groups!["words"]!;
    const before = match.groups!["before"]?.length ?? 0;
    if (state.doc.rangeHasMark(start, end, marks.monospace)) return null;
    const from = start + before;
    const opening = match[0].indexOf(words, before) - before;
    const change = state.tr.delete(from + opening + words.length, end).delete(from, from + opening);
    return change.addMark(from, from + words.length, type.create(attrsOf(match))).removeStoredMark(type);
  });
}

const blockOf = (pattern: RegExp, make: (match: RegExpMatchArray) => Node | undefined) =>
  new InputRule(pattern, (state, match, start) => {
    const $start = state.doc.resolve(start);
    const node = make(match);
    if (node === undefined || $start.parent.type !== nodes.paragraph) return null;
    if (!$start.node(-1).canReplaceWith($start.index(-1), $start.indexAfter(-1), node.type)) return null;
    const at = $start.before();
    const change = state.tr.replaceWith(at, $start.after(), node);
    const inside = TextSelection.findFrom(change.doc.resolve(at + 1), 1, true);
    return inside === null ? change : change.setSelection(inside);
  });

/** What has to stand in a tag for it to be whole. */
const INSIDE: Readonly<Record<string, string>> = {
  tabs: '{% tab title="" %}\n{% endtab %}\n',
  stepper: "{% step %}\n{% endstep %}\n",
  columns: "{% column %}\n{% endcolumn %}\n{% column %}\n{% endcolumn %}\n",
  updates: '{% update date="" %}\n{% endupdate %}\n',
  code: "```\n```\n",
};

/** The block that a tag opens, with nothing in it yet; undefined where there is none of that name. */
function blockOfTag([tag = "", name = ""]: RegExpMatchArray): Node | undefined {
  const closed = `${tag}\n${INSIDE[name] ?? ""}{% end${name} %}`;
  const source = [closed, tag].find((one) => {
    const { document, problems } = parse(one);
    return problems.length === 0 && document.children.length === 1;
  });
  const block = source === undefined ? undefined : read(source).firstChild;
  return block === null || block === undefined || block.type === nodes.paragraph ? undefined : asNew(block);
}

/** `| a | b |` and Enter: a table with that head, and a row to be written. */
const tableOfPipes: Command = ({ selection, tr }, dispatch) => {
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

/** A reference to a footnote; its text is written at the end of the page, where it isn't yet. */
const footnote = new InputRule(/\[\^([^\s\][^]{1,40})\]$/, (state, match, start, end) => {
  const label = match[1]!;
  const opening = `[^${label}]:`;
  const change = state.tr.replaceWith(start, end, nodes.footnoteRef.create({ label }));
  const isThere = state.doc.children.some(
    ({ type, attrs }) => type === nodes.raw && (attrs["source"] as string).startsWith(opening),
  );
  return isThere ? change : change.insert(change.doc.content.size, nodes.raw.create({ source: opening }));
});

const RULES: readonly InputRule[] = [
  textblockTypeInputRule(/^(#{1,6})\s$/, nodes.heading, (match) => ({ level: match[1]!.length })),
  textblockTypeInputRule(/^```([\w+#-]*)\s$/, nodes.code, (match) => ({ lang: match[1], info: match[1] })),
  wrappingInputRule(/^\s*>\s$/, nodes.blockquote),
  new InputRule(/^\[([ xX])\]\s$/, (state, match, start, end) => {
    const { $from } = state.selection;
    if ($from.node(-1).type !== nodes.listItem) return null;
    return state.tr.delete(start, end).setNodeAttribute($from.before(-1), "checked", match[1] !== " ");
  }),
  wrappingInputRule(/^\s*[-*+]\s$/, nodes.list, { ordered: false }),
  wrappingInputRule(
    /^(\d{1,9})[.)]\s$/,
    nodes.list,
    (match) => ({ ordered: true, first: Number(match[1]) }),
    (match, node) =>
      node.attrs["ordered"] === true && node.childCount + node.attrs["first"] === Number(match[1]),
  ),
  blockOf(/^(?:---|\*\*\*|___)\s$/, () => nodes.thematicBreak.create()),
  blockOf(/^\$\$\s$/, () => nodes.math.create()),
  blockOf(/^\{%\s*(@?[a-z][\w/-]*)(?:\s[^%]*)?%\}$/, blockOfTag),
  markRule(/(?<before>^|[^*])\*\*(?<words>[^*\s](?:[^*]*[^*\s])?)\*\*$/, marks.strong),
  markRule(/(?<before>^|[^*])\*(?<words>[^*\s](?:[^*]*[^*\s])?)\*$/, marks.emphasis),
  markRule(/(?<before>^|[^\w_])_(?<words>[^_\s](?:[^_]*[^_\s])?)_$/, marks.emphasis),
  markRule(/(?<before>^|[^~])~~(?<words>[^~\s](?:[^~]*[^~\s])?)~~$/, marks.strikethrough),
  markRule(/(?<before>^|[^`])`(?<words>[^`]+)`$/, marks.monospace),
  markRule(/(?<before>^|[^!])\[(?<words>[^\][]+)\]\((?<url>[^()\s]+)\)$/, marks.link, (match) => ({
    url: match.groups!["url"],
  })),
  new InputRule(/!\[([^\][]*)\]\(([^()\s]+)\)$/, (state, match, start, end) =>
    state.tr.replaceWith(start, end, nodes.image.create({ alt: match[1], src: match[2] })),
  ),
  new InputRule(/\{\{\s*([^{}]*[^{}\s])\s*\}\}$/, (state, match, start, end) =>
    state.tr.replaceWith(start, end, nodes.expression.create({ expression: match[1] })),
  ),
  footnote,
  new InputRule(/(^|[^$])\$\$([^$]+)\$\$$/, (state, match, start, end) =>
    state.tr.replaceWith(start + match[1]!.length, end, nodes.formula.create({ text: match[2] })),
  ),
  new InputRule(/(^|\s):([a-z][a-z0-9_+-]*):$/, (state, match, start, end) =>
    state.tr.replaceWith(start + match[1]!.length, end, nodes.emoji.create({ name: match[2] })),
  ),
];

/** The rules, none of which holds in code. */
export const typing = (): Plugin[] => [inputRules({ rules: [...RULES] }), keymap({ Enter: tableOfPipes })];
