import type { EditorView } from "prosemirror-view";

/** Shows a block at the top as it is written, once what prints it is there. @param index of the block there */
export function writeSource(view: EditorView, index: number): true {
  const begin = async (): Promise<void> => {
    const { editBlockSource } = await import("./blockSource.ts");
    if (!view.isDestroyed) editBlockSource(view, index);
  };
  // Without it, the block is what it was.
  begin().catch(() => undefined);
  return true;
}
