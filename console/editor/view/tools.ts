/** What is at hand beside the text: a bar for what is selected, a handle for the block, a box for links. */
import type { EditorView } from "prosemirror-view";
import { ToolBar } from "./bar.ts";
import type { FindTargets } from "./blockMenu.ts";
import { BlockHandle } from "./handle.ts";
import { LinkBox } from "./linkBox.ts";

export class EditorTools {
  readonly #view: EditorView;
  readonly #links: LinkBox;
  readonly #bar: ToolBar;
  readonly #handle: BlockHandle;

  constructor(view: EditorView, find: FindTargets | undefined) {
    this.#view = view;
    this.#links = new LinkBox(view, find);
    this.#bar = new ToolBar(view, () => this.#links.open());
    this.#handle = new BlockHandle(view);
    view.dom.addEventListener("keydown", this.#onKey);
    this.update();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const isMod = event.ctrlKey || event.metaKey;
    const act =
      isMod && event.key.toLowerCase() === "k" && !event.shiftKey && !event.altKey
        ? () => this.#links.open()
        : event.altKey && event.key === "F10"
          ? () => this.#bar.focus()
          : undefined;
    // Where there is nothing to link, the key is the search's.
    if (act?.() === true) event.preventDefault();
  };

  update(): void {
    this.#bar.update();
    this.#handle.update();
    this.#links.update();
  }

  close(): void {
    this.#view.dom.removeEventListener("keydown", this.#onKey);
    this.#links.close();
    this.#bar.close();
    this.#handle.close();
  }
}
