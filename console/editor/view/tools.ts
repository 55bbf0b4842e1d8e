/** What is at hand beside the text: a bar for what is selected, handles for blocks and columns, a box for links. */
import { dropCursor } from "prosemirror-dropcursor";
import { keydownHandler } from "prosemirror-keymap";
import type { PluginView } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { doubleBlock, moveBlock } from "../movable.ts";
import { nextCell } from "../tables.ts";
import { ToolBar } from "./bar.ts";
import type { FindTargets } from "../menu.ts";
import { ColumnBorder } from "./columnBorder.ts";
import { ColumnHandle } from "./columnHandle.ts";
import { BlockHandle } from "./handle.ts";
import { LinkBox } from "./linkBox.ts";
import { writeSource } from "./writeSource.ts";

/** Keys for whole blocks, items, rows and cells. */
const moving = keydownHandler({
  "Mod-Shift-ArrowUp": moveBlock(-1),
  "Mod-Shift-ArrowDown": moveBlock(1),
  "Mod-d": doubleBlock,
  Tab: nextCell(1),
  "Shift-Tab": nextCell(-1),
});

export interface ToolWishes {
  /** What can be linked by its name. */
  readonly find: FindTargets | undefined;
  /** Says something about a block at the top, by its place. */
  readonly comment: ((index: number) => void) | undefined;
}

export class EditorTools {
  readonly #view: EditorView;
  readonly #links: LinkBox;
  readonly #bar: ToolBar;
  readonly #handle: BlockHandle;
  readonly #column: ColumnHandle;
  readonly #border: ColumnBorder;
  readonly #comment: ToolWishes["comment"];
  /** Where what is dragged would be dropped. It keeps nothing in the state, so it can be added to a view. */
  readonly #drop: PluginView | undefined;

  constructor(view: EditorView, { find, comment }: ToolWishes) {
    this.#view = view;
    this.#drop = dropCursor().spec.view?.(view);
    this.#comment = comment;
    this.#links = new LinkBox(view, find);
    this.#bar = new ToolBar(view, () => this.#links.open());
    this.#handle = new BlockHandle(view, comment);
    this.#column = new ColumnHandle(view);
    this.#border = new ColumnBorder(view);
    view.dom.addEventListener("keydown", this.#onKey);
    this.update();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    if (moving(this.#view, event)) return event.preventDefault();
    const isMod = event.ctrlKey || event.metaKey;
    const act =
      isMod && event.key.toLowerCase() === "k" && !event.shiftKey && !event.altKey
        ? () => this.#links.open()
        : event.altKey && event.key === "F10"
          ? () => this.#bar.focus()
          : isMod && event.altKey && event.code === "KeyM"
            ? () => this.#comment?.(this.#view.state.selection.$from.index(0)) ?? this.#comment !== undefined
            : isMod && event.shiftKey && event.code === "KeyE"
              ? () => writeSource(this.#view, this.#view.state.selection.$from.index(0))
              : undefined;
    // Where there is nothing to link, the key is the search's.
    if (act?.() === true) event.preventDefault();
  };

  update(): void {
    this.#bar.update();
    this.#handle.update();
    this.#column.update();
    this.#border.update();
    this.#links.update();
    this.#drop?.update?.(this.#view, this.#view.state);
  }

  close(): void {
    this.#view.dom.removeEventListener("keydown", this.#onKey);
    this.#links.close();
    this.#drop?.destroy?.();
    this.#bar.close();
    this.#handle.close();
    this.#column.close();
    this.#border.close();
  }
}
