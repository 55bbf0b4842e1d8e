/** What an empty line says while the caret is in it. */
import { gapCursor } from "prosemirror-gapcursor";
import { Plugin } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import { schema } from "../schema.ts";
import { TOOL_WORDS as WORDS } from "../toolWords.ts";

export { gapCursor };

export const placeholder = (): Plugin =>
  new Plugin({
    props: {
      decorations: ({ doc, selection: { $from, empty: isCaret } }) => {
        const { parent } = $from;
        if (!isCaret || parent.type !== schema.nodes.paragraph || parent.content.size > 0) return null;
        const hint = { "data-hint": WORDS.emptyLine };
        return DecorationSet.create(doc, [Decoration.node($from.before(), $from.after(), hint)]);
      },
    },
  });
