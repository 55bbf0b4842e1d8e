/** The editor on a page. */
import { history } from "prosemirror-history";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { inSteps } from "../../../engine/steps.ts";
import { turns } from "../../ui/turns.ts";
import { keys } from "../keys.ts";
import { open } from "../load.ts";
import { pageOf, pageState } from "../pageState.ts";
import type { WrittenPage } from "../prove.ts";
import { typing } from "../typing.ts";
import { WORDS } from "../words.ts";
import { fileDoor, type PageFiles } from "./files.ts";
import { nodeViews } from "./nodeViews.ts";
import type { FindTargets } from "../menu.ts";
import { blockMenu } from "./blockMenu.ts";
import { lateProps } from "./lateProps.ts";
import { pasteDoor } from "./pasteDoor.ts";
import { seats } from "./seated.ts";
import type { TalkMarks } from "./talk.ts";
import { tableLook } from "./tableLook.ts";
import { toolDoor } from "./toolDoor.ts";
import { wordKeys } from "./wordView.ts";

/** A page that is being edited. */
export interface PageEditor {
  readonly view: EditorView;
  /** The text as it is shown. */
  readonly shown: () => Promise<WrittenPage>;
  /** The text to be stored, with what others stored where a conflict is open. */
  readonly saved: () => Promise<WrittenPage>;
  /** What was sent is stored now. */
  readonly confirm: (stored: string) => Promise<void>;
  /** Takes in what others stored. */
  readonly pull: (theirs: string) => Promise<void>;
  readonly openConflicts: () => number;
  /** Makes the page say what another text says, as a change that can be undone. @param stored the text that is stored */
  readonly rewrite: (source: string, stored: string) => Promise<void>;
  /** The text that is stored, as it was last heard of. */
  readonly base: () => string;
  readonly close: () => void;
}

interface EditorWishes {
  /** The text that is stored, where another one is shown. */
  readonly base?: string;
  /** Where files go that are dropped and pasted, and where pictures come from. */
  readonly files?: PageFiles;
  /** What is offered behind `@` and `[[`. */
  readonly find?: FindTargets;
  /** What is said about blocks; without it nothing can be. */
  readonly talk?: TalkMarks | undefined;
  /** Called after each change of the document. */
  readonly onChange?: () => void;
  /** Whether the page is shown only. */
  readonly isReadOnly?: boolean;
}

/** Pixels that stay free around the caret: above is the bar of the screen, below on phones that of the editor. */
const BESIDE_CARET = { top: 64, bottom: 72, left: 0, right: 0 };

let loading: Promise<typeof import("../page.ts")> | undefined;

/** What prints and merges, which who only reads needs not. Once it is there it is at hand, also while a tab is closed. */
function writing(): Promise<typeof import("../page.ts")> {
  if (loading === undefined) {
    loading = import("../page.ts");
    loading.catch(() => (loading = undefined));
  }
  return loading;
}

/** When nobody is in the middle of a word of an input method, which a change of the page would break off. */
async function composed(view: EditorView): Promise<void> {
  if (!view.composing) return;
  await new Promise((done) => view.dom.addEventListener("compositionend", done, { once: true }));
  // The view reads the word after the browser has told everybody that it is done.
  await new Promise((done) => setTimeout(done));
}

/** Shows a page body in an element, to be edited there. */
export function editPage(place: HTMLElement, source: string, wishes: EditorWishes = {}): PageEditor {
  const { doc, origins } = open(source);
  const plugins = [
    ...seats(),
    pageState(wishes.base ?? source, origins),
    blockMenu(wishes.find),
    ...typing(),
    wordKeys(),
    ...keys(),
    fileDoor(wishes.files),
    pasteDoor(),
    history(),
    lateProps(async () => (await import("./conflicts.ts")).conflictMarks()),
    tableLook(),
    ...(wishes.talk === undefined ? [] : [wishes.talk.plugin]),
    toolDoor({ find: wishes.find, comment: wishes.talk?.about }),
    lateProps(async () => (await import("./placeholder.ts")).gapCursor()),
    lateProps(async () => (await import("./placeholder.ts")).placeholder()),
  ];
  const view = new EditorView(place, {
    state: EditorState.create({ doc, plugins }),
    nodeViews: { ...nodeViews } as never,
    editable: () => wishes.isReadOnly !== true,
    scrollMargin: BESIDE_CARET,
    scrollThreshold: BESIDE_CARET,
    attributes: { role: "textbox", "aria-multiline": "true", "aria-label": WORDS.editor, dir: "auto" },
    dispatchTransaction: (change) => {
      view.updateState(view.state.apply(change));
      if (change.docChanged) wishes.onChange?.();
    },
  });
  // Loaded before it is needed: what is typed has to be kept without a connection.
  // Where that fails, what needs it asks for it again, and says so.
  if (wishes.isReadOnly !== true) writing().catch(() => undefined);
  return {
    view,
    shown: async () => inSteps((await writing()).shownSteps(view.state), turns()),
    saved: async () => {
      const { savedSteps, markUnsaid } = await writing();
      const { state } = view;
      const written = await inSteps(savedSteps(state), turns());
      const mark = markUnsaid(view.state, state.doc, written.refused);
      if (mark !== undefined && !view.isDestroyed) view.dispatch(mark);
      return written;
    },
    confirm: async (stored) => {
      const { confirm } = await writing();
      view.dispatch(confirm(view.state, stored));
    },
    pull: async (theirs) => {
      const { pull } = await writing();
      await composed(view);
      view.dispatch(pull(view.state, theirs));
    },
    openConflicts: () => pageOf(view.state).conflicts.length,
    rewrite: async (text, stored) => {
      const { rewrite } = await writing();
      view.dispatch(rewrite(view.state, text, stored));
    },
    base: () => pageOf(view.state).base,
    close: () => view.destroy(),
  };
}
