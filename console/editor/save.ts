/**
 * From the document of the editor to the text of the page. What nobody edited is as it was, to the byte: nodes never
 * change, so one that is the same as it was loaded stands for the same bytes. Only what was edited is written anew.
 */
import type { Node } from "prosemirror-model";
import { type Flow, printBlocks } from "../../engine/document/print.ts";
import { lineEndOf, moved, prefixed, unprefixed } from "./lines.ts";
import { read } from "./load.ts";
import { type BlockOrigin, type Origins, sourceOf } from "./origins.ts";
import { flowOf, isSaid, openingDetails, openingTag, plainFlow, printed } from "./print.ts";
import { retouch, retouches } from "./retouch.ts";
import { blocksIn, isContainer, schema } from "./schema.ts";
import { isWritten, settled } from "./settle.ts";
import { tableLines } from "./tableText.ts";

const { nodes } = schema;

/**
 * How a block at the top is written: `edit` its bytes, `print` it with the bytes of what is in it, print it `plain`, or
 * `leave` it as it was.
 */
export type WritingCare = "edit" | "print" | "plain" | "leave";

/** The text of the page. @param cares of blocks at the top that are not edited as they stand, by their places */
export function toSource(
  doc: Node,
  origins: Origins,
  cares: ReadonlyMap<number, WritingCare> = new Map(),
): string {
  return new PageWriter(origins).body(doc, cares);
}

/** A block of the result: its text, and which of the blocks of its home it is. */
interface WrittenPiece {
  readonly text: string;
  readonly at: number | undefined;
}

class PageWriter {
  private readonly origins: Origins;
  private readonly lineEnd: string;
  private definitions: string | undefined;

  constructor(origins: Origins) {
    this.origins = origins;
    this.lineEnd = lineEndOf(origins.body.text);
  }

  body(doc: Node, cares: ReadonlyMap<number, WritingCare>): string {
    const { body } = this.origins;
    if (cares.size === 0 && (doc === body.node || doc.eq(body.node))) return body.text;
    const pieces = this.cared(doc.children as Node[], body, cares);
    const [first, last] = [body.parts[0], body.parts.at(-1)];
    const inside = this.joined(pieces, body);
    if (first === undefined || last === undefined) return inside === "" ? body.text : inside + this.lineEnd;
    if (inside === "") return "";
    const before = body.text.slice(0, first.start);
    // What indents the first block is its own: before another it would be another's.
    const kept = pieces[0]?.at === 0 ? before : before.slice(0, before.lastIndexOf("\n") + 1);
    return kept + inside + body.text.slice(last.end);
  }

  /** Neighbours that are printed are so together: lists side by side need marks of their own. */
  private cared(
    children: readonly Node[],
    body: BlockOrigin,
    cares: ReadonlyMap<number, WritingCare>,
  ): WrittenPiece[] {
    const pieces: WrittenPiece[] = [];
    let flows: Flow[] = [];
    const print = (): void => {
      if (flows.length > 0)
        pieces.push({ text: prefixed(printBlocks(flows), "", this.lineEnd), at: undefined });
      flows = [];
    };
    for (const [index, node] of children.entries()) {
      const care = cares.get(index) ?? "edit";
      const origin = this.origins.of(node);
      if (care === "print" || care === "plain") {
        if (isWritten(node)) flows.push(care === "plain" ? plainFlow(node) : flowOf(node, this.flow));
        continue;
      }
      print();
      if (care === "edit") pieces.push(...this.piece(node, body, "", this.marksBeside(children, index)));
      else if (origin?.home === body) pieces.push({ text: sourceOf(origin), at: origin.index });
    }
    print();
    return pieces;
  }

  private piece(node: Node, home: BlockOrigin, prefix: string, taken: readonly string[]): WrittenPiece[] {
    const origin = this.origins.of(node);
    if (!isWritten(node) && this.origins.unchanged(node) === undefined) return [];
    const isHome = origin?.home === home;
    // At home it stays behind what it stands behind, which may be more than what its neighbours have there.
    const behind = isHome ? origin.prefix : prefix;
    const text = taken.includes(this.markIn(node)) ? this.beside(node, behind, taken) : undefined;
    if (!isHome) return [{ text: text ?? this.block(node, prefix), at: undefined }];
    return [{ text: text ?? this.kept(node)?.text ?? this.block(node, behind), at: origin.index }];
  }

  /** A block as it stands behind a prefix. */
  private block(node: Node, prefix: string): string {
    const kept = this.kept(node);
    if (kept !== undefined) return moved(kept.text, kept.prefix, prefix, this.lineEnd);
    return prefixed(printBlocks([flowOf(node, this.flow)]), prefix, this.lineEnd);
  }

