/** The state of a page in the editor: where its blocks come from, what is stored, and what two people changed. */
import type { Node } from "prosemirror-model";
import { type EditorState, Plugin, PluginKey, type Transaction } from "prosemirror-state";
import type { Origins } from "./origins.ts";

/** A place that two people changed, each in their own way. The document has ours. */
export interface OpenConflict {
  readonly from: number;
  readonly to: number;
  readonly ours: string;
  readonly theirs: string;
}

/** What the editor knows of its page beside its document. */
export interface PageState {
  /** The text that is stored, as it was last heard of. */
  readonly base: string;
  readonly origins: Origins;
  readonly conflicts: readonly OpenConflict[];
  /** Blocks at the top that no text can say, as it was last found; one that was changed since is another. */
  readonly unsaid: readonly Node[];
}

/** Under it a transaction says what the editor knows from then on. */
export const pageKey = new PluginKey<PageState>("page");

/** What the editor knows of its page. */
export const pageOf = (state: EditorState): PageState => pageKey.getState(state)!;

/** Keeps the state of a page with the stored text `base`, whose blocks `origins` has. */
export function pageState(base: string, origins: Origins): Plugin<PageState> {
  return new Plugin<PageState>({
    key: pageKey,
    state: {
      init: () => ({ base, origins, conflicts: [], unsaid: [] }),
      apply: (change, before) => {
        const told = change.getMeta(pageKey) as PageState | undefined;
        if (told !== undefined) return told;
        return change.docChanged ? { ...before, conflicts: mapped(before.conflicts, change) } : before;
      },
    },
  });
}

/** Conflicts where they are after a change. */
export const mapped = (conflicts: readonly OpenConflict[], { mapping }: Transaction): OpenConflict[] =>
  conflicts.map((one) => ({ ...one, from: mapping.map(one.from, -1), to: mapping.map(one.to, 1) }));
