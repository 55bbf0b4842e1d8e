/** Which `{% %}` tags there are: how each closes, and the block that it stands for. One row a block. */
import type { BlockOf } from "./anatomy.ts";
import { blockText } from "./blockText.ts";
import type {
  Block,
  Code,
  ColumnBlock,
  Destination,
  Hint,
  Inline,
  OpenapiOperation,
  OpenapiSchemas,
  Prompt,
  Range,
  Step,
  Tab,
  Update,
} from "./document.ts";
import { optional } from "./inlineHtml.ts";
import { tagFlag, tagValue, type Tag, type TagAttribute } from "./tag.ts";

type Closing = "required" | "optional" | "never";

type Build<B> = (
  tag: Tag,
  range: Range,
  children: readonly Block[],
  summary: readonly Inline[],
) => B | readonly Block[];

/** A tag: how it closes, the one tag that it may stand in where there is one, and the block that it is. */
interface TagRow<B> {
  readonly closing: Closing;
  readonly parent?: string;
  readonly build: Build<B>;
}

const paired = <B>(build: Build<B>): TagRow<B> => ({ closing: "required", build });
const within = <B>(parent: string, build: Build<B>): TagRow<B> => ({ closing: "required", parent, build });
const single = <B>(build: Build<B>): TagRow<B> => ({ closing: "optional", build });
/** What Markdown or HTML has a form for. */
const UNTAGGED = {};

/** The tags of every block, by their names. `@` stands for all names that begin with it. */
const TAGS: { readonly [T in Block["type"]]: Readonly<Record<string, TagRow<BlockOf<T>>>> } = {
  paragraph: UNTAGGED,
  heading: UNTAGGED,
  list: UNTAGGED,
  listItem: UNTAGGED,
  blockquote: UNTAGGED,
  code: { code: paired<Code>(codeBlocks) },
  math: UNTAGGED,
  thematicBreak: UNTAGGED,
  table: UNTAGGED,
  cards: UNTAGGED,
  hint: { hint: paired(hintOf) },
  tabs: {
    tabs: paired((_, range, children) => ({
      type: "tabs",
      ...range,
      children: gather(children, "tab", emptyTab),
    })),
  },
  tab: { tab: within("tabs", tabOf) },
  stepper: {
    stepper: paired((_, range, children) => ({
      type: "stepper",
      ...range,
      children: gather(children, "step", emptyStep),
    })),
  },
  step: { step: within("stepper", (_, range, children) => ({ type: "step", ...range, children })) },
  columns: {
    columns: paired((_, range, children) => ({
      type: "columns",
      ...range,
      children: gather(children, "column", emptyColumn),
    })),
  },
  column: { column: within("columns", columnOf) },
  details: { "<details>": paired(detailsOf) },
  embed: { embed: single(embedOf) },
  contentRef: { "content-ref": single(contentRefOf), "page-ref": single(contentRefOf) },
  file: { file: single(fileOf) },
  include: { include: { closing: "never", build: includeOf } },
  updates: { updates: paired(updatesOf) },
  update: { update: within("updates", updateOf) },
  prompt: { prompt: paired(promptOf) },
  if: { if: paired((tag, range, children) => ({ type: "if", ...range, expression: tag.rest, children })) },
  openapiOperation: {
    openapi: single(operationOf),
    swagger: single(operationOf),
    "openapi-operation": single(operationOf),
    "openapi-webhook": single(operationOf),
  },
  openapiSchemas: { "openapi-schemas": single(schemasOf) },
  integration: { "@": single(integrationOf) },
  figure: UNTAGGED,
  html: UNTAGGED,
  definition: UNTAGGED,
  footnote: UNTAGGED,
};

const ROWS: ReadonlyMap<string, TagRow<Block>> = new Map(
  Object.values(TAGS).flatMap((rows: Readonly<Record<string, TagRow<Block>>>) => Object.entries(rows)),
);

const rowOf = (name: string): TagRow<Block> | undefined => ROWS.get(name.startsWith("@") ? "@" : name);

/** How the tag of this name closes; undefined when no such tag exists. */
export const closingOf = (name: string): Closing | undefined => rowOf(name)?.closing;

