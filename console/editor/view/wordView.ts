/** What stands in a line and is none of its words: drawn as on sites once that is known, and written in a field. */
import type { Node } from "prosemirror-model";
import { NodeSelection, Plugin } from "prosemirror-state";
import type { Decoration, EditorView, NodeView } from "prosemirror-view";
import { writtenAtom } from "../lineAtoms.ts";
import { WORDS } from "../words.ts";
import type { Place } from "./fields.ts";

/** By the type: what of it is written, what that is called, and how it is told until it is drawn. */
const WRITTEN: Readonly<
  Record<string, readonly [attribute: string, label: string, told: (text: string) => string]>
> = {
  formula: ["text", WORDS.formula, (text) => text],
  expression: ["expression", WORDS.expression, (text) => `{{${text}}}`],
  emoji: ["name", WORDS.emojiName, (name) => `:${name}:`],
  icon: ["name", WORDS.iconName, (name) => `:${name}:`],
};

export const WORD_TYPES: readonly string[] = Object.keys(WRITTEN);

/** What a decoration of such a node says that it looks like. */
export interface DrawnWord {
  readonly drawn?: WordDrawing;
}

/** The same for what looks the same. */
export interface WordDrawing {
  readonly make: () => globalThis.Node[];
}

export class WordView implements NodeView {
  readonly dom = document.createElement("span");
  private readonly view: EditorView;
  private readonly place: Place;
  private node: Node;
  private drawn: WordDrawing | undefined;
  private input: HTMLInputElement | undefined;

  constructor(node: Node, view: EditorView, place: Place, marks: readonly Decoration[]) {
    [this.node, this.view, this.place] = [node, view, place];
    this.dom.addEventListener("dblclick", () => this.write());
    this.drawn = drawnBy(marks);
    this.show();
  }

  private get text(): string {
    return String(this.node.attrs[WRITTEN[this.node.type.name]![0]]);
  }

  private show(): void {
    const name = this.node.type.name;
    this.dom.className = `word word-${name}${this.drawn === undefined ? "" : " word-drawn"}`;
    if (this.drawn === undefined) this.dom.textContent = WRITTEN[name]![2](this.text);
    else this.dom.replaceChildren(...this.drawn.make());
  }

  /** Shows a field in its place, until it is left. */
  write(): void {
    if (!this.view.editable || this.input !== undefined) return;
    const [attribute, label] = WRITTEN[this.node.type.name]!;
    const input = document.createElement("input");
    input.value = this.text;
    input.setAttribute("aria-label", label);
    const take = (): void => {
      const [at, text] = [this.place(), input.value.trim()];
      if (at === undefined || text === "" || text === this.text) return;
      this.put(at, attribute, text);
    };
    const leave = (isTaken: boolean): void => {
      if (this.input === undefined) return;
      this.input = undefined;
      this.show();
      if (isTaken) take();
    };
    input.addEventListener("change", () => (this.input === undefined ? undefined : take()));
    input.addEventListener("blur", () => leave(true));
    input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      leave(event.key === "Enter");
      this.view.focus();
    });
    this.input = input;
    this.dom.className = "word word-written";
    this.dom.replaceChildren(input);
    input.focus();
    input.select();
  }

  /** Has it say a text; one for which Markdown has no sign is a word among the others from then on. */
  private put(at: number, attribute: string, text: string): void {
    const { type, attrs, marks } = this.node;
    const said = attribute === "name" ? text.replace(/^:(.+):$/, "$1") : text;
    const atom = writtenAtom(type.create({ ...attrs, [attribute]: said }, undefined, marks), false);
    const { tr } = this.view.state;
    this.view.dispatch(
      atom?.type === type
        ? tr.setNodeAttribute(at, attribute, atom.attrs[attribute])
        : tr.replaceWith(at, at + 1, atom ?? []),
    );
  }

  update(node: Node, marks: readonly Decoration[]): boolean {
    if (node.type !== this.node.type) return false;
    const drawn = drawnBy(marks);
    const isSame = node.eq(this.node) && drawn === this.drawn;
    [this.node, this.drawn] = [node, drawn];
    // What somebody is writing in stays until they leave it.
    if (!isSame && this.input === undefined) this.show();
    return true;
  }

  stopEvent({ target }: Event): boolean {
    return target === this.input && target !== undefined;
  }

  ignoreMutation(): boolean {
    return true;
  }
}

function drawnBy(marks: readonly Decoration[]): WordDrawing | undefined {
  return marks.map(({ spec }) => (spec as DrawnWord).drawn).find((drawn) => drawn !== undefined);
}

/** Enter on one of them that is selected opens its field. */
export const wordKeys = (): Plugin =>
  new Plugin({
    props: {
      handleKeyDown: (view, { key }) => {
        const { selection } = view.state;
        if (key !== "Enter" || !(selection instanceof NodeSelection)) return false;
        if (!WORD_TYPES.includes(selection.node.type.name)) return false;
        view.nodeDOM(selection.from)?.dispatchEvent(new MouseEvent("dblclick"));
        return true;
      },
    },
  });
