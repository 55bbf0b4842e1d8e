/**
 * The syntax tree of a page body. Every offset counts UTF-16 code units into `Document.source`,
 * so that `source.slice(block.start, block.end)` is exactly what the author wrote. The tree describes,
 * it does not judge: addresses and raw HTML are as written, and whoever renders them must sanitise them.
 */

export interface Document {
  readonly source: string;
  readonly children: readonly Block[];
}

/** Something in the source that could not be understood; it is shown as text instead. */
export interface ParseProblem {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** A half-open range of the source. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** By what a text names something. */
export type ReferenceKind =
  | "link"
  | "image"
  | "file"
  | "contentRef"
  | "include"
  | "embed"
  | "openapi"
  | "cover"
  | "card";

/**
 * How a destination is written, which decides how a new one must be escaped:
 * `bare` between Markdown's parentheses, `angle` between < and >, `auto` an address standing for itself,
 * `html` an attribute value of a tag, `tag` an argument of a `{% %}` tag, `quote` being its delimiter ("" when none).
 */
export interface Destination extends Range {
  readonly url: string;
  readonly syntax: "bare" | "angle" | "auto" | "html" | "tag";
  readonly quote: '"' | "'" | "";
}

// ---------------------------------------------------------------------------------------------- blocks

export interface Paragraph extends Range {
  readonly type: "paragraph";
  readonly children: readonly Inline[];
}

export interface Heading extends Range {
  readonly type: "heading";
  readonly level: 1 | 2 | 3 | 4 | 5 | 6;
  readonly children: readonly Inline[];
  /** The id given by hand with `<a href="#x" id="x"></a>`. */
  readonly id?: string;
}

export interface List extends Range {
  readonly type: "list";
  readonly ordered: boolean;
  /** Number of the first item of an ordered list. */
  readonly first: number;
  /** No blank lines between items: their paragraphs are shown without spacing. */
  readonly tight: boolean;
  readonly children: readonly ListItem[];
}

export interface ListItem extends Range {
  readonly type: "listItem";
  /** Present on task list items. */
  readonly checked?: boolean;
  readonly children: readonly Block[];
}

export interface Blockquote extends Range {
  readonly type: "blockquote";
  readonly children: readonly Block[];
}

/** A fenced or indented code block, with the options of the `{% code %}` around it when there is one. Mermaid is `lang: "mermaid"`. */
export interface Code extends Range {
  readonly type: "code";
  /** First word of the info string, as written; "" when none. */
  readonly lang: string;
  readonly info: string;
  readonly text: string;
  readonly title?: string;
  readonly overflow?: "wrap" | "scroll";
  readonly lineNumbers?: boolean;
  readonly expandable?: boolean;
}

/** A `$$` block. */
export interface MathBlock extends Range {
  readonly type: "math";
  readonly text: string;
}

interface ThematicBreak extends Range {
  readonly type: "thematicBreak";
}

export interface Column {
  readonly align?: "left" | "center" | "right";
  /** `data-hidden`: the column carries data and is not shown. */
  readonly hidden?: boolean;
  /** `data-type`: content-ref, files, select, rating, checkbox, number … */
  readonly kind?: string;
  /** `width`, in CSS pixels. */
  readonly width?: number;
  /** `data-max`: the best rating. */
  readonly max?: number;
  /** What the column is for in cards: `data-card-target`, `data-card-cover` or `data-card-cover-dark`. */
  readonly role?: "target" | "cover" | "coverDark";
}

export interface Cell extends Range {
  readonly children: readonly Inline[];
}

/** A pipe table, or an HTML table without a card view. Rows may be shorter than `columns`. */
export interface Table extends Range {
  readonly type: "table";
  readonly columns: readonly Column[];
  readonly header: readonly Cell[];
  readonly rows: readonly (readonly Cell[])[];
}

export interface Card extends Range {
  /** The visible cells, in order; by custom the first is the card's title. */
  readonly cells: readonly Cell[];
  /** The cells of the hidden columns, in order. */
  readonly hidden: readonly Cell[];
  readonly target?: Destination;
  readonly cover?: Destination;
  readonly coverDark?: Destination;
}

/** `<table data-view="cards">`. Destinations in hidden columns other than target and cover are in `others`. */
export interface Cards extends Range {
  readonly type: "cards";
  readonly size: "default" | "large";
  readonly columns: readonly Column[];
  readonly header: readonly Cell[];
  readonly cards: readonly Card[];
  readonly others: readonly Destination[];
}

export interface Hint extends Range {
  readonly type: "hint";
  readonly style: "info" | "success" | "warning" | "danger";
  readonly icon?: string;
  readonly children: readonly Block[];
}

export interface Tabs extends Range {
  readonly type: "tabs";
  readonly children: readonly Tab[];
}

export interface Tab extends Range {
  readonly type: "tab";
  readonly title: string;
  readonly icon?: string;
  readonly children: readonly Block[];
}

export interface Stepper extends Range {
  readonly type: "stepper";
  readonly children: readonly Step[];
}

/** By custom a step's first child is a heading. */
export interface Step extends Range {
  readonly type: "step";
  readonly children: readonly Block[];
}

export interface Columns extends Range {
  readonly type: "columns";
  readonly children: readonly ColumnBlock[];
}

export interface ColumnBlock extends Range {
  readonly type: "column";
  /** As written, such as "50%". */
  readonly width?: string;
  readonly children: readonly Block[];
}

export interface Details extends Range {
  readonly type: "details";
  readonly open: boolean;
  readonly summary: readonly Inline[];
  readonly children: readonly Block[];
}

export interface Embed extends Range {
  readonly type: "embed";
  readonly url: string;
  readonly caption: readonly Inline[];
  readonly destination?: Destination;
}

/** `children` are the fallback written inside, usually a link with the same address. */
export interface ContentRef extends Range {
  readonly type: "contentRef";
  readonly url: string;
  readonly children: readonly Inline[];
  readonly destination?: Destination;
}

export interface FileBlock extends Range {
  readonly type: "file";
  readonly src: string;
  readonly caption: readonly Inline[];
  readonly destination?: Destination;
}

export interface Include extends Range {
  readonly type: "include";
  readonly path: string;
  readonly destination?: Destination;
}

export interface Updates extends Range {
  readonly type: "updates";
  readonly format?: string;
  readonly children: readonly Update[];
}

export interface Update extends Range {
  readonly type: "update";
  /** As written, by custom YYYY-MM-DD. */
  readonly date: string;
  readonly tags: readonly string[];
  readonly children: readonly Block[];
}

export interface Prompt extends Range {
  readonly type: "prompt";
  readonly description?: string;
  readonly icon?: string;
  readonly openInAIProviders?: string;
  readonly defaultExpanded?: boolean;
  /** The prompt itself: the text of the fence inside, or else the plain text. */
  readonly text: string;
  readonly children: readonly Block[];
}

/** `{% if expression %}`: children are shown when the expression holds. */
export interface If extends Range {
  readonly type: "if";
  readonly expression: string;
  readonly children: readonly Block[];
}

/** One API operation: by `spec` (the slug of a stored specification) or, in the old form, by `src` (its address). */
export interface OpenapiOperation extends Range {
  readonly type: "openapiOperation";
  readonly spec?: string;
  readonly src?: string;
  /** The name of a webhook. */
  readonly path: string;
  readonly method: string;
  /** Whether it is a request that the API makes. */
  readonly isWebhook?: boolean;
  readonly children: readonly Block[];
  readonly destination?: Destination;
}

export interface OpenapiSchemas extends Range {
  readonly type: "openapiSchemas";
  readonly spec?: string;
  readonly src?: string;
  readonly schemas: readonly string[];
  readonly grouped: boolean;
  readonly children: readonly Block[];
  readonly destination?: Destination;
}

/** `{% @integration/block … %}`. */
export interface Integration extends Range {
  readonly type: "integration";
  /** "integration/block", without the @. */
  readonly name: string;
  readonly props: Readonly<Record<string, string>>;
  readonly children: readonly Block[];
}

export interface FigureImage {
  readonly src: string;
  readonly alt: string;
  readonly title?: string;
  /** The variant for dark mode, from `<picture>`. */
  readonly dark?: Destination;
  /** As written: pixels or a percentage. */
  readonly width?: string;
  readonly height?: string;
  /** `data-size`: original, line. */
  readonly size?: string;
  /** `data-with-frame`. */
  readonly framed: boolean;
  /** `class="gitbook-drawing"` and the like: an editable drawing. */
  readonly drawing: boolean;
  readonly caption: readonly Inline[];
  /** The `<a href>` around the image. */
  readonly link?: Destination;
  readonly destination: Destination;
}

/** `<figure>`, `<picture>`, or `<img>` as a block; several side by side make a gallery. */
export interface Figure extends Range {
  readonly type: "figure";
  readonly align?: "left" | "center" | "right";
  readonly fullWidth: boolean;
  readonly images: readonly FigureImage[];
}

/** Raw HTML that is none of the above, untouched and possibly unbalanced. */
export interface Html extends Range {
  readonly type: "html";
  readonly raw: string;
  readonly destinations: readonly HtmlDestination[];
}

/** A link reference definition, `[label]: address "title"`. Shows nothing. */
interface Definition extends Range {
  readonly type: "definition";
  readonly label: string;
  readonly title?: string;
  readonly destination: Destination;
}

/** `[^label]: …`: what `footnoteRef` and `annotation` point to. */
export interface Footnote extends Range {
  readonly type: "footnote";
  readonly label: string;
  readonly children: readonly Block[];
}

export type Block =
  | Paragraph
  | Heading
  | List
  | ListItem
  | Blockquote
  | Code
  | MathBlock
  | ThematicBreak
  | Table
  | Cards
  | Hint
  | Tabs
  | Tab
  | Stepper
  | Step
  | Columns
  | ColumnBlock
  | Details
  | Embed
  | ContentRef
  | FileBlock
  | Include
  | Updates
  | Update
  | Prompt
  | If
  | OpenapiOperation
  | OpenapiSchemas
  | Integration
  | Figure
  | Html
  | Definition
  | Footnote;

// --------------------------------------------------------------------------------------------- inlines

interface Text {
  readonly type: "text";
  readonly text: string;
}

/** Marks without data of their own. */
export interface Span {
  readonly type: "emphasis" | "strong" | "strikethrough" | "underline" | "kbd" | "sub" | "sup";
  readonly children: readonly Inline[];
}

/** `<mark style="color:…;background-color:…">`, colours as written. */
export interface Mark {
  readonly type: "mark";
  readonly color?: string;
  readonly background?: string;
  readonly children: readonly Inline[];
}

interface InlineCode {
  readonly type: "code";
  readonly text: string;
}

/** `<code class="expression">…</code>`. */
interface Expression {
  readonly type: "expression";
  readonly expression: string;
}

/** `$$…$$` within a line. */
interface InlineMath {
  readonly type: "math";
  readonly text: string;
}

export interface Link {
  readonly type: "link";
  readonly url: string;
  readonly title?: string;
  /** `[x.md](x.md "mention")`: shown as the target's own title. */
  readonly mention: boolean;
  readonly children: readonly Inline[];
  /** Absent for `[text][label]`: the address is in the definition. */
  readonly destination?: Destination;
}

export interface Image {
  readonly type: "image";
  readonly src: string;
  readonly alt: string;
  readonly title?: string;
  readonly width?: string;
  readonly height?: string;
  /** `data-size`: original, line. */
  readonly size?: string;
  readonly dark?: Destination;
  readonly destination?: Destination;
}

interface Break {
  readonly type: "break";
  /** A hard break starts a new line; a soft one is a line end in the source. */
  readonly hard: boolean;
}

/** `:name:`; a name nobody knows is shown as written. */
interface Emoji {
  readonly type: "emoji";
  readonly name: string;
}

/** `<i class="fa-name">`, name without "fa-". */
export interface Icon {
  readonly type: "icon";
  readonly name: string;
}

/** A button: a link with `url`, or an action of the site (`ask`, `search`) with its query. */
export interface Button {
  readonly type: "button";
  readonly style: "primary" | "secondary";
  readonly icon?: string;
  readonly url?: string;
  readonly action?: string;
  readonly query?: string;
  readonly children: readonly Inline[];
  readonly destination?: Destination;
}

interface FootnoteRef {
  readonly type: "footnoteRef";
  readonly label: string;
}

/** Text with a footnote of its own: `[text](#user-content-fn-label)[^label]`. */
export interface Annotation {
  readonly type: "annotation";
  readonly label: string;
  readonly children: readonly Inline[];
}

/** One raw tag or comment that is none of the above. */
interface InlineHtml {
  readonly type: "html";
  readonly raw: string;
  readonly destinations: readonly HtmlDestination[];
}

/** A destination in raw HTML, with the tag and attribute it sits in. */
export interface HtmlDestination extends Destination {
  readonly tag: string;
  readonly attribute: string;
}

export type Inline =
  | Text
  | Span
  | Mark
  | InlineCode
  | Expression
  | InlineMath
  | Link
  | Image
  | Break
  | Emoji
  | Icon
  | Button
  | FootnoteRef
  | Annotation
  | InlineHtml;
