/** From the text of a page body to its syntax tree. */
import type {
  Block,
  Cell,
  Code,
  Column,
  Document,
  Inline,
  List,
  ListItem,
  ParseProblem,
  Table,
} from "./document.ts";
import type { BlockReading, EarlierBlocks, UnreadBlock } from "./earlierBlocks.ts";
import { htmlBlock } from "./htmlBlocks.ts";
import { htmlValue, readHtmlTag } from "./htmlTags.ts";
import { inlinesOf, type Context } from "./inlines.ts";
import { blockTokens, definitionDestination } from "./markdownIt.ts";
import { endOfLines, fromNormal, locateIn, sourceOf, type Extract } from "./positions.ts";
import { atOnce, type Steps } from "../steps.ts";
import type { Tag } from "./tag.ts";
import { closingOf } from "./tagBlocks.ts";
import { pairTags, type Item } from "./tagPairs.ts";
import { newMemory, notes, report, type Token } from "./tokens.ts";

interface ParseResult {
  readonly document: Document;
  readonly problems: readonly ParseProblem[];
}

/** A body with more characters than this is shown as one piece of text. */
export const maxSourceLength = 1_000_000;

/**
 * Parses a page body (without front matter). Never throws: what can't be understood is text in the tree and
 * a problem in the list, in the order of the source.
 */
export function parse(source: string): ParseResult {
  return atOnce(parseSteps(source));
}

/** The same in steps, a block at the top in each. @param earlier looked in for blocks, which aren't read again then */
export function* parseSteps(source: string, earlier?: EarlierBlocks<unknown>): Steps<ParseResult> {
  if (source.length > maxSourceLength) return tooLong(source);
  const memory = newMemory();
  const lines = sourceOf(source);
  const tokens = yield* blockTokens(lines.normal, memory);
  const before = earlier?.under(JSON.stringify([memory.references, [...memory.footnotes]]));
  const children = yield* new TreeBuilder(tokens, { source: lines, memory }).document(before);
  return { document: { source, children }, problems: memory.problems.toSorted((a, b) => a.start - b.start) };
}

function tooLong(source: string): ParseResult {
  const range = { start: 0, end: source.length };
  const message = `This page is longer than ${maxSourceLength} characters: split it. It is shown as written.`;
  const text: Block = { type: "paragraph", ...range, children: [{ type: "text", text: source }] };
  return { document: { source, children: [text] }, problems: [{ message, ...range }] };
}

/** What is known of a container while its blocks are read. */
interface Container {
  readonly items: Item[];
  readonly depth: number;
  loose: boolean;
}

class TreeBuilder {
  private at = 0;
  private depth = 0;
  /** Whether the container read last had a paragraph set off by blank lines. */
  private loose = false;
  private readonly tokens: readonly Token[];
  private readonly context: Context;

  constructor(tokens: readonly Token[], context: Context) {
    this.tokens = tokens;
    this.context = context;
  }

  *document(before: BlockReading | undefined): Steps<Block[]> {
    const container = this.open();
    while (this.known(container, before) || this.next(container, before)) yield;
    return this.close(container);
  }

  /** Takes a block that was read before; false when the next one wasn't. */
  private known({ items }: Container, before: BlockReading | undefined): boolean {
    const token = this.tokens[this.at];
    const block = token && before?.find(this.unread(token));
    if (block === undefined) return false;
    items.push(block);
    for (let open = 0; ;) {
      open += this.tokens[this.at++]!.nesting;
      if (open === 0) return true;
    }
  }

  private unread(token: Token): UnreadBlock {
    return { type: token.type, text: this.context.source.text, ...this.range(token) };
  }

  /** The blocks up to the end of the container that is being read. */
  private children(): Block[] {
    const container = this.open();
    while (this.next(container, undefined));
    return this.close(container);
  }

  private open(): Container {
    return { items: [], depth: ++this.depth, loose: false };
  }

  /** Reads one block; false at the end of its container. */
  private next(container: Container, before: BlockReading | undefined): boolean {
    if (this.at >= this.tokens.length || this.tokens[this.at]!.nesting === -1) return false;
    const token = this.tokens[this.at++]!;
    if (token.type === "paragraph_open" && !token.hidden) container.loose = true;
    this.depth = Math.max(container.depth, this.depth + tagStep(token));
    const item = this.item(token);
    container.items.push(item);
    before?.keep(this.unread(token), item as Block);
    return true;
  }

  private close({ items, depth, loose }: Container): Block[] {
    this.at++;
    this.depth = depth - 1;
    this.loose = loose;
    return pairTags(items, {
      source: this.context.source.text,
      depth,
      report: (problem) => report(this.context.memory.problems, problem),
    });
  }

