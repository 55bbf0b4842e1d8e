/** The text of an edited document: what nobody edited is as it stands in the text that was edited, to the byte. */
import { align } from "../markdown/align.ts";
import { childBlocks, isOpenedAndClosed } from "../markdown/anatomy.ts";
import type { Block, Document, Range } from "../markdown/document.ts";
import { lineStart } from "../markdown/segments.ts";
import { isSame, isSameBut } from "./sameNodes.ts";
import { type JsonRecord, own } from "./reader.ts";
import type { JsonBlock, JsonFragment } from "./shapes.ts";

/** Prints one node by itself, at a depth below the top. */
type PrintNode = (node: JsonRecord, depth: number) => string;

/**
 * A block with its node, and from where to where it stands: with the white space before its first line, which belongs to
 * it. One without a node is a footnote: those are told where they are used, and stay where they are.
 */
interface Entry extends Range {
  readonly block: Block;
  readonly node: JsonBlock | undefined;
}

/** A block of the result: its text, and which of the blocks before it is or stands for. */
interface Piece {
  readonly text: string;
  readonly at: number | undefined;
}

/** Blocks beside each other in one container. */
interface Siblings {
  readonly entries: readonly Entry[];
  /** The list whose items they are, as it was sent. */
  readonly list: JsonRecord | undefined;
  readonly depth: number;
}

/** A body with its nodes. */
interface WrittenSource {
  readonly document: Document;
  readonly nodes: readonly JsonBlock[];
}

/**
 * The text of `current` with what a document has edited in it; undefined where its blocks can't be told apart. Whether
 * it says what was sent has to be proven of the whole page, unless it is `current` itself.
 */
export function editedSource(sent: JsonRecord, current: WrittenSource, print: PrintNode): string | undefined {
  const { nodes } = current;
  const { source, children } = current.document;
  const shown = children.filter(({ type }) => type !== "footnote");
  const wanted = recordsIn(sent, "nodes");
  // Footnotes that nothing refers to come last.
  const unused = nodes.slice(shown.length);
  const rest = wanted?.slice(0, wanted.length - unused.length);
  if (wanted === undefined || rest === undefined || nodes.length < shown.length) return undefined;
  if (!unused.every((node, index) => isSame(node, wanted[rest.length + index]))) return undefined;
  const entries = entriesOf(children, nodes, (block) => lineStart(source, block));
  if (entries === undefined) return undefined;
  if (entries.length === 0) return rest.length === 0 ? source : undefined;
  const text = new SourceEditing(source, print).siblings({ entries, list: undefined, depth: 0 }, rest);
  const [first, last] = [entries[0], entries.at(-1)];
  if (text === undefined || first === undefined || last === undefined) return undefined;
  return source.slice(0, first.start) + text + source.slice(last.end);
}

/** @param startOf where a block begins with what stands before it in its line */
function entriesOf(
  blocks: readonly Block[],
  nodes: readonly JsonBlock[],
  startOf: (block: Block) => number,
): Entry[] | undefined {
  let at = 0;
  const entries = blocks.map((block): Entry => {
    const node = block.type === "footnote" ? undefined : nodes[at++];
    return { block, node, start: startOf(block), end: block.end };
  });
  const isWhole = entries.every(({ block, node }) => node !== undefined || block.type === "footnote");
  return at <= nodes.length && isWhole ? entries : undefined;
}

function recordsIn(parent: JsonRecord, name: string): readonly JsonRecord[] | undefined {
  const list = own(parent, name);
  if (!Array.isArray(list)) return undefined;
  const isRecord = (one: unknown) => typeof one === "object" && one !== null && !Array.isArray(one);
  return list.every(isRecord) ? (list as JsonRecord[]) : undefined;
}

/** Names of the fragments in which blocks have their blocks. */
const BODIES: ReadonlySet<unknown> = new Set(["body", "expandable-body"]);

/** What an edited block was is looked for among at most this many. */
const maxCandidates = 20;

class SourceEditing {
  private readonly source: string;
  private readonly print: PrintNode;
  private readonly lineEnd: string;

  constructor(source: string, print: PrintNode) {
    this.source = source;
    this.print = print;
    this.lineEnd = source[source.indexOf("\n") - 1] === "\r" ? "\r\n" : "\n";
  }

