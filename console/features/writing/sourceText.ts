/** A page as its Markdown, to be written as that. */
import { bodyOfParts, mergeBody } from "../../../engine/markdown/mergeBody.ts";
import { writingWords } from "../../words/writing.ts";
import { withLineEnds } from "./lineEnds.ts";
import type { ShownText } from "./savingPorts.ts";
import { problemsOf } from "./sourceProblems.ts";

export interface SourceField extends ShownText {
  readonly element: HTMLTextAreaElement;
  /** What is wrong with it, shown below. */
  readonly problems: HTMLElement;
  /** The text that is stored, as it was last heard of. */
  readonly base: () => string;
  /** Takes both from the screen. */
  readonly close: () => void;
}

interface SourceWishes {
  readonly source: string;
  readonly base: string;
  readonly onChange: () => void;
  /** Both changed the same: it is decided among blocks. */
  readonly onConflict: (theirs: string) => Promise<void>;
}

export function editSource({ source, base: stored, onChange, onConflict }: SourceWishes): SourceField {
  const element = document.createElement("textarea");
  let [base, former] = [stored, source];
  element.className = "source-field";
  element.spellcheck = false;
  element.dir = "auto";
  element.setAttribute("aria-label", writingWords.markdownOf);
  element.value = source;
  const problems = problemsOf(element);
  element.addEventListener("input", onChange);
  element.addEventListener("input", problems.lookAgain);
  const composed = heardComposing(element);
  // What no text can have isn't saved, and keeps nothing else from being saved.
  const text = (): string => withLineEnds(element.value.replaceAll("\0", "").toWellFormed(), former);
  const shown = async () => ({ source: text(), refused: [] });
  return {
    element,
    problems: problems.element,
    base: () => base,
    close: () => {
      element.remove();
      problems.close();
    },
    shown,
    saved: shown,
    confirm: async (sent) => {
      base = sent;
    },
    pull: async (theirs) => {
      await composed();
      const parts = mergeBody({ base, ours: text(), theirs });
      if (parts.some((part) => typeof part !== "string")) return onConflict(theirs);
      const merged = bodyOfParts(parts, ({ ours }) => ours);
      base = theirs;
      if (merged === text()) return;
      former = merged;
      putInto(element, merged.replaceAll(/\r\n?/g, "\n"));
      problems.lookAgain();
    },
    openConflicts: () => 0,
  };
}

/** Gives what waits until no word is being put together by an input method: a change of the field would break it. */
function heardComposing(element: HTMLElement): () => Promise<void> {
  let composing = Promise.resolve();
  element.addEventListener("compositionstart", () => {
    composing = new Promise((done) => {
      // A field that is left or taken away may never say that the word has come to its end.
      for (const end of ["compositionend", "blur"])
        element.addEventListener(end, () => done(), { once: true });
    });
  });
  return () => composing;
}

/** Has a field say something else, with the caret among the same words. The browser forgets what could be undone in it. */
function putInto(element: HTMLTextAreaElement, text: string): void {
  const { value } = element;
  const most = Math.min(value.length, text.length);
  let before = 0;
  while (before < most && value[before] === text[before]) before++;
  let behind = 0;
  while (behind < most - before && value.at(-1 - behind) === text.at(-1 - behind)) behind++;
  const changed = text.slice(before, text.length - behind);
  element.setRangeText(changed, before, value.length - behind, "preserve");
}
