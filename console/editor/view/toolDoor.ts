/** What is at hand beside the text, loaded once the text is there. */
import { Plugin } from "prosemirror-state";
import type { EditorTools, ToolWishes } from "./tools.ts";

export const toolDoor = (wishes: ToolWishes): Plugin =>
  new Plugin({
    view: (view) => {
      let tools: EditorTools | undefined;
      let isGone = false;
      const begin = async (): Promise<void> => {
        const { EditorTools: Tools } = await import("./tools.ts");
        if (!isGone) tools = new Tools(view, wishes);
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