  /** A list that somebody has made or changed, beside others with which it would be one under a mark of theirs. */
  private beside(list: Node, prefix: string, taken: readonly string[]): string | undefined {
    if (this.origins.unchanged(list) !== undefined) return undefined;
    const isOrdered = list.attrs["ordered"] === true;
    const free = (isOrdered ? [".", ")"] : ["-", "*", "+"]).find((mark) => !taken.includes(mark));
    if (free === undefined) return undefined;
    let mark = isOrdered ? `${list.attrs["first"]}${free} ` : `${free} `;
    const items = blocksIn(list).map((item) => {
      const text = withMark(this.item(item, prefix), prefix, mark, this.lineEnd);
      mark = nextMark(mark);
      return text;
    });
    const blank = list.attrs["tight"] === true ? "" : prefix.trimEnd() + this.lineEnd;
    return items.join(this.lineEnd + blank + prefix);
  }

  /** The marks of the lists right before and behind a list. */
  private marksBeside(children: readonly Node[], index: number): string[] {
    if (children[index]?.type !== nodes.list) return [];
    const others = [children[index - 1], children[index + 1]];
    return others.flatMap((other) => (other?.type === nodes.list ? [this.markIn(other)] : []));
  }

  /** The mark of a list: `-`, `*` or `+`, or what stands behind its numbers; "" of anything else. */
  private markIn(node: Node): string {
    if (node.type !== nodes.list) return "";
    const first = this.origins.of(node)?.parts[0];
    if (first === undefined) return node.attrs["ordered"] === true ? "." : "-";
    return /[-*+.)]/.exec(markOf(sourceOf(first)))![0];
  }

  /** Blocks inside of what is printed keep their bytes as well. */
  private readonly flow = (node: Node): Flow => {
    const kept = node.type === nodes.listItem ? undefined : this.kept(node);
    return kept === undefined
      ? flowOf(node, this.flow)
      : { type: "raw", value: unprefixed(kept.text, kept.prefix) };
  };

  /** The text of a block that comes from the page, as it is or edited. */
  private kept(node: Node): { readonly text: string; readonly prefix: string } | undefined {
    const origin = this.origins.of(node);
    if (origin === undefined) return undefined;
    const { prefix } = origin;
    if (this.origins.unchanged(node) !== undefined) return { text: sourceOf(origin), prefix };
    const text = isContainer(node) ? this.around(node, origin) : this.retouched(node, origin);
    return text === undefined ? undefined : { text, prefix };
  }

  /** A block without others in it. */
  private retouched(node: Node, origin: BlockOrigin): string | undefined {
    const [before, after] = [origin.node, node].map((one) =>
      prefixed(printed(one), origin.prefix, this.lineEnd),
    );
    for (const text of edits(origin, node, before!, after!))
      if (this.reads(unprefixed(text, origin.prefix), node)) return text;
    return undefined;
  }

  /** A block with others in it: what opens and closes it stays. */
  private around(node: Node, origin: BlockOrigin): string | undefined {
    const [first, last] = [origin.parts[0], origin.parts.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const opening = this.opening(node, origin, first);
    const children = blocksIn(node);
    const pieces =
      node.type === nodes.list
        ? this.items(children, origin)
        : children.flatMap((child, index) =>
            this.piece(child, origin, insideOf(origin), this.marksBeside(children, index)),
          );
    if (opening === undefined || pieces.length === 0) return undefined;
    const closing = origin.text.slice(last.end, origin.end);
    const text = opening + this.joined(pieces, origin) + closing;
    return this.reads(unprefixed(text, origin.prefix), node) ? text : undefined;
  }

  private opening(node: Node, origin: BlockOrigin, first: BlockOrigin): string | undefined {
    const written = origin.text.slice(origin.start, first.start);
    if (node.type === nodes.list) return isAlike(node, origin.node) ? written : undefined;
    const [before, after] = [openingOf(origin.node), openingOf(node)];
    return before === undefined || after === undefined ? undefined : retouch(written, before, after);
  }

  private items(items: readonly Node[], list: BlockOrigin): WrittenPiece[] {
    const prefix = list.parts[0]!.prefix;
    let mark = markOf(sourceOf(list.parts[0]!));
    let isFirst = true;
    return items.map((item) => {
      const origin = this.origins.of(item);
      const isOurs = origin?.home === list;
      const text = this.item(item, isOurs ? origin.prefix : prefix);
      const marked = isOurs ? text : withMark(text, prefix, isFirst ? mark : nextMark(mark), this.lineEnd);
      mark = markOf(marked);
      isFirst = false;
      return { text: marked, at: isOurs ? origin.index : undefined };
    });
  }

  private item(item: Node, prefix: string): string {
    const kept = this.kept(item);
    if (kept !== undefined) return moved(kept.text, kept.prefix, prefix, this.lineEnd);
    const list: Flow = { type: "list", ordered: false, start: 1, spread: false, children: [this.flow(item)] };
    return prefixed(printBlocks([list]), prefix, this.lineEnd);
  }

  /** Whether a text by itself says what a node says, with the definitions of the page. */
  private reads(text: string, node: Node): boolean {
    const { tab, step, column } = nodes;
    if (node.type === tab || node.type === step || node.type === column) return true;
    this.definitions ??= definitionsIn(this.origins.body.node).join("\n\n");
    const more = text.includes("[") ? this.definitions : "";
    const [said, ...others] = settled(read(more === "" ? text : `${text}\n\n${more}`)).children;
    const found = node.type === nodes.listItem && said?.childCount === 1 ? said.firstChild : said;
    return (
      found !== undefined &&
      found !== null &&
      isSaid(settled(node), found) &&
      others.length === (more === "" ? 0 : countOf(more))
    );
  }

  private joined(pieces: readonly WrittenPiece[], home: BlockOrigin): string {
    return pieces
      .map(({ text, at }, index) => {
        const next = pieces[index + 1];
        return next === undefined ? text : text + this.gap(home, at, next.at);
      })
      .join("");
  }

  private gap(home: BlockOrigin, at: number | undefined, next: number | undefined): string {
    const { text, parts, node } = home;
    const behind = (index: number): string => text.slice(parts[index]!.end, parts[index + 1]!.start);
    if (at !== undefined && next === at + 1) return behind(at);
    const isApart = node.type === nodes.list ? /^[\s>]*\n[\s>]*$/ : /^[\s>]*\n[\s>]*\n[\s>]*$/;
    const places = [at ?? -1, (next ?? 0) - 1, 0].filter((index) => index >= 0 && index < parts.length - 1);
    const known = places.map(behind).find((gap) => isApart.test(gap));
    const prefix = next === undefined ? insideOf(home) : indentOf(home, next);
    const isTight = node.type === nodes.list && node.attrs["tight"] === true;
    const blank = isTight ? "" : prefix.trimEnd() + this.lineEnd;
    return (known?.slice(0, known.lastIndexOf("\n") + 1) ?? this.lineEnd + blank) + prefix;
  }
}

