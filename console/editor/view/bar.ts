/**
 * The bar: what can be made of what is selected. Beside a mouse it stands over the selection; under a finger it stays at
 * the lower edge, over the keyboard, as long as one writes.
 */
import { redo, redoDepth, undo, undoDepth } from "prosemirror-history";
import type { MarkType } from "prosemirror-model";
import { type Command, TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { bulletList, first, heading, mark, outdent, text } from "../commands.ts";
import { schema } from "../schema.ts";
import { TOOL_WORDS as WORDS } from "../toolWords.ts";
import { buttonOf, placeOf, roam } from "./parts.ts";

const { marks, nodes } = schema;

interface Tool {
  readonly label: string;
  readonly path: string;
  readonly run: Command;
  /** The mark that the words have, when it is on. */
  readonly mark?: MarkType;
  /** The block that they stand in. */
  readonly isIn?: (view: EditorView) => boolean;
  /** Left out over a selection, where there is a keyboard for it. */
  readonly isTouch?: boolean;
}

const isHeading = ({ state }: EditorView): boolean => state.selection.$from.parent.type === nodes.heading;

/** Types the sign behind which every block is found. */
const offerBlocks: Command = ({ tr, selection }, dispatch) => {
  const { $from } = selection;
  if (!$from.parent.inlineContent || $from.parent.type.spec.code === true) return false;
  const before = $from.parent.textBetween(0, $from.parentOffset, "\ufffc", "\ufffc");
  dispatch?.(tr.insertText(before === "" || /\s$/.test(before) ? "/" : " /"));
  return true;
};

const TOOLS: readonly Tool[] = [
  { label: WORDS.addBlock, path: "M8 3v10M3 8h10", run: offerBlocks, isTouch: true },
  {
    label: WORDS.bold,
    path: "M5 3h3.5a2.4 2.4 0 0 1 0 4.8H5zm0 4.8h4.1a2.6 2.6 0 0 1 0 5.2H5z",
    run: mark(marks.strong),
    mark: marks.strong,
  },
  { label: WORDS.italic, path: "M7 3h5M4 13h5M9.5 3l-3 10", run: mark(marks.emphasis), mark: marks.emphasis },
  {
    label: WORDS.strikethrough,
    path: "M3 8h10M11 5c-.3-1.3-1.5-2-3-2-1.8 0-3 .9-3 2.3M5 11c.3 1.3 1.5 2 3 2 1.8 0 3-.9 3-2.3",
    run: mark(marks.strikethrough),
    mark: marks.strikethrough,
  },
  {
    label: WORDS.code,
    path: "M5.5 4.5 2 8l3.5 3.5m5-7L14 8l-3.5 3.5",
    run: mark(marks.monospace),
    mark: marks.monospace,
  },
  {
    label: WORDS.link,
    path: "M6.75 9.25a2.5 2.5 0 0 0 3.5 0l2-2a2.5 2.5 0 0 0-3.5-3.5l-.75.75m1.25 2.25a2.5 2.5 0 0 0-3.5 0l-2 2a2.5 2.5 0 0 0 3.5 3.5l.75-.75",
    run: () => false,
    mark: marks.link,
  },
  {
    label: WORDS.heading,
    path: "M4 3v10m8-10v10M4 8h8",
    run: (state, dispatch, view) =>
      (state.selection.$from.parent.type === nodes.heading ? text : heading(2))(state, dispatch, view),
    isIn: isHeading,
  },
  {
    label: WORDS.list,
    path: "M6 4h8M6 8h8m-8 4h8M2.75 4h.1m-.1 4h.1m-.1 4h.1",
    run: first(outdent, bulletList),
    isIn: ({ state }) => state.selection.$from.node(-1)?.type === nodes.listItem,
  },
  {
    label: WORDS.undo,
    path: "M6 3.5 2.75 6.75 6 10M3 6.75h6.5a3.25 3.25 0 0 1 0 6.5H7",
    run: undo,
    isTouch: true,
  },
  {
    label: WORDS.redo,
    path: "M10 3.5l3.25 3.25L10 10M13 6.75H6.5a3.25 3.25 0 0 0 0 6.5H9",
    run: redo,
    isTouch: true,
  },
];

const touch = matchMedia("(pointer: coarse), (width < 40rem)");

export class ToolBar {
  readonly #view: EditorView;
  readonly #bar = document.createElement("div");
  readonly #buttons: readonly HTMLButtonElement[];

  constructor(view: EditorView, link: () => boolean) {
    this.#view = view;
    this.#bar.setAttribute("role", "toolbar");
    this.#bar.setAttribute("aria-label", WORDS.formatting);
    this.#buttons = TOOLS.map(({ label, path, run, mark: type }) => {
      const act = (): void => {
        if (type === marks.link) return void link();
        run(view.state, view.dispatch, view);
        view.focus();
      };
      const button = buttonOf({ label, path, act });
      // The caret stays in the text.
      button.addEventListener("pointerdown", (event) => event.preventDefault());
      button.addEventListener("mousedown", (event) => event.preventDefault());
      return button;
    });
    this.#bar.append(...this.#buttons);
    this.#bar.addEventListener("keydown", this.#onKey);
    placeOf(view.dom).append(this.#bar);
    touch.addEventListener("change", this.update);
    view.dom.addEventListener("focus", this.update);
    view.dom.addEventListener("blur", this.#onBlur);
    visualViewport?.addEventListener("resize", this.#keepOverKeyboard);
    visualViewport?.addEventListener("scroll", this.#keepOverKeyboard);
  }

  readonly #onBlur = (): void => void requestAnimationFrame(this.update);

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape") this.#view.focus();
    else if (!roam(this.#shown(), event.key)) return;
    event.preventDefault();
  };

  #shown(): HTMLButtonElement[] {
    return this.#buttons.filter(({ hidden }) => !hidden);
  }

  /** Leads the focus to it. Gives whether it is there. */
  focus(): boolean {
    if (this.#bar.hidden) return false;
    this.#shown()[0]?.focus();
    return true;
  }

  readonly update = (): void => {
    const view = this.#view;
    const { selection } = view.state;
    const isTouch = touch.matches;
    const isWords = selection instanceof TextSelection && selection.$from.parent.type.spec.code !== true;
    const isActive = view.hasFocus() || this.#bar.contains(document.activeElement);
    this.#bar.hidden = !isActive || !isWords || (!isTouch && selection.empty);
    if (this.#bar.hidden) return;
    this.#bar.className = isTouch ? "tool-bar at-edge" : "tool-bar";
    for (const [at, button] of this.#buttons.entries()) this.#show(button, TOOLS[at]!, isTouch);
    const shown = this.#shown();
    for (const [at, button] of shown.entries()) button.tabIndex = at === 0 ? 0 : -1;
    if (isTouch) this.#keepOverKeyboard();
    else this.#placeOverSelection();
  };

  #show(button: HTMLButtonElement, { mark: type, isIn, isTouch, run }: Tool, isOnTouch: boolean): void {
    const { state } = this.#view;
    button.hidden = isTouch === true && !isOnTouch;
    if (run === undo) button.disabled = undoDepth(state) === 0;
    if (run === redo) button.disabled = redoDepth(state) === 0;
    if (type === undefined && isIn === undefined) return;
    const { from, to, empty, $from } = state.selection;
    const hasMark = (one: MarkType): boolean =>
      empty
        ? one.isInSet(state.storedMarks ?? $from.marks()) !== undefined
        : state.doc.rangeHasMark(from, to, one);
    const isOn = type === undefined ? isIn?.(this.#view) === true : hasMark(type);
    button.setAttribute("aria-pressed", String(isOn));
  }

  #placeOverSelection(): void {
    const { from, to } = this.#view.state.selection;
    const around = placeOf(this.#view.dom).getBoundingClientRect();
    const [start, end] = [this.#view.coordsAtPos(from), this.#view.coordsAtPos(to, -1)];
    const middle = start.top === end.top ? (start.left + end.left) / 2 : around.left + around.width / 2;
    const half = this.#bar.offsetWidth / 2;
    const left = Math.min(Math.max(middle - around.left - half, 0), around.width - 2 * half);
    this.#bar.style.left = `${left}px`;
    this.#bar.style.top = `${start.top - around.top - this.#bar.offsetHeight - 6}px`;
    this.#bar.style.bottom = "";
  }

  /** What the keyboard of a phone covers is not seen by the page: only by what shows it. */
  readonly #keepOverKeyboard = (): void => {
    if (this.#bar.hidden || !touch.matches) return;
    const { height = innerHeight, offsetTop = 0 } = visualViewport ?? {};
    this.#bar.style.left = "";
    this.#bar.style.top = "";
    this.#bar.style.bottom = `${Math.max(0, innerHeight - height - offsetTop)}px`;
  };

  close(): void {
    touch.removeEventListener("change", this.update);
    visualViewport?.removeEventListener("resize", this.#keepOverKeyboard);
    visualViewport?.removeEventListener("scroll", this.#keepOverKeyboard);
    this.#view.dom.removeEventListener("focus", this.update);
    this.#view.dom.removeEventListener("blur", this.#onBlur);
    this.#bar.remove();
  }
}
