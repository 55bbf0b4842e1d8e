/** What is at hand beside the text, loaded once the text is there. */
import { Plugin } from "prosemirror-state";
import type { FindTargets } from "./blockMenu.ts";
import type { EditorTools } from "./tools.ts";

/** @param find what can be linked by its name */
export const toolDoor = (find: FindTargets | undefined): Plugin =>
  new Plugin({
    view: (view) => {
      let tools: EditorTools | undefined;
      let isGone = false;
      const begin = async (): Promise<void> => {
        const { EditorTools: Tools } = await import("./tools.ts");
        if (!isGone) tools = new Tools(view, find);
      };
      // Without them a page is written by keys, as before they came.
      if (view.editable) begin().catch(() => undefined);
      return {
        update: () => tools?.update(),
        destroy: () => {
          isGone = true;
          tools?.close();
        },
      };
    },
  });
