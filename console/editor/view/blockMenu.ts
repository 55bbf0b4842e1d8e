/**
 * The menu behind `/`, `@` and `[[`: it opens as one types, is moved through by arrows, and says to screen readers where
 * one is.
 */
import { type Command, Plugin, PluginKey, type PluginView } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import {
  choose,
  linkEntry,
  type OfferedLink,
  type LookedFor,
  menuEntries,
  type MenuEntry,
  menuQuery,
} from "../menu.ts";
import { WORDS } from "../words.ts";

const key = new PluginKey<MenuState>("blockMenu");

interface MenuState {
  readonly entries: readonly MenuEntry[];
  readonly at: number;
  /** Where the slash is that was put aside by Escape. */
  readonly closed: number | undefined;
}

const CLOSED: MenuState = { entries: [], at: 0, closed: undefined };

/** Finds pages or people by what was typed. */
export type FindTargets = (of: Exclude<LookedFor, "block">, text: string) => Promise<readonly OfferedLink[]>;

/** Opens behind a sign, at the start of a line or behind a blank. @param find without it there are blocks alone */
export function blockMenu(find: FindTargets | undefined): Plugin<MenuState> {
  return new Plugin<MenuState>({
    key,
    state: {
      init: () => CLOSED,
      apply: (change, before, _, state) => {
        const told = change.getMeta(key) as Partial<MenuState> | undefined;
        if (told !== undefined) return { ...before, ...told };
        if (!change.docChanged && !change.selectionSet) return before;
        const query = menuQuery(state);
        if (query === undefined || query.from === before.closed) return { ...CLOSED, closed: before.closed };
        if (query.of === "block")
          return { entries: menuEntries(state, query.query), at: 0, closed: undefined };
        // What was found for fewer letters stays until there is better.
        return { ...before, closed: undefined };
      },
    },
    props: {
      handleKeyDown: (view, event) => {
        const state = key.getState(view.state)!;
        const command = state.entries.length === 0 ? undefined : commandOf(event.key, state);
        return command?.(view.state, view.dispatch, view) ?? false;
      },
      attributes: (state) => {
        const { entries, at } = key.getState(state)!;
        return entries.length === 0
          ? ({} as Record<string, string>)
          : { "aria-controls": "block-menu", "aria-activedescendant": `block-${at}` };
      },
    },
    view: (view) => new MenuView(view, find),
  });
}

function commandOf(pressed: string, { entries, at }: MenuState): Command | undefined {
  const tell =
    (told: Partial<MenuState>): Command =>
    (state, dispatch) => {
      dispatch?.(state.tr.setMeta(key, told));
      return true;
    };
  switch (pressed) {
    case "ArrowDown":
      return tell({ at: (at + 1) % entries.length });
    case "ArrowUp":
      return tell({ at: (at + entries.length - 1) % entries.length });
    case "Escape":
      return (state, dispatch, view) =>
        tell({ ...CLOSED, closed: menuQuery(state)?.from })(state, dispatch, view);
    case "Enter":
    case "Tab":
      return choose(entries[at]!);
    default:
      return undefined;
  }
}

class MenuView implements PluginView {
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
  }

  update(view: EditorView): void {
    this.look(view);
    const { entries, at } = key.getState(view.state)!;
    this.list.hidden = entries.length === 0;
    if (this.list.hidden) return;
    this.list.replaceChildren(...entries.map((entry, index) => this.option(entry, index, index === at)));
    const { left, bottom } = view.coordsAtPos(view.state.selection.from);
    const around = this.list.offsetParent?.getBoundingClientRect();
    this.list.style.left = `${left - (around?.left ?? 0)}px`;
    this.list.style.top = `${bottom - (around?.top ?? 0) + 4}px`;
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
    option.textContent = entry.label;
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
