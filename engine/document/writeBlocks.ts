/** Blocks of a page as blocks of the format: one entry a type. */
import type { BlockOf } from "../markdown/anatomy.ts";
import type { Block, Code, Heading, List, ListItem } from "../markdown/document.ts";
import { resolveTarget } from "../markdown/targets.ts";
import { figureNode } from "./writeFigures.ts";
import { isHostile } from "./hostile.ts";
import { refOfUrl } from "./refs.ts";
import type { JsonBlock } from "./shapes.ts";
import { cardsNode, tableNode } from "./writeTables.ts";
import {
  caption,
  emptyParagraph,
  fragment,
  HOLDS,
  lengthOf,
  named,
  ownBlock,
  paragraphOf,
  present,
  STANDS,
  type NodeWriting,
  type WrittenBlock,
} from "./writing.ts";

/** The blocks in order, each with its key. */
export function writeBlocks<T extends Block>(blocks: readonly T[], writing: NodeWriting): WrittenBlock<T>[] {
  return blocks.flatMap((block) => {
    // A row for each type: the one of this type takes blocks of it.
    const write = BLOCKS[block.type] as unknown as WriteBlock<T>;
    const node = write(block, writing);
    if (node === undefined) return [];
    const named = writing.key(block);
    // What can be opened is named in addresses.
    const meta = named.key !== undefined && OPENED.has(block.type) ? { meta: { id: named.key } } : {};
    return [{ ...named, ...meta, ...node }];
  });
}

const OPENED: ReadonlySet<Block["type"]> = new Set(["details", "tab"]);

type WriteBlock<T extends Block> = (block: T, writing: NodeWriting) => WrittenBlock<T> | undefined;
type Writers = { readonly [T in Block["type"]]: WriteBlock<BlockOf<T>> };

const safe = (url: string | undefined): string => (url === undefined || isHostile(url) ? "" : url);

