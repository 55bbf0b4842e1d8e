/** How the menu behind a sign is shown, with all blocks that there are. Loaded once the text is there. */
import type { PluginView } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { blockEntries } from "../blockEntries.ts";
import { choose, type FindTargets, linkEntry, menuKey as key, type MenuEntry, menuQuery } from "../menu.ts";
import { WORDS } from "../words.ts";
import { picture } from "./drawing.ts";
import { standBelow } from "./parts.ts";

export { blockEntries } from "../blockEntries.ts";

export class MenuView implements PluginView {
  private readonly list = document.createElement("ul");
  private readonly view: EditorView;
  private readonly find: FindTargets | undefined;
  /** What was looked for last. */
  private asked = "";

  constructor(view: EditorView, find: FindTargets | undefined) {
    this.view = view;
    this.find = find;
    this.list.id = "block-menu";
    this.list.className = "block-menu";
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", WORDS.blocks);
    this.list.hidden = true;
    view.dom.parentElement?.append(this.list);
    const query = menuQuery(view.state);
    // What was typed before this was there.
    if (query?.of === "block")
      view.dispatch(view.state.tr.setMeta(key, { entries: blockEntries(view.state, query.query), at: 0 }));
  }

  update(): void {
    const { view } = this;
    this.look(view);
    const { entries, at } = key.getState(view.state)!;
    this.list.hidden = entries.length === 0;
    if (this.list.hidden) return;
    this.list.replaceChildren(...entries.map((entry, index) => this.option(entry, index, index === at)));
    const { left, top, bottom } = view.coordsAtPos(view.state.selection.from);
    standBelow(this.list, new DOMRect(left, top, 0, bottom - top));
    this.list.children[at]?.scrollIntoView({ block: "nearest" });
  }

  /** Looks for what is not known here, and shows it if it is still asked for then. */
  private look(view: EditorView): void {
    const query = menuQuery(view.state);
    const asked =
      query === undefined || query.of === "block" ? "" : `${query.from} ${query.of} ${query.query}`;
    if (asked === this.asked) return;
    this.asked = asked;
    if (asked === "" || query === undefined || query.of === "block") return;
    if (query.from === key.getState(view.state)!.closed) return;
    void this.find?.(query.of, query.query).then(
      (found) => {
        if (asked !== this.asked || view.isDestroyed) return;
        view.dispatch(view.state.tr.setMeta(key, { entries: found.map(linkEntry), at: 0 }));
      },
      // Without an answer there is nothing to choose from, and what is typed stays a text.
      () => undefined,
    );
  }

  private option(entry: MenuEntry, index: number, isSelected: boolean): HTMLElement {
    const option = document.createElement("li");
    option.id = `block-${index}`;
    option.setAttribute("role", "option");
    option.setAttribute("aria-selected", String(isSelected));
    if (entry.sign !== undefined) option.append(picture(entry.sign));
    option.append(entry.label);
    option.addEventListener("mousedown", (event) => {
      event.preventDefault();
      choose(entry)(this.view.state, this.view.dispatch, this.view);
    });
    return option;
  }

  destroy(): void {
    this.list.remove();
  }
}
