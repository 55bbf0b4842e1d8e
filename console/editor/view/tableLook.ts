/** How tables look that Markdown says more of than what is in their cells: columns that are aligned. */
import type { Node } from "prosemirror-model";
import { Plugin } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import type { Column } from "../../../engine/markdown/document.ts";
import { schema } from "../schema.ts";

interface AlignedCell {
  readonly from: number;
  readonly to: number;
  readonly align: string;
}

const known = new WeakMap<Node, readonly AlignedCell[]>();

/** The cells of columns that are aligned in a block, by their places from where it begins. */
function alignedIn(block: Node): readonly AlignedCell[] {
  const before = known.get(block);
  if (before !== undefined) return before;
  const cells: AlignedCell[] = [];
  const look = (node: Node, at: number): boolean => {
    if (node.type !== schema.nodes.table) return !node.isTextblock;
    const columns = node.attrs["columns"] as readonly Column[];
    if (columns.every(({ align }) => align === undefined)) return false;
    node.forEach((row, rowAt) =>
      row.forEach((cell, cellAt, index) => {
        const align = columns[index]?.align;
        const from = at + 1 + rowAt + 1 + cellAt;
        if (align !== undefined) cells.push({ from, to: from + cell.nodeSize, align });
      }),
    );
    return false;
  };
  if (look(block, 0)) block.descendants((node, at) => look(node, at + 1));
  known.set(block, cells);
  return cells;
}

export const tableLook = (): Plugin =>
  new Plugin({
    props: {
      decorations: ({ doc }) => {
        const marks: Decoration[] = [];
        doc.forEach((block, offset) => {
          for (const { from, to, align } of alignedIn(block))
            marks.push(Decoration.node(offset + from, offset + to, { class: `align-${align}` }));
        });
        return marks.length === 0 ? DecorationSet.empty : DecorationSet.create(doc, marks);
      },
    },
  });
