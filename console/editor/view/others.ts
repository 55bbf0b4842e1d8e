/** Blocks in which somebody else writes: named, and asked about before one writes in them too. */
import { type EditorState, Plugin, PluginKey } from "prosemirror-state";
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view";
import { TOOL_WORDS as WORDS } from "../toolWords.ts";
import { storedIds } from "./talk.ts";

/** Who writes where: names of people by the ids of blocks in the stored text. */
export type WritersByBlock = ReadonlyMap<string, readonly string[]>;

interface OthersState {
  readonly writers: WritersByBlock;
  /** Blocks in which one writes all the same. */
  readonly shared: ReadonlySet<string>;
  /** The block in which one wanted to write. */
  readonly asked: string | undefined;
}

const key = new PluginKey<OthersState>("others");

export interface Others {
  readonly plugin: Plugin<OthersState>;
  readonly show: (view: EditorView, writers: WritersByBlock) => void;
}

/** @param tell told in which block one writes, each time that is another; undefined while it is in none */
export function others(tell: (block: string | undefined) => void): Others {
  const plugin = new Plugin<OthersState>({
    key,
    state: {
      init: () => ({ writers: new Map(), shared: new Set(), asked: undefined }),
      apply: (change, before) => ({
        ...before,
        ...(change.getMeta(key) as Partial<OthersState> | undefined),
      }),
    },
    props: {
      decorations: (state) => marksOf(state),
      handleTextInput: (view) => asks(view),
      handlePaste: (view) => asks(view),
      handleKeyDown: (view, { key: pressed }) =>
        ["Backspace", "Delete", "Enter"].includes(pressed) && asks(view),
    },
    view: () => {
      let told: string | undefined;
      const look = ({
        state,
        hasFocus,
      }: {
        readonly state: EditorState;
        readonly hasFocus: boolean;
      }): void => {
        const now = hasFocus ? blockAt(state) : told;
        if (now !== told) tell((told = now));
      };
      return {
        update: (view) => look({ state: view.state, hasFocus: view.hasFocus() }),
        destroy: () => tell(undefined),
      };
    },
  });
  return { plugin, show: (view, writers) => view.dispatch(view.state.tr.setMeta(key, { writers })) };
}

/** The id of the block at the top that the caret is in; undefined for one that isn't stored yet. */
function blockAt(state: EditorState): string | undefined {
  return storedIds(state, state.selection.$from.index(0))[0];
}

/** Whether nothing is written yet, since somebody else writes there and one is asked first. */
function asks(view: EditorView): boolean {
  const { writers, shared } = key.getState(view.state)!;
  const block = blockAt(view.state);
  if (block === undefined || shared.has(block) || !writers.has(block)) return false;
  view.dispatch(view.state.tr.setMeta(key, { asked: block }));
  return true;
}

function marksOf(state: EditorState): DecorationSet {
  const { writers, asked } = key.getState(state)!;
  if (writers.size === 0) return DecorationSet.empty;
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
    const { shared } = key.getState(view.state)!;
    view.dispatch(view.state.tr.setMeta(key, { shared: new Set([...shared, block]), asked: undefined }));
    view.focus();
  });
  return label;
}
