/**
 * The handle of what can be moved as a whole: a block, an item, a row, and what is in a container. It stands beside the
 * innermost one under the mouse, else beside that of the caret.
 */
import type { Node } from "prosemirror-model";
import { type Command, NodeSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import {
  deleteBlock,
  doubleBlock,
  mayStand,
  type MovablePart,
  moveBlock,
  movePartTo,
  partAt,
  partsAround,
  partsOf,
} from "../movable.ts";
import { schema } from "../schema.ts";
import { NEW_ROWS } from "../tableMenu.ts";
import { TOOL_WORDS as WORDS } from "../toolWords.ts";
import { GripHandle } from "./gripHandle.ts";
import type { HandleAction } from "./handleMenu.ts";
import { placeOf } from "./parts.ts";
import { writeSource } from "./writeSource.ts";

const { nodes } = schema;

const GRIP = "M6 3.5h.1m3.9 0h.1M6 8h.1m3.9 0h.1M6 12.5h.1m3.9 0h.1";
/** How near to an edge of the window the page is scrolled while a block is dragged, and by how much; pixels. */
const EDGE = 48;
const SCROLL = 12;
/** The room for the mark of an item, before its words; pixels. */
const MARK = 24;

/** Where a part that is dragged would be dropped. */
interface DropPlace {
  readonly to: number;
  /** The part that it would stand beside. */
  readonly beside: HTMLElement;
  readonly isBehind: boolean;
}

export class BlockHandle extends GripHandle<DropPlace> {
  readonly #comment: ((index: number) => void) | undefined;
  /** Where the part begins that it stands beside. */
  #at = 0;
  /** What it was put beside last. */
  #placed: { readonly doc: Node; readonly at: number; readonly block: HTMLElement } | undefined;

  /** @param comment says something about a block at the top; without it, nothing can be said here */
  constructor(view: EditorView, comment: ((index: number) => void) | undefined) {
    super(view, {
      label: WORDS.block,
      path: GRIP,
      className: "block-handle",
      lineClass: "drop-line",
      keys: ["ArrowUp", "ArrowDown"],
    });
    this.#comment = comment;
  }

  /** Beside the part of the caret, unless a mouse points at another one. */
  protected look(): void {
    if (!this.isUnderMouse || this.#part() === undefined)
      this.#at = partsOf(this.view.state.selection)[0]?.at ?? 0;
  }

  #part(): MovablePart | undefined {
    return partAt(this.view.state.doc, this.#at);
  }

  protected point({ clientX, clientY }: PointerEvent): void {
    const [part] = this.#partsUnder(clientX, clientY);
    if (part === undefined) return;
    this.isUnderMouse = true;
    this.#at = part.at;
    this.place();
  }

  /** The parts at a point of the window, the innermost first. Above what is written in it, a container is meant itself. */
  #partsUnder(x: number, y: number): MovablePart[] {
    const view = this.view;
    const { left, right, top, bottom } = view.dom.getBoundingClientRect();
    const within = (at: number, from: number, to: number): number => Math.min(Math.max(at, from + 1), to - 1);
    const [inside, level] = [within(x, left, right), within(y, top, bottom)];
    const { doc } = view.state;
    const head = document.elementFromPoint(inside, level)?.closest(".fields");
    const content = head?.parentElement?.querySelector(":scope > .content");
    if (content !== null && content !== undefined && view.dom.contains(content)) {
      const $in = doc.resolve(view.posAtDOM(content, 0));
      if ($in.depth > 0) return partsAround($in).filter(({ at }) => at <= $in.before());
    }
    const found = view.posAtCoords({ left: inside, top: level });
    if (found === null) return [];
    const around = partsAround(doc.resolve(found.pos));
    const isWhole = found.inside >= 0 && doc.nodeAt(found.inside)?.isAtom === true;
    const whole = isWhole ? partAt(doc, found.inside) : undefined;
    return whole === undefined ? around : [whole, ...around.filter(({ at }) => at !== whole.at)];
  }

  #domOf({ at }: MovablePart): HTMLElement | undefined {
    const dom = this.view.nodeDOM(at);
    return dom instanceof HTMLElement ? dom : undefined;
  }

  /** Whether it stands there already: what is typed in a block or behind it moves nothing of what is before. */
  #stays({ at, node }: MovablePart, block: HTMLElement): boolean {
    const [before, now] = [this.#placed, { doc: this.view.state.doc, at, block }];
    this.#placed = now;
    // The first words of a page say in which direction it is read; a row is as high as what is in it.
    if (at === 0 || node.type === nodes.row || before?.at !== at || before.block !== block) return false;
    const changed = before.doc.content.findDiffStart(now.doc.content);
    // Where the text is the same, something else was shown.
    return changed !== null && changed > at;
  }

  protected place(): void {
    const part = this.#part();
    const block = part && this.#domOf(part);
    this.grip.hidden = block === undefined;
    if (part === undefined || block === undefined || this.#stays(part, block)) return;
    const around = placeOf(this.view.dom).getBoundingClientRect();
    const { top, left, right, height } = block.getBoundingClientRect();
    const style = getComputedStyle(block);
    // In the middle of its first line.
    const line = part.node.type === nodes.row ? height : Number.parseFloat(style.lineHeight) || 24;
    const mark = part.node.type === nodes.listItem ? MARK : 0;
    const room = this.grip.offsetWidth + (innerWidth < 640 ? 0 : 4) + mark;
    const isLeftward = getComputedStyle(this.view.dom).direction === "rtl";
    const edge = isLeftward ? around.right - right : left - around.left;
    this.grip.style.insetInlineStart = `${edge - room}px`;
    this.grip.style.top = `${top - around.top + Math.min(line, 48) / 2 - 12}px`;
    this.grip.classList.toggle("inner", edge - room > -this.grip.offsetWidth);
  }

  protected dropAt({ clientX, clientY }: PointerEvent): DropPlace | undefined {
    const part = this.#part();
    if (part === undefined) return undefined;
    this.#domOf(part)?.classList.add("dragged");
    if (clientY > innerHeight - EDGE) this.#scroll(SCROLL);
    else if (clientY < EDGE * 2) this.#scroll(-SCROLL);
    return this.#placeFor(part, clientX, clientY);
  }

  /** Where a part would stand: beside the innermost one under the pointer that it may stand beside. */
  #placeFor(part: MovablePart, x: number, y: number): DropPlace | undefined {
    const end = part.at + part.node.nodeSize;
    for (const other of this.#partsUnder(x, y)) {
      const beside = this.#domOf(other);
      const isInside = other.at > part.at && other.at < end;
      if (isInside || beside === undefined || !mayStand(part, other)) continue;
      const { top, height, left, width } = beside.getBoundingClientRect();
      const isBehind = other.parent.type === nodes.columns ? x > left + width / 2 : y > top + height / 2;
      return { to: isBehind ? other.at + other.node.nodeSize : other.at, beside, isBehind };
    }
    return undefined;
  }

  protected showLine({ beside, isBehind }: DropPlace): void {
    const around = placeOf(this.view.dom).getBoundingClientRect();
    const { top, bottom, left, width } = beside.getBoundingClientRect();
    const gap = beside.parentElement === this.view.dom ? 7 : 2;
    this.line.hidden = false;
    this.line.style.top = `${(isBehind ? bottom + gap : top - gap) - around.top - 1}px`;
    this.line.style.left = `${left - around.left}px`;
    this.line.style.width = `${width}px`;
  }

  #scroll(by: number): void {
    for (let at = this.view.dom.parentElement; at !== null; at = at.parentElement)
      if (at.scrollHeight > at.clientHeight && getComputedStyle(at).overflowY !== "visible")
        return at.scrollBy(0, by);
    scrollBy(0, by);
  }

  protected drop({ to }: DropPlace): void {
    const part = this.#part();
    if (part === undefined) return;
    this.#select();
    const before = this.view.state.doc;
    movePartTo(part, to)(this.view.state, this.view.dispatch, this.view);
    if (this.view.state.doc !== before) this.#follow();
  }

  protected override end(): void {
    super.end();
    for (const block of this.view.dom.querySelectorAll(".dragged")) block.classList.remove("dragged");
  }

  protected override openMenu(): void {
    this.#select();
    super.openMenu();
  }

  protected actions(): HandleAction[][] {
    const { doc } = this.view.state;
    const part = this.#part();
    const outer = partsAround(doc.resolve(this.#at)).find(({ at }) => at < this.#at);
    const comment = this.#comment;
    const index = doc.resolve(this.#at).index(0);
    const isRow = part?.node.type === nodes.row;
    return [
      (isRow ? NEW_ROWS : []).map(({ label, run }) => ({ label, act: () => this.#run(run) })),
      [
        { label: WORDS.moveUp, keys: "Mod-Shift-ArrowUp", act: () => this.step(-1) },
        { label: WORDS.moveDown, keys: "Mod-Shift-ArrowDown", act: () => this.step(1) },
        { label: WORDS.double, keys: "Mod-d", act: () => this.#run(doubleBlock) },
        ...(part === undefined || part.parent !== doc
          ? []
          : [
              {
                label: WORDS.editSource,
                keys: "Mod-Shift-e",
                act: () => void writeSource(this.view, index),
              },
            ]),
      ],
      comment === undefined ? [] : [{ label: WORDS.comment, keys: "Mod-Alt-m", act: () => comment(index) }],
      outer === undefined ? [] : [{ label: WORDS.around, act: () => this.#goTo(outer.at) }],
      [{ label: WORDS.deleteBlock, isGrave: true, act: () => this.#run(deleteBlock) }],
    ];
  }

  /** Stands beside another part from now on, with the focus. */
  #goTo(at: number): void {
    this.#at = at;
    this.isUnderMouse = true;
    this.#select();
    this.place();
    this.grip.focus();
  }

  /** Moves the part by one, and stays beside it. */
  protected move(step: -1 | 1): void {
    const before = this.view.state.doc;
    this.#run(moveBlock(step));
    if (this.view.state.doc !== before) this.#follow();
  }

  /** Beside what was moved, which is selected; says where it is. */
  #follow(): void {
    const [part] = partsOf(this.view.state.selection);
    if (part === undefined) return;
    this.#at = part.at;
    this.place();
    const others = part.parent.children.filter(({ type }) => type !== nodes.summary);
    const place = others.indexOf(part.node) + 1;
    this.say(WORDS.moved(place, others.length));
  }

  #select(): void {
    const { state } = this.view;
    const part = this.#part();
    if (part !== undefined && NodeSelection.isSelectable(part.node))
      this.view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, part.at)));
  }

  /** Does something with the part: it is selected for that. */
  #run(command: Command): void {
    this.#select();
    command(this.view.state, this.view.dispatch, this.view);
  }
}
