/** What is edited as it is written. */
import type { Node } from "prosemirror-model";
import type { EditorView, NodeView } from "prosemirror-view";
import { parse } from "../../../engine/markdown/parse.ts";
import { asNew } from "../commands.ts";
import { open } from "../load.ts";
import { WORDS } from "../words.ts";
import type { Place } from "./fields.ts";

/** A text, which becomes blocks again when it is left. */
export class SourceView implements NodeView {
  readonly dom: HTMLElement;
  private readonly text: HTMLTextAreaElement;
  private readonly problems: HTMLElement;
  private node: Node;

  constructor(node: Node, view: EditorView, place: Place) {
    this.node = node;
    this.dom = document.createElement("div");
    this.dom.className = "block block-raw";
    this.text = this.dom.appendChild(document.createElement("textarea"));
    this.problems = this.dom.appendChild(document.createElement("p"));
    this.problems.className = "wrong";
    this.problems.contentEditable = "false";
    this.text.setAttribute("aria-label", WORDS.source);
    this.text.spellcheck = false;
    this.text.addEventListener("change", () => this.take(view, place()));
    this.show();
  }

  private take(view: EditorView, at: number | undefined): void {
    if (at === undefined || this.text.value === this.node.attrs["source"]) return;
    const made = asNew(open(this.text.value).doc).content;
    view.dispatch(view.state.tr.replaceWith(at, at + this.node.nodeSize, made));
  }

  private show(): void {
    const source = String(this.node.attrs["source"]);
    if (document.activeElement !== this.text) this.text.value = source;
    this.text.rows = Math.min(20, source.split("\n").length);
    const { problems } = parse(source);
    this.problems.textContent = problems.map(({ message }) => message).join(" ");
    this.text.classList.toggle("faulty", problems.length > 0);
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type) return false;
    this.node = node;
    this.show();
    return true;
  }

  stopEvent(event: Event): boolean {
    return event.target === this.text;
  }

  ignoreMutation(): boolean {
    return true;
  }
}
