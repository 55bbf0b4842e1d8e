/** The handle of a column, on the upper edge of its table: it drags the column to another place, and opens what else can be done with it. */
import { TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { schema } from "../schema.ts";
import { COLUMNS } from "../tableMenu.ts";
import { cellPlace, moveColumn, moveColumnTo } from "../tables.ts";
import { TOOL_WORDS as WORDS } from "../toolWords.ts";
import { HandleMenu } from "./handleMenu.ts";
import { buttonOf, placeOf } from "./parts.ts";

const { nodes } = schema;

const GRIP = "M3.5 6h.1m4.4 0h.1m4.4 0h.1M3.5 10h.1m4.4 0h.1m4.4 0h.1";
/** Pixels that a pointer moves before it drags. */
const SLACK = 5;

export class ColumnHandle {
  readonly #view: EditorView;
  readonly #handle: HTMLButtonElement;
  readonly #line = document.createElement("div");
  readonly #menu: HandleMenu;
  readonly #said = document.createElement("span");
  /** Where the cell begins whose column it stands on. */
  #at: number | undefined;
  #isUnderMouse = false;
  #frame: number | undefined;
  #drag: { readonly x: number; isMoving: boolean; to: number } | undefined;

  constructor(view: EditorView) {
    this.#view = view;
    this.#handle = buttonOf({ label: WORDS.column, path: GRIP, act: () => undefined });
    this.#handle.className = "block-handle column-handle";
    this.#line.className = "drop-line upright";
    this.#line.hidden = true;
    this.#said.className = "visually-hidden";
    this.#said.setAttribute("role", "status");
    placeOf(view.dom).append(this.#handle, this.#line, this.#said);
    this.#menu = new HandleMenu({
      dom: view.dom,
      handle: this.#handle,
      label: WORDS.column,
      toText: () => view.focus(),
    });
    this.#handle.addEventListener("pointerdown", this.#onDown);
    this.#handle.addEventListener("pointermove", this.#onMove);
    this.#handle.addEventListener("pointerup", this.#onUp);
    this.#handle.addEventListener("pointercancel", () => this.#end());
    this.#handle.addEventListener("keydown", this.#onKey);
    view.dom.addEventListener("pointermove", this.#onHover);
    view.dom.addEventListener("keydown", this.#onType);
  }

  /** On the column of the caret, unless a mouse points at another one. */
  update(): void {
    if (!this.#isUnderMouse || this.#cell() === undefined) this.#at = this.#cellOfCaret();
    // With the next picture: asking where something is at each key would have all of it laid out twice.
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.#place();
    });
  }

  #cellOfCaret(): number | undefined {
    const { $from } = this.#view.state.selection;
    return $from.parent.type === nodes.cell ? $from.before() : undefined;
  }

  /** The element of the cell. */
  #cell(): HTMLElement | undefined {
    const { doc } = this.#view.state;
    if (this.#at === undefined || this.#at >= doc.content.size) return undefined;
    if (doc.nodeAt(this.#at)?.type !== nodes.cell) return undefined;
    const dom = this.#view.nodeDOM(this.#at);
    return dom instanceof HTMLElement ? dom : undefined;
  }

  readonly #onHover = ({ pointerType, target }: PointerEvent): void => {
    if (pointerType !== "mouse" || this.#drag !== undefined || this.#menu.isOpen) return;
    const cell = target instanceof Element ? target.closest("td, th") : null;
    this.#isUnderMouse = cell !== null && this.#view.dom.contains(cell);
    this.#at = this.#isUnderMouse ? this.#view.posAtDOM(cell!, 0) - 1 : this.#cellOfCaret();
    this.#place();
  };

  readonly #onType = (): void => {
    this.#isUnderMouse = false;
  };

  /** The cells of the head of the table. */
  #heads(): HTMLElement[] {
    const table = this.#cell()?.closest("table");
    return [...(table?.rows[0]?.cells ?? [])];
  }

  #index(): number {
    const cell = this.#cell();
    return cell instanceof HTMLTableCellElement ? cell.cellIndex : -1;
  }

  #place(): void {
    const head = this.#heads()[this.#index()];
    this.#handle.hidden = head === undefined;
    if (head === undefined) return;
    const around = placeOf(this.#view.dom).getBoundingClientRect();
    const { top, left, width } = head.getBoundingClientRect();
    this.#handle.style.left = `${left - around.left + width / 2 - this.#handle.offsetWidth / 2}px`;
    this.#handle.style.top = `${top - around.top - this.#handle.offsetHeight + 2}px`;
  }

  readonly #onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    this.#handle.setPointerCapture(event.pointerId);
    this.#drag = { x: event.clientX, isMoving: false, to: this.#index() };
  };

  readonly #onMove = ({ clientX }: PointerEvent): void => {
    const drag = this.#drag;
    if (drag === undefined) return;
    drag.isMoving ||= Math.abs(clientX - drag.x) > SLACK;
    if (!drag.isMoving) return;
    const heads = this.#heads().map((head) => head.getBoundingClientRect());
    // In a table that is written from right to left, the first column stands last.
    const isLeftward = heads.length > 1 && heads[0]!.left > heads[1]!.left;
    const isBefore = ({ left, width }: DOMRect): boolean =>
      isLeftward ? clientX > left + width / 2 : clientX < left + width / 2;
    const found = heads.findIndex(isBefore);
    drag.to = found === -1 ? heads.length : found;
    this.#showLine(heads, drag.to, isLeftward);
  };

  #showLine(heads: readonly DOMRect[], to: number, isLeftward: boolean): void {
    const around = placeOf(this.#view.dom).getBoundingClientRect();
    const table = this.#cell()?.closest("table")?.getBoundingClientRect();
    const [next, last] = [heads[to], heads.at(-1)];
    if (table === undefined || last === undefined) return;
    const edge =
      next === undefined ? (isLeftward ? last.left : last.right) : isLeftward ? next.right : next.left;
    this.#line.hidden = false;
    this.#line.style.left = `${edge - around.left - 1}px`;
    this.#line.style.top = `${table.top - around.top}px`;
    this.#line.style.height = `${table.height}px`;
  }

  readonly #onUp = (): void => {
    const drag = this.#drag;
    const from = this.#index();
    this.#end();
    if (drag === undefined) return;
    if (!drag.isMoving) return this.#openMenu();
    const to = drag.to > from ? drag.to - 1 : drag.to;
    this.#toCell();
    moveColumnTo(to)(this.#view.state, this.#view.dispatch, this.#view);
    this.#follow();
  };

  #end(): void {
    this.#drag = undefined;
    this.#line.hidden = true;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const step = event.key === "ArrowLeft" ? -1 : event.key === "ArrowRight" ? 1 : undefined;
    if (step !== undefined) {
      this.#toCell();
      moveColumn(step)(this.#view.state, this.#view.dispatch, this.#view);
      this.#follow();
      this.#handle.focus();
    } else if (event.key === "Enter" || event.key === " ") this.#openMenu();
    else if (event.key === "Escape") this.#view.focus();
    else if (!this.#view.someProp("handleKeyDown", (handle) => handle(this.#view, event))) return;
    event.preventDefault();
  };

  #openMenu(): void {
    this.#menu.open(
      COLUMNS.map(({ label, run }) => ({
        label,
        act: () => {
          this.#toCell();
          run(this.#view.state, this.#view.dispatch, this.#view);
        },
      })),
    );
  }

  /** The caret goes where something is done. */
  #toCell(): void {
    const { state } = this.#view;
    if (this.#cell() === undefined) return;
    const caret = TextSelection.create(state.doc, this.#at! + 1);
    if (this.#cellOfCaret() !== this.#at) this.#view.dispatch(state.tr.setSelection(caret));
  }

  /** On the column that was moved, which the caret is in; says where it is. */
  #follow(): void {
    this.#isUnderMouse = false;
    this.#at = this.#cellOfCaret();
    this.#place();
    const place = cellPlace(this.#view.state);
    if (place === undefined) return;
    this.#said.textContent = WORDS.movedColumn(place.column + 1, place.table.firstChild!.childCount);
  }

  close(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#view.dom.removeEventListener("pointermove", this.#onHover);
    this.#view.dom.removeEventListener("keydown", this.#onType);
    this.#menu.close();
    for (const one of [this.#handle, this.#line, this.#said]) one.remove();
  }
}
