/** Two texts of a page as one, in which what came, went and moved is marked: what a reader of a difference looks at. */
import { childBlocks } from "../../../engine/markdown/anatomy.ts";
import { blocksSteps } from "../../../engine/markdown/blockIds.ts";
import { diffBlocks } from "../../../engine/markdown/diffBlocks.ts";
import type { Block, Code, Document } from "../../../engine/markdown/document.ts";
import { parseSteps } from "../../../engine/markdown/parse.ts";
import { plainText } from "../../../engine/markdown/plainText.ts";
import { walkBlocks } from "../../../engine/markdown/walk.ts";
import type { Steps } from "../../../engine/steps.ts";
import type { DiffMark, MarkedLine, Marks } from "../text/marks.ts";
import { inOrder } from "./inOrder.ts";
import { mergeLines } from "./lines.ts";
import { mergeRows } from "./rows.ts";
import { mergeInlines } from "./words.ts";

/** A block at the top, or one of the two that stand in one's place, and what became of it. */
export interface Part {
  readonly block: Block;
  readonly change: DiffMark | "edited" | undefined;
  /** Ids of the block and those inside, in the text after; none of one that went. */
  readonly ids: readonly string[];
  /** The id by which its change is taken back: in the text after, or of one that went, in the one before. */
  readonly changeId: string | undefined;
  /** What it says, for who wants to know which it is. */
  readonly preview: string;
}

/** One text as another made it. */
export interface Difference {
  readonly parts: readonly Part[];
  readonly marks: Marks;
}

/** Compares two texts. What is the same in both costs what finding it costs. */
export function* compare(before: string, after: string): Steps<Difference> {
  const documents = [yield* parseSteps(before), yield* parseSteps(after)].map(({ document }) => document);
  const [old, now] = documents as [Document, Document];
  const moves = yield* diffBlocks(old, now);
  const [oldBlocks, nowBlocks] = [yield* named(old), yield* named(now)];
  const merging = new Merging(old.source, now.source);
  for (const { from, to } of moves.values()) {
    merging.pair(oldBlocks.byId.get(from.id)!, nowBlocks.byId.get(to.id)!, from.hash === to.hash);
  }
  yield;
  const merged = yield* merging.blocks(old.children, now.children);
  const parts = merged.map(({ block, change, now: own, was }): Part => {
    const inside = own === undefined ? [] : [own, ...below(own)];
    const ids = inside.flatMap((one) => nowBlocks.ids.get(one) ?? []);
    const changeId = ids[0] ?? (was && oldBlocks.ids.get(was));
    return { block, change, ids, changeId, preview: previewOf(own ?? block) };
  });
  return { parts, marks: merging.marks };
}

interface NamedBlocks {
  readonly byId: ReadonlyMap<string, Block>;
  readonly ids: ReadonlyMap<Block, string>;
}

function* named(document: Document): Steps<NamedBlocks> {
  const entries = yield* blocksSteps(document);
  const found = Array.from(walkBlocks(document), ({ block }, at) => [entries[at]!.id, block] as const);
  return { byId: new Map(found), ids: new Map(found.map(([id, block]) => [block, id])) };
}

function below(block: Block): Block[] {
  return childBlocks(block).flatMap((child) => [child, ...below(child)]);
}

const PREVIEW = 80;

function previewOf(block: Block): string {
  const inlines = "children" in block ? (block.children as readonly { type: string }[]) : [];
  const isSpoken = block.type === "paragraph" || block.type === "heading";
  const text = isSpoken
    ? plainText(inlines as never)
    : below(block)
        .map(previewOf)
        .find((said) => said !== "");
  return (text ?? "").replace(/\s+/g, " ").trim().slice(0, PREVIEW);
}

interface MergedBlock {
  readonly block: Block;
  readonly change: DiffMark | "edited" | undefined;
  /** The block of the text after that it stands for; undefined for one that went. */
  readonly now: Block | undefined;
  /** The block of the text before, of one that went. */
  readonly was?: Block;
}

/** What has other blocks in it, and is shown with what became of each. */
const OPEN = new Set<Block["type"]>([
  "list",
  "listItem",
  "blockquote",
  "hint",
  "tabs",
  "tab",
  "stepper",
  "step",
  "columns",
  "column",
  "details",
  "updates",
  "update",
  "if",
  "integration",
  "footnote",
]);

class Merging {
  readonly #changes = new Map<object, DiffMark>();
  readonly #lines = new Map<Code, readonly MarkedLine[]>();
  readonly #settings = new Map<Block, { readonly before: string; readonly after: string }>();
  readonly #from = new Map<Block, Block>();
  readonly #stays = new Set<Block>();
  readonly #same = new Set<Block>();
  readonly #before: string;
  readonly #after: string;

  constructor(before: string, after: string) {
    this.#before = before;
    this.#after = after;
  }

