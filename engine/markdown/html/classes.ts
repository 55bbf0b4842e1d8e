/** The colours of marks: `mark-text-<color>` and `mark-back-<color>`. */
export const COLORS = ["red", "orange", "yellow", "green", "blue", "purple", "pink", "gray"] as const;

/** One of the palette's names. */
export type Color = (typeof COLORS)[number];

function eachColor(prefix: string, meaning: string): Record<string, string> {
  return Object.fromEntries(COLORS.map((color) => [`${prefix}-${color}`, meaning]));
}

/**
 * The contract between the rendered HTML and the style sheet and script of a site.
 *
 * Every class name the renderer can emit is listed here with what it marks; a test renders
 * `fixtures/kitchen-sink.md` and fails on a class that is missing. There are no `style` attributes.
 *
 * What the style sheet must do without a script:
 * - `.tab-list` stays hidden and every `.tab-panel` is shown under its `.tab-panel-title`.
 * - `[data-copy]`, `[data-expand]` and `button.button` have no effect and should be hidden.
 *
 * What a script may rely on (set a class on the root element before the first paint, so that the style
 * sheet can show `.tab-list`, hide `.tab-panel-title` and all panels but `[data-selected]` without a shift):
 * - `[data-tabs]`: buttons `[role=tab][aria-controls]` (`data-tab-title` is what is remembered across
 *   pages) and panels `[role=tabpanel]`; the first of each carries `aria-selected="true"` / `data-selected`.
 * - `button[data-copy]`: copies the text of the `<code>` in the nearest `[data-copy-root]`; `data-copied` holds
 *   the word to show afterwards.
 * - `button[data-expand]`: toggles `aria-expanded` on itself and `data-expanded` on its `figure.code`.
 * - `figure.code[data-wrap]` wraps its lines; `[data-line-numbers]` wants a CSS counter on `.line`;
 *   `[data-expandable]` is clipped until `data-expanded`.
 * - `img[data-zoom]` may open in a dialog; its value is the address of the full image.
 * - `input[type=checkbox][disabled]` in `.task-label` is a task's box.
 * - `figure.diagram[data-diagram]` holds the source of a diagram in its `<code>`; the value says of which kind. One of
 *   `mermaid` may be drawn in the frame `/~/diagram`, in a box of its own ratio; `data-undrawn` shows the source again.
 * - `svg.drawing[data-zoom]` may open in a dialog.
 * - `button[data-action="ask" | "search"][data-query]` asks or searches.
 * - `a.anchor` may copy its address.
 */
