/** Blocks in which somebody else writes: named, and asked about when one writes in them too. What is typed stays. */
import type { EditorState, Transaction } from "prosemirror-state";
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view";
import { pageOf } from "../pageState.ts";
import { isWritten } from "../settle.ts";
import { TOOL_WORDS as WORDS } from "../toolWords.ts";
import type { Joiner } from "../seats.ts";
import { type OthersState, othersSeat, type WritersByBlock } from "./seated.ts";
import { storedIds } from "../storedIds.ts";

const CHANGE = "others";

/** @param tell told in which block one writes, each time that is another; undefined while it is in none */
export function others(tell: (block: string | undefined) => void): Joiner<OthersState> {
  return {
    init: () => ({ writers: new Map(), shared: [], own: undefined, asked: undefined }),
    apply: (change, before) => ({
      ...(change.docChanged ? movedBy(change, before) : before),
      ...(change.getMeta(CHANGE) as Partial<OthersState> | undefined),
    }),
    props: {
      decorations: (state) => marksOf(state),
      handleTextInput: (view) => noteWriting(view),
      handlePaste: (view) => noteWriting(view),
      handleKeyDown: (view, { key: pressed }) =>
        ["Backspace", "Delete", "Enter"].includes(pressed) && noteWriting(view),
    },
    view: () => {
      let told: string | undefined;
      let standing: unknown[] = [];
      return {
        update: (view) => {
          if (!view.hasFocus()) return;
          const now = standingOf(view.state);
          // A key in a block has none of the others looked at.
          if (now.every((one, at) => one === standing[at])) return;
          standing = now;
          const block = blockAt(view.state);
          if (block !== told) tell((told = block));
        },
        destroy: () => tell(undefined),
      };
    },
  };
}

/** Shows who writes where, from now on. */
export function showWriters(view: EditorView, writers: WritersByBlock): void {
  change(view, { writers });
}

function change(view: EditorView, changed: Partial<OthersState>): void {
  view.dispatch(view.state.tr.setMeta(CHANGE, changed));
}

/** All by which the id of the block that the caret is in can become another one. */
function standingOf(state: EditorState): unknown[] {
  const { doc, selection } = state;
  const index = selection.$from.index(0);
  const block = doc.maybeChild(index);
  const isOne = block !== null && isWritten(block);
  return [index, doc.childCount, block?.attrs["key"], isOne, pageOf(state).base];
}

/** The id of the block at the top that the caret is in; undefined for one that isn't stored yet. */
function blockAt(state: EditorState): string | undefined {
  return storedIds(state, state.selection.$from.index(0))[0];
}

/** Blocks are known by where they begin: their ids are another with each save. */
function movedBy({ mapping }: Transaction, before: OthersState): OthersState {
  const moved = (at: number) => mapping.map(at);
  const { shared, own, asked } = before;
  return {
    ...before,
    shared: shared.map(moved),
    own: own === undefined ? undefined : moved(own),
    asked: asked === undefined ? undefined : moved(asked),
  };
}

/**
 * Something is about to be written: who does so where somebody else is before them is asked, once. It is written all the
 * same, since a letter that isn't there is missed by nobody who looks at the keys. False, for those who do what was meant.
 */
function noteWriting(view: EditorView): false {
  const { $from } = view.state.selection;
  const { writers, shared, own, asked } = othersSeat.valueIn(view.state)!;
  const at = $from.posAtIndex($from.index(0), 0);
  if (at === own || at === asked || shared.includes(at)) return false;
  const isOthers = storedIds(view.state, $from.index(0)).some((id) => writers.has(id));
  change(view, isOthers ? { asked: at } : { own: at, asked: undefined });
  return false;
}

function marksOf(state: EditorState): DecorationSet {
  const { writers, asked } = othersSeat.valueIn(state) ?? {};
  if (writers === undefined || writers.size === 0) return DecorationSet.empty;
  const marks: Decoration[] = [];
  state.doc.forEach((node, offset, index) => {
    const block = storedIds(state, index).find((id) => writers.has(id));
    if (block === undefined) return;
    const names = writers.get(block)!;
    const isAsked = asked === offset;
    marks.push(
      Decoration.node(offset, offset + node.nodeSize, { class: "written-by-others" }),
      Decoration.widget(offset, (view) => labelOf(view, names, isAsked), {
        side: -1,
        key: `others ${block} ${names.join()} ${isAsked}`,
        ignoreSelection: true,
        stopEvent: () => true,
      }),
    );
  });
  return DecorationSet.create(state.doc, marks);
}

function labelOf(view: EditorView, names: readonly string[], isAsked: boolean): HTMLElement {
  const label = document.createElement("div");
  label.className = "others-label";
  label.contentEditable = "false";
  label.setAttribute("role", "status");
  label.append(WORDS.writesHere(names));
  if (!isAsked) return label;
  const button = label.appendChild(document.createElement("button"));
  button.type = "button";
  button.textContent = WORDS.writeHereToo;
  button.addEventListener("click", () => {
    const { shared, asked } = othersSeat.valueIn(view.state)!;
    change(view, { shared: asked === undefined ? shared : [...shared, asked], asked: undefined });
    view.focus();
  });
  return label;
}
