/** What is pasted is read by what is loaded once the text is there; what comes sooner waits for that. */
import type { Plugin } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { lateProps } from "./lateProps.ts";

const load = (): Promise<typeof import("../paste.ts")> => import("../paste.ts");

export const pasteDoor = (): Plugin =>
  lateProps(async () => (await load()).pasting(), { handleDOMEvents: { paste: wait } });

/** Keeps what is pasted, which the browser has for this moment alone, and pastes it once it can be read. */
function wait(view: EditorView, event: ClipboardEvent): boolean {
  const { clipboardData } = event;
  if (clipboardData === null || !view.editable) return false;
  event.preventDefault();
  const kept = new DataTransfer();
  for (const type of ["text/plain", "text/html"]) {
    const text = clipboardData.getData(type);
    if (text !== "") kept.setData(type, text);
  }
  for (const file of clipboardData.files) kept.items.add(file);
  void load().then(
    // Those who wait for the same are heard in turn: by now the view has what reads it.
    () => view.isDestroyed || view.dom.dispatchEvent(pasteOf(kept)),
    // What reads it can't be had now: its words are there all the same.
    () => view.isDestroyed || view.pasteText(kept.getData("text/plain")),
  );
  return true;
}

const pasteOf = (clipboardData: DataTransfer): ClipboardEvent =>
  new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