const BLOCKS: Writers = {
  paragraph: ({ children }, writing) => paragraphOf(writing.inlines(children)),
  heading: headingNode,
  list: listNode,
  listItem: ({ checked, children }, writing) => ({
    ...HOLDS,
    type: "list-item",
    data: present({ checked }),
    nodes: writing.blocks(children),
  }),
  blockquote: ({ children }, writing) => ({ ...HOLDS, type: "blockquote", nodes: writing.blocks(children) }),
  code: codeNode,
  math: ({ text }) => ({ ...STANDS, type: "math", data: { formula: text } }),
  thematicBreak: () => ({ ...STANDS, type: "divider", data: {} }),
  table: (table, { footnote }) => tableNode(table, { footnote }),
  cards: (cards, { footnote }) => cardsNode(cards, { footnote }),
  hint: ({ style, icon, children }, writing) => ({
    ...HOLDS,
    type: "hint",
    data: present({ style, icon }),
    nodes: writing.blocks(children),
  }),
  tabs: ({ children }, writing) => ({ ...HOLDS, type: "tabs", nodes: writing.blocks(children) }),
  tab: ({ title, icon, children }, writing) => ({
    ...HOLDS,
    type: "tabs-item",
    data: present({ title, icon }),
    nodes: writing.blocks(children),
  }),
  stepper: ({ children }, writing) => ({ ...HOLDS, type: "stepper", nodes: writing.blocks(children) }),
  step: ({ children }, writing) => ({
    ...HOLDS,
    type: "stepper-step",
    data: {},
    nodes: writing.blocks(children),
  }),
  columns: ({ children }, writing) => ({
    ...HOLDS,
    type: "columns",
    data: {},
    nodes: writing.blocks(children),
  }),
  column: ({ width, children }, writing) => ({
    ...HOLDS,
    type: "column",
    data: present({ width: lengthOf(width) }),
    nodes: writing.blocks(children),
  }),
  details: ({ open, summary, children }, writing) => {
    const title = paragraphOf(writing.inlines(summary, true));
    const body = writing.blocks(children);
    return {
      ...STANDS,
      type: "expandable",
      data: open ? { defaultExpanded: true } : {},
      fragments: [
        named("expandable-title", [title]),
        named("expandable-body", body.length === 0 ? [emptyParagraph()] : body),
      ],
    };
  },
  embed: (block, writing) => ({
    ...STANDS,
    type: "embed",
    data: { url: safe(block.url) },
    ...fragment("caption", caption(block.caption, writing)),
  }),
  contentRef: ({ url, children }, writing) => {
    const [only] = children;
    const isPlain = children.length === 1 && only?.type === "link" && only.url === url && !only.mention;
    const words = isPlain ? only.children : undefined;
    // What stands inside for other programs is the address once more, unless it says something.
    const isRepeated = words?.length === 1 && words[0]?.type === "text" && words[0].text === url;
    const told = isRepeated ? [] : caption(children, writing);
    return {
      ...STANDS,
      type: "content-ref",
      data: { ref: refOfUrl(safe(url)) },
      ...fragment("caption", told),
    };
  },
  file: (block, writing) => {
    const target = resolveTarget(block.src);
    const file = target.kind === "file" ? target.file : safe(block.src);
    return {
      ...STANDS,
      type: "file",
      data: { ref: { kind: "file", file } },
      ...fragment("caption", caption(block.caption, writing)),
    };
  },
  include: ({ path }) => {
    const ref = refOfUrl(safe(path));
    return ref.kind === "reusable-content"
      ? { ...STANDS, type: "reusable-content", data: { ref } }
      : ownBlock("include", { path });
  },
  updates: ({ format, children }, writing) => {
    const known = FORMATS.find((one) => one === format);
    return {
      ...HOLDS,
      type: "updates",
      data: { format: known ?? "full" },
      nodes: writing.blocks(children),
      ...unsaid({ format }),
      ...(known === undefined && format !== undefined ? { said: format } : {}),
    };
  },
  update: ({ date, tags, children }, writing) => {
    const time = DAY.test(date) ? Date.parse(date + MIDNIGHT) : Number.NaN;
    const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
    return {
      ...HOLDS,
      type: "update",
      data: {
        date: isDay ? date + MIDNIGHT : NO_DAY,
        tags: tags.map((tag) => ({ kind: "tag", tag })),
      },
      nodes: writing.blocks(children),
      ...(isDay ? {} : { said: date }),
    };
  },
  prompt: promptNode,
  if: ({ expression, children }, writing) => ({
    ...HOLDS,
    type: "if",
    data: { expression },
    nodes: writing.blocks(children),
  }),
  openapiOperation: ({ spec, src, path, method, isWebhook, children }, writing) => {
    const inside = fragment("body", writing.blocks(children));
    if (spec === undefined) {
      const ref = { kind: "url", url: safe(src) } as const;
      return { ...STANDS, type: "swagger", data: { path, method, ref }, ...inside };
    }
    const data = { method, ref: specRef(spec), ...safeSource(src) };
    return isWebhook === true
      ? { ...STANDS, type: "openapi-webhook", data: { name: path, ...data }, ...inside }
      : { ...STANDS, type: "openapi-operation", data: { path, ...data }, ...inside };
  },
  openapiSchemas: ({ spec, src, schemas, grouped, children }, writing) => {
    const inside = writing.blocks(children);
    if (spec === undefined) return ownBlock("openapi-schemas", { src: safe(src), schemas, grouped }, inside);
    const data = { schemas, grouped, ref: specRef(spec), ...safeSource(src) };
    return { ...STANDS, type: "openapi-schemas", data, ...fragment("body", inside) };
  },
  integration: ({ name, props, children }, writing) => {
    const slash = name.indexOf("/");
    const [integration, block] = slash === -1 ? [name, ""] : [name.slice(0, slash), name.slice(slash + 1)];
    const data = { integration, block, props };
    return { ...STANDS, type: "integration", data, ...fragment("body", writing.blocks(children)) };
  },
  figure: figureNode,
  html: ({ raw }) => ownBlock("html", { html: raw }),
  definition: ({ label, title, destination }) =>
    ownBlock("definition", { label, url: safe(destination.url), title }),
  // Where it is referred to: see `Writing.footnote`.
  footnote: () => undefined,
};