  /** The text from the start of the first of some blocks to the end of the last, edited. */
  siblings(siblings: Siblings, sent: readonly JsonRecord[]): string | undefined {
    const { entries } = siblings;
    const known = new Map(entries.map((entry) => [entry.node?.key, entry]));
    const unchanged = new Map<JsonRecord, Entry>();
    for (const node of sent) {
      const entry = known.get((own(node, "key") ?? "") as string);
      if (entry?.node !== undefined && isSame(entry.node, node)) unchanged.set(node, entry);
    }
    const keys = entries.map(({ node }) => node?.key ?? "");
    const wanted = sent.map((node, index) => unchanged.get(node)?.node?.key ?? `new ${index}`);
    const pieces: Piece[] = [];
    let [x, y] = [0, 0];
    for (const [nextX, nextY] of [...align(keys, wanted), [entries.length, sent.length] as const]) {
      pieces.push(...this.edited({ ...siblings, unchanged }, [x, nextX], sent.slice(y, nextY)));
      if (nextX < entries.length) pieces.push({ text: this.slice(entries[nextX]!), at: nextX });
      [x, y] = [nextX + 1, nextY + 1];
    }
    return this.joined(siblings, pieces);
  }

  private slice({ start, end }: Range): string {
    return this.source.slice(start, end);
  }

  /** Blocks between two that stayed: each sent one takes the place of the one with its key, or else of its type. */
  private edited(
    siblings: Siblings & { readonly unchanged: ReadonlyMap<JsonRecord, Entry> },
    [from, to]: readonly [number, number],
    sent: readonly JsonRecord[],
  ): Piece[] {
    const { entries } = siblings;
    const claimed = new Set(sent.map((node) => own(node, "key")));
    const pieces: Piece[] = [];
    let next = from;
    const stay = (until: number): void => {
      for (; next < until; next++) {
        if (entries[next]!.node === undefined) pieces.push({ text: this.slice(entries[next]!), at: next });
      }
    };
    const places = new Map(entries.slice(from, to).map(({ node }, index) => [node?.key, from + index]));
    for (const node of sent) {
      const moved = siblings.unchanged.get(node);
      if (moved !== undefined) {
        pieces.push({ text: this.slice(moved), at: undefined });
        continue;
      }
      const keyed = own(node, "key") === undefined ? undefined : places.get(own(node, "key") as string);
      const alike = entries.slice(next, Math.min(to, next + maxCandidates)).findIndex(({ node: old }) => {
        return old !== undefined && old.type === own(node, "type") && !claimed.has(old.key);
      });
      const typed = alike === -1 ? undefined : next + alike;
      const at = keyed !== undefined && keyed >= next ? keyed : typed;
      if (at !== undefined) {
        stay(at);
        next = at + 1;
      }
      const text = this.block(at === undefined ? undefined : entries[at], node, siblings);
      if (text !== "") pieces.push({ text, at });
    }
    stay(to);
    return pieces;
  }

  /** A block as it was sent: edited inside where it can be, else printed. */
  private block(old: Entry | undefined, node: JsonRecord, siblings: Siblings): string {
    const inside = old === undefined ? undefined : this.inside(old, node, siblings.depth + 1);
    if (inside !== undefined) return inside;
    const place = old ?? siblings.entries[0]!;
    const { list, depth } = siblings;
    const printed = this.print(list === undefined ? node : { ...list, nodes: [node] }, depth);
    const prefix = prefixAt(this.source, place.start);
    const text = printed.replaceAll(/\n(?=(\n?))/g, (_, blank: string) =>
      blank === "" ? this.lineEnd + prefix : this.lineEnd + prefix.trimEnd(),
    );
    return list === undefined ? text : this.marked(text, place);
  }

