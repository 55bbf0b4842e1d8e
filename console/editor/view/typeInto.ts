/** Types a text into a page, as if it came by keys. */
import { Selection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { schema } from "../schema.ts";

/** Letters; more than that was pasted. */
const MOST_TYPED = 1_000;

/**
 * Writes it where the page begins, so that each letter does what it does when it is typed: signs, lists, menus.
 * @returns whether the caret stands in a line; a page may have none, and gets one for words alone
 */
export function typeInto(view: EditorView, text: string): boolean {
  if (!toFirstLine(view, text !== "")) return false;
  if (text.length > MOST_TYPED) return view.pasteText(text);
  for (const letter of text) {
    if (letter === "\n") pressEnter(view);
    else type(view, letter);
  }
  return true;
}

/** The caret into the first line there is: at a picture, what is typed would take its place. */
function toFirstLine(view: EditorView, mayMake: boolean): boolean {
  const { doc, tr } = view.state;
  const first = Selection.findFrom(doc.resolve(0), 1, true);
  if (first === null && !mayMake) return false;
  if (first === null) tr.insert(0, schema.nodes.paragraph.create());
  view.dispatch(tr.setSelection(first ?? Selection.atStart(tr.doc)));
  return true;
}

function type(view: EditorView, letter: string): void {
  const { from, to } = view.state.selection;
  const plain = () => view.state.tr.insertText(letter, from, to);
  if (!view.someProp("handleTextInput", (handle) => handle(view, from, to, letter, plain)))
    view.dispatch(plain());
}

function pressEnter(view: EditorView): void {
  const event = new KeyboardEvent("keydown", { key: "Enter", cancelable: true });
  view.someProp("handleKeyDown", (handle) => handle(view, event));
}
