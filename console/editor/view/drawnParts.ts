/**
 * Parts of a text as sites show them, while it is written: code in its colours, formulas below their source, emoji and
 * icons in their lines, and places for diagrams. Nothing of the document is touched by it.
 */
import type { Node } from "prosemirror-model";
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view";
import { renderIcon } from "../../../engine/markdown/html/icons.ts";
import type { ShownPart } from "../../api/shownParts.ts";
import { elementsIn, type MarkupElement, type MarkupNode, treeOf } from "../../ui/markup.ts";
import type { Joiner } from "../seats.ts";
import { elementsOf } from "./elementsOf.ts";
import { partsSeat } from "./seated.ts";
import type { DrawnWord, WordDrawing } from "./wordView.ts";

/** A place below the source of a diagram. */
export interface DiagramPlace {
  readonly element: HTMLElement;
  readonly text: string;
}

interface PartsWishes {
  /** What sites make of a part; null for what they show as it is written. */
  readonly draw: (part: ShownPart) => Promise<string | null>;
  /** Told of the places of diagrams, each time there are others. */
  readonly show: (places: readonly DiagramPlace[]) => void;
}

/** Nothing is asked while letters come faster than this, in milliseconds. */
const REST = 300;
/** Answers that are remembered beside those of the page. */
const MOST_KNOWN = 500;

const DRAWN = "drawn parts";

/** What of a node is drawn by the server; undefined for what isn't. */
function partOf({ type, attrs, textContent: text }: Node): ShownPart | undefined {
  if (type.name === "math") return text.trim() === "" ? undefined : { type: "math", text };
  if (type.name === "formula") return { type: "math", text: String(attrs["text"]), inLine: true };
  if (type.name === "emoji") return { type: "emoji", name: String(attrs["name"]) };
  if (type.name !== "code" || isMermaid(attrs["lang"])) return undefined;
  const [lang, info] = [String(attrs["lang"]), String(attrs["info"])];
  return lang === "" || text.trim() === "" ? undefined : { type: "code", lang, info, text };
}

const isMermaid = (lang: unknown): boolean => String(lang).toLowerCase() === "mermaid";

export function drawnParts(wishes: PartsWishes): Joiner<DecorationSet> {
  return {
    init: () => DecorationSet.empty,
    apply: (change, before) =>
      (change.getMeta(DRAWN) as DecorationSet | undefined) ?? before.map(change.mapping, change.doc),
    props: { decorations: (state) => partsSeat.valueIn(state) },
    view: (view) => {
      const drawer = new PartsDrawer(view, wishes);
      let timer = setTimeout(() => void drawer.look());
      return {
        update: (_, before) => {
          if (before.doc === view.state.doc) return;
          clearTimeout(timer);
          timer = setTimeout(() => void drawer.look(), REST);
        },
        destroy: () => {
          drawer.end();
          clearTimeout(timer);
        },
      };
    },
  };
}

class PartsDrawer {
  readonly #view: EditorView;
  readonly #wishes: PartsWishes;
  readonly #known = new Map<string, readonly MarkupNode[] | null>();
  /** By their order on the page, so that a diagram stays itself while its source is written. */
  readonly #elements: HTMLElement[] = [];
  #isOver = false;

  constructor(view: EditorView, wishes: PartsWishes) {
    [this.#view, this.#wishes] = [view, wishes];
  }

  /** What is answered from now on draws nothing. */
  end(): void {
    this.#isOver = true;
  }

  /** Has the page look as it is known to, and asks for what isn't. */
  async look(): Promise<void> {
    const asked = new Map<string, ShownPart>();
    this.#view.state.doc.descendants((node) => {
      const part = partOf(node);
      const name = part === undefined ? "" : JSON.stringify(part);
      if (part !== undefined && !this.#known.has(name)) asked.set(name, part);
    });
    this.#apply();
    if (asked.size === 0) return;
    // What can't be asked for now is as it is written, and is asked for again with the next change.
    const answers = [...asked].map(async ([name, part]) => {
      const html = await this.#wishes.draw(part);
      this.#remember(name, html === null ? null : treeOf(html));
    });
    await Promise.allSettled(answers);
    this.#apply();
  }