  get marks(): Marks {
    return { changes: this.#changes, lines: this.#lines, settings: this.#settings };
  }

  /** Notes that a block of the text before is one of the text after. */
  pair(from: Block, to: Block, isSame: boolean): void {
    this.#from.set(to, from);
    this.#stays.add(from);
    if (isSame) this.#same.add(to);
  }

  /** Both of two lists of blocks. */
  *blocks(old: readonly Block[], now: readonly Block[]): Steps<MergedBlock[]> {
    const places = new Map(old.map((block, at) => [block, at]));
    const froms = now.map((block) => places.get(this.#from.get(block) as Block));
    const kept = inOrder(froms);
    const merged: MergedBlock[] = [];
    let next = 0;
    const goTo = (place: number): void => {
      for (const block of old.slice(next, place)) {
        if (!this.#stays.has(block)) merged.push(this.#removed(block));
      }
      next = Math.max(next, place);
    };
    const bounds = [...kept].toSorted((a, b) => b - a);
    for (const [at, block] of now.entries()) {
      yield;
      const from = this.#from.get(block);
      if (at > (bounds.at(-1) ?? at)) bounds.pop();
      // What went before the next block that stayed is told before what came.
      const stays = bounds.at(-1);
      goTo(stays === undefined ? old.length : (froms[stays] as number));
      if (from === undefined) merged.push(yield* this.#added(block));
      else if (!kept.has(at)) merged.push(...this.#moved(yield* this.#both(from, block)));
      else {
        next = (froms[at] as number) + 1;
        merged.push(...(yield* this.#both(from, block)));
      }
    }
    goTo(old.length);
    return merged;
  }

  #removed(block: Block): MergedBlock {
    const shown = this.#withoutMoved(block);
    this.#changes.set(shown, "removed");
    return { block: shown, change: "removed", now: undefined, was: block };
  }

  /** What moved out of a block that went is told where it is now. */
  #withoutMoved(block: Block): Block {
    if (!OPEN.has(block.type)) return block;
    const children = childBlocks(block).filter((child) => !this.#stays.has(child));
    return { ...block, children: children.map((child) => this.#withoutMoved(child)) } as Block;
  }

  *#added(block: Block): Steps<MergedBlock> {
    const inner = OPEN.has(block.type) ? below(block) : [];
    const hasMoved = inner.some((child) => this.#from.has(child));
    if (!hasMoved) {
      this.#changes.set(block, "added");
      return { block, change: "added", now: block };
    }
    const children = (yield* this.blocks([], childBlocks(block))).map((one) => one.block);
    const shown = { ...block, children } as Block;
    this.#settings.set(shown, { before: "", after: this.#settingsOf(block, this.#after) });
    return { block: shown, change: "edited", now: block };
  }

  #moved(merged: readonly MergedBlock[]): MergedBlock[] {
    return merged.map((one) => {
      if (one.change !== undefined && one.change !== "edited") return one;
      this.#changes.set(one.block, "moved");
      return { ...one, change: one.change ?? "moved" };
    });
  }

  /** One block as it was and as it is. */
  *#both(old: Block, now: Block): Steps<MergedBlock[]> {
    if (this.#same.has(now)) return [{ block: now, change: undefined, now }];
    const marked = this.#marked;
    const block = yield* this.#joined(old, now);
    if (block === undefined) {
      // A copy, since the text before may have the very same object in it twice.
      return [
        { ...this.#removed({ ...old }), was: old },
        { block: this.#mark(now, "added"), change: "added", now },
      ];
    }
    const [before, after] = [this.#settingsOf(old, this.#before), this.#settingsOf(now, this.#after)];
    if (before !== after) this.#settings.set(block, { before, after });
    // What is only written in another way reads the same.
    return [{ block, change: this.#marked === marked ? undefined : "edited", now }];
  }

  get #marked(): number {
    return this.#changes.size + this.#settings.size;
  }

  *#joined(old: Block, now: Block): Steps<Block | undefined> {
    const mark = (one: object, change: DiffMark): void => void this.#changes.set(one, change);
    if (old.type === "table" && now.type === "table") {
      return mergeRows(old, now, { before: this.#before, after: this.#after, mark });
    }
    if (old.type === "code" && now.type === "code") {
      const block = { ...now };
      const lines = mergeLines(old.text, now.text);
      this.#lines.set(block, lines);
      for (const line of lines) if (line.change !== undefined) this.#changes.set(line, line.change);
      return block;
    }
    if (isLine(old) && isLine(now)) {
      return { ...now, children: mergeInlines(old.children, now.children, mark) };
    }
    if (old.type !== now.type || !OPEN.has(now.type)) return undefined;
    const children = (yield* this.blocks(childBlocks(old), childBlocks(now))).map(({ block }) => block);
    const block = { ...now, children } as Block;
    if (block.type !== "details" || old.type !== "details") return block;
    return { ...block, summary: mergeInlines(old.summary, block.summary, mark) };
  }

  #mark(block: Block, change: DiffMark): Block {
    this.#changes.set(block, change);
    return block;
  }

  /** What a block says of itself besides what is in it, on one line; "" where all of it is shown. */
  #settingsOf(block: Block, source: string): string {
    switch (block.type) {
      case "heading":
        return "#".repeat(block.level);
      case "list":
        return block.ordered ? "1." : "-";
      case "listItem":
        return block.checked === undefined ? "" : block.checked ? "[x]" : "[ ]";
      case "code":
        return [block.lang, block.title].filter(Boolean).join(" ");
      case "paragraph":
      case "table":
      case "blockquote":
      case "details":
      case "contentRef":
      case "footnote":
        return "";
      default: {
        const first = childBlocks(block)[0];
        return source
          .slice(block.start, first?.start ?? block.end)
          .replace(/\s+/g, " ")
          .trim();
      }
    }
  }
}

type Line = Extract<Block, { readonly type: "paragraph" | "heading" }>;

function isLine(block: Block): block is Line {
  return block.type === "paragraph" || block.type === "heading";
}
