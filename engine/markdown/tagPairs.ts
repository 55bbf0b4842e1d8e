/** Pairs `{% x %}` with `{% endx %}` among the children of one container; what has no pair becomes text. */
import type { Block, Inline, Paragraph, ParseProblem, Range } from "./document.ts";
import { maxNesting } from "./markdownIt.ts";
import { closingOf, parentOf, tagBlock } from "./tagBlocks.ts";
import type { Tag } from "./tag.ts";

/** A tag among blocks, not paired yet. `tag` has its attributes' places in the source. */
interface TagItem extends Range {
  readonly type: "#tag";
  readonly tag: Tag;
}

/** The summary of a `<details>`, on its way to it. */
interface SummaryItem extends Range {
  readonly type: "#summary";
  readonly children: readonly Inline[];
}

export type Item = Block | TagItem | SummaryItem;

interface Frame {
  readonly open: TagItem | undefined;
  readonly items: (Block | SummaryItem)[];
}

interface Pairing {
  readonly source: string;
  readonly depth: number;
  readonly report: (problem: ParseProblem) => void;
}

/** The blocks of one container, its tags paired. */
export function pairTags(items: readonly Item[], pairing: Pairing): Block[] {
  if (!items.some((item) => item.type === "#tag" || item.type === "#summary")) return items as Block[];
  return new TagStack(pairing).pair(items);
}

class TagStack {
  private readonly frames: Frame[] = [{ open: undefined, items: [] }];
  private readonly openNames = new Map<string, number>();
  private readonly pairing: Pairing;

  constructor(pairing: Pairing) {
    this.pairing = pairing;
  }

  pair(items: readonly Item[]): Block[] {
    for (const item of items) {
      if (item.type !== "#tag") this.top().items.push(item);
      else if (item.tag.name.startsWith("end")) this.close(item);
      else this.open(item);
    }
    while (this.frames.length > 1) this.abandon();
    return this.blocksOf(this.top().items);
  }

  private top(): Frame {
    return this.frames[this.frames.length - 1]!;
  }

  private open(item: TagItem): void {
    const { name } = item.tag;
    const parent = parentOf(name);
    if (parent !== undefined && this.top().open?.tag.name !== parent)
      return this.broken(item, `{% ${name} %} belongs directly inside {% ${parent} %}.`);
    if (closingOf(name) === "never") return this.push(tagBlock(item.tag, item, [], []));
    if (this.pairing.depth + this.frames.length >= maxNesting)
      return this.broken(item, `Blocks nest no deeper than ${maxNesting} levels.`);
    this.frames.push({ open: item, items: [] });
    this.openNames.set(name, (this.openNames.get(name) ?? 0) + 1);
  }

  private close(item: TagItem): void {
    const name = item.tag.name.slice(3);
    if ((this.openNames.get(name) ?? 0) === 0)
      return this.broken(item, `This closes ${shown(name)}, which is not open here.`);
    while (this.top().open!.tag.name !== name) this.abandon();
    const { open, items } = this.pop();
    const summary = items.find((one) => one.type === "#summary");
    const children = this.blocksOf(items.filter((one) => one !== summary));
    this.push(tagBlock(open!.tag, { start: open!.start, end: item.end }, children, summary?.children ?? []));
  }

  private pop(): Frame {
    const frame = this.frames.pop()!;
    const { name } = frame.open!.tag;
    this.openNames.set(name, this.openNames.get(name)! - 1);
    return frame;
  }

  /** Gives up on the innermost open tag: its block is the tag alone if that may be, else text. */
  private abandon(): void {
    const { open, items } = this.pop();
    const { tag } = open!;
    if (closingOf(tag.name) === "optional") this.push(tagBlock(tag, open!, [], []));
    else this.broken(open!, `${shown(tag.name)} is not closed: add ${shown("end" + tag.name)} after it.`);
    for (const item of items) this.top().items.push(item);
  }

  private push(blocks: readonly Block[]): void {
    for (const block of blocks) this.top().items.push(block);
  }

  private broken(item: TagItem, message: string): void {
    const { start, end } = item;
    this.pairing.report({ message, start, end });
    this.push([textBlock(this.pairing.source, item)]);
  }

  private blocksOf(items: readonly (Block | SummaryItem)[]): Block[] {
    return items.map((item): Block => {
      if (item.type !== "#summary") return item;
      return { type: "paragraph", start: item.start, end: item.end, children: item.children };
    });
  }
}

function shown(name: string): string {
  if (name === "<details>") return "<details>";
  return name === "end<details>" ? "</details>" : `{% ${name} %}`;
}

function textBlock(source: string, { start, end }: Range): Paragraph {
  return { type: "paragraph", start, end, children: [{ type: "text", text: source.slice(start, end) }] };
}
