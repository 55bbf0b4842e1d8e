/** Blocks with attributes that are written in fields beside their content. */
import type { Node } from "prosemirror-model";
import type { EditorView, NodeView } from "prosemirror-view";
import { type Findable, type FindTargets, menuKey } from "../menu.ts";
import { WORDS } from "../words.ts";
import { filesOf, pictureOf } from "./files.ts";
import { picture } from "./drawing.ts";

interface Field {
  readonly attribute: string;
  readonly label: string;
  /** What can be chosen, by what stands in the text. */
  readonly options?: Readonly<Record<string, string>>;
  /** Whether it may be left out: then it isn't written. */
  readonly isOptional?: boolean;
  /** Whether it says no more than yes or no. */
  readonly isSwitch?: boolean;
  /** Whether half of it is as good as all: then it counts as it is typed. */
  readonly isWords?: boolean;
  /** What it leads to, where that can be found. */
  readonly of?: Findable;
}

interface Looks {
  readonly fields: readonly Field[];
  /** What it is, where its content doesn't show it: in a word, with the lines of a picture. */
  readonly kind?: readonly [word: string, path: string];
  /** What stands where its content is empty. */
  readonly empty?: string;
}

const PAGE = "M4 2h4.5l4 4v8H4zm4.5 0v4h4";
const DOWN = "M8 2.5v7m-3-2.75 3 3 3-3M3 13h10";
const AGAIN = "M5 5V2.75h8.25V11H11M2.75 5H11v8.25H2.75z";
const OUT = "M6.5 3.5h-3v9h9v-3m-3-7h4v4m0-4-6 6";

export const LOOKS: Readonly<Record<string, Looks>> = {
  hint: {
    fields: [
      { attribute: "style", label: WORDS.style, options: WORDS.hints },
      { attribute: "icon", label: WORDS.icon, isOptional: true },
    ],
  },
  tab: {
    fields: [
      { attribute: "title", label: WORDS.tabTitle, isWords: true },
      { attribute: "icon", label: WORDS.icon, isOptional: true },
    ],
  },
  column: { fields: [{ attribute: "width", label: WORDS.columnWidth, isOptional: true }] },
  if: { fields: [{ attribute: "expression", label: WORDS.condition }] },
  code: {
    fields: [
      { attribute: "lang", label: WORDS.language },
      { attribute: "title", label: WORDS.codeTitle, isOptional: true, isWords: true },
    ],
  },
  embed: {
    kind: [WORDS.kinds.embed, OUT],
    fields: [{ attribute: "url", label: WORDS.address }],
    empty: WORDS.caption,
  },
  file: {
    kind: [WORDS.kinds.file, DOWN],
    fields: [{ attribute: "src", label: WORDS.file, of: "file" }],
    empty: WORDS.caption,
  },
  figure: {
    fields: [
      { attribute: "src", label: WORDS.picture, of: "picture" },
      { attribute: "alt", label: WORDS.alternative, isWords: true },
      { attribute: "width", label: WORDS.pictureWidth, isOptional: true },
      { attribute: "align", label: WORDS.align, options: WORDS.aligns, isOptional: true },
      { attribute: "framed", label: WORDS.frame, options: WORDS.frames, isSwitch: true },
      { attribute: "dark", label: WORDS.darkPicture, of: "picture", isOptional: true },
      { attribute: "link", label: WORDS.pictureLink, of: "page", isOptional: true },
    ],
    empty: WORDS.caption,
  },
  contentRef: {
    kind: [WORDS.kinds.page, PAGE],
    fields: [{ attribute: "url", label: WORDS.page, of: "page" }],
  },
  include: {
    kind: [WORDS.kinds.reusable, AGAIN],
    fields: [{ attribute: "path", label: WORDS.reusable, of: "reusable" }],
  },
};

export type Place = () => number | undefined;

/** A block with fields: its own element, in which its content stands beside them. */
export class FieldsView implements NodeView {
  readonly dom = document.createElement("div");
  readonly contentDOM: HTMLElement | null;
  private readonly head = document.createElement("div");
  private readonly kind = document.createElement("strong");
  private readonly inputs = new Map<string, HTMLInputElement | HTMLSelectElement>();
  private readonly picture: HTMLElement | undefined;
  private readonly view: EditorView;
  private readonly looks: Looks;
  private shownPicture: string | undefined;
  private node: Node;

  constructor(node: Node, view: EditorView, place: Place) {
    this.node = node;
    this.view = view;
    this.looks = LOOKS[node.type.name]!;
    this.dom.className = `block block-${node.type.name}`;
    this.head.className = "fields";
    this.head.contentEditable = "false";
    this.contentDOM = node.isLeaf ? null : contentOf(node, this.looks.empty);
    if (this.looks.kind !== undefined) this.head.append(this.kindOf(this.looks.kind));
    for (const field of this.looks.fields) this.addField(field, place);
    if (node.type.name === "figure") {
      this.picture = document.createElement("div");
      this.picture.contentEditable = "false";
      // As on the page: the picture, what is said of it, and then what only its writer asks for.
      this.dom.append(this.picture, this.contentDOM!, this.head);
    } else this.dom.append(this.head, ...(this.contentDOM === null ? [] : [this.contentDOM]));
    this.show();
  }