/** Texts that may say what a block says now, the one first that leaves most of it as it was. */
function* edits(origin: BlockOrigin, node: Node, before: string, after: string): Generator<string> {
  const written = sourceOf(origin);
  if (node.type === nodes.table && origin.node.type === nodes.table) {
    const standing = { written, printed: before, node: origin.node, prefix: origin.prefix };
    const text = tableLines(standing, { printed: after, node });
    if (text !== undefined) yield text;
  }
  yield* retouches(written, before, after);
}

/** What stands before the first line of a block: at the top also what makes it code. */
function indentOf({ text, node, parts }: BlockOrigin, index: number): string {
  const { start, prefix } = parts[index]!;
  const before = text.slice(text.lastIndexOf("\n", start - 1) + 1, start);
  return node.type === nodes.doc && before.trim() === "" ? before : prefix;
}

/** What stands before the lines of blocks in something. */
function insideOf({ text, start, prefix, node, parts }: BlockOrigin): string {
  if (node.type === nodes.doc) return "";
  if (node.type === nodes.blockquote) return prefix + /^>[ \t]?/.exec(text.slice(start, start + 2))![0];
  return node.type === nodes.list || node.type === nodes.listItem ? parts[0]!.prefix : prefix;
}

/** Whether two lists have the same kind of marks. */
const isAlike = (one: Node, other: Node): boolean =>
  ["ordered", "first"].every((name) => one.attrs[name] === other.attrs[name]);

/** What opens a container; undefined for a list, whose items open it. */
function openingOf(node: Node): string | undefined {
  if (node.type === nodes.details) return openingDetails(node);
  if (node.type === nodes.blockquote) return "> ";
  if (node.type !== nodes.listItem) return openingTag(node);
  const checked = node.attrs["checked"] as boolean | null;
  return checked === null ? "- " : `- [${checked ? "x" : " "}] `;
}

const MARK = /^(?:([-*+])|(\d{1,9})([.)]))([ \t]*)/;

/** The mark of an item with the blanks behind it. */
const markOf = (item: string): string => {
  const mark = MARK.exec(item)?.[0] ?? "- ";
  return /[ \t]$/.test(mark) ? mark : `${mark} `;
};

/** The mark of the item after one. */
const nextMark = (mark: string): string => mark.replace(/^\d+/, (number) => String(Number(number) + 1));

/** An item under another mark, its lines under its words. */
function withMark(item: string, prefix: string, mark: string, lineEnd: string): string {
  const own = MARK.exec(item)?.[0] ?? "";
  const inside = (length: number): string => prefix + " ".repeat(length);
  return mark + moved(item.slice(own.length), inside(own.length), inside(mark.length), lineEnd);
}

/** The definitions of links and footnotes in a body. */
function definitionsIn(body: Node): string[] {
  const found: string[] = [];
  body.descendants((node) => {
    const source = node.type === nodes.raw ? (node.attrs["source"] as string) : "";
    if (/^\[[^]*\]:/.test(source)) found.push(source);
  });
  return found;
}

const countOf = (source: string): number => settled(read(source)).childCount;