  /** An item under the mark of the one in its place. */
  private marked(text: string, place: Entry): string {
    const mark = /^(?:[-*+]|\d{1,9}[.)])/;
    const known = mark.exec(this.source.slice(place.start, place.start + 10))?.[0];
    return known === undefined ? text : text.replace(mark, known);
  }

  private inside(old: Entry, node: JsonRecord, depth: number): string | undefined {
    const { block, start, end } = old;
    const [before, sent] = [old.node && blocksIn(old.node), nodesIn(node)];
    if (old.node === undefined || before === undefined || sent === undefined) return undefined;
    if (!isAround(old.node, node)) return undefined;
    const prefix = prefixAt(this.source, start);
    const isOpened = isOpenedAndClosed(block);
    const entries = entriesOf(childBlocks(block), before, (child) =>
      isOpened ? behindPrefix(this.source, child, prefix) : child.start,
    );
    const [first, last] = [entries?.[0], entries?.at(-1)];
    if (entries === undefined || first === undefined || last === undefined) return undefined;
    if (entries.filter((one) => one.node !== undefined).length !== before.length) return undefined;
    const list = block.type === "list" ? node : undefined;
    const from = first.start + boxIn(block, this.source.slice(first.start, first.end));
    const inner = [{ ...first, start: from }, ...entries.slice(1)];
    const text = this.siblings({ entries: inner, list, depth }, sent);
    return text === undefined
      ? undefined
      : this.source.slice(start, from) + text + this.source.slice(last.end, end);
  }

  private joined({ entries, list }: Siblings, pieces: readonly Piece[]): string | undefined {
    if (pieces.length === 0) return undefined;
    return pieces
      .map(({ text, at }, index) => {
        const next = pieces[index + 1];
        return next === undefined ? text : text + this.gap(entries, at, next.at, list !== undefined);
      })
      .join("");
  }

  private gap(
    entries: readonly Entry[],
    at: number | undefined,
    next: number | undefined,
    areItems: boolean,
  ): string {
    const behind = (index: number) => this.source.slice(entries[index]!.end, entries[index + 1]!.start);
    if (at !== undefined && next === at + 1) return behind(at);
    const isApart = areItems ? /^[\s>]*\n[\s>]*$/ : /^[\s>]*\n[\s>]*\n[\s>]*$/;
    const places = [at ?? -1, 0].filter((index) => index >= 0 && index < entries.length - 1);
    const known = places.map(behind).find((gap) => isApart.test(gap));
    if (known !== undefined) return known;
    const prefix = prefixAt(this.source, entries[0]!.start);
    return areItems ? this.lineEnd + prefix : this.lineEnd + prefix.trimEnd() + this.lineEnd + prefix;
  }
}

/** The blocks that a block has in it: in itself, or in its body. */
function blocksIn(node: JsonBlock): readonly JsonBlock[] | undefined {
  const body = fragmentsOf(node).find(({ fragment }) => BODIES.has(fragment));
  const nodes = body?.nodes ?? ("nodes" in node ? node.nodes : undefined);
  return nodes?.flatMap((one) => (one.object === "block" ? [one] : []));
}

const fragmentsOf = (node: JsonBlock): readonly JsonFragment[] => ("fragments" in node ? node.fragments : []);

/** The same of a node that was sent. */
function nodesIn(node: JsonRecord): readonly JsonRecord[] | undefined {
  const fragments = own(node, "fragments") === undefined ? [] : recordsIn(node, "fragments");
  const body = fragments?.find((one) => BODIES.has(own(one, "fragment")));
  return recordsIn(body ?? node, "nodes");
}

/** Whether all but the blocks inside is the same. */
function isAround(node: JsonBlock, sent: JsonRecord): boolean {
  if (!isSameBut(["nodes", "fragments"], node, sent)) return false;
  const [ours, theirs] = [fragmentsOf(node), own(sent, "fragments") ?? []];
  if (!Array.isArray(theirs) || theirs.length !== ours.length) return false;
  return ours.every((one, index) =>
    BODIES.has(one.fragment)
      ? isSameBut(["nodes"], one, theirs[index] as JsonRecord)
      : isSame(one, theirs[index]),
  );
}

/** How long the box of a task is, which is none of what its first block says. */
function boxIn(block: Block, text: string): number {
  if (block.type !== "listItem" || block.checked === undefined) return 0;
  return /^\[[ xX]\][ \t]*/.exec(text)?.[0].length ?? 0;
}

/** What stands before the lines of a block that begins at an offset, after its first. */
function prefixAt(source: string, offset: number): string {
  const from = source.lastIndexOf("\n", offset - 1) + 1;
  return source.slice(from, offset).replaceAll(/[^\s>]/g, " ");
}

/** Where a block begins behind the prefix of its line, if only white space stands between them. */
function behindPrefix(source: string, { start }: Range, prefix: string): number {
  const from = source.lastIndexOf("\n", start - 1) + 1 + prefix.length;
  const isBehind = from <= start && source.slice(from - prefix.length, from) === prefix;
  return isBehind && source.slice(from, start).trim() === "" ? from : start;
}
