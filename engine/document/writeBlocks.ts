/** Blocks of a page as blocks of the format: one entry a type. */
import type { BlockOf } from "../markdown/anatomy.ts";
import type { Block, Code, Heading, List, ListItem } from "../markdown/document.ts";
import { resolveTarget } from "../markdown/targets.ts";
import { figureNode } from "./writeFigures.ts";
import { isHostile } from "./hostile.ts";
import { refOfUrl } from "./refs.ts";
import type { JsonNode } from "./shapes.ts";
import { cardsNode, tableNode } from "./writeTables.ts";
import {
  caption,
  emptyParagraph,
  holder,
  lengthOf,
  named,
  ownBlock,
  paragraphOf,
  present,
  standing,
  type NodeWriting,
} from "./writing.ts";

/** The blocks in order, each with its key. */
export function writeBlocks(blocks: readonly Block[], writing: NodeWriting): JsonNode[] {
  return blocks.flatMap((block) => {
    const node = (BLOCKS[block.type] as WriteBlock<Block>)(block, writing);
    if (node === undefined) return [];
    const { object, type, ...rest } = node;
    const named = writing.key(block);
    // What can be opened is named in addresses.
    const meta = named.key !== undefined && OPENED.has(block.type) ? { meta: { id: named.key } } : {};
    return [{ object, ...(type === undefined ? {} : { type }), ...named, ...meta, ...rest }];
  });
}

const OPENED: ReadonlySet<Block["type"]> = new Set(["details", "tab"]);

type WriteBlock<T extends Block> = (block: T, writing: NodeWriting) => JsonNode | undefined;
type Writers = { readonly [T in Block["type"]]: WriteBlock<BlockOf<T>> };

const safe = (url: string | undefined): string => (url === undefined || isHostile(url) ? "" : url);

const BLOCKS: Writers = {
  paragraph: ({ children }, writing) => paragraphOf(writing.inlines(children)),
  heading: headingNode,
  list: listNode,
  listItem: (item, writing) =>
    holder("list-item", writing.blocks(item.children), present({ checked: item.checked })),
  blockquote: ({ children }, writing) => holder("blockquote", writing.blocks(children)),
  code: codeNode,
  math: ({ text }) => standing("math", { formula: text }),
  thematicBreak: () => standing("divider", {}),
  table: tableOf,
  cards: (cards, writing) => cardsNode(cards, { footnote: writing.footnote }),
  hint: ({ style, icon, children }, writing) =>
    holder("hint", writing.blocks(children), present({ style, icon })),
  tabs: ({ children }, writing) => holder("tabs", writing.blocks(children)),
  tab: ({ title, icon, children }, writing) =>
    holder("tabs-item", writing.blocks(children), present({ title, icon })),
  stepper: ({ children }, writing) => holder("stepper", writing.blocks(children)),
  step: ({ children }, writing) => holder("stepper-step", writing.blocks(children), {}),
  columns: ({ children }, writing) => holder("columns", writing.blocks(children), {}),
  column: ({ width, children }, writing) =>
    holder("column", writing.blocks(children), present({ width: lengthOf(width) })),
  details: ({ open, summary, children }, writing) => {
    const title = paragraphOf(writing.inlines(summary, true));
    const body = writing.blocks(children);
    return standing("expandable", open ? { defaultExpanded: true } : {}, [
      named("expandable-title", [title]),
      named("expandable-body", body.length === 0 ? [emptyParagraph()] : body),
    ]);
  },
  embed: (block, writing) => standing("embed", { url: safe(block.url) }, caption(block.caption, writing)),
  contentRef: ({ url, children }, writing) => {
    const [only] = children;
    const isPlain = children.length === 1 && only?.type === "link" && only.url === url && !only.mention;
    const words = isPlain ? only.children : undefined;
    // What stands inside for other programs is the address once more, unless it says something.
    const isRepeated = words?.length === 1 && words[0]?.type === "text" && words[0].text === url;
    return standing(
      "content-ref",
      { ref: refOfUrl(safe(url)) },
      isRepeated ? [] : caption(children, writing),
    );
  },
  file: (block, writing) => {
    const target = resolveTarget(block.src);
    const file = target.kind === "file" ? target.file : safe(block.src);
    return standing("file", { ref: { kind: "file", file } }, caption(block.caption, writing));
  },
  include: ({ path }) => {
    const ref = refOfUrl(safe(path));
    return ref.kind === "reusable-content"
      ? standing("reusable-content", { ref })
      : ownBlock("include", { path });
  },
  updates: ({ format, children }, writing) => {
    const isKnown = format === undefined || FORMATS.has(format);
    return {
      ...holder("updates", writing.blocks(children), { format: (isKnown && format) || "full" }),
      ...unsaid({ format }),
      ...(isKnown ? {} : { said: format }),
    };
  },
  update: ({ date, tags, children }, writing) => {
    const time = DAY.test(date) ? Date.parse(date + MIDNIGHT) : Number.NaN;
    const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
    return {
      ...holder("update", writing.blocks(children), {
        date: isDay ? date + MIDNIGHT : NO_DAY,
        tags: tags.map((tag) => ({ kind: "tag", tag })),
      }),
      ...(isDay ? {} : { said: date }),
    };
  },
  prompt: promptNode,
  if: ({ expression, children }, writing) => holder("if", writing.blocks(children), { expression }),
  openapiOperation: ({ spec, src, path, method, children }, writing) => {
    const inside = children.length === 0 ? [] : [named("body", writing.blocks(children))];
    if (spec === undefined)
      return standing("swagger", { path, method, ref: { kind: "url", url: safe(src) } }, inside);
    const data = {
      path,
      method,
      ref: { kind: "openapi", spec },
      ...(src === undefined ? {} : { src: safe(src) }),
    };
    return standing("openapi-operation", data, inside);
  },
  openapiSchemas: ({ spec, src, schemas, grouped, children }, writing) => {
    const inside = children.length === 0 ? [] : writing.blocks(children);
    if (spec === undefined) return ownBlock("openapi-schemas", { src: safe(src), schemas, grouped }, inside);
    const data = {
      schemas,
      grouped,
      ref: { kind: "openapi", spec },
      ...(src === undefined ? {} : { src: safe(src) }),
    };
    return standing("openapi-schemas", data, inside.length === 0 ? [] : [named("body", inside)]);
  },
  integration: ({ name, props, children }, writing) => {
    const slash = name.indexOf("/");
    const [integration, block] = slash === -1 ? [name, ""] : [name.slice(0, slash), name.slice(slash + 1)];
    const inside = children.length === 0 ? [] : [named("body", writing.blocks(children))];
    return standing("integration", { integration, block, props }, inside);
  },
  figure: figureNode,
  html: ({ raw }) => ownBlock("html", { html: raw }),
  definition: ({ label, title, destination }) =>
    ownBlock("definition", { label, url: safe(destination.url), title }),
  // Where it is referred to: see `Writing.footnote`.
  footnote: () => undefined,
};

