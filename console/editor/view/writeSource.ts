import type { EditorView } from "prosemirror-view";
import { schema } from "../schema.ts";

/** Has the view of a block show its text, with the focus in it. */
export const WRITE_SOURCE = "lectern-write-source";

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

/**
 * Makes blocks again of what was turned into its text, which keep the bytes that it has.
 * @param place where it begins, asked once all is there that makes them: others may have written above it meanwhile
 */
export async function leaveSource(view: EditorView, place: () => number | undefined): Promise<void> {
  const { blocksOfSource, rewrite } = await import("../page.ts");
  const at = view.isDestroyed ? undefined : place();
  if (at === undefined || view.state.doc.nodeAt(at)?.type !== schema.nodes.raw) return;
  const found = blocksOfSource(view.state, at);
  if (found === undefined) return;
  view.dispatch(view.state.tr.replaceWith(at, at + view.state.doc.nodeAt(at)!.nodeSize, found.blocks));
  // They stand where the text has them from now on.
  view.dispatch(rewrite(view.state, found.text, found.stored));
}
