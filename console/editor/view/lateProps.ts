/** Plugins that keep nothing in the state, and are loaded once the text is there. */
import { type EditorProps } from "prosemirror-view";
import { Plugin } from "prosemirror-state";

/**
 * A plugin that begins with some props and has those of another one as soon as that is loaded; without it, it stays as
 * it is. Plugins of the state can't be changed without losing what all others know.
 */
export function lateProps(load: () => Promise<Plugin>, until: EditorProps = {}): Plugin {
  const plugin: Plugin = new Plugin({
    props: until,
    view: (view) => {
      const begin = async (): Promise<void> => {
        Object.assign(plugin.props, (await load()).props);
        // What it shows is shown now.
        if (!view.isDestroyed) view.dispatch(view.state.tr);
      };
      if (view.editable) begin().catch(() => undefined);
      return {};
    },
  });
  return plugin;
}