/** The one tag that this one may stand in; undefined when it may stand anywhere. */
export const parentOf = (name: string): string | undefined => rowOf(name)?.parent;

/** Whether a tag of this name, opening or closing, belongs to the dialect. */
export function isKnown(name: string): boolean {
  return rowOf(name) !== undefined || (name.startsWith("end") && rowOf(name.slice(3)) !== undefined);
}

/**
 * The blocks of a tag with its children. Usually one; a `{% code %}` around several fences gives each its options.
 * @param range from the opening tag to the closing one
 */
export function tagBlock(
  tag: Tag,
  { start, end }: Range,
  children: readonly Block[],
  summary: readonly Inline[],
): readonly Block[] {
  const built = rowOf(tag.name)!.build(tag, { start, end }, children, summary);
  return "type" in built ? [built] : built;
}

function tabOf(tag: Tag, range: Range, children: readonly Block[]): Tab {
  const title = tagValue(tag, "title") ?? "";
  return { type: "tab", ...range, title, ...optional("icon", tagValue(tag, "icon")), children };
}

function columnOf(tag: Tag, range: Range, children: readonly Block[]): ColumnBlock {
  return { type: "column", ...range, ...optional("width", tagValue(tag, "width")), children };
}

function detailsOf(
  tag: Tag,
  range: Range,
  children: readonly Block[],
  summary: readonly Inline[],
): BlockOf<"details"> {
  const open = tag.attributes.some((one) => one.name === "open");
  return { type: "details", ...range, open, summary, children };
}

function embedOf(tag: Tag, range: Range, children: readonly Block[]): BlockOf<"embed"> {
  const url = tagValue(tag, "url") ?? "";
  return { type: "embed", ...range, url, caption: captionOf(children), ...destinationOf(tag, "url") };
}

function fileOf(tag: Tag, range: Range, children: readonly Block[]): BlockOf<"file"> {
  const src = tagValue(tag, "src") ?? "";
  return { type: "file", ...range, src, caption: captionOf(children), ...destinationOf(tag, "src") };
}

function includeOf(tag: Tag, range: Range): BlockOf<"include"> {
  const one = tag.attributes.find(({ name }) => name === "" || name === "src" || name === "path");
  const destination = one === undefined ? {} : { destination: destinationAt(one) };
  return { type: "include", ...range, path: one?.value ?? "", ...destination };
}

function updatesOf(tag: Tag, range: Range, children: readonly Block[]): BlockOf<"updates"> {
  const format = optional("format", tagValue(tag, "format"));
  return { type: "updates", ...range, ...format, children: gather(children, "update", emptyUpdate) };
}

function updateOf(tag: Tag, range: Range, children: readonly Block[]): Update {
  const tags = listOf(tagValue(tag, "tags"));
  return { type: "update", ...range, date: tagValue(tag, "date") ?? "", tags, children };
}

function hintOf(tag: Tag, range: Range, children: readonly Block[]): Hint {
  const style = hintStyle(tagValue(tag, "style"));
  return { type: "hint", ...range, style, ...optional("icon", tagValue(tag, "icon")), children };
}

function hintStyle(style: string | undefined): Hint["style"] {
  if (style === "success" || style === "warning" || style === "danger") return style;
  return style === "error" ? "danger" : "info";
}

function listOf(value: string | undefined): string[] {
  return (value ?? "")
    .split(",")
    .map((one) => one.trim())
    .filter((one) => one !== "");
}

function destinationAt({ value, start, end, quote }: TagAttribute): Destination {
  return { url: value, start, end, syntax: "tag", quote };
}

function destinationOf(tag: Tag, name: string): { destination?: Destination } {
  const found = tag.attributes.find((one) => one.name === name);
  return found === undefined ? {} : { destination: destinationAt(found) };
}

/** The text of the paragraphs inside a tag that shows one line. */
function captionOf(children: readonly Block[]): Inline[] {
  return children.flatMap((block) => (block.type === "paragraph" ? block.children : []));
}

