/**
 * The document as JSON that clients of the API read and write: blocks, inlines and text with marks. One row a kind says
 * what it carries and what it holds; the types of the engine and the schemas of the API's document are made of the rows.
 * Types, and what each carries, are those of the public API; what the dialect has and that API has no word for is
 * carried in fields beside the known ones, or as a block of our own (`OWN_BLOCKS`).
 */
import { type Static, type TObject, type TProperties, type TSchema, Type } from "typebox";
import { named } from "../schemaName.ts";
import type { BlockType } from "./nodeTypes.ts";

const text = Type.String();
const flag = Type.Boolean();
const may = Type.Optional;
const id = Type.String();

/** One of several objects, told apart by a field. */
function oneOf<const Choices extends readonly TSchema[]>(propertyName: string, choices: Choices) {
  type Choice = { [I in keyof Choices]: Static<Choices[I]> }[number];
  return Type.Unsafe<Choice>({
    type: "object",
    discriminator: { propertyName },
    required: [propertyName],
    oneOf: [...choices],
  });
}

// ---------------------------------------------------------------------------------------------- parts

const kindOf = <const Kind extends string, P extends TProperties>(kind: Kind, fields: P) =>
  Type.Object({ kind: Type.Literal(kind), ...fields });

const RefURL = named("DocumentRefURL", kindOf("url", { url: text }));
const RefFile = named("DocumentRefFile", kindOf("file", { file: id }));
const RefReusable = named(
  "DocumentRefReusableContent",
  kindOf("reusable-content", { reusableContent: id, space: may(id) }),
);
const RefSpec = named("DocumentRefOpenAPI", kindOf("openapi", { spec: text }));
/** What an address refers to. */
const Ref = named(
  "DocumentRef",
  oneOf("kind", [
    RefURL,
    RefFile,
    RefReusable,
    named("DocumentRefPage", kindOf("page", { page: id, space: may(id) })),
    named("DocumentRefAnchor", kindOf("anchor", { anchor: text, page: may(id), space: may(id) })),
    named("DocumentRefSpace", kindOf("space", { space: id })),
  ]),
);
/** What is shown and not linked to: a file of the space, or an address. */
const FileRef = named("DocumentFileRef", oneOf("kind", [RefURL, RefFile]));

/** Pixels, or a number with its unit. */
const Length = named(
  "DocumentLength",
  Type.Union([Type.Number(), Type.Object({ unit: text, value: Type.Number() })]),
);
const Align = Type.Enum(["left", "center", "right"]);
const meta = may(
  named(
    "DocumentBlockMeta",
    Type.Object({
      id: may(Type.String({ description: "By which addresses name the block." })),
      loose: may(Type.Literal(true, { description: "There are blank lines between the items." })),
    }),
  ),
);

/** What a field of `data` is in the text, where the format has fewer words for it. */
const said = may(text);
/** Fields of `data` that the format asks for and the text does not say: they have the value that this means. */
const unsaid = may(Type.Array(text));

// ---------------------------------------------------------------------------------------------- marks

const plainMark = <const T extends string>(name: string, type: T) =>
  named(`DocumentMark${name}`, Type.Object({ object: Type.Literal("mark"), type: Type.Literal(type) }));

/** The colours that the format knows. */
export const MARK_COLORS = [
  "default",
  "green",
  "blue",
  "red",
  "orange",
  "yellow",
  "purple",
  "$primary",
  "$info",
  "$success",
  "$warning",
  "$danger",
] as const;
const Color = named("DocumentMarkColorName", Type.Enum([...MARK_COLORS]));

const Mark = named(
  "DocumentMark",
  oneOf("type", [
    plainMark("Bold", "bold"),
    plainMark("Italic", "italic"),
    plainMark("Strikethrough", "strikethrough"),
    plainMark("Underline", "underline"),
    plainMark("Keyboard", "keyboard"),
    plainMark("Subscript", "subscript"),
    plainMark("Superscript", "superscript"),
    plainMark("Code", "code"),
    named(
      "DocumentMarkColor",
      Type.Object({
        object: Type.Literal("mark"),
        type: Type.Literal("color"),
        data: Type.Object({
          text: Color,
          background: Color,
          css: may(
            Type.Object(
              { color: may(text), background: may(text) },
              { description: "Other colours of CSS, as written." },
            ),
          ),
        }),
      }),
    ),
  ]),
);

