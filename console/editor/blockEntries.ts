/** What `/` offers: every block of the dialect, by its name and what else people call it. Loaded once the text is there. */
import type { Node } from "prosemirror-model";
import type { Command, EditorState } from "prosemirror-state";
import { bulletList, first, heading, insertBlock, orderedList, quote, taskList, text } from "./commands.ts";
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

/** A block that is edited as it is written. */
const written = (id: string, label: string, words: string, source: () => string): MenuEntry =>
  made(id, label, words, () => nodes.raw.create({ source: source() }));

const emptyRow = (header: boolean): Node =>
  nodes.row.create(null, [nodes.cell.create({ header }), nodes.cell.create({ header })]);

/** Nothing but what was typed behind the slash goes: it is text already. */
const stay: Command = ({ tr }, dispatch) => {
  dispatch?.(tr);
  return true;
};

const HINTS = [
  ["info", "Hint", "note callout info"],
  ["success", "Success", "hint tip done"],
  ["warning", "Warning", "hint caution"],
  ["danger", "Danger", "hint error"],
] as const;

const MENU: readonly MenuEntry[] = [
  { id: "text", label: "Text", words: "paragraph plain", run: first(text, stay) },
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
  written(
    "cards",
    "Cards",
    "grid tiles overview",
    () =>
      '<table data-view="cards"><thead><tr><th></th><th></th>' +
      '<th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody>' +
      '<tr><td><strong>First card</strong></td><td>What it leads to.</td><td><a href="https://example.com">Target</a></td></tr>' +
      "<tr><td><strong>Second card</strong></td><td>What it leads to.</td><td></td></tr></tbody></table>",
  ),
  written("updates", "Updates", "changelog release notes", () => {
    const date = new Date().toISOString().slice(0, 10);
    return `{% updates format="full" %}\n{% update date="${date}" tags="" %}\n## What is new\n\nWhat it is good for.\n{% endupdate %}\n{% endupdates %}`;
  }),
  written(
    "prompt",
    "Prompt",
    "ai assistant",
    () => '{% prompt description="What it is for" icon="sparkles" %}\nWhat to ask.\n{% endprompt %}',
  ),
  written(
    "openapi-operation",
    "API operation",
    "openapi endpoint method swagger",
    () =>
      '{% openapi-operation spec="name-of-the-description" path="/" method="get" %}\n{% endopenapi-operation %}',
  ),
  written(
    "openapi-schemas",
    "API schemas",
    "openapi models swagger",
    () =>
      '{% openapi-schemas spec="name-of-the-description" schemas="Name" grouped="false" %}\n{% endopenapi-schemas %}',
  ),
  written("integration", "Integration block", "plugin app", () => "{% @integration/block %}"),
  written("footnote", "Footnote", "note reference", () => "[^note]: What the note says."),
  written("definition", "Link definition", "reference address", () => "[name]: https://example.com"),
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