  private kindOf([word, path]: NonNullable<Looks["kind"]>): HTMLElement {
    const kind = document.createElement("span");
    kind.className = "kind";
    this.kind.textContent = word;
    kind.append(picture(path), this.kind);
    return kind;
  }

  private addField(field: Field, place: Place): void {
    const { attribute, label, options, of, isOptional = false, isSwitch = false } = field;
    const { view } = this;
    const input = document.createElement(options === undefined ? "input" : "select");
    for (const [value, shown] of Object.entries(options ?? {})) {
      const option = input.appendChild(document.createElement("option"));
      option.value = value;
      option.textContent = shown;
    }
    input.setAttribute("aria-label", label);
    if (input instanceof HTMLInputElement) input.placeholder = label;
    let isBegun = false;
    input.addEventListener(field.isWords ? "input" : "change", () => {
      const at = place();
      const said = isOptional && input.value.trim() === "" ? null : input.value;
      const value = isSwitch ? said === "true" : said;
      if (at !== undefined) typeAttribute(view, [at, attribute, value], isBegun);
      isBegun = field.isWords === true;
    });
    input.addEventListener("blur", () => {
      isBegun = false;
      this.show();
    });
    if (isOptional) input.dataset["optional"] = "";
    this.inputs.set(attribute, input);
    this.head.append(input);
    if (view.editable && input instanceof HTMLInputElement) void this.offer(input, attribute, of);
    if (attribute !== "expression") return;
    // Without what reads conditions, nothing is said.
    void import("../conditionFault.ts").then(
      ({ watch }) => watch(input),
      () => undefined,
    );
  }

  /** What helps to fill a field in, once it is loaded; without it, an address is typed. */
  private async offer(input: HTMLInputElement, attribute: string, of: Findable | undefined): Promise<void> {
    const isLanguage = attribute === "lang";
    if (of === undefined && !isLanguage) return;
    const [find, files] = [findOf(this.view), filesOf(this.view.state)];
    try {
      const { findsLanguages, findsOf, offerTargets } = await import("./picker.ts");
      if (isLanguage) offerTargets(input, findsLanguages);
      else if (find !== undefined) offerTargets(input, findsOf(find, of!));
      if (files === undefined || attribute !== "src") return;
      const { offerUpload } = await import("./upload.ts");
      offerUpload(input, files, of === "picture" ? "image/*" : "");
    } catch {
      // It is what it was.
    }
  }

  private show(): void {
    if (this.node.type.name === "hint") this.dom.className = `block hint hint-${this.node.attrs["style"]}`;
    for (const [name, input] of this.inputs) {
      const value = String(this.node.attrs[name] ?? "");
      if (input.dataset["said"] === value) continue;
      // What is in the field that somebody is in is theirs, until they leave it.
      if (document.activeElement === input && input.value !== value) continue;
      input.dataset["said"] = value;
      input.value = value;
      const of = this.looks.fields.find(({ attribute }) => attribute === name)?.of;
      if (of !== undefined) this.name(input as HTMLInputElement, of, value);
    }
    const source = String(this.node.attrs["src"] ?? "");
    if (this.picture === undefined || this.shownPicture === source) return;
    this.shownPicture = source;
    const shown = source === "" ? [] : [pictureOf(this.view, source, String(this.node.attrs["alt"] ?? ""))];
    this.picture.replaceChildren(...shown);
  }

  /** What it leads to is told by its name, where it has one here. */
  private name(input: HTMLInputElement, of: Findable, address: string): void {
    const { kind, view } = this;
    const isKind = this.looks.kind !== undefined;
    if (isKind) kind.textContent = this.looks.kind![0];
    const find = findOf(view);
    if (address === "" || find === undefined) return;
    void import("./fieldNames.ts").then(
      ({ showName }) => showName(input, isKind ? kind : undefined, () => find(of, address)),
      () => undefined,
    );
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

/**
 * Writes an attribute of a block.
 * @param goesOn whether it goes on with what was typed just before, and is taken back with that
 */
export function typeAttribute(
  view: EditorView,
  [at, name, value]: readonly [at: number, name: string, value: unknown],
  goesOn: boolean,
): void {
  const change = view.state.tr.setNodeAttribute(at, name, value);
  // The history of the editor has what is appended to a change in one step with that.
  view.dispatch(goesOn ? change.setMeta("appendedTransaction", view.state.tr) : change);
}

/** What finds things by their names on a page. */
export const findOf = (view: EditorView): FindTargets | undefined =>
  menuKey.get(view.state)?.spec["find"] as FindTargets | undefined;

function contentOf(node: Node, empty: string | undefined): HTMLElement {
  const isCode = node.type.spec.code === true;
  const content = document.createElement(isCode ? "pre" : node.isTextblock ? "p" : "div");
  content.className = "content";
  if (empty !== undefined) content.dataset["empty"] = empty;
  return content;
}