const Leaf = named(
  "DocumentLeaf",
  Type.Object({
    object: Type.Literal("leaf"),
    text,
    marks: Type.Array(Mark),
    underline: may(Type.Literal(true)),
    soft: may(Type.Literal(true, { description: "The space in `text` is a line end of the source." })),
    html: may(Type.String({ description: "One raw tag or comment; `text` is empty then." })),
  }),
);

export const TextShape = named(
  "DocumentText",
  Type.Object({ object: Type.Literal("text"), key: may(text), leaves: Type.Array(Leaf) }),
);

// ---------------------------------------------------------------------------------------------- rows

/** A kind of block or inline. */
export interface NodeShape {
  /** What it says itself. */
  readonly fields: TProperties;
  /** What it holds: text and inlines, blocks of any type, or of one. Without it, nothing. */
  readonly nodes?: "inlines" | "blocks" | BlockType;
  /** The types of its fragments, which hold blocks. */
  readonly fragments?: readonly FragmentType[];
}

export const FRAGMENTS = [
  "body",
  "caption",
  "expandable-title",
  "expandable-body",
  "annotation-body",
  "table-cell",
] as const;
export type FragmentType = (typeof FRAGMENTS)[number];

/** What stands in `data`. */
const data = <P extends TProperties>(fields: P) => ({ data: Type.Object(fields) });
/** What may stand in `data`. */
const perhaps = <P extends TProperties>(fields: P) => ({ data: may(Type.Object(fields)) });
const nothing = perhaps({});

const heading = {
  fields: {
    data: may(
      named(
        "DocumentHeadingData",
        Type.Object({
          id: may(text),
          anchor: may(Type.String({ description: "An id with letters that `id` has not." })),
          level: may(Type.Integer({ description: "In the text, where the type stands for several." })),
        }),
      ),
    ),
    meta,
  },
  nodes: "inlines",
} as const;

const picture = {
  refDark: may(FileRef),
  width: may(Length),
  height: may(Length),
  alt: may(text),
  title: may(text),
  size: may(text),
  framed: may(flag),
  link: may(text),
};
const layout = { align: may(Align), fullWidth: may(flag) };

const Column = named(
  "DocumentTableDefinition",
  Type.Object({
    id: text,
    title: text,
    type: Type.Enum(["text", "number", "rating", "checkbox", "content-ref", "files", "select"]),
    textAlignment: may(Align),
    align: may(Align),
    header: may(Type.String({ description: "The fragment with the title, where that is more than text." })),
    kind: may(Type.String({ description: "What the text calls the column, where its cells are text." })),
    max: may(Type.Number()),
    multiple: may(flag),
    options: may(Type.Array(Type.Object({ value: text, label: text, color: text }))),
  }),
);
const TableRecord = named(
  "DocumentTableRecord",
  Type.Object({
    orderIndex: text,
    values: Type.Record(
      Type.String(),
      Type.Union([Type.Number(), text, flag, Type.Array(text), Ref, Type.Null()]),
      { description: "By column. The text of a cell is the fragment of this name." },
    ),
  }),
);
const View = named(
  "DocumentTableView",
  oneOf("type", [
    named(
      "DocumentTableViewGrid",
      Type.Object({
        type: Type.Literal("grid"),
        columns: Type.Array(text),
        columnWidths: may(Type.Record(Type.String(), Type.Number())),
        hideHeader: may(flag),
      }),
    ),
    named(
      "DocumentTableViewCards",
      Type.Object({
        type: Type.Literal("cards"),
        columns: Type.Array(text),
        cardSize: may(Type.Enum(["medium", "large"])),
        targetDefinition: may(text),
        coverDefinition: may(text),
        coverDefinitionDark: may(text),
      }),
    ),
  ]),
);

const UpdateTag = Type.Object({ kind: Type.Literal("tag"), tag: text });

