/** What the text of a page was read as the last time: of the next one, blocks that stand in both needn't be read again. */
import type { Block, Range } from "./document.ts";

/** Blocks that are nothing but words. */
const LINES: ReadonlySet<string> = new Set(["paragraph_open", "heading_open"]);
/** Those that are read from their own text as well, unless tags are in it, which look further. */
const CONTAINERS: ReadonlySet<string> = new Set(["bullet_list_open", "ordered_list_open", "blockquote_open"]);

/** A block as the parser has it before it is read: what it begins with, in which text, and where. */
export interface UnreadBlock extends Range {
  readonly type: string;
  readonly text: string;
}

/** What is read of one text. */
export interface BlockReading {
  /** The block as it was read before, where it stands now; the places of what is in it are those of then. */
  readonly find: (unread: UnreadBlock) => Block | undefined;
  readonly keep: (unread: UnreadBlock, block: Block) => void;
}

/** @typeParam Made what is made of a block; a block of which nothing was made is read again */
export class EarlierBlocks<Made> {
  #definitions = "";
  #blocks = new Map<string, Block>();
  readonly #made = new WeakMap<object, Made>();

  /** Begins the next text. @param definitions what it defines: words mean something else where that is another */
  under(definitions: string): BlockReading {
    const before = definitions === this.#definitions ? this.#blocks : new Map<string, Block>();
    const now = new Map<string, Block>();
    this.#definitions = definitions;
    this.#blocks = now;
    return {
      find: (unread) => {
        const whole = wholeOf(unread);
        const block = whole === undefined ? undefined : before.get(whole);
        if (block === undefined || this.of(block) === undefined) return undefined;
        now.set(whole!, block);
        return { ...block, start: unread.start, end: unread.start + block.end - block.start };
      },
      keep: (unread, block) => {
        const whole = wholeOf(unread);
        if (whole !== undefined) now.set(whole, block);
      },
    };
  }

  /** What was made of a block, wherever that stands now. */
  of(block: Block): Made | undefined {
    return "children" in block ? this.#made.get(block.children) : undefined;
  }

  made(block: Block, made: Made): void {
    if ("children" in block) this.#made.set(block.children, made);
  }
}

/** All by which it is decided what a block at the top says; undefined where that is more than its own text. */
function wholeOf({ type, text, start, end }: UnreadBlock): string | undefined {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const whole = text.slice(from, end);
  const isAlone = LINES.has(type) || (CONTAINERS.has(type) && !/[<{]/.test(whole));
  return isAlone ? `${type} ${start - from} ${whole}` : undefined;
}
