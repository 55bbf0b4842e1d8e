import { decodeNode, type NodeReader, type StoreNode } from "../../engine/node.ts";

/** Nodes that are made before those that are stored. */
export function overlay(texts: ReadonlyMap<string, string>, stored: NodeReader): NodeReader {
  const decoded = new Map<string, StoreNode>();
  const find = (hash: string): StoreNode | undefined => {
    const known = decoded.get(hash);
    const text = known === undefined ? texts.get(hash) : undefined;
    if (text === undefined) return known;
    const node = decodeNode(text);
    decoded.set(hash, node);
    return node;
  };
  return {
    async load(hashes) {
      const found = hashes.map(find);
      const absent = hashes.filter((_, at) => found[at] === undefined);
      if (absent.length === 0) return found as StoreNode[];
      const loaded = await stored.load(absent);
      let next = 0;
      return found.map((node) => node ?? (loaded[next++] as StoreNode));
    },
  };
}