export const CLASSES: Readonly<Record<string, string>> = {
  // headings and links
  anchor: "link of a heading or update to itself, last child; `#` inside is aria-hidden",
  link: "every link in text",
  external: "a link that leaves the site",
  broken: "a span in place of a link, image, file or reference whose target does not exist",
  mention: "a link that shows its page's title and icon",
  "mention-icon": "the icon or emoji in it",

  // inline
  expression: "the value of an inline expression",
  mark: "highlighted text",
  ...eachColor("mark-text", "colour of the text"),
  ...eachColor("mark-back", "colour behind the text"),
  ...eachColor("tag", "a tag in a colour"),
  icon: "an svg that uses a drawing of the server's (1em, currentColor)",
  "inline-image": "an image within text",
  "inline-image-line": "… as high as the line",
  button: "an <a> or <button> that looks like one",
  "button-primary": "the main kind",
  "button-secondary": "the quiet kind",
  "footnote-ref": "<sup> around the number",
  "math-inline": "<span> around <math>",
  "math-error": "<code> with maths that cannot be typeset",

  // blocks of text
  tasks: "<ul> whose items have boxes",
  task: "<li> with a box",
  "task-label": "<label> around box and text",
  quote: "<blockquote>",
  "math-block": "<div> around <math display=block>, scrolls by itself",
  footnotes: "<section> at the end",
  "footnote-back": "link back to the reference",
  "align-left": "cell or paragraph",
  "align-center": "cell or paragraph",
  "align-right": "cell or paragraph",

  // code
  code: "<figure>: .code-bar then pre.code-body (then .code-expand)",
  "code-plain": "on figure.code: neither a title nor a known language (the bar holds only the button)",
  "code-bar": "<figcaption>: title, language, copy button",
  "code-title": "the title",
  "code-lang": "the language's name",
  "code-body": "<pre tabindex=0>, scrolls by itself",
  "code-expand": "button that shows all lines of an expandable block",
  copy: "button that copies",
  line: "one line of code",
  "line-marked": "a marked line",
  "tok-comment": "token",
  "tok-keyword": "token",
  "tok-string": "token",
  "tok-number": "token",
  "tok-function": "token",
  "tok-type": "token",
  "tok-variable": "token",
  "tok-constant": "token",
  "tok-punctuation": "token",
  "tok-tag": "token",
  "tok-attr": "token",
  "tok-regexp": "token",
  "tok-heading": "token (bold)",
  "tok-inserted": "token",
  "tok-deleted": "token",
  diagram: "<figure> with a diagram: its .drawing, or its source",
  "diagram-source": "on .diagram: nobody has drawn it yet",
  "diagram-wide": "on .diagram-source: it will be wider than high",
  drawing: "<svg>; the text's colour is that of ink",
  "drawing-coloured": "on .drawing: it has colours of its own, made for a light ground",

  // containers
  hint: "<aside role=note>: .hint-label, .hint-body",
  "hint-info": "style",
  "hint-success": "style",
  "hint-warning": "style",
  "hint-danger": "style",
  "hint-label": "icon and word, or a title behind the word that is only heard",
  "visually-hidden": "heard, not seen",
  "hint-body": "content",
  tabs: "<div data-tabs>: .tab-list, then panels",
  "code-group": "on .tabs: every panel is one block of code, so that tabs and code can be joined",
  "tab-list": "role=tablist",
  tab: "role=tab button (may hold an .icon)",
  "tab-panel": "role=tabpanel",
  "tab-panel-title": "the tab's title, inside the panel, for reading without a script and in print",
  steps: "<ol>",
  step: "<li>",
  columns: "two or more .column side by side",
  column: "one of them",
  "column-w-25": "width in percent (25, 33, 50, 66, 75, 100); without one, columns share alike",
  "column-w-33": "width",
  "column-w-50": "width",
  "column-w-66": "width",
  "column-w-75": "width",
  "column-w-100": "width",
  expandable: "<details>",
  "expandable-body": "what follows its <summary>",

  // tables and cards
  table: "scrolling <div role=region tabindex=0> around <table>",
  "cell-line": "on a cell of a column of short texts: it stays on one line",
  "room-narrow": "on a cell of the first row: what stands in its column is a few words",
  room: "… is a sentence",
  "room-wide": "… is several",
  cards: "<ul>",
  "cards-large": "on .cards: fewer and larger ones",
  "cards-by-two": "on .cards: two or four of them, which stand two beside each other",
  card: "<li>; the whole of it follows .card-link",
  "card-linked": "on .card: it has a .card-link",
  "card-cover": "<div> around the cover image, first",
  "card-body": "the cells",
  "card-title": "first cell",
  "card-link": "the link; stretch its ::after over .card",
  "card-cell": "each further cell",
  tags: "<ul> of .tag",
  tag: "a small label",
  rating: "stars; text is `4 / 5`",

  // images, embeds, references, files
  image: "<figure> with an image",
  "image-framed": "with a frame",
  "image-full": "as wide as the page allows",
  gallery: "<div> of several figures side by side",
  "image-drawing": "a drawing",
  "image-w-25": "width in percent of the column, in place of a width attribute (25, 33, 50, 66, 75, 100)",
  "image-w-33": "width",
  "image-w-50": "width",
  "image-w-66": "width",
  "image-w-75": "width",
  "image-w-100": "width",
  caption: "<figcaption> of image, embed, file",
  "light-only": "image for the light theme",
  "dark-only": "image for the dark theme",
  embed: "<figure> with an <iframe> or a .ref",
  "embed-frame": "<iframe> (class embed-RATIO gives its shape)",
  "embed-wide": "16:9",
  "embed-square": "4:3, for editors and designs",
  "embed-low": "fixed 10rem, for audio",
  ref: "link card: .ref-icon, .ref-text (.ref-title, .ref-description); a span.broken when the target is missing",
  "ref-icon": "icon or emoji",
  "ref-text": "the two lines",
  "ref-title": "first line",
  "ref-description": "second line",
  file: "<figure> with a .ref to download (and a .caption)",

  // updates, prompts, interfaces
  updates: "<div> of updates",
  "updates-full": "format",
  "updates-compact": "format",
  update: "<article id>",
  "update-head": "<header>: date, tags, anchor",
  "update-date": "<time>",
  "update-body": "content",
  prompt: "<details data-copy-root> with <summary class=prompt-head> and .prompt-body",
  "prompt-head": "icon and description",
  "prompt-body": "<div> with copy button and <pre>",
  api: "<section> in place of an interface's description: .api-line and .api-note",
  "api-line": "method and path",
  "api-method": "the method (with api-METHOD)",
  "api-get": "method",
  "api-post": "method",
  "api-put": "method",
  "api-patch": "method",
  "api-delete": "method",
  "api-other": "method",
  "api-path": "<code>",
  "api-note": "what it belongs to",
  unavailable: "<p> in place of included content that this reader is not shown",
  integration: "<section> in place of an integration's block",
  "kit-column": "<div> within .integration: one below the other",
  "kit-row": "<div> within .integration: side by side",
  "kit-box": "<div> in .kit-row: takes the room that is left",
  "kit-card": "<div> within .integration: an icon and what stands beside it",
  "kit-hint": "<p> or <span> within .integration: said in passing",
  "kit-title": "<p> within .integration: what a dialog is called",
  "kit-field": "<label> or <div> within .integration: a field with its label",
  "kit-input": "<input>, <textarea> or <select> within .integration",
};