const FORMATS: ReadonlySet<string> = new Set(["numeric", "full", "short"]);
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
/** Days are times in the format. */
export const MIDNIGHT = "T00:00:00.000Z";
/** Stands for what is no day. */
const NO_DAY = `1970-01-01${MIDNIGHT}`;

function promptNode(prompt: BlockOf<"prompt">, writing: NodeWriting): JsonNode {
  const { description, icon, openInAIProviders: providers, defaultExpanded: isOpen } = prompt;
  const data = {
    description: description ?? "",
    icon,
    openInAIProviders: providers === undefined ? undefined : providers !== "false",
    defaultExpanded: isOpen === undefined ? undefined : isOpen ? "full" : "hidden",
  };
  return {
    ...holder("prompt", writing.blocks(prompt.children), present(data)),
    ...unsaid({ description }),
    // The text may name which ones.
    ...(providers === undefined || providers === "true" || providers === "false" ? {} : { said: providers }),
  };
}

/** Which of these fields have no value. */
function unsaid(fields: Readonly<Record<string, unknown>>): Pick<JsonNode, "unsaid"> {
  const names = Object.keys(fields).filter((name) => fields[name] === undefined);
  return names.length === 0 ? {} : { unsaid: names };
}

function tableOf(table: Extract<Block, { type: "table" }>, { footnote }: NodeWriting): JsonNode {
  return tableNode(table, { footnote });
}

/** Pages have their title above: their second level is the first of the format, and its third takes all below. */
function headingNode(heading: Heading, writing: NodeWriting): JsonNode {
  const { level, id } = heading;
  const shown = Math.min(3, Math.max(1, level - 1));
  const fits = id === undefined || /^[-a-z0-9.+_]+$/.test(id);
  const data = present({
    id: fits ? id : undefined,
    anchor: fits ? undefined : id,
    level: level === shown + 1 ? undefined : level,
  });
  const anchor = writing.anchor(heading);
  return {
    ...holder(`heading-${shown}`, writing.inlines(heading.children, true), data),
    ...(anchor === undefined ? {} : { meta: { id: anchor } }),
  };
}

/** A list of tasks has a box before each item; other lists may have some. */
function listNode({ ordered, first, tight, children }: List, writing: NodeWriting): JsonNode {
  const isTasks = !ordered && children.length > 0 && children.every(isTask);
  const type = ordered ? "list-ordered" : isTasks ? "list-tasks" : "list-unordered";
  const node = holder(type, writing.blocks(children), ordered && first !== 1 ? { start: first } : {});
  return tight ? node : { ...node, meta: { loose: true } };
}

const isTask = (item: ListItem): boolean => item.checked !== undefined;

/** Lines of code; those that the info string marks are highlighted. */
function codeNode(code: Code): JsonNode {
  const { lang, info, text, title, overflow, lineNumbers, expandable } = code;
  const marked = markedLines(info);
  const lines = text.split("\n").map((line, index): JsonNode => {
    const leaves = [{ object: "leaf" as const, text: line, marks: [] }];
    const data = marked.has(index + 1) ? { highlighted: true } : {};
    return holder("code-line", [{ object: "text", leaves }], data);
  });
  const data = {
    syntax: lang === "" ? undefined : lang,
    title,
    overflow,
    lineNumbers,
    expandable,
    info: info === lang ? undefined : info,
  };
  return holder("code", lines, present(data));
}

/** Numbers of lines in `{2,5-7}` of an info string, from 1. */
export function markedLines(info: string): ReadonlySet<number> {
  const marked = new Set<number>();
  for (const part of (/\{([\d\s,-]{1,200})\}/.exec(info)?.[1] ?? "").split(",")) {
    const found = /^\s*(\d{1,6})(?:\s*-\s*(\d{1,6}))?\s*$/.exec(part);
    if (found === null) continue;
    const from = Number(found[1]);
    const to = Math.min(Number(found[2] ?? from), from + 10_000);
    for (let line = from; line <= to; line++) marked.add(line);
  }
  return marked;
}
