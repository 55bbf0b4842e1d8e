/** One block at the top as it is written: edited as its Markdown, and blocks again once that is left. */
import type { EditorView } from "prosemirror-view";
import { sourceOf } from "../origins.ts";
import { pageOf } from "../pageState.ts";
import { printed } from "../print.ts";
import { schema } from "../schema.ts";
import { isWritten } from "../settle.ts";
import { WRITE_SOURCE } from "./sourceView.ts";

/** @param index of the block among those at the top; a line in which nothing is stays as it is */
export function editBlockSource(view: EditorView, index: number): void {
  const { doc, tr } = view.state;
  const node = doc.maybeChild(index);
  if (node === null || !isWritten(node)) return;
  const at = doc.children.slice(0, index).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
  if (node.type !== schema.nodes.raw) {
    const origin = pageOf(view.state).origins.unchanged(node);
    const source = (origin === undefined ? printed(node) : sourceOf(origin)).replace(/\s+$/, "");
    const key: unknown = node.attrs["key"];
    view.dispatch(tr.replaceWith(at, at + node.nodeSize, schema.nodes.raw.create({ source, key })));
  }
  view.nodeDOM(at)?.dispatchEvent(new Event(WRITE_SOURCE));
}