const specRef = (spec: string) => ({ kind: "openapi", spec }) as const;
const safeSource = (src: string | undefined) => (src === undefined ? {} : { src: safe(src) });

const FORMATS = ["numeric", "full", "short"] as const;
const DAY = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;
/** Days are times in the format. */
export const MIDNIGHT = "T00:00:00.000Z";
/** Stands for what is no day. */
const NO_DAY = `1970-01-01${MIDNIGHT}`;

function promptNode(prompt: BlockOf<"prompt">, writing: NodeWriting): JsonBlock<"prompt"> {
  const { description, icon, openInAIProviders: providers, defaultExpanded: isOpen } = prompt;
  const data = present({
    description: description ?? "",
    icon,
    openInAIProviders: providers === undefined ? undefined : providers !== "false",
    defaultExpanded: isOpen === undefined ? undefined : isOpen ? ("full" as const) : ("hidden" as const),
  });
  return {
    ...HOLDS,
    type: "prompt",
    data,
    nodes: writing.blocks(prompt.children),
    ...unsaid({ description }),
    // The text may name which ones.
    ...(providers === undefined || providers === "true" || providers === "false" ? {} : { said: providers }),
  };
}

/** Which of these fields have no value. */
function unsaid(fields: Readonly<Record<string, unknown>>): { readonly unsaid?: readonly string[] } {
  const names = Object.keys(fields).filter((name) => fields[name] === undefined);
  return names.length === 0 ? {} : { unsaid: names };
}

/** Pages have their title above: their second level is the first of the format, and its third takes all below. */
function headingNode(heading: Heading, writing: NodeWriting): WrittenBlock<Heading> {
  const { level, id } = heading;
  const shown = level <= 2 ? 1 : level === 3 ? 2 : 3;
  const fits = id === undefined || /^[-a-z0-9.+_]+$/.test(id);
  const data = present({
    id: fits ? id : undefined,
    anchor: fits ? undefined : id,
    level: level === shown + 1 ? undefined : level,
  });
  const anchor = writing.anchor(heading);
  return {
    ...HOLDS,
    type: `heading-${shown}`,
    data,
    nodes: writing.inlines(heading.children, true),
    ...(anchor === undefined ? {} : { meta: { id: anchor } }),
  };
}

/** A list of tasks has a box before each item; other lists may have some. */
function listNode({ ordered, first, tight, children }: List, writing: NodeWriting): WrittenBlock<List> {
  const isTasks = !ordered && children.length > 0 && children.every(isTask);
  const nodes = writing.blocks(children);
  const around = { ...HOLDS, ...(tight ? {} : { meta: { loose: true as const } }) };
  if (ordered) return { ...around, type: "list-ordered", data: first === 1 ? {} : { start: first }, nodes };
  return { ...around, type: isTasks ? "list-tasks" : "list-unordered", data: {}, nodes };
}

const isTask = (item: ListItem): boolean => item.checked !== undefined;

/** Lines of code; those that the info string marks are highlighted. */
function codeNode(code: Code): JsonBlock<"code"> {
  const { lang, info, text, title, overflow, lineNumbers, expandable } = code;
  const marked = markedLines(info);
  const lines = text.split("\n").map((line, index): JsonBlock<"code-line"> => {
    const leaves = [{ object: "leaf" as const, text: line, marks: [] }];
    const data = marked.has(index + 1) ? { highlighted: true } : {};
    return { ...HOLDS, type: "code-line", data, nodes: [{ object: "text", leaves }] };
  });
  const data = present({
    syntax: lang === "" ? undefined : lang,
    title,
    overflow,
    lineNumbers,
    expandable,
    info: info === lang ? undefined : info,
  });
  return { ...HOLDS, type: "code", data, nodes: lines };
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
