/** Blocks with attributes that are written in fields above their content. */
import type { Node } from "prosemirror-model";
import type { EditorView, NodeView } from "prosemirror-view";
import { parse } from "../../../engine/markdown/parse.ts";
import { open } from "../load.ts";
import { asNew } from "../commands.ts";
import { type FindTargets, menuKey } from "../menu.ts";
import { WORDS } from "../words.ts";
import { pictureOf } from "./files.ts";

interface Field {
  readonly attribute: string;
  readonly label: string;
  readonly options?: readonly string[];
  /** What it leads to, where that can be found. */
  readonly of?: Parameters<FindTargets>[0];
}

const FIELDS: Readonly<Record<string, readonly Field[]>> = {
  hint: [{ attribute: "style", label: WORDS.style, options: ["info", "success", "warning", "danger"] }],
  tab: [{ attribute: "title", label: WORDS.tabTitle }],
  if: [{ attribute: "expression", label: WORDS.condition }],
  code: [{ attribute: "lang", label: WORDS.language }],
  embed: [{ attribute: "url", label: WORDS.address }],
  file: [{ attribute: "src", label: WORDS.file, of: "file" }],
  figure: [
    { attribute: "src", label: WORDS.picture, of: "picture" },
    { attribute: "alt", label: WORDS.alternative },
  ],
  contentRef: [{ attribute: "url", label: WORDS.page, of: "page" }],
  include: [{ attribute: "path", label: WORDS.reusable, of: "reusable" }],
};

type Place = () => number | undefined;

/** A block with fields: its own element, in which the content stands below them. */
class FieldsView implements NodeView {
  readonly dom: HTMLElement;
  readonly contentDOM: HTMLElement | null;
  private readonly head: HTMLElement;
  private readonly inputs = new Map<string, HTMLInputElement | HTMLSelectElement>();
  private readonly picture: HTMLElement | undefined;
  private readonly view: EditorView;
  private shownPicture: string | undefined;
  private node: Node;

  constructor(node: Node, view: EditorView, place: Place) {
    this.node = node;
    this.view = view;
    this.dom = document.createElement("div");
    this.dom.className = `block ${node.type.name}`;
    this.head = this.dom.appendChild(document.createElement("div"));
    this.head.className = "fields";
    this.head.contentEditable = "false";
    for (const field of FIELDS[node.type.name]!) this.addField(field, view, place);
    if (node.type.name === "figure") {
      this.picture = this.dom.appendChild(document.createElement("div"));
      this.picture.contentEditable = "false";
    }
    this.contentDOM = node.isLeaf ? null : this.dom.appendChild(contentOf(node));
    this.show();
  }

  private addField({ attribute, label, options, of }: Field, view: EditorView, place: Place): void {
    const input = document.createElement(options === undefined ? "input" : "select");
    for (const value of options ?? [])
      input.appendChild(document.createElement("option")).textContent = value;
    input.setAttribute("aria-label", label);
    if (input instanceof HTMLInputElement) input.placeholder = label;
    input.addEventListener("change", () => {
      const at = place();
      if (at !== undefined) view.dispatch(view.state.tr.setNodeAttribute(at, attribute, input.value));
    });
    this.inputs.set(attribute, input);
    this.head.append(input);
    const find = menuKey.get(view.state)?.spec["find"] as FindTargets | undefined;
    if (of !== undefined && find !== undefined && view.editable)
      // Without it, an address is typed.
      void import("./picker.ts").then(
        ({ offerTargets }) => offerTargets(input as HTMLInputElement, of, find),
        () => undefined,
      );
    if (attribute !== "expression") return;
    // Without what reads conditions, nothing is said.
    void import("../conditionFault.ts").then(
      ({ watch }) => watch(input),
      () => undefined,
    );
  }

  private show(): void {
    if (this.node.type.name === "hint") this.dom.className = `block hint hint-${this.node.attrs["style"]}`;
    for (const [name, input] of this.inputs)
      if (document.activeElement !== input) input.value = String(this.node.attrs[name] ?? "");
    const source = String(this.node.attrs["src"] ?? "");
    if (this.picture === undefined || this.shownPicture === source) return;
    this.shownPicture = source;
    const shown = source === "" ? [] : [pictureOf(this.view, source, String(this.node.attrs["alt"] ?? ""))];
    this.picture.replaceChildren(...shown);
  }

  update(node: Node): boolean {
    if (node.type !== this.node.type) return false;
    this.node = node;
    this.show();
    return true;
  }

  stopEvent(event: Event): boolean {
    return this.head.contains(event.target as globalThis.Node);
  }

  ignoreMutation(mutation: { readonly target: globalThis.Node }): boolean {
    return this.contentDOM === null || !this.contentDOM.contains(mutation.target);
  }
}

function contentOf(node: Node): HTMLElement {
  const content = document.createElement(
    node.type.spec.code === true ? "pre" : node.isTextblock ? "p" : "div",
  );
  content.className = "content";
  return content;
}

/** What is edited as it is written: a text, which becomes blocks again when it is left. */
class SourceView implements NodeView {
  readonly dom: HTMLElement;
  private readonly text: HTMLTextAreaElement;
  private readonly problems: HTMLElement;
  private node: Node;

  constructor(node: Node, view: EditorView, place: Place) {
    this.node = node;
    this.dom = document.createElement("div");
    this.dom.className = "block raw";
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

type MakeView = (node: Node, view: EditorView, place: Place) => NodeView;

/** The views of blocks that are more than their elements. */
export const nodeViews: Readonly<Record<string, MakeView>> = {
  ...Object.fromEntries(
    Object.keys(FIELDS).map((name): [string, MakeView] => [name, (...given) => new FieldsView(...given)]),
  ),
  raw: (...given) => new SourceView(...given),
  listItem: (...given) => new ItemView(...given),
  image: (node, view) => new PictureView(node, view),
};
