import type { NodeReader, StoreNode } from "../../../engine/node.ts";

/**
 * The same nodes, each loaded once: reading a level asks for the same few chunks hundreds of times. For one
 * piece of work; nothing is ever forgotten.
 */
export function rememberNodes(nodes: NodeReader): NodeReader {
  const known = new Map<string, StoreNode>();
  return {
    async load(hashes) {
      const missing = hashes.filter((hash) => !known.has(hash));
      if (missing.length > 0) {
        const loaded = await nodes.load(missing);
        missing.forEach((hash, at) => {
          const node = loaded[at];
          if (node !== undefined) known.set(hash, node);
        });
      }
      return hashes.flatMap((hash) => known.get(hash) ?? []);
    },
  };
}
