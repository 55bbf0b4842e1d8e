/** Blocks in which somebody else writes: named, and asked about before one writes in them too. */
import type { EditorState } from "prosemirror-state";
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view";
import { pageOf } from "../pageState.ts";
import { isWritten } from "../settle.ts";
import { TOOL_WORDS as WORDS } from "../toolWords.ts";
import type { Joiner } from "../seats.ts";
import { type OthersState, othersSeat, type WritersByBlock } from "./seated.ts";
import { storedIds } from "./talk.ts";

const CHANGE = "others";

/** @param tell told in which block one writes, each time that is another; undefined while it is in none */
export function others(tell: (block: string | undefined) => void): Joiner<OthersState> {
  return {
    init: () => ({ writers: new Map(), shared: new Set(), asked: undefined }),
    apply: (change, before) => ({
      ...before,
      ...(change.getMeta(CHANGE) as Partial<OthersState> | undefined),
    }),
    props: {
      decorations: (state) => marksOf(state),
      handleTextInput: (view) => asks(view),
      handlePaste: (view) => asks(view),
      handleKeyDown: (view, { key: pressed }) =>
        ["Backspace", "Delete", "Enter"].includes(pressed) && asks(view),
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

/** Whether nothing is written yet, since somebody else writes there and one is asked first. */
function asks(view: EditorView): boolean {
  const { writers, shared } = othersSeat.valueIn(view.state)!;
  if (writers.size === 0) return false;
  const block = blockAt(view.state);
  if (block === undefined || shared.has(block) || !writers.has(block)) return false;
  change(view, { asked: block });
  return true;
}

function marksOf(state: EditorState): DecorationSet {
  const { writers, asked } = othersSeat.valueIn(state) ?? {};
  if (writers === undefined || writers.size === 0) return DecorationSet.empty;
  const marks: Decoration[] = [];
  state.doc.forEach((node, offset, index) => {
    const block = storedIds(state, index).find((id) => writers.has(id));
    if (block === undefined) return;
    const names = writers.get(block)!;
    const isAsked = asked === block;
    marks.push(
      Decoration.node(offset, offset + node.nodeSize, { class: "written-by-others" }),
      Decoration.widget(offset, (view) => labelOf(view, block, names, isAsked), {
        side: -1,
        key: `others ${block} ${names.join()} ${isAsked}`,
        ignoreSelection: true,
        stopEvent: () => true,
      }),
    );
  });
  return DecorationSet.create(state.doc, marks);
}

function labelOf(view: EditorView, block: string, names: readonly string[], isAsked: boolean): HTMLElement {
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
    const { shared } = othersSeat.valueIn(view.state)!;
    change(view, { shared: new Set([...shared, block]), asked: undefined });
    view.focus();
  });
  return label;
}
