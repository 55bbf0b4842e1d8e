/**
 * The handle of a block: it drags the block to another place, by mouse and by finger, moves it by arrows, and opens what
 * else can be done with it. It stands beside the block under the mouse, else beside the one of the caret.
 */
import { NodeSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { deleteBlock, doubleBlock, moveBlock, moveBlockTo, placeOf as placeOfChild } from "../commands.ts";
import { TOOL_WORDS as WORDS } from "../toolWords.ts";
import { buttonOf, placeOf, roam } from "./parts.ts";

const GRIP = "M6 3.5h.1m3.9 0h.1M6 8h.1m3.9 0h.1M6 12.5h.1m3.9 0h.1";
/** Pixels that a pointer moves before it drags. */
const SLACK = 5;
/** How near to an edge of the window the page is scrolled while a block is dragged, and by how much; pixels. */
const EDGE = 48;
const SCROLL = 12;

export class BlockHandle {
  readonly #view: EditorView;
  readonly #handle: HTMLButtonElement;
  readonly #line = document.createElement("div");
  readonly #menu = document.createElement("div");
  readonly #said = document.createElement("span");
  /** The block at the top that it stands beside, by its place. */
  #index = -1;
  #isUnderMouse = false;
  #frame: number | undefined;
  #drag: { readonly y: number; isMoving: boolean; to: number } | undefined;

  /** @param comment says something about a block at the top; without it, nothing can be said here */
  constructor(view: EditorView, comment: ((index: number) => void) | undefined) {
    this.#view = view;
    this.#handle = buttonOf({ label: WORDS.block, path: GRIP, act: () => undefined });
    this.#handle.className = "block-handle";
    this.#handle.setAttribute("aria-haspopup", "menu");
    this.#handle.setAttribute("aria-expanded", "false");
    this.#line.className = "drop-line";
    this.#line.hidden = true;
    this.#menu.className = "block-menu handle-menu";
    this.#menu.hidden = true;
    this.#menu.setAttribute("role", "menu");
    this.#menu.setAttribute("aria-label", WORDS.block);
    this.#said.className = "visually-hidden";
    this.#said.setAttribute("role", "status");
    this.#menu.append(
      this.#item(WORDS.moveUp, () => this.#move(-1)),
      this.#item(WORDS.moveDown, () => this.#move(1)),
      this.#item(WORDS.double, () => this.#run(doubleBlock)),
      this.#item(WORDS.deleteBlock, () => this.#run(deleteBlock)),
      ...(comment === undefined ? [] : [this.#item(WORDS.comment, () => comment(this.#index))]),
    );
    placeOf(view.dom).append(this.#handle, this.#line, this.#menu, this.#said);
    this.#handle.addEventListener("pointerdown", this.#onDown);
    this.#handle.addEventListener("pointermove", this.#onMove);
    this.#handle.addEventListener("pointerup", this.#onUp);
    this.#handle.addEventListener("pointercancel", () => this.#end());
    this.#handle.addEventListener("keydown", this.#onKey);
    this.#menu.addEventListener("keydown", this.#onMenuKey);
    this.#menu.addEventListener("focusout", this.#onLeave);
    view.dom.addEventListener("pointermove", this.#onHover);
    view.dom.addEventListener("keydown", this.#onType);
  }

  #item(label: string, act: () => void): HTMLButtonElement {
    const item = buttonOf({
      label,
      act: () => {
        this.#closeMenu();
        this.#view.focus();
        act();
      },
    });
    item.setAttribute("role", "menuitem");
    item.tabIndex = -1;
    return item;
  }

  /** Beside the block of the caret, unless a mouse points at another one. */
  update(): void {
    const { selection, doc } = this.#view.state;
    if (!this.#isUnderMouse || this.#index >= doc.childCount) this.#index = selection.$from.index(0);
    // With the next picture: asking where something is at each key would have all of it laid out twice.
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#place();
    });
  }

  readonly #onHover = ({ pointerType, clientY }: PointerEvent): void => {
    if (pointerType !== "mouse" || this.#drag !== undefined || !this.#menu.hidden) return;
    const found = this.#blocks().findIndex((block) => block.getBoundingClientRect().bottom >= clientY);
    if (found === -1) return;
    this.#isUnderMouse = true;
    this.#index = found;
    this.#place();
  };

  /** Who types has left the mouse where it is: the caret says which block is meant. */
  readonly #onType = (): void => {
    this.#isUnderMouse = false;
  };

  /** The elements of the blocks at the top. */
  #blocks(): HTMLElement[] {
    const found: HTMLElement[] = [];
    this.#view.state.doc.forEach((_, offset) => {
      const dom = this.#view.nodeDOM(offset);
      if (dom instanceof HTMLElement) found.push(dom);
    });
    return found;
  }

  #place(): void {
    const block = this.#view.nodeDOM(placeOfChild(this.#view.state.doc, this.#index));
    this.#handle.hidden = !(block instanceof HTMLElement);
    if (!(block instanceof HTMLElement)) return;
    const around = placeOf(this.#view.dom).getBoundingClientRect();
    const { top } = block.getBoundingClientRect();
    // In the middle of its first line.
    const line = Number.parseFloat(getComputedStyle(block).lineHeight) || 24;
    this.#handle.style.top = `${top - around.top + Math.min(line, 48) / 2 - 12}px`;
  }

  readonly #onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    this.#handle.setPointerCapture(event.pointerId);
    this.#drag = { y: event.clientY, isMoving: false, to: this.#index };
  };

  readonly #onMove = ({ clientY }: PointerEvent): void => {
    const drag = this.#drag;
    if (drag === undefined) return;
    drag.isMoving ||= Math.abs(clientY - drag.y) > SLACK;
    if (!drag.isMoving) return;
    const blocks = this.#blocks();
    blocks[this.#index]?.classList.add("dragged");
    const middles = blocks
      .map((block) => block.getBoundingClientRect())
      .map(({ top, height }) => top + height / 2);
    const found = middles.findIndex((middle) => clientY < middle);
    drag.to = found === -1 ? blocks.length : found;
    this.#showLine(blocks, drag.to);
    if (clientY > innerHeight - EDGE) this.#scroll(SCROLL);
    else if (clientY < EDGE * 2) this.#scroll(-SCROLL);
  };

  #showLine(blocks: readonly HTMLElement[], to: number): void {
    const around = placeOf(this.#view.dom).getBoundingClientRect();
    const next = blocks[to]?.getBoundingClientRect().top;
    const last = blocks.at(-1)?.getBoundingClientRect().bottom ?? 0;
    this.#line.hidden = false;
    this.#line.style.top = `${(next ?? last) - around.top + (next === undefined ? 6 : -8)}px`;
  }

  #scroll(by: number): void {
    for (let at = this.#view.dom.parentElement; at !== null; at = at.parentElement)
      if (at.scrollHeight > at.clientHeight && getComputedStyle(at).overflowY !== "visible")
        return at.scrollBy(0, by);
    scrollBy(0, by);
  }

  readonly #onUp = (): void => {
    const drag = this.#drag;
    const from = this.#index;
    this.#end();
    if (drag === undefined) return;
    if (!drag.isMoving) return this.#openMenu();
    // Behind itself is where it is.
    const to = drag.to > from ? drag.to - 1 : drag.to;
    if (to === from) return;
    moveBlockTo(from, to)(this.#view.state, this.#view.dispatch, this.#view);
    this.#moved(to);
  };

  #end(): void {
    this.#drag = undefined;
    this.#line.hidden = true;
    for (const block of this.#view.dom.querySelectorAll(".dragged")) block.classList.remove("dragged");
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : undefined;
    if (step !== undefined) this.#move(step);
    else if (event.key === "Enter" || event.key === " ") this.#openMenu();
    else if (event.key === "Escape" && this.#drag !== undefined) this.#end();
    else if (event.key === "Escape") this.#view.focus();
    // The keys of the text, such as those that undo, are good here too.
    else if (!this.#view.someProp("handleKeyDown", (handle) => handle(this.#view, event))) return;
    event.preventDefault();
  };

  readonly #onMenuKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape" || event.key === "Tab") {
      this.#closeMenu();
      this.#handle.focus();
    } else if (!roam([...this.#menu.querySelectorAll("button")], event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  readonly #onLeave = ({ relatedTarget }: FocusEvent): void => {
    if (!this.#menu.contains(relatedTarget as globalThis.Node | null)) this.#closeMenu();
  };

  #openMenu(): void {
    this.#run(undefined);
    this.#menu.hidden = false;
    this.#handle.setAttribute("aria-expanded", "true");
    this.#menu.style.top = `${this.#handle.offsetTop + this.#handle.offsetHeight + 4}px`;
    this.#menu.style.left = `${Math.max(0, this.#handle.offsetLeft)}px`;
    this.#menu.querySelector("button")?.focus();
  }

  #closeMenu(): void {
    this.#menu.hidden = true;
    this.#handle.setAttribute("aria-expanded", "false");
  }

  /** Moves the block by one, and stays beside it. */
  #move(step: -1 | 1): void {
    const to = this.#index + step;
    if (to < 0 || to >= this.#view.state.doc.childCount) return;
    this.#run(moveBlock(step));
    this.#moved(to);
    this.#handle.focus();
  }

  #moved(to: number): void {
    this.#index = to;
    this.#place();
    this.#said.textContent = WORDS.moved(to + 1, this.#view.state.doc.childCount);
  }

  /** Does something with the block: it is selected for that. */
  #run(command: typeof doubleBlock | undefined): void {
    const { state } = this.#view;
    const at = placeOfChild(state.doc, this.#index);
    const node = state.doc.maybeChild(this.#index);
    if (node !== null && NodeSelection.isSelectable(node))
      this.#view.dispatch(state.tr.setSelection(NodeSelection.create(state.doc, at)));
    command?.(this.#view.state, this.#view.dispatch, this.#view);
  }

  close(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#view.dom.removeEventListener("pointermove", this.#onHover);
    this.#view.dom.removeEventListener("keydown", this.#onType);
    for (const one of [this.#handle, this.#line, this.#menu, this.#said]) one.remove();
  }
}
