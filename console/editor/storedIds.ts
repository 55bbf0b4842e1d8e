/** Which blocks of the editor are which of the text that is stored. */
import type { Node } from "prosemirror-model";
import type { EditorState } from "prosemirror-state";
import { align } from "../../engine/markdown/align.ts";
import { open } from "./load.ts";
import { pageOf } from "./pageState.ts";
import { isWritten } from "./settle.ts";
import { told } from "./told.ts";

/** A block at the top of the stored text: its own id, then of those in it. */
interface StoredBlock {
  readonly node: Node;
  readonly ids: readonly string[];
}

const keyOf = (node: Node): string => String(node.attrs["key"] ?? "");

/** The blocks of a text. Kept for the text that was asked last. */
const blocksOf = (() => {
  let last: { readonly source: string; readonly blocks: readonly StoredBlock[] } | undefined;
  return (source: string): readonly StoredBlock[] => {
    if (last?.source !== source) {
      const blocks = open(source).doc.children.map((node) => {
        const found = [keyOf(node)];
        node.descendants((inner) => void found.push(keyOf(inner)));
        return { node, ids: found.filter((id) => id !== "") };
      });
      last = { source, blocks };
    }
    return last.blocks;
  };
})();

/** The stored blocks of those of a document, by their places there. Kept for the text that it was asked with last. */
const found = new WeakMap<Node, { readonly base: string; readonly ids: readonly (readonly string[])[] }>();

/** The ids that a block at the top has in the stored text, its own first; none for one that isn't stored. */
export function storedIds(state: EditorState, index: number): readonly string[] {
  const { base } = pageOf(state);
  let known = found.get(state.doc);
  if (known?.base !== base) {
    known = { base, ids: matched(state.doc.children, blocksOf(base)) };
    found.set(state.doc, known);
  }
  return known.ids[index] ?? [];
}

/**
 * Blocks that say the same are the same. Between them one is the other where as many are shown as stored; else they are
 * known by what they came from.
 */
function matched(all: readonly Node[], stored: readonly StoredBlock[]): (readonly string[])[] {
  // No text has paragraphs without words.
  const shown = all.filter(isWritten);
  const ids = new Map<Node, readonly string[]>();
  const pairs = align(
    shown.map(told),
    stored.map(({ node }) => told(node)),
  );
  let [x, y] = [0, 0];
  for (const [nextX, nextY] of [...pairs, [shown.length, stored.length] as const]) {
    const others = stored.slice(y, nextY);
    const isEven = nextX - x === others.length;
    for (let at = x; at < nextX; at++) {
      const node = shown[at]!;
      const one = isEven ? others[at - x] : others.find(({ ids: [own] }) => own === keyOf(node));
      if (one?.node.type === node.type) ids.set(node, one.ids);
    }
    if (nextX < shown.length) ids.set(shown[nextX]!, stored[nextY]!.ids);
    [x, y] = [nextX + 1, nextY + 1];
  }
  return all.map((node) => ids.get(node) ?? []);
}