  private item(token: Token): Item {
    const range = this.range(token);
    switch (token.type) {
      case "paragraph_open":
        return { type: "paragraph", ...range, children: this.inline() };
      case "heading_open":
        return this.heading(token);
      case "bullet_list_open":
      case "ordered_list_open":
        return this.list(token);
      case "blockquote_open":
        return { type: "blockquote", ...range, children: this.children() };
      case "footnote_open":
        return { type: "footnote", ...range, label: notes(token).label!, children: this.children() };
      case "fence":
      case "code_block":
        return { ...codeOf(token), ...range };
      case "math_block":
        return { type: "math", ...range, text: token.content };
      case "hr":
        return { type: "thematicBreak", ...range };
      case "table_open":
        return this.table(token);
      case "tag":
        return { type: "#tag", ...range, tag: this.tag(notes(token).tag!) };
      case "summary":
        return { type: "#summary", ...range, children: this.inlineOf(token) };
      case "reference_definition":
        return this.definition(token);
      default:
        return this.html(token);
    }
  }

  /** The place of a block: from its own marker, without the marks of what it is in, to its last line's end. */
  private range(token: Token): { start: number; end: number } {
    const { source } = this.context;
    const { start, end } = notes(token);
    const from = fromNormal(source, start ?? 0);
    if (end !== undefined) return { start: from, end: fromNormal(source, end) };
    const [first, stop] = token.map!;
    return { start: from, end: Math.max(from, endOfLines(source, first, stop)) };
  }

  /** The content of the inline token that is next, and of the closing one after it. */
  private inline(start?: number): ReturnType<typeof inlinesOf> {
    const token = this.tokens[this.at]!;
    this.at += 2;
    return this.inlineOf(token, start);
  }

  private inlineOf(token: Token, start?: number): ReturnType<typeof inlinesOf> {
    const { source } = this.context;
    const { contentStart, contentEnd } = notes(token);
    const extract: { -readonly [K in keyof Extract]: Extract[K] } = {
      content: token.content,
      line: token.map![0],
    };
    if (start !== undefined) extract.start = start;
    if (contentStart !== undefined) extract.start = fromNormal(source, contentStart);
    if (contentEnd !== undefined) extract.end = fromNormal(source, contentEnd);
    return inlinesOf(token.content, locateIn(source, extract), this.context);
  }

  private heading(token: Token): Block {
    const range = this.range(token);
    const level = Number(token.tag.slice(1)) as 1 | 2 | 3 | 4 | 5 | 6;
    const { text } = this.context.source;
    let start: number | undefined;
    if (token.markup.startsWith("#")) {
      start = range.start + level;
      while (text[start] === " " || text[start] === "\t") start++;
    }
    const children = this.inline(start);
    let id: string | undefined;
    const shown = children.filter((node) => {
      const tag = node.type === "html" ? readHtmlTag(node.raw, 0) : undefined;
      const anchor = tag?.name === "a" && tag.kind === "open" ? htmlValue(tag, "id") : undefined;
      // Further ones are places within it.
      if (anchor === undefined || anchor === "" || id !== undefined) return true;
      id = anchor;
      return false;
    });
    return {
      type: "heading",
      ...range,
      level,
      children: id === undefined ? shown : trimEnd(shown),
      ...(id === undefined ? {} : { id }),
    };
  }

  private list(token: Token): List {
    const ordered = token.type === "ordered_list_open";
    const first = ordered ? Number(token.attrGet("start") ?? 1) : 1;
    const children: ListItem[] = [];
    let tight = true;
    while (this.tokens[this.at]!.type === "list_item_open") {
      const item = this.tokens[this.at++]!;
      const range = this.range(item);
      const inside = this.children();
      if (this.loose) tight = false;
      children.push({ type: "listItem", ...range, ...checkbox(inside, this.context.source.text) });
    }
    this.at++;
    const range = this.range(token);
    const end = children[children.length - 1]?.end ?? range.end;
    return { type: "list", start: range.start, end, ordered, first, tight, children };
  }

  private table(token: Token): Table {
    const rows: Cell[][] = [];
    let columns: Column[] = [];
    while (this.tokens[this.at]!.type !== "table_close") {
      const part = this.tokens[this.at++]!;
      if (part.type !== "tr_open") continue;
      const from = notes(token).rows![part.map![0] - token.map![0]]!;
      const cells: Token[] = [];
      const aligns: Column[] = [];
      for (; this.tokens[this.at]!.type !== "tr_close"; this.at++) {
        const cell = this.tokens[this.at]!;
        if (cell.type === "inline") cells.push(cell);
        else if (cell.nesting === 1) aligns.push(alignOf(cell));
      }
      if (columns.length === 0) columns = aligns;
      rows.push(this.row(cells, from));
    }
    this.at++;
    const [header = [], ...body] = rows;
    return { type: "table", ...this.range(token), columns, header, rows: body };
  }

