/** What `/` offers: every block of the dialect, by its name and what else people call it. Loaded once the text is there. */
import type { Node } from "prosemirror-model";
import type { EditorState } from "prosemirror-state";
import { bulletList, heading, insertBlock, orderedList, quote, taskList, text } from "./commands.ts";
import type { MenuEntry } from "./menu.ts";
import { schema } from "./schema.ts";
import { TABLE_MENU } from "./tableMenu.ts";

const { nodes } = schema;

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

const MENU: readonly MenuEntry[] = [
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

/** Whether the caret is where no block can stand, and rows and columns are what there is to be made. */
const isInCell = ({ selection }: EditorState): boolean => selection.$from.parent.type === nodes.cell;

/** Entries for what was typed, the best first: by the beginning of the name, then of any word. */
export function blockEntries(state: EditorState, query: string): MenuEntry[] {
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