function contentRefOf(tag: Tag, range: Range, children: readonly Block[]): BlockOf<"contentRef"> {
  const name = tagValue(tag, "url") === undefined ? "page" : "url";
  return {
    type: "contentRef",
    ...range,
    url: tagValue(tag, name) ?? "",
    children: captionOf(children),
    ...destinationOf(tag, name),
  };
}

function promptOf(tag: Tag, range: Range, children: readonly Block[]): Prompt {
  const fence = children.find((block) => block.type === "code");
  return {
    type: "prompt",
    ...range,
    ...optional("description", tagValue(tag, "description")),
    ...optional("icon", tagValue(tag, "icon")),
    ...optional("openInAIProviders", tagValue(tag, "openInAIProviders")),
    ...optional("defaultExpanded", tagFlag(tag, "defaultExpanded")),
    text: fence?.text ?? blockText(children),
    children,
  };
}

function operationOf(tag: Tag, range: Range, children: readonly Block[]): OpenapiOperation {
  return {
    type: "openapiOperation",
    ...range,
    ...optional("spec", tagValue(tag, "spec")),
    ...optional("src", tagValue(tag, "src")),
    path: tagValue(tag, "path") ?? tagValue(tag, "name") ?? "",
    method: tagValue(tag, "method") ?? "",
    ...optional("isWebhook", tag.name === "openapi-webhook" || undefined),
    children,
    ...destinationOf(tag, "src"),
  };
}

function schemasOf(tag: Tag, range: Range, children: readonly Block[]): OpenapiSchemas {
  return {
    type: "openapiSchemas",
    ...range,
    ...optional("spec", tagValue(tag, "spec")),
    ...optional("src", tagValue(tag, "src")),
    schemas: listOf(tagValue(tag, "schemas")),
    grouped: tagFlag(tag, "grouped") ?? false,
    children,
    ...destinationOf(tag, "src"),
  };
}

function integrationOf(tag: Tag, range: Range, children: readonly Block[]): BlockOf<"integration"> {
  const named = tag.attributes.filter((one) => one.name !== "");
  const props = Object.fromEntries(named.map((one) => [one.name, one.value]));
  return { type: "integration", ...range, name: tag.name.slice(1), props, children };
}

/** A `{% code %}` around one fence is that code block, tags included; around several, they stay apart. */
function codeBlocks(tag: Tag, range: Range, children: readonly Block[]): readonly Block[] {
  const overflow = tagValue(tag, "overflow");
  const options = {
    ...optional("title", tagValue(tag, "title")),
    ...(overflow === "wrap" || overflow === "scroll" ? ({ overflow } as const) : {}),
    ...optional("lineNumbers", tagFlag(tag, "lineNumbers")),
    ...optional("expandable", tagFlag(tag, "expandable")),
  };
  const dress = (block: Block): Block =>
    block.type === "code" ? ({ ...block, ...options } satisfies Code as Code) : block;
  const dressed = children.map(dress);
  return dressed.length === 1 ? [{ ...dressed[0]!, ...range }] : dressed;
}

/**
 * Keeps only blocks of the kind a container is made of. Anything between them joins the one before it,
 * so that nothing an author wrote disappears.
 */
function gather<T extends Tab | Step | ColumnBlock | Update>(
  children: readonly Block[],
  type: T["type"],
  empty: (range: Range) => T,
): T[] {
  const groups: { head: T; strays: Block[] }[] = [];
  for (const child of children) {
    if (child.type === type) groups.push({ head: child as T, strays: [] });
    else {
      if (groups.length === 0)
        groups.push({ head: empty({ start: child.start, end: child.end }), strays: [] });
      groups[groups.length - 1]!.strays.push(child);
    }
  }
  return groups.map(({ head, strays }) => {
    if (strays.length === 0) return head;
    return { ...head, end: strays[strays.length - 1]!.end, children: [...head.children, ...strays] };
  });
}

const emptyTab = (range: Range): Tab => ({ type: "tab", ...range, title: "", children: [] });
const emptyStep = (range: Range): Step => ({ type: "step", ...range, children: [] });
const emptyColumn = (range: Range): ColumnBlock => ({ type: "column", ...range, children: [] });
const emptyUpdate = (range: Range): Update => ({
  type: "update",
  ...range,
  date: "",
  tags: [],
  children: [],
});
