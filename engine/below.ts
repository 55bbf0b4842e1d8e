import type { NodeReader, RevisionRoot, StoreNode } from "./node.ts";
import { type PageBranch, readChildren } from "./tree.ts";

interface Growing extends PageBranch {
  readonly pages: Growing[];
}

/**
 * Everything below a page, level by level: the pages of a level are read together.
 * @param path the page's own address
 */
export async function readBelow(
  nodes: NodeReader,
  root: RevisionRoot,
  id: string,
  path: string,
): Promise<PageBranch[]> {
  const together = gathering(nodes);
  const top: Growing[] = [];
  let level = [{ id, path, pages: top }];
  while (level.length > 0) {
    const below = await Promise.all(level.map((parent) => readChildren(together, root, parent.id)));
    level = level.flatMap((parent, at) =>
      (below[at] ?? []).map((page) => {
        const branch: Growing = { page, path: `${parent.path}/${page.slug}`, pages: [] };
        parent.pages.push(branch);
        return { id: page.id, path: branch.path, pages: branch.pages };
      }),
    );
  }
  return top;
}

interface Batch {
  readonly hashes: Set<string>;
  readonly found: Promise<Map<string, StoreNode>>;
}

/** Loads in one batch what is asked for in one turn, by however many. */
function gathering(nodes: NodeReader): NodeReader {
  let batch: Batch | undefined;
  function open(): Batch {
    const hashes = new Set<string>();
    const found = Promise.resolve().then(async () => {
      batch = undefined;
      const wanted = [...hashes];
      const loaded = await nodes.load(wanted);
      return new Map(wanted.map((hash, at) => [hash, loaded[at] as StoreNode]));
    });
    return { hashes, found };
  }
  return {
    async load(hashes) {
      batch ??= open();
      for (const hash of hashes) batch.hashes.add(hash);
      const found = await batch.found;
      return hashes.map((hash) => found.get(hash) as StoreNode);
    },
  };
}
