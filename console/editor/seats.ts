/** Seats in an editor for what joins it once the text is there. */
import {
  type EditorState,
  Plugin,
  PluginKey,
  type PluginView,
  type StateField,
  type Transaction,
} from "prosemirror-state";
import type { EditorProps, EditorView } from "prosemirror-view";

/** What takes a seat. */
export interface Joiner<Value> {
  readonly init: (state: EditorState) => Value;
  /** What it knows after a change; without it, that stays. */
  readonly apply?: (change: Transaction, before: Value) => Value;
  readonly props: EditorProps;
  readonly view?: (view: EditorView) => PluginView;
}

/** Who sits in an editor. */
interface Occupant<Value> {
  joiner?: Joiner<Value> | undefined;
  view?: PluginView | undefined;
}

/**
 * A plugin that is there from the beginning, and does what joins it later. A state that is configured anew instead has all
 * plugins begin again: what is open beside the text closes, and every block is drawn once more.
 */
export class Seat<Value> {
  readonly #key = new PluginKey<Value | undefined>();

  /** The seat of one editor. */
  plugin(): Plugin {
    const occupant: Occupant<Value> = {};
    const state: StateField<Value | undefined> = {
      init: () => undefined,
      apply: (change, before) => {
        const joins = change.getMeta(this.#key) as { readonly value: Value | undefined } | undefined;
        if (joins !== undefined) return joins.value;
        return before === undefined ? before : (occupant.joiner?.apply?.(change, before) ?? before);
      },
    };
    return new Plugin({
      key: this.#key,
      state,
      occupant,
      view: () => ({
        update: (view, before) => occupant.view?.update?.(view, before),
        destroy: () => leave(occupant),
      }),
    });
  }

  /** What it knows who sits there; undefined while the seat is free. */
  valueIn(state: EditorState): Value | undefined {
    return this.#key.getState(state);
  }

  /** Lets somebody sit down in an editor, where who sat there gets up. What is given has them get up. */
  take(view: EditorView, joiner: Joiner<Value>): () => void {
    const plugin = this.#key.get(view.state)!;
    const occupant = plugin.spec["occupant"] as Occupant<Value>;
    const seat = (who: Joiner<Value> | undefined): void => {
      leave(occupant);
      occupant.joiner = who;
      Object.assign(plugin, { props: who?.props ?? {} });
      view.dispatch(view.state.tr.setMeta(this.#key, { value: who?.init(view.state) }));
      occupant.view = who?.view?.(view);
    };
    seat(joiner);
    return () => {
      if (occupant.joiner === joiner && !view.isDestroyed) seat(undefined);
    };
  }
}

function leave(occupant: Pick<Occupant<unknown>, "view">): void {
  const { view } = occupant;
  occupant.view = undefined;
  view?.destroy?.();
}
