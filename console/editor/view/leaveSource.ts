import type { EditorView } from "prosemirror-view";
import { schema } from "../schema.ts";

/** Has the view of a block show its text, with the focus in it. */
export const WRITE_SOURCE = "writesource";

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
