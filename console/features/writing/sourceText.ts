/** A page as its Markdown, to be written as that. */
import { bodyOfParts, mergeBody } from "../../../engine/markdown/mergeBody.ts";
import { writingWords } from "../../words/writing.ts";
import { withLineEnds } from "./lineEnds.ts";
import type { ShownText } from "./savingPorts.ts";

export interface SourceField extends ShownText {
  readonly element: HTMLTextAreaElement;
  /** The text that is stored, as it was last heard of. */
  readonly base: () => string;
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
  element.addEventListener("input", onChange);
  const text = (): string => withLineEnds(element.value, former);
  const shown = async () => ({ source: text(), refused: [] });
  return {
    element,
    base: () => base,
    shown,
    saved: shown,
    confirm: async (sent) => {
      base = sent;
    },
    pull: async (theirs) => {
      const parts = mergeBody({ base, ours: text(), theirs });
      if (parts.some((part) => typeof part !== "string")) return onConflict(theirs);
      const merged = bodyOfParts(parts, ({ ours }) => ours);
      base = theirs;
      if (merged === text()) return;
      const { selectionStart, selectionEnd } = element;
      former = merged;
      element.value = merged;
      element.setSelectionRange(selectionStart, selectionEnd);
    },
    openConflicts: () => 0,
  };
}
