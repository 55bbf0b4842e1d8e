/** What is said about blocks: a mark beside those that are spoken about, and below one of them what is said. */
import { type EditorState, Plugin, PluginKey, type Transaction } from "prosemirror-state";
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view";
import { storedIds } from "../storedIds.ts";
import { TOOL_WORDS as WORDS } from "../toolWords.ts";

/** What shows what is said, and hears when somebody wants to say something. */
export interface PageTalk {
  /** Stands below the block that is spoken about. */
  readonly place: HTMLElement;
  /** Told about which block somebody wants to see or to say something. @param index its place among those at the top */
  readonly about: (index: number) => void;
}

export interface TalkState {
  /** How much is said about blocks, by their ids in the stored text. */
  readonly counts: ReadonlyMap<string, number>;
  /** The id of the block below which it is shown. */
  readonly at: string | undefined;
}

interface PlacedTalk extends TalkState {
  /** Where the block begins below which it is shown. It stays there while the block is edited, and takes another id. */
  readonly place: number | undefined;
}

/** Under it a transaction says what is said. */
const talkKey = new PluginKey<PlacedTalk>("talk");

/** The marks of a page, for its editor and for what shows the words. */
export interface TalkMarks extends PageTalk {
  readonly plugin: Plugin;
  readonly show: (view: EditorView, said: TalkState) => void;
  /** Ids of a block at the top in the stored text, its own first; none for one that isn't stored. */
  readonly storedIds: (view: EditorView, index: number) => readonly string[];
  /** The same of the block below which it is shown. */
  readonly shownIds: (view: EditorView) => readonly string[];
}

export const talkMarks = (talk: PageTalk): TalkMarks => ({
  ...talk,
  plugin: marksOf(talk),
  show: (view, said) => view.dispatch(view.state.tr.setMeta(talkKey, said)),
  storedIds: ({ state }, index) => storedIds(state, index),
  shownIds: ({ state }) => storedIds(state, shownAt(state)),
});

/** The index of the block at the top below which something is said; -1 where nothing is. */
function shownAt(state: EditorState): number {
  const place = talkKey.getState(state)?.place;
  if (place === undefined) return -1;
  const { doc } = state;
  return Math.min(doc.resolve(Math.min(place, doc.content.size)).index(0), doc.childCount - 1);
}

/** Where the block with an id begins, as the text is stored. */
function placeOf(state: EditorState, id: string): number | undefined {
  let place: number | undefined;
  state.doc.forEach((_, offset, index) => {
    if (place === undefined && storedIds(state, index).includes(id)) place = offset;
  });
  return place;
}

/** What is said and where, after a change. */
function placed(change: Transaction, before: PlacedTalk, state: EditorState): PlacedTalk {
  const told = change.getMeta(talkKey) as TalkState | undefined;
  const place = before.place === undefined ? undefined : change.mapping.map(before.place);
  if (told === undefined) return place === before.place ? before : { ...before, place };
  if (told.at === undefined) return { ...told, place: undefined };
  const isSame = told.at === before.at;
  return { ...told, place: isSame ? place : (placeOf(state, told.at) ?? place) };
}

/** Marks what is spoken about. */
const marksOf = (talk: PageTalk): Plugin<PlacedTalk> =>
  new Plugin<PlacedTalk>({
    key: talkKey,
    state: {
      init: () => ({ counts: new Map(), at: undefined, place: undefined }),
      apply: (change, before, state) => placed(change, before, state),
    },
    props: {
      decorations: (state) => {
        const { counts, place } = talkKey.getState(state)!;
        if (counts.size === 0 && place === undefined) return DecorationSet.empty;
        const shown = shownAt(state);
        const marks: Decoration[] = [];
        state.doc.forEach((node, offset, index) => {
          const ids = storedIds(state, index);
          const count = ids.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0);
          const spec = { ignoreSelection: true, stopEvent: () => true };
          if (count > 0)
            marks.push(
              Decoration.widget(offset + node.nodeSize, () => markOf(count, () => talk.about(index)), {
                ...spec,
                side: 1,
                key: `said ${index} ${count}`,
              }),
            );
          if (index === shown)
            marks.push(
              Decoration.widget(offset + node.nodeSize, talk.place, { ...spec, side: 2, key: "talk" }),
            );
        });
        return DecorationSet.create(state.doc, marks);
      },
    },
  });

function markOf(count: number, act: () => void): HTMLElement {
  const place = document.createElement("div");
  place.className = "talk-mark";
  place.contentEditable = "false";
  const button = place.appendChild(document.createElement("button"));
  button.type = "button";
  button.textContent = String(count);
  button.setAttribute("aria-label", WORDS.said(count));
  button.addEventListener("click", act);
  return place;
}
