/** What is at hand beside the text, loaded once the text is there. */
import { type EditorState, Plugin } from "prosemirror-state";
import type { EditorTools, ToolWishes } from "./tools.ts";

/** Whether a key is one of theirs. */
function isTheirs(
  { selection }: EditorState,
  { key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
): boolean {
  if (key === "Tab") return selection.$from.parent.type.name === "cell";
  if (!ctrlKey && !metaKey) return altKey && key === "F10";
  return altKey ? code === "KeyM" : shiftKey ? /^(?:Arrow(?:Up|Down)|E|e)$/.test(key) : /^[dk]$/i.test(key);
}

export const toolDoor = (wishes: ToolWishes): Plugin => {
  let tools: EditorTools | undefined;
  /** Keys that are pressed before they come: they are heard then. */
  let early: KeyboardEvent[] | undefined = [];
  return new Plugin({
    props: {
      handleKeyDown: ({ state }, event) =>
        early !== undefined && isTheirs(state, event) && early.push(event) > 0,
    },
    view: (view) => {
      // Plugins that join later have all of them begin anew, perhaps before these tools have come.
      let isOver = false;
      const begin = async (): Promise<void> => {
        const { EditorTools: Tools } = await import("./tools.ts");
        if (!isOver && !view.isDestroyed) tools = new Tools(view, wishes);
      };
      const hear = (): void => {
        if (isOver) return;
        const pressed = early ?? [];
        early = undefined;
        for (const event of pressed) view.dom.dispatchEvent(new KeyboardEvent("keydown", event));
      };
      // Without them a page is written by keys, as before they came.
      if (view.editable) begin().then(hear, hear);
      return {
        update: () => tools?.update(),
        destroy: () => {
          isOver = true;
          tools?.close();
          tools = undefined;
        },
      };
    },
  });
};
