/** Markdown that becomes what it says while it is typed. Undo, or Backspace, gives back what was typed. */
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from "prosemirror-inputrules";
import type { Attrs, MarkType } from "prosemirror-model";
import { type Plugin, TextSelection } from "prosemirror-state";
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

const blockOf = (pattern: RegExp, make: (match: RegExpMatchArray) => ReturnType<typeof nodes.hint.create>) =>
  new InputRule(pattern, (state, match, start) => {
    const $start = state.doc.resolve(start);
    const node = make(match);
    if (!$start.node(-1).canReplaceWith($start.index(-1), $start.indexAfter(-1), node.type)) return null;
    const at = $start.before();
    const change = state.tr.replaceWith(at, $start.after(), node);
    const inside = TextSelection.findFrom(change.doc.resolve(at + 1), 1, true);
    return inside === null ? change : change.setSelection(inside);
  });

const empty = () => nodes.paragraph.create();

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
  blockOf(/^\{%\s*hint(?:\s+style="(info|success|warning|danger)")?\s*%\}$/, (match) =>
    nodes.hint.create({ style: match[1] ?? "info" }, empty()),
  ),
  markRule(/(?<before>^|[^*])\*\*(?<words>[^*\s](?:[^*]*[^*\s])?)\*\*$/, marks.strong),
  markRule(/(?<before>^|[^*])\*(?<words>[^*\s](?:[^*]*[^*\s])?)\*$/, marks.emphasis),
  markRule(/(?<before>^|[^\w_])_(?<words>[^_\s](?:[^_]*[^_\s])?)_$/, marks.emphasis),
  markRule(/(?<before>^|[^~])~~(?<words>[^~\s](?:[^~]*[^~\s])?)~~$/, marks.strikethrough),
  markRule(/(?<before>^|[^`])`(?<words>[^`]+)`$/, marks.monospace),
  markRule(/(?<before>^|[^!])\[(?<words>[^\][]+)\]\((?<url>[^()\s]+)\)$/, marks.link, (match) => ({
    url: match.groups!["url"],
  })),
  new InputRule(/(^|[^$])\$\$([^$]+)\$\$$/, (state, match, start, end) =>
    state.tr.replaceWith(start + match[1]!.length, end, nodes.formula.create({ text: match[2] })),
  ),
  new InputRule(/(^|\s):([a-z][a-z0-9_+-]*):$/, (state, match, start, end) =>
    state.tr.replaceWith(start + match[1]!.length, end, nodes.emoji.create({ name: match[2] })),
  ),
];

/** The rules, none of which holds in code. */
export const typing = (): Plugin => inputRules({ rules: [...RULES] });