export const BLOCKS = {
  paragraph: { fields: nothing, nodes: "inlines" },
  "heading-1": heading,
  "heading-2": heading,
  "heading-3": heading,
  "list-unordered": { fields: { ...nothing, meta }, nodes: "list-item" },
  "list-ordered": { fields: { ...perhaps({ start: may(Type.Number()) }), meta }, nodes: "list-item" },
  "list-tasks": { fields: { ...nothing, meta }, nodes: "list-item" },
  "list-item": { fields: perhaps({ checked: may(flag) }), nodes: "blocks" },
  blockquote: { fields: nothing, nodes: "blocks" },
  code: {
    fields: perhaps({
      syntax: may(text),
      title: may(text),
      overflow: may(Type.Enum(["scroll", "wrap"])),
      lineNumbers: may(flag),
      expandable: may(flag),
      info: may(
        Type.String({ description: "What stands behind the fence, where it is more than `syntax`." }),
      ),
    }),
    nodes: "code-line",
  },
  "code-line": { fields: perhaps({ highlighted: may(flag) }), nodes: "inlines" },
  math: { fields: data({ formula: text }) },
  divider: { fields: nothing },
  table: {
    fields: data({
      view: View,
      definition: Type.Record(Type.String(), Column),
      records: Type.Record(Type.String(), TableRecord),
    }),
    fragments: ["table-cell"],
  },
  hint: {
    fields: data({ style: Type.Enum(["info", "warning", "danger", "success"]), icon: may(text) }),
    nodes: "blocks",
  },
  tabs: { fields: nothing, nodes: "tabs-item" },
  "tabs-item": { fields: { ...data({ title: text, icon: may(text) }), meta }, nodes: "blocks" },
  stepper: { fields: nothing, nodes: "stepper-step" },
  "stepper-step": { fields: nothing, nodes: "blocks" },
  columns: { fields: nothing, nodes: "column" },
  column: { fields: perhaps({ width: may(Length) }), nodes: "blocks" },
  expandable: {
    fields: { ...perhaps({ defaultExpanded: may(flag) }), meta },
    fragments: ["expandable-title", "expandable-body"],
  },
  embed: { fields: data({ url: text }), fragments: ["caption"] },
  "content-ref": { fields: data({ ref: Ref }), fragments: ["caption"] },
  file: { fields: data({ ref: RefFile }), fragments: ["caption"] },
  drawing: { fields: perhaps({ ref: may(FileRef), ...picture, ...layout }), fragments: ["caption"] },
  images: { fields: perhaps(layout), nodes: "image" },
  image: { fields: data({ ref: FileRef, ...picture, drawing: may(flag) }), fragments: ["caption"] },
  "reusable-content": { fields: data({ ref: RefReusable }) },
  if: { fields: data({ expression: text }), nodes: "blocks" },
  swagger: { fields: data({ path: text, method: text, ref: FileRef }), fragments: ["body"] },
  "openapi-operation": {
    fields: data({ path: text, method: text, ref: RefSpec, src: may(text) }),
    fragments: ["body"],
  },
  "openapi-webhook": {
    fields: data({ name: text, method: text, ref: RefSpec, src: may(text) }),
    fragments: ["body"],
  },
  "openapi-schemas": {
    fields: data({ schemas: Type.Array(text), grouped: may(flag), ref: RefSpec, src: may(text) }),
    fragments: ["body"],
  },
  updates: {
    fields: { ...data({ format: Type.Enum(["numeric", "full", "short"]) }), said, unsaid },
    nodes: "update",
  },
  update: {
    fields: {
      ...data({ date: Type.String({ format: "date-time" }), tags: may(Type.Array(UpdateTag)) }),
      said,
    },
    nodes: "blocks",
  },
  prompt: {
    fields: {
      ...data({
        description: text,
        icon: may(text),
        openInAIProviders: may(flag),
        defaultExpanded: may(Type.Enum(["hidden", "partial", "full"])),
      }),
      said,
      unsaid,
    },
    nodes: "blocks",
  },
  integration: {
    fields: data({ integration: text, block: text, props: Type.Record(Type.String(), Type.Unknown()) }),
    fragments: ["body"],
  },
} as const satisfies Record<BlockType, NodeShape>;

