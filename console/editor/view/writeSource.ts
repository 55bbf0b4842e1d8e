import type { EditorView } from "prosemirror-view";
import { schema } from "../schema.ts";
import { WRITE_SOURCE } from "./leaveSource.ts";

/**
 * Shows a block at the top as its Markdown, to be edited so, once what prints it is there; left, it is blocks again. A
 * line in which nothing is stays as it is. @param index of the block there
 */
export function writeSource(view: EditorView, index: number): true {
  const begin = async (): Promise<void> => {
    const { blockSource } = await import("../page.ts");
    const found = view.isDestroyed ? undefined : blockSource(view.state, index);
    if (found === undefined) return;
    const { at, node, source } = found;
    const key: unknown = node.attrs["key"];
    if (node.type !== schema.nodes.raw)
      view.dispatch(
        view.state.tr.replaceWith(at, at + node.nodeSize, schema.nodes.raw.create({ source, key })),
      );
    view.nodeDOM(at)?.dispatchEvent(new Event(WRITE_SOURCE));
  };
  // Without it, the block is what it was.
  begin().catch(() => undefined);
  return true;
}
