/** The text of a page that nobody has on the screen, as the browser kept it. */
import { inSteps } from "../../../engine/steps.ts";
import { turns } from "../../ui/turns.ts";
import { keptWords } from "../../words/kept.ts";
import type { ShownText } from "./savingPorts.ts";

/** @param mine what was typed @param base the text that it was typed on */
export function keptText(mine: string, base: string): ShownText {
  let conflicts = 0;
  const shown = async () => ({ source: mine, refused: [] });
  return {
    shown,
    // What both changed is decided by who wrote it, with both in sight: nothing of it is sent before.
    saved: async () => {
      if (conflicts > 0) throw new Error(keptWords.bothChanged);
      return shown();
    },
    confirm: async (stored) => {
      base = stored;
    },
    pull: async (theirs) => {
      const { bodyOfParts, mergeBodySteps } = await import("../../../engine/markdown/mergeBody.ts");
      const parts = await inSteps(mergeBodySteps({ base, ours: mine, theirs }), turns());
      conflicts = parts.filter((part) => typeof part !== "string").length;
      if (conflicts > 0) return;
      mine = bodyOfParts(parts, ({ ours }) => ours);
      base = theirs;
    },
    openConflicts: () => conflicts,
  };
}