export const INLINES = {
  link: { fields: data({ ref: Ref, title: may(text) }), nodes: "inlines" },
  mention: { fields: data({ ref: Ref, text: may(text) }) },
  annotation: {
    fields: { label: may(Type.String({ description: "That of its footnote." })) },
    nodes: "inlines",
    fragments: ["annotation-body"],
  },
  "inline-math": { fields: data({ formula: text }) },
  expression: { fields: data({ expression: text }) },
  emoji: { fields: data({ code: text, name: may(text) }) },
  icon: { fields: data({ icon: text }) },
  "inline-image": {
    fields: data({
      ref: FileRef,
      refDark: may(FileRef),
      caption: may(text),
      size: may(Type.Enum(["original", "line"])),
      title: may(text),
      width: may(text),
      height: may(text),
    }),
  },
  button: {
    fields: data({
      label: text,
      kind: Type.Enum(["primary", "secondary"]),
      icon: may(text),
      ref: may(Ref),
      query: may(text),
      action: may(Type.Object({ action: text, query: may(text) })),
    }),
  },
} as const satisfies Record<string, NodeShape>;

/** Marks around an inline that is no text. */
export const aroundInline = { marks: may(Type.Array(Mark)) };

// ---------------------------------------------------------------------------------------------- types

/** The same, and nobody changes it. */
type Frozen<T> = T extends readonly (infer Item)[]
  ? readonly Frozen<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Frozen<T[K]> }
    : T;
type Said<P extends TProperties> = Frozen<Static<TObject<P>>>;

export type InlineType = keyof typeof INLINES;
export type DocumentRef = Frozen<Static<typeof Ref>>;
export type DocumentFileRef = Frozen<Static<typeof FileRef>>;
export type DocumentLength = Frozen<Static<typeof Length>>;
export type TableDefinition = Frozen<Static<typeof Column>>;
export type TableCellValue = Frozen<Static<typeof TableRecord>>["values"][string];
export type JsonMark = Frozen<Static<typeof Mark>>;
export type JsonLeaf = Frozen<Static<typeof Leaf>>;
export type JsonText = Frozen<Static<typeof TextShape>>;

type NodeHeldBy<N> = N extends "inlines"
  ? JsonText | JsonInline
  : N extends "blocks"
    ? JsonBlock
    : N extends BlockType
      ? JsonBlock<N>
      : never;
type Inside<S> = (S extends { readonly nodes: infer N }
  ? { readonly nodes: readonly NodeHeldBy<N>[] }
  : unknown) &
  (S extends { readonly fragments: readonly (infer F extends FragmentType)[] }
    ? { readonly fragments?: readonly JsonFragment<F>[] }
    : unknown);

/** Blocks in a fragment of their own: a caption, a cell. */
export interface JsonFragment<F extends FragmentType = FragmentType> {
  readonly object: "fragment";
  readonly type: F;
  /** Its name. */
  readonly fragment: string;
  readonly nodes: readonly JsonBlock[];
}

/** A block of one of some types, or of any. */
export type JsonBlock<T extends BlockType = BlockType> = {
  readonly [K in T]: {
    readonly object: "block";
    readonly type: K;
    readonly key?: string;
    readonly isVoid?: boolean;
  } & Said<(typeof BLOCKS)[K]["fields"]> &
    Inside<(typeof BLOCKS)[K]>;
}[T];

/** An inline that is no text. */
export type JsonInline<T extends InlineType = InlineType> = {
  readonly [K in T]: {
    readonly object: "inline";
    readonly type: K;
    readonly isVoid?: boolean;
    readonly marks?: readonly JsonMark[];
  } & Said<(typeof INLINES)[K]["fields"]> &
    Inside<(typeof INLINES)[K]>;
}[T];

export interface JsonDocument {
  readonly object: "document";
  readonly data: Readonly<Record<string, never>>;
  readonly nodes: readonly JsonBlock[];
}
