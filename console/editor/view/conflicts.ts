/** Blocks that two people changed, marked, with what can be done; and those that no text can say. */
import { type EditorState, Plugin } from "prosemirror-state";
import { Decoration, DecorationSet, type EditorView } from "prosemirror-view";
import type { ConflictChoice } from "../page.ts";
import { type OpenConflict, pageOf } from "../pageState.ts";
import { WORDS } from "../words.ts";

/** Marks the conflicts of a page, each with its choices before it, and its blocks that are not saved. */
export const conflictMarks = (): Plugin =>
  new Plugin({
    props: {
      decorations: (state) =>
        DecorationSet.create(state.doc, [
          ...unsaidMarks(state),
          ...pageOf(state).conflicts.flatMap((conflict, index) => {
            const marks: Decoration[] = [
              Decoration.widget(conflict.from, (view) => choices(view, conflict, index), {
                side: -1,
                key: `conflict-${index}-${conflict.theirs}\n${conflict.ours}`,
                ignoreSelection: true,
              }),
            ];
            state.doc.nodesBetween(conflict.from, conflict.to, (node, at) => {
              marks.push(Decoration.node(at, at + node.nodeSize, { class: "conflicting" }));
              return false;
            });
            return marks;
          }),
        ]),
    },
  });

function unsaidMarks(state: EditorState): Decoration[] {
  const { unsaid } = pageOf(state);
  const marks: Decoration[] = [];
  if (unsaid.length > 0)
    state.doc.forEach((node, at) => {
      if (unsaid.includes(node)) marks.push(Decoration.node(at, at + node.nodeSize, { class: "unsaid" }));
    });
  return marks;
}

const CHOICES: readonly ConflictChoice[] = ["ours", "theirs", "both"];

function choices(view: EditorView, conflict: OpenConflict, index: number): HTMLElement {
  const box = document.createElement("div");
  box.className = "conflict";
  box.contentEditable = "false";
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", WORDS.conflict);
  const sentence = box.appendChild(document.createElement("p"));
  sentence.setAttribute("role", "alert");
  sentence.textContent = WORDS.conflict;
  box.appendChild(document.createElement("pre")).textContent = conflict.theirs;
  for (const choice of CHOICES) {
    const button = box.appendChild(document.createElement("button"));
    button.type = "button";
    button.textContent = WORDS[choice];
    button.addEventListener("click", async () => {
      const { decide } = await import("../page.ts");
      // Two may have the same words: it is the one at this place, unless that has become another meanwhile.
      const now = pageOf(view.state).conflicts[index];
      if (now?.theirs === conflict.theirs && now.ours === conflict.ours)
        view.dispatch(decide(view.state, now, choice));
      view.focus();
    });
  }
  return box;
}