/** The same for operations and schemas of APIs (`api/`), whose rules are in a sheet of their own. */
export const REFERENCE_CLASSES: Readonly<Record<string, string>> = {
  op: "<section>: .op-text and .op-code side by side where there is room",
  "op-text": "what it does, takes and answers",
  "op-code": "samples, and the form to try it",
  "op-title": "<h2>",
  "op-address": "<p>: .method and the path, and .op-try",
  "op-try": "<a> to the form of the operation",
  "op-server": "the server before the path",
  "op-badges": "<p> of .tag",
  "op-heading": "of a part of it: parameters, body, responses",
  "op-note": "a quiet line",
  "op-answer": "a response",
  "op-answer-body": "what unfolds of it",
  "op-sample": "a sample without tabs",
  method: "the method's name",
  "method-get": "method",
  "method-post": "method",
  "method-put": "method",
  "method-patch": "method",
  "method-delete": "method",
  status: "the status of a response (with status-N, its first digit)",
  "status-2": "status",
  "status-3": "status",
  "status-4": "status",
  "status-5": "status",
  fields: "<ul> of .field",
  field: "<li>: .field-head, what is said of it, .field-more",
  "field-head": "name, type, flags",
  "field-name": "<code>",
  "field-type": "the type in words",
  "field-required": "flag",
  "field-flag": "flag: deprecated, read-only, write-only",
  "field-limits": "<p> of limits, values and the like",
  "field-values": "<dl> of values with what they mean",
  "field-more": "<details>; with data-fragment its content is read from there when it is opened",
  schema: "<div> of what one schema holds",
  choices: "alternatives: .choice or .field-more",
  choice: "an alternative without fields",
  "choice-title": "its name",
  models: "<div> of .model",
  model: "<section> of one schema",
  try: "<details> around .try-form",
  "try-form": "<form data-try>",
  "try-field": "label and input",
  "try-answer": "<output>: what came back",
};
