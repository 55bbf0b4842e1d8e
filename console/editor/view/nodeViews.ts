/** Views of what is more on a page than its elements. */
import type { Node } from "prosemirror-model";
import type { Decoration, EditorView, NodeView } from "prosemirror-view";
import { WORDS } from "../words.ts";
import { FieldsView, LOOKS, type Place } from "./fields.ts";
import { pictureOf } from "./files.ts";
import { SourceView } from "./sourceView.ts";
import { WORD_TYPES, WordView } from "./wordView.ts";

/** An item with a box that is ticked by pointer and by keyboard. */
class ItemView implements NodeView {
  readonly dom = document.createElement("li");
  readonly contentDOM: HTMLElement;
  private readonly box: HTMLInputElement | undefined;
  private node: Node;

  constructor(node: Node, view: EditorView, place: Place) {
    this.node = node;
    if (node.attrs["checked"] !== null) {
      this.box = this.dom.appendChild(document.createElement("input"));
      this.box.type = "checkbox";
      this.box.contentEditable = "false";
      this.box.setAttribute("aria-label", WORDS.done);
      this.box.addEventListener("change", () => {
        const at = place();
        if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at, "checked", this.box!.checked));
      });
      this.dom.className = "task";
    }
    this.contentDOM = this.dom.appendChild(document.createElement("div"));
    this.update(node);
  }

  update(node: Node): boolean {
    const isTask = node.attrs["checked"] !== null;
    if (node.type !== this.node.type || isTask !== (this.box !== undefined)) return false;
    this.node = node;
    if (this.box !== undefined) this.box.checked = node.attrs["checked"] === true;
    return true;
  }

  stopEvent(event: Event): boolean {
    return event.target === this.box;
  }

  ignoreMutation(mutation: { readonly target: globalThis.Node }): boolean {
    return !this.contentDOM.contains(mutation.target);
  }
}

/** A picture in a line: what it shows, or what it is called. */
class PictureView implements NodeView {
  readonly dom: HTMLElement;

  constructor({ attrs }: Node, view: EditorView) {
    this.dom = pictureOf(view, String(attrs["src"]), String(attrs["alt"] ?? ""));
  }
}

type MakeView = (node: Node, view: EditorView, place: Place, marks: readonly Decoration[]) => NodeView;

/** The views of blocks that are more than their elements. */
export const nodeViews: Readonly<Record<string, MakeView>> = {
  ...Object.fromEntries(
    Object.keys(LOOKS).map((name): [string, MakeView] => [
      name,
      (node, view, place) => new FieldsView(node, view, place),
    ]),
  ),
  ...Object.fromEntries(
    WORD_TYPES.map((name): [string, MakeView] => [name, (...given) => new WordView(...given)]),
  ),
  raw: (node, view, place) => new SourceView(node, view, place),
  listItem: (node, view, place) => new ItemView(node, view, place),
  image: (node, view) => new PictureView(node, view),
};
