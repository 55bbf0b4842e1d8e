/** The border behind a column, by which it is made wider and narrower with a pointer. */
import { TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { NARROWEST, setColumnWidth } from "../tables.ts";
import { placeOf } from "./parts.ts";

/** Pixels beside a border that are taken for it. */
const NEAR = 5;

/** A column while its border is held. */
interface HeldColumn {
  readonly head: HTMLElement;
  /** Where the pointer took hold, and how wide the column was, in pixels. */
  readonly from: number;
  readonly width: number;
}

export class ColumnBorder {
  readonly #view: EditorView;
  readonly #line = document.createElement("div");
  #head: HTMLElement | undefined;
  #held: HeldColumn | undefined;

  constructor(view: EditorView) {
    this.#view = view;
    this.#line.className = "column-border";
    // By keys, the menu of the column does the same.
    this.#line.setAttribute("aria-hidden", "true");
    this.#line.hidden = true;
    placeOf(view.dom).append(this.#line);
    view.dom.addEventListener("pointermove", this.#look);
    this.#line.addEventListener("pointerdown", this.#take);
    this.#line.addEventListener("pointermove", this.#drag);
    this.#line.addEventListener("pointerup", this.#drop);
    this.#line.addEventListener("pointercancel", this.#leave);
    this.#line.addEventListener("pointerleave", this.#leave);
  }

  /** What is written may move tables. */
  update(): void {
    if (this.#held === undefined) this.#line.hidden = true;
  }

  close(): void {
    this.#view.dom.removeEventListener("pointermove", this.#look);
    this.#line.remove();
  }

  readonly #look = ({ target, clientX }: PointerEvent): void => {
    if (this.#held !== undefined) return;
    const table = target instanceof Element ? target.closest("table") : null;
    const heads = [...(table?.rows[0]?.cells ?? [])];
    this.#head = heads.find((head) => Math.abs(endOf(head) - clientX) <= NEAR);
    this.#line.hidden = this.#head === undefined;
    if (this.#head !== undefined) this.#place(endOf(this.#head));
  };

  #place(x: number): void {
    const table = this.#head?.closest("table")?.getBoundingClientRect();
    if (table === undefined) return;
    const around = placeOf(this.#view.dom).getBoundingClientRect();
    this.#line.style.left = `${x - around.left - NEAR}px`;
    this.#line.style.top = `${table.top - around.top}px`;
    this.#line.style.height = `${table.height}px`;
  }

  readonly #take = (event: PointerEvent): void => {
    if (this.#head === undefined || event.button !== 0) return;
    event.preventDefault();
    this.#line.setPointerCapture(event.pointerId);
    const { width } = this.#head.getBoundingClientRect();
    this.#held = { head: this.#head, from: event.clientX, width };
    this.#line.dataset["held"] = "";
  };

  readonly #drag = ({ clientX }: PointerEvent): void => {
    if (this.#held === undefined) return;
    const { head, width } = this.#held;
    const more = this.#widthAt(clientX) - width;
    this.#place(endOf(head) + (isLeftward(head) ? -more : more));
  };

  readonly #drop = ({ clientX }: PointerEvent): void => {
    const { head, from } = this.#held ?? {};
    const width = this.#held === undefined ? 0 : this.#widthAt(clientX);
    this.#leave();
    if (head === undefined || from === clientX || !head.isConnected) return;
    const { state, dispatch } = this.#view;
    const caret = TextSelection.near(state.doc.resolve(this.#view.posAtDOM(head, 0)));
    dispatch(state.tr.setSelection(caret));
    setColumnWidth(width)(this.#view.state, this.#view.dispatch, this.#view);
  };

  #widthAt(clientX: number): number {
    const { head, from, width } = this.#held!;
    return Math.max(NARROWEST, Math.round(width + (isLeftward(head) ? from - clientX : clientX - from)));
  }

  readonly #leave = (): void => {
    this.#held = undefined;
    this.#line.hidden = true;
    delete this.#line.dataset["held"];
  };
}

const isLeftward = (head: HTMLElement): boolean => getComputedStyle(head).direction === "rtl";

/** Where a column ends, in pixels. */
function endOf(head: HTMLElement): number {
  const { left, right } = head.getBoundingClientRect();
  return isLeftward(head) ? left : right;
}
