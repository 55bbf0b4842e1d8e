/** The handle of a column, on the upper edge of its table. */
import { TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { schema } from "../schema.ts";
import { COLUMN_GROUPS } from "../tableMenu.ts";
import { cellPlace, moveColumn, moveColumnTo } from "../tables.ts";
import { TOOL_WORDS as WORDS } from "../toolWords.ts";
import { GripHandle } from "./gripHandle.ts";
import type { HandleAction } from "./handleMenu.ts";
import { placeOf } from "./parts.ts";

const { nodes } = schema;

const GRIP = "M3.5 6h.1m4.4 0h.1m4.4 0h.1M3.5 10h.1m4.4 0h.1m4.4 0h.1";

/** Before which column one would be dropped; behind the last one, as many as there are. */
type ColumnDrop = number;

export class ColumnHandle extends GripHandle<ColumnDrop> {
  /** Where the cell begins whose column it stands on. */
  #at: number | undefined;

  constructor(view: EditorView) {
    super(view, {
      label: WORDS.column,
      path: GRIP,
      className: "block-handle column-handle",
      lineClass: "drop-line upright",
      keys: ["ArrowLeft", "ArrowRight"],
    });
  }

  protected look(): void {
    if (!this.isUnderMouse || this.#cell() === undefined) this.#at = this.#cellOfCaret();
  }

  #cellOfCaret(): number | undefined {
    const { $from } = this.view.state.selection;
    return $from.parent.type === nodes.cell ? $from.before() : undefined;
  }

  /** The element of the cell. */
  #cell(): HTMLElement | undefined {
    const { doc } = this.view.state;
    if (this.#at === undefined || this.#at >= doc.content.size) return undefined;
    if (doc.nodeAt(this.#at)?.type !== nodes.cell) return undefined;
    const dom = this.view.nodeDOM(this.#at);
    return dom instanceof HTMLElement ? dom : undefined;
  }

  protected point({ target }: PointerEvent): void {
    const cell = target instanceof Element ? target.closest("td, th") : null;
    this.isUnderMouse = cell !== null && this.view.dom.contains(cell);
    this.#at = this.isUnderMouse ? this.view.posAtDOM(cell!, 0) - 1 : this.#cellOfCaret();
    this.place();
  }

  /** The cells of the head of the table. */
  #heads(): HTMLElement[] {
    const table = this.#cell()?.closest("table");
    return [...(table?.rows[0]?.cells ?? [])];
  }

  #index(): number {
    const cell = this.#cell();
    return cell instanceof HTMLTableCellElement ? cell.cellIndex : -1;
  }

  protected place(): void {
    const head = this.#heads()[this.#index()];
    this.grip.hidden = head === undefined;
    if (head === undefined) return;
    const around = placeOf(this.view.dom).getBoundingClientRect();
    const { top, left, width } = head.getBoundingClientRect();
    this.grip.style.left = `${left - around.left + width / 2 - this.grip.offsetWidth / 2}px`;
    this.grip.style.top = `${top - around.top - this.grip.offsetHeight / 2}px`;
  }

  protected dropAt({ clientX }: PointerEvent): ColumnDrop {
    const heads = this.#heads().map((head) => head.getBoundingClientRect());
    const isLeftward = goesLeft(heads);
    const found = heads.findIndex(({ left, width }) =>
      isLeftward ? clientX > left + width / 2 : clientX < left + width / 2,
    );
    return found === -1 ? heads.length : found;
  }

  protected showLine(to: ColumnDrop): void {
    const heads = this.#heads().map((head) => head.getBoundingClientRect());
    const around = placeOf(this.view.dom).getBoundingClientRect();
    const table = this.#cell()?.closest("table")?.getBoundingClientRect();
    const [next, last] = [heads[to], heads.at(-1)];
    if (table === undefined || last === undefined) return;
    const isLeftward = goesLeft(heads);
    const edge =
      next === undefined ? (isLeftward ? last.left : last.right) : isLeftward ? next.right : next.left;
    this.line.hidden = false;
    this.line.style.left = `${edge - around.left - 1}px`;
    this.line.style.top = `${table.top - around.top}px`;
    this.line.style.height = `${table.height}px`;
  }

  protected drop(before: ColumnDrop): void {
    const to = before > this.#index() ? before - 1 : before;
    this.#toCell();
    moveColumnTo(to)(this.view.state, this.view.dispatch, this.view);
    this.#follow();
  }

  protected move(step: -1 | 1): void {
    this.#toCell();
    moveColumn(step)(this.view.state, this.view.dispatch, this.view);
    this.#follow();
  }

  protected actions(): HandleAction[][] {
    return COLUMN_GROUPS.map((group) =>
      group.map(({ label, isGrave = false, run }) => ({
        label,
        isGrave,
        act: () => {
          this.#toCell();
          run(this.view.state, this.view.dispatch, this.view);
        },
      })),
    );
  }

  /** The caret goes where something is done. */
  #toCell(): void {
    const { state } = this.view;
    if (this.#cell() === undefined) return;
    const caret = TextSelection.create(state.doc, this.#at! + 1);
    if (this.#cellOfCaret() !== this.#at) this.view.dispatch(state.tr.setSelection(caret));
  }

  /** On the column that was moved, which the caret is in; says where it is. */
  #follow(): void {
    this.isUnderMouse = false;
    this.#at = this.#cellOfCaret();
    this.place();
    const place = cellPlace(this.view.state);
    if (place !== undefined)
      this.say(WORDS.movedColumn(place.column + 1, place.table.firstChild!.childCount));
  }
}

/** Whether a table is written from right to left: its first column stands last. */
const goesLeft = (heads: readonly DOMRect[]): boolean => heads.length > 1 && heads[0]!.left > heads[1]!.left;
