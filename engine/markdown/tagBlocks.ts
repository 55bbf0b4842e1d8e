/** The block each `{% %}` tag stands for. */
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

type Build = (tag: Tag, range: Range, children: readonly Block[], summary: readonly Inline[]) => Block;

/**
 * The blocks of a tag with its children. Usually one; a `{% code %}` around several fences gives each its options.
 * @param range from the opening tag to the closing one
 */
export function tagBlock(
  tag: Tag,
  range: Range,
  children: readonly Block[],
  summary: readonly Inline[],
): readonly Block[] {
  const place = { start: range.start, end: range.end };
  if (tag.name === "code") return codeBlocks(tag, place, children);
  if (tag.name.startsWith("@")) return [integrationOf(tag, place, children)];
  return [builders[tag.name]!(tag, place, children, summary)];
}

const builders: Readonly<Record<string, Build>> = {
  hint: (tag, range, children) => ({
    type: "hint",
    ...range,
    style: hintStyle(tagValue(tag, "style")),
    ...optional("icon", tagValue(tag, "icon")),
    children,
  }),
  tabs: (_, range, children) => ({ type: "tabs", ...range, children: gather(children, "tab", emptyTab) }),
  tab: (tag, range, children) => ({
    type: "tab",
    ...range,
    title: tagValue(tag, "title") ?? "",
    ...optional("icon", tagValue(tag, "icon")),
    children,
  }),
  stepper: (_, range, children) => ({
    type: "stepper",
    ...range,
    children: gather(children, "step", emptyStep),
  }),
  step: (_, range, children) => ({ type: "step", ...range, children }),
  columns: (_, range, children) => ({
    type: "columns",
    ...range,
    children: gather(children, "column", emptyColumn),
  }),
  column: (tag, range, children) => ({
    type: "column",
    ...range,
    ...optional("width", tagValue(tag, "width")),
    children,
  }),
  updates: (tag, range, children) => ({
    type: "updates",
    ...range,
    ...optional("format", tagValue(tag, "format")),
    children: gather(children, "update", emptyUpdate),
  }),
  update: (tag, range, children) => ({
    type: "update",
    ...range,
    date: tagValue(tag, "date") ?? "",
    tags: listOf(tagValue(tag, "tags")),
    children,
  }),
  "<details>": (tag, range, children, summary) => ({
    type: "details",
    ...range,
    open: tag.attributes.some((one) => one.name === "open"),
    summary,
    children,
  }),
  if: (tag, range, children) => ({ type: "if", ...range, expression: tag.rest, children }),
  prompt: promptOf,
  "content-ref": contentRefOf,
  "page-ref": contentRefOf,
  embed: (tag, range, children) => ({
    type: "embed",
    ...range,
    url: tagValue(tag, "url") ?? "",
    caption: captionOf(children),
    ...destinationOf(tag, "url"),
  }),
  file: (tag, range, children) => ({
    type: "file",
    ...range,
    src: tagValue(tag, "src") ?? "",
    caption: captionOf(children),
    ...destinationOf(tag, "src"),
  }),
  include: (tag, range) => {
    const one = tag.attributes.find(
      (each) => each.name === "" || each.name === "src" || each.name === "path",
    );
    const destination = one === undefined ? {} : { destination: destinationAt(one) };
    return { type: "include", ...range, path: one?.value ?? "", ...destination };
  },
  openapi: operationOf,
  swagger: operationOf,
  "openapi-operation": operationOf,
  "openapi-webhook": operationOf,
  "openapi-schemas": schemasOf,
};

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

function contentRefOf(tag: Tag, range: Range, children: readonly Block[]): Block {
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

function integrationOf(tag: Tag, range: Range, children: readonly Block[]): Block {
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
