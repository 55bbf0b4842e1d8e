/** Markdown that becomes what it says while it is typed. Undo, or Backspace, gives back what was typed. */
import { InputRule, inputRules, textblockTypeInputRule, wrappingInputRule } from "prosemirror-inputrules";
import type { Attrs, MarkType, Node } from "prosemirror-model";
import { Plugin, TextSelection } from "prosemirror-state";
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

/** A line becomes a block where no words stand behind what was typed: they would be gone. */
const blockOf = (pattern: RegExp, make: (match: RegExpMatchArray) => Node | undefined) =>
  new InputRule(pattern, (state, match, start, end) => {
    const $start = state.doc.resolve(start);
    if (end < $start.end()) return null;
    const node = make(match);
    if (node === undefined || $start.parent.type !== nodes.paragraph) return null;
    if (!$start.node(-1).canReplaceWith($start.index(-1), $start.indexAfter(-1), node.type)) return null;
    const at = $start.before();
    const change = state.tr.replaceWith(at, $start.after(), node);
    const textAt = (place: number) => TextSelection.findFrom(change.doc.resolve(place), 1, true);
    const inside = textAt(at + 1);
    if (inside !== null) return change.setSelection(inside);
    // The next letter would take the place of a block that is chosen.
    const behind = at + node.nodeSize;
    change.insert(behind, nodes.paragraph.create());
    return change.setSelection(textAt(behind)!);
  });

/** What makes whole blocks of what is typed, once it is loaded. */
let blocks: typeof import("./typedBlocks.ts") | undefined;

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
  blockOf(/^\{%\s*(@?[a-z][\w/-]*)(?:\s[^%]*)?%\}$/, (match) => blocks?.blockOfTag(match, read)),
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
  new InputRule(/(^|[^$])\$\$([^$]+)\$\$$/, (state, match, start, end) => {
    const text = match[2]!.trim();
    if (text === "") return null;
    return state.tr.replaceWith(start + match[1]!.length, end, nodes.formula.create({ text }));
  }),
  new InputRule(/(^|\s):([a-z][a-z0-9_+-]*):$/, (state, match, start, end) =>
    state.tr.replaceWith(start + match[1]!.length, end, nodes.emoji.create({ name: match[2] })),
  ),
];

/** Loads what makes blocks, where somebody may write. */
const making = (): Plugin =>
  new Plugin({
    props: {
      handleKeyDown: (view, { key }) =>
        key === "Enter" && blocks?.tableOfPipes(view.state, view.dispatch) === true,
    },
    view: (view) => {
      const load = async (): Promise<void> => {
        blocks ??= await import("./typedBlocks.ts");
        blocks.makeEarly(view, read);
      };
      // Without it, what is typed stays a text.
      if (view.editable) load().catch(() => undefined);
      return {};
    },
  });

/** Lines that Enter ends as a blank does: in source it is a line break that ends them. */
const WHOLE_LINE = /^(?:```[\w+#-]*|---|\*\*\*|___|\$\$)$/;

const endedByEnter = (rules: Plugin): Plugin =>
  new Plugin({
    props: {
      handleKeyDown: (view, { key, ctrlKey, metaKey, altKey, shiftKey }) => {
        const { $from, empty: isCaret } = view.state.selection;
        const isAtEnd = isCaret && $from.parentOffset === $from.parent.content.size;
        const isPlain = key === "Enter" && !(ctrlKey || metaKey || altKey || shiftKey);
        if (!isPlain || !isAtEnd || !WHOLE_LINE.test($from.parent.textContent)) return false;
        const typed = rules.props.handleTextInput;
        return (
          typed?.call(rules, view, $from.pos, $from.pos, " ", () => view.state.tr.insertText(" ")) === true
        );
      },
    },
  });

/** The rules, none of which holds in code. */
export const typing = (): Plugin[] => {
  const rules = inputRules({ rules: [...RULES] });
  return [rules, endedByEnter(rules), making()];
};