  private row(cells: readonly Token[], from: number): Cell[] {
    const { normal } = this.context.source;
    const end = normal.indexOf("\n", from);
    const places = cellPlaces(normal.slice(from, end === -1 ? normal.length : end));
    return cells.map((cell, index) => {
      const place = places[index] ?? places[places.length - 1] ?? { start: 0, end: 0 };
      const missing = index >= places.length;
      const start = fromNormal(this.context.source, from + (missing ? place.end : place.start));
      const locate = (offset: number): number => start + offset + pipesBefore(cell.content, offset);
      const children = inlinesOf(cell.content, locate, this.context);
      return { start, end: fromNormal(this.context.source, from + place.end), children };
    });
  }

  private definition(token: Token): Block {
    const range = this.range(token);
    const { memory, source } = this.context;
    const text = source.text.slice(range.start, range.end);
    const label = notes(token).label!;
    const found = definitionDestination(text) ?? { start: text.length, end: text.length, url: "" };
    const angle = text[found.start] === "<";
    const title = memory.references?.[label]?.title;
    const start = range.start + found.start + (angle ? 1 : 0);
    const end = range.start + found.end - (angle ? 1 : 0);
    const syntax = angle ? "angle" : "bare";
    const destination = { url: found.url, start, end, syntax, quote: "" } as const;
    return { type: "definition", ...range, label, ...(title ? { title } : {}), destination };
  }

  /** The tag with its places in the source instead of in the normalised text. */
  private tag(tag: Tag): Tag {
    const place = (offset: number): number => fromNormal(this.context.source, offset);
    const attributes = tag.attributes.map((one) => ({
      ...one,
      start: place(one.start),
      end: place(one.end),
    }));
    return { ...tag, start: place(tag.start), end: place(tag.end), attributes };
  }

  private html(token: Token): Block {
    const locate = locateIn(this.context.source, { content: token.content, line: token.map![0] });
    return htmlBlock(token.content, this.range(token), locate, this.context);
  }
}

/** Without the space that stood before an anchor at the end. */
function trimEnd(nodes: readonly Inline[]): Inline[] {
  const last = nodes[nodes.length - 1];
  if (last?.type !== "text") return [...nodes];
  const text = last.text.trimEnd();
  return [...nodes.slice(0, -1), ...(text === "" ? [] : [{ type: "text", text } as const])];
}

/** What a token adds to the depth of the blocks after it: containers within tags count these as well. */
function tagStep(token: Token): number {
  const name = token.type === "tag" ? notes(token).tag!.name : "";
  if (closingOf(name) === "required") return 1;
  return name.startsWith("end") && closingOf(name.slice(3)) === "required" ? -1 : 0;
}

/** `[ ]` or `[x]` at the start of an item makes it a task; the box is not part of its text. One with a backslash is. */
function checkbox(children: Block[], source: string): { checked?: boolean; children: Block[] } {
  const [first, ...rest] = children;
  if (first === undefined || source[first.start] !== "[") return { children };
  if (first?.type !== "paragraph" || first.children[0]?.type !== "text") return { children };
  const match = /^\[([ xX])\](?:[ \t]|$)/.exec(first.children[0].text);
  if (match === null) return { children };
  const text = first.children[0].text.slice(match[0].length);
  const inlines = [...(text === "" ? [] : [{ type: "text", text } as const]), ...first.children.slice(1)];
  return { checked: match[1] !== " ", children: [{ ...first, children: inlines }, ...rest] };
}

function codeOf(token: Token): Omit<Code, "start" | "end"> {
  const info = token.info.trim();
  const title = /(?:^|\s)title="([^"]*)"/.exec(info)?.[1];
  const lang = /^[^\s{]*/.exec(info)![0];
  const text = token.content.replace(/\n$/, "");
  return { type: "code", lang, info, text, ...(title === undefined ? {} : { title }) };
}

function alignOf(cell: Token): Column {
  const align = /text-align:(left|center|right)/.exec(String(cell.attrGet("style") ?? ""))?.[1];
  return align === undefined ? {} : { align: align as "left" | "center" | "right" };
}

/** Where the cells of one line of a pipe table are, without the spaces around them. */
function cellPlaces(line: string): { start: number; end: number }[] {
  const text = line.trimEnd();
  const bounds: number[] = [];
  for (let at = text.indexOf("|"); at !== -1; at = text.indexOf("|", at + 1)) {
    if (text[at - 1] !== "\\") bounds.push(at);
  }
  const places: { start: number; end: number }[] = [];
  let from = 0;
  for (const bound of [...bounds, text.length]) {
    const cell = text.slice(from, bound);
    const outside = cell.trim() === "" && (from === 0 || bound === text.length) && cell === "";
    if (!outside) {
      const start = from + cell.length - cell.trimStart().length;
      places.push({ start, end: Math.max(start, from + cell.trimEnd().length) });
    }
    from = bound + 1;
  }
  return places;
}

/** Each pipe in a cell was written with a backslash before it, which its content no longer has. */
function pipesBefore(content: string, offset: number): number {
  let count = 0;
  for (let at = content.indexOf("|"); at !== -1 && at < offset; at = content.indexOf("|", at + 1)) count++;
  return count;
}
