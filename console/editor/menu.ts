/** What `/` offers: every block of the dialect, by its name and what else people call it. */
import type { Node } from "prosemirror-model";
import { type Command, type EditorState, Selection } from "prosemirror-state";
import { bulletList, heading, insertBlock, orderedList, quote, taskList, text } from "./commands.ts";
import { schema } from "./schema.ts";
import { TABLE_MENU } from "./tableMenu.ts";

const { nodes } = schema;

/** One thing that can be put on a page. */
export interface MenuEntry {
  readonly id: string;
  /** What it is called. */
  readonly label: string;
  /** What else it is found by. */
  readonly words: string;
  readonly run: Command;
}

const empty = (): Node => nodes.paragraph.create();

const made = (id: string, label: string, words: string, make: () => Node): MenuEntry => ({
  id,
  label,
  words,
  run: insertBlock(make),
});

const emptyRow = (header: boolean): Node =>
  nodes.row.create(null, [nodes.cell.create({ header }), nodes.cell.create({ header })]);

const HINTS = [
  ["info", "Hint", "note callout info"],
  ["success", "Success", "hint tip done"],
  ["warning", "Warning", "hint caution"],
  ["danger", "Danger", "hint error"],
] as const;

export const MENU: readonly MenuEntry[] = [
  { id: "text", label: "Text", words: "paragraph plain", run: text },
  { id: "heading-1", label: "Heading 1", words: "title h1", run: heading(1) },
  { id: "heading-2", label: "Heading 2", words: "title h2", run: heading(2) },
  { id: "heading-3", label: "Heading 3", words: "title h3", run: heading(3) },
  { id: "list", label: "Bulleted list", words: "unordered ul bullets", run: bulletList },
  { id: "ordered", label: "Numbered list", words: "ordered ol numbers", run: orderedList },
  { id: "tasks", label: "Task list", words: "todo checkbox check", run: taskList },
  ...HINTS.map(([style, label, words]) =>
    made(`hint-${style}`, label, words, () => nodes.hint.create({ style }, empty())),
  ),
  { id: "quote", label: "Quote", words: "blockquote citation", run: quote },
  made("code", "Code", "fence snippet programming", () => nodes.code.create()),
  made("mermaid", "Diagram", "mermaid flow chart", () =>
    nodes.code.create({ lang: "mermaid", info: "mermaid" }),
  ),
  made("math", "Formula", "math latex tex equation", () => nodes.math.create()),
  made("table", "Table", "grid rows columns", () =>
    nodes.table.create({ columns: [{}, {}] }, [emptyRow(true), emptyRow(false)]),
  ),
  made("figure", "Picture", "image figure photo", () => nodes.figure.create()),
  made("file", "File", "attachment download", () => nodes.file.create()),
  made("embed", "Embed", "video link youtube", () => nodes.embed.create()),
  made("content-ref", "Page link", "reference card content", () => nodes.contentRef.create()),
  made("include", "Reusable content", "include snippet", () => nodes.include.create()),
  made("tabs", "Tabs", "variants", () =>
    nodes.tabs.create(
      null,
      ["First tab", "Second tab"].map((title) => nodes.tab.create({ title }, empty())),
    ),
  ),
  made("stepper", "Steps", "stepper tutorial", () =>
    nodes.stepper.create(null, nodes.step.create(null, nodes.heading.create({ level: 3 }))),
  ),
  made("columns", "Columns", "layout side by side", () =>
    nodes.columns.create(null, [nodes.column.create(null, empty()), nodes.column.create(null, empty())]),
  ),
  made("details", "Expandable", "details toggle collapse faq", () =>
    nodes.details.create(null, [nodes.summary.create(), empty()]),
  ),
  made("if", "Condition", "adaptive audience visitors", () => nodes.if.create(null, empty())),
  made("rule", "Divider", "horizontal rule line", () => nodes.thematicBreak.create()),
];

/** What is looked for behind each sign. */
const SIGNS = { "/": "block", "@": "person", "[[": "page" } as const;

export type LookedFor = (typeof SIGNS)[keyof typeof SIGNS];

export interface MenuQuery {
  /** Where the sign is. */
  readonly from: number;
  readonly of: LookedFor;
  readonly query: string;
}

/** What was typed behind a sign at the start of a line or behind a blank; undefined while nothing is. */
export function menuQuery({ selection }: EditorState): MenuQuery | undefined {
  const { $from, empty: isCaret } = selection;
  if (!isCaret || !$from.parent.inlineContent || $from.parent.type.spec.code === true) return undefined;
  const before = $from.parent.textBetween(0, $from.parentOffset, "\ufffc", "\ufffc");
  const found = /(?:^|\s)(\/|@|\[\[)([\p{L}\d-]{0,30}(?: [\p{L}\d-]{0,30}){0,3})$/u.exec(before);
  if (found === null) return undefined;
  const [, sign = "", query = ""] = found;
  const of = SIGNS[sign as keyof typeof SIGNS];
  // Blocks are found by a word; behind a blank it is a text again.
  if (of === "block" && query.includes(" ")) return undefined;
  return { from: $from.pos - sign.length - query.length, of, query };
}

/** What can be linked: a page, or a person. */
export interface OfferedLink {
  readonly title: string;
  readonly url: string;
}

/** The entry that writes a link. */
export const linkEntry = ({ title, url }: OfferedLink): MenuEntry => ({
  id: url,
  label: title,
  words: "",
  run: ({ tr }, dispatch) => {
    const link = schema.marks.link.create({ url });
    dispatch?.(tr.replaceSelectionWith(schema.text(title, [link]), false).insertText(" "));
    return true;
  },
});

/** Whether the caret is where no block can stand, and rows and columns are what there is to be made. */
const isInCell = ({ selection }: EditorState): boolean => selection.$from.parent.type === nodes.cell;

/** Entries for what was typed, the best first: by the beginning of the name, then of any word. */
export function menuEntries(state: EditorState, query: string): MenuEntry[] {
  const asked = query.toLowerCase();
  const rank = ({ label, words }: MenuEntry): number => {
    const name = label.toLowerCase();
    if (name.startsWith(asked)) return 0;
    return `${name} ${words}`.split(" ").some((word) => word.startsWith(asked)) ? 1 : 2;
  };
  return (isInCell(state) ? TABLE_MENU : MENU)
    .filter((entry) => rank(entry) < 2)
    .toSorted((a, b) => rank(a) - rank(b));
}

/** Does what an entry offers, in the place of what was typed. */
export const choose =
  (entry: MenuEntry): Command =>
  (state, dispatch, view) => {
    const query = menuQuery(state);
    if (query === undefined) return false;
    const cleared = state.apply(state.tr.delete(query.from, state.selection.from));
    const steps = state.tr.delete(query.from, state.selection.from);
    return entry.run(
      cleared,
      dispatch &&
        ((change) => {
          for (const step of change.steps) steps.step(step);
          dispatch(steps.setSelection(Selection.fromJSON(steps.doc, change.selection.toJSON())));
        }),
      view,
    );
  };
