/** How tables look that Markdown says more of than what is in their cells: columns that are aligned, or have a width. */
import type { Node } from "prosemirror-model";
import { Plugin } from "prosemirror-state";
import { Decoration, DecorationSet } from "prosemirror-view";
import type { Column } from "../../../engine/markdown/document.ts";
import { schema } from "../schema.ts";

/** A cell that its column says something of. */
interface StyledCell {
  readonly from: number;
  readonly to: number;
  readonly attributes: Readonly<Record<string, string>>;
}

const known = new WeakMap<Node, readonly StyledCell[]>();

/** The cells of such columns in a block, by their places from where it begins. */
function styledIn(block: Node): readonly StyledCell[] {
  const before = known.get(block);
  if (before !== undefined) return before;
  const cells: StyledCell[] = [];
  const look = (node: Node, at: number): boolean => {
    if (node.type !== schema.nodes.table) return !node.isTextblock;
    const columns = node.attrs["columns"] as readonly Column[];
    if (columns.every(({ align, width }) => align === undefined && width === undefined)) return false;
    node.forEach((row, rowAt) =>
      row.forEach((cell, cellAt, index) => {
        const { align, width } = columns[index] ?? {};
        const from = at + 1 + rowAt + 1 + cellAt;
        const attributes = {
          ...(align !== undefined && { class: `align-${align}` }),
          ...(width !== undefined && { style: `inline-size:${width}px;min-inline-size:${width}px` }),
        };
        if (Object.keys(attributes).length > 0) cells.push({ from, to: from + cell.nodeSize, attributes });
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
          for (const { from, to, attributes } of styledIn(block))
            marks.push(Decoration.node(offset + from, offset + to, attributes));
        });
        return marks.length === 0 ? DecorationSet.empty : DecorationSet.create(doc, marks);
      },
    },
  });
