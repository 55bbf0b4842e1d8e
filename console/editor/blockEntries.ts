/** What `/` offers: every block of the dialect, by its name and what else people call it. Loaded once the text is there. */
import type { Node } from "prosemirror-model";
import type { Command, EditorState } from "prosemirror-state";
import { blocksSeat } from "./blocksSeat.ts";
import { bulletList, first, heading, insertBlock, orderedList, quote, taskList, text } from "./commands.ts";
import type { MenuEntry } from "./menu.ts";
import { schema } from "./schema.ts";
import { TABLE_MENU } from "./tableMenu.ts";
import { WORDS } from "./words.ts";

const { nodes } = schema;

const empty = (): Node => nodes.paragraph.create();

/** The lines of their pictures, by what their ids begin with. */
const SIGNS: Readonly<Record<string, string>> = {
  text: "M3.5 4h9M8 4v8.5",
  heading: "M4 3v10m8-10v10M4 8h8",
  list: "M6 4.5h7.5M6 8h7.5M6 11.5h7.5M2.75 4.5h.1m-.1 3.5h.1m-.1 3.5h.1",
  ordered:
    "M7 4.5h6.5M7 8h6.5M7 11.5h6.5M2.5 3.5l1-.5v3m-1 4.25c.5-.75 1.75-.6 1.75.25S2.5 12 2.5 12.75h1.75",
  tasks: "M2.75 3.25h4v4h-4zm6.5 2h4.25M2.75 11.25l1.25 1.25 2.5-2.75m2.75 1.5h4.25",
  hint: "M8 2.25a5.75 5.75 0 1 0 0 11.5 5.75 5.75 0 0 0 0-11.5M8 7.25v3.5M8 5v.1",
  "hint-success": "M8 2.25a5.75 5.75 0 1 0 0 11.5 5.75 5.75 0 0 0 0-11.5M5.5 8.25l1.75 1.75 3.25-3.75",
  "hint-warning": "M8 2.5 14 13H2zM8 6.5v3M8 11.25v.1",
  "hint-danger": "M5.5 2.5h5l3 3v5l-3 3h-5l-3-3v-5zM8 5.25v3.5M8 10.75v.1",
  quote: "M3 3.5v9M6 5h7.5M6 8h7.5M6 11h4.5",
  code: "m5.5 4.5-3.5 3.5 3.5 3.5m5-7 3.5 3.5-3.5 3.5",
  mermaid: "M5.75 2.5h4.5v3h-4.5zM2 10.5h4.5v3H2zm7.5 0H14v3H9.5zM8 5.5V8m-3.75 2.5V8h7.5v2.5",
  math: "M12 4.5V3H4l4.25 5L4 13h8v-1.5",
  table: "M2.5 3.25h11v9.5h-11zm0 3.25h11m-11 3.25h11M8 6.5v6.25",
  figure: "M2.5 3.25h11v9.5h-11zm0 7 3-3 2.75 2.75L10 8.25l3.5 3.5M10.5 5.75h.1",
  file: "M8 2.5v7m-3-2.75 3 3 3-3M3 13h10",
  embed: "M6.5 3.5h-3v9h9v-3m-3-7h4v4m0-4-6 6",
  "content-ref":
    "M4.25 2h4.5L12.5 5.75v7c0 .7-.55 1.25-1.25 1.25h-7C3.55 14 3 13.45 3 12.75v-9.5C3 2.55 3.55 2 4.25 2m4.25 0v4h4",
  include: "M5 5V2.75h8.25V11H11M2.75 5H11v8.25H2.75z",
  tabs: "M2.5 6h11v7h-11zm0 0V3.25h3.75V6m0-2.75H10V6",
  stepper: "M3.5 3.5h.1m-.1 4.5h.1m-.1 4.5h.1M7 3.5h6.5M7 8h6.5M7 12.5h6.5M3.55 5v1.5m0 3V11",
  columns: "M2.5 3.25h11v9.5h-11zM8 3.25v9.5",
  details: "m3 6 2.5 2.5L8 6m2 1.25h3.5M3 11.5h10.5",
  if: "M4 13V3m0 5h4c1.5 0 2.5-1 2.5-2.5V3m0 0L8.75 4.75M10.5 3l1.75 1.75",
  cards: "M2.5 3h4.75v4.25H2.5zm6.25 0h4.75v4.25H8.75zM2.5 8.75h4.75V13H2.5zm6.25 0h4.75V13H8.75z",
  updates: "M2.75 3.5h10.5v9.75H2.75zm0 3h10.5M5.5 2v2.5m5-2.5v2.5",
  prompt: "M7 2.5 8.25 6 12 7.25 8.25 8.5 7 12 5.75 8.5 2 7.25 5.75 6zm5 7.5v3.5M10.25 11.75h3.5",
  openapi: "M2.5 5.5h2l2 5h3l2-5h2M2.5 10.5h1m9 0h1M2.5 5.5h1",
  integration: "M6 2.5v3m4-3v3M4 5.5h8V8a4 4 0 0 1-8 0zM8 12v2",
  footnote: "M3 4h6M6 4v8.5M11.25 3.25l1.25-.75v4",
  definition:
    "M6.5 9.5a2.5 2.5 0 0 0 3.5 0l2.25-2.25a2.5 2.5 0 0 0-3.5-3.5L8 4.5m1.5 2a2.5 2.5 0 0 0-3.5 0L3.75 8.75a2.5 2.5 0 0 0 3.5 3.5L8 11.5",
  rule: "M2.5 8h11",
  row: "M2.5 5.5h11v5h-11z",
  column: "M5.5 2.5h5v11h-5z",
  align: "M2.5 4h11m-11 4h7m-7 4h9",
};

const signed = (entry: MenuEntry): MenuEntry => {
  const sign = SIGNS[entry.id] ?? SIGNS[entry.id.split("-")[0]!];
  return sign === undefined ? entry : { ...entry, sign };
};

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

/** What each is searched by beside its name. */
const HINTS = [
  ["info", "hint callout info"],
  ["success", "hint callout tip done"],
  ["warning", "hint callout caution"],
  ["danger", "hint callout error"],
] as const;

const MENU: readonly MenuEntry[] = [
  { id: "text", label: "Text", words: "paragraph plain", run: first(text, stay) },
  { id: "heading-1", label: "Heading 1", words: "title h1", run: heading(1) },
  { id: "heading-2", label: "Heading 2", words: "title h2", run: heading(2) },
  { id: "heading-3", label: "Heading 3", words: "title h3", run: heading(3) },
  { id: "list", label: "Bulleted list", words: "unordered ul bullets", run: bulletList },
  { id: "ordered", label: "Numbered list", words: "ordered ol numbers", run: orderedList },
  { id: "tasks", label: "Task list", words: "todo checkbox check", run: taskList },
  ...HINTS.map(([style, words]) =>
    made(`hint-${style}`, WORDS.hints[style], words, () => nodes.hint.create({ style }, empty())),
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
  return (isInCell(state) ? TABLE_MENU : [...MENU, ...(blocksSeat.valueIn(state) ?? [])])
    .filter((entry) => rank(entry) < 2)
    .toSorted((a, b) => rank(a) - rank(b))
    .map(signed);
}
