/**
 * The menu behind `/`, `@` and `[[`: it opens as one types, is moved through by arrows, and says to screen readers where
 * one is.
 */
import { type Command, Plugin } from "prosemirror-state";
import { blocksSeat } from "../blocksSeat.ts";
import { choose, type FindTargets, menuKey as key, menuQuery, type MenuState } from "../menu.ts";
import type { MenuView } from "./menuView.ts";

/** What shows it, and what is known of blocks, once that is loaded. */
let loaded: typeof import("./menuView.ts") | undefined;

const CLOSED: MenuState = { entries: [], at: 0, closed: undefined };

/** Opens behind a sign, at the start of a line or behind a blank. @param find without it there are blocks alone */
export function blockMenu(find: FindTargets | undefined): Plugin<MenuState> {
  return new Plugin<MenuState>({
    key,
    find,
    state: {
      init: () => CLOSED,
      apply: (change, before, old, state) => {
        const told = change.getMeta(key) as Partial<MenuState> | undefined;
        if (told !== undefined) return { ...before, ...told };
        // Blocks of integrations are known a moment after the text is there, perhaps once somebody has asked for one.
        const areOthers = blocksSeat.valueIn(state) !== blocksSeat.valueIn(old);
        if (!change.docChanged && !change.selectionSet && !areOthers) return before;
        const query = menuQuery(state);
        if (query === undefined || query.from === before.closed) return { ...CLOSED, closed: before.closed };
        if (query.of === "block") {
          const entries = loaded?.blockEntries(state, query.query) ?? [];
          const chosen = areOthers ? before.entries[before.at]?.id : undefined;
          return {
            entries,
            at: Math.max(
              0,
              entries.findIndex(({ id }) => id === chosen),
            ),
            closed: undefined,
          };
        }
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
    view: (view) => {
      let shown: MenuView | undefined;
      let isGone = false;
      const begin = async (): Promise<void> => {
        loaded ??= await import("./menuView.ts");
        if (isGone) return;
        shown = new loaded.MenuView(view, find);
        // What was typed before it was there.
        shown.update();
      };
      // Without it, what is typed stays a text.
      if (view.editable) begin().catch(() => undefined);
      return {
        update: () => shown?.update(),
        destroy: () => {
          isGone = true;
          shown?.destroy();
        },
      };
    },
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