  #remember(name: string, tree: readonly MarkupNode[] | null): void {
    for (const first of this.#known.keys()) if (this.#known.size >= MOST_KNOWN) this.#known.delete(first);
    this.#known.set(name, tree);
  }

  #apply(): void {
    const view = this.#view;
    // A word of an input method isn't broken off: what follows it looks anew.
    if (this.#isOver || view.isDestroyed || view.composing) return;
    const { doc, tr } = view.state;
    const before = partsSeat.valueIn(view.state) ?? DecorationSet.empty;
    const marks: Decoration[] = [];
    const places: DiagramPlace[] = [];
    doc.descendants((node, at) => {
      const part = partOf(node);
      const end = at + node.nodeSize;
      if (node.type.name === "icon") marks.push(word(at, end, iconTree(String(node.attrs["name"]))));
      else if (node.type.name === "code" && isMermaid(node.attrs["lang"])) {
        const element = (this.#elements[places.length] ??= drawnPlace());
        const name = `diagram ${places.length}`;
        marks.push(Decoration.widget(end, element, { side: 1, key: name, stopEvent: () => true }));
        places.push({ element, text: node.textContent });
      } else if (part !== undefined) {
        const tree = this.#known.get(JSON.stringify(part));
        // Until the answer is there, it looks as it did.
        if (tree === undefined) marks.push(...marksWithin(before, at, end));
        else if (tree !== null) marks.push(...marksOf(node, at, tree));
      }
    });
    view.dispatch(tr.setMeta(DRAWN, DecorationSet.create(doc, marks)).setMeta("addToHistory", false));
    this.#wishes.show(places);
  }
}

/** Those of one node, without what stands at the end of the one before it. */
function marksWithin(all: DecorationSet, from: number, to: number): Decoration[] {
  return all.find(from, to).filter((mark) => mark.to <= to && (mark.from > from || mark.to === to));
}

function drawnPlace(): HTMLElement {
  const element = document.createElement("div");
  element.className = "drawn-part";
  element.contentEditable = "false";
  return element;
}

const drawings = new WeakMap<readonly MarkupNode[], WordDrawing>();

function word(from: number, to: number, tree: readonly MarkupNode[]): Decoration {
  const drawn = drawings.get(tree) ?? { make: () => elementsOf(tree) };
  drawings.set(tree, drawn);
  return Decoration.node(from, to, {}, { drawn } satisfies DrawnWord);
}

const icons = new Map<string, readonly MarkupNode[]>();

function iconTree(name: string): readonly MarkupNode[] {
  const before = icons.get(name) ?? treeOf(renderIcon(name).toString());
  icons.set(name, before);
  return before;
}

function marksOf(node: Node, at: number, tree: readonly MarkupNode[]): Decoration[] {
  const end = at + node.nodeSize;
  const [first] = tree;
  if (node.isInline) return [word(at, end, typeof first === "object" ? first.children : tree)];
  const drawing = elementsIn(tree, ({ name }) => name === "svg" || name === "math");
  if (node.type.name === "math" || drawing.length > 0)
    return [
      Decoration.widget(
        end,
        () => {
          const place = drawnPlace();
          place.append(...elementsOf(tree));
          return place;
        },
        { side: 1, key: `drawn ${node.type.name} ${node.textContent}`, stopEvent: () => true },
      ),
    ];
  return coloursOf(node, at + 1, tree);
}

/** Words of code by their colours; none where what is coloured isn't what is written. */
function coloursOf(node: Node, begin: number, tree: readonly MarkupNode[]): Decoration[] {
  const [code] = elementsIn(tree, ({ name }) => name === "code");
  const marks: Decoration[] = [];
  let text = "";
  const walk = (inside: MarkupElement): void => {
    for (const one of inside.children) {
      if (typeof one === "string") {
        const look = inside.attributes.get("class") ?? "";
        const from = begin + text.length;
        if (look.startsWith("tok-")) marks.push(Decoration.inline(from, from + one.length, { class: look }));
        text += one;
      } else walk(one);
    }
  };
  if (code !== undefined) walk(code);
  return text.trimEnd() === node.textContent.trimEnd() ? marks : [];
}
