import { setImmediate } from "node:timers/promises";
import { prepared } from "../db/database.ts";
import type { Params, Read } from "../db/database.ts";
import { MAP_NAMES, childHashes, isRevisionRoot } from "../engine/node.ts";
import type { MapNode, NodeReader, RevisionRoot, StoreNode } from "../engine/node.ts";
import type { FileEntry, Page, ReusableContent } from "../engine/page.ts";

/** Everything that a set of revisions needs, by hash. */
export interface Reached {
  readonly nodes: Set<string>;
  readonly bodies: Set<string>;
  readonly blobs: Set<string>;
}

/** A root and the revision that names it, for those who report on it. */
interface Root {
  readonly id: string;
  readonly root: string;
}

const ROOTS = 200;
const NODES = 200;

const rootsAfter = prepared((q, p: Params<{ after: string }>) =>
  q.selectFrom("revisions").select(["id", "root"]).where("id", ">", p("after")).orderBy("id").limit(ROOTS),
);

/** Every revision's id and root, a slice at a time. */
export async function* everyRoot(read: Read): AsyncGenerator<Root[]> {
  for (let after = ""; ;) {
    const roots = await rootsAfter.all(read, { after });
    const last = roots.at(-1)?.id;
    if (last === undefined) return;
    yield roots;
    after = last;
  }
}

/** Follows every revision down to what it needs. Shared content is looked at once. */
export async function reachFromRevisions(read: Read, nodes: NodeReader): Promise<Reached> {
  const reached: Reached = { nodes: new Set(), bodies: new Set(), blobs: new Set() };
  for await (const roots of everyRoot(read)) {
    await reachFrom(
      nodes,
      roots.map(({ root }) => root),
      reached,
    );
  }
  return reached;
}

/** Adds what a few roots need. `visit` sees every node that was not reached before. */
export async function reachFrom(
  nodes: NodeReader,
  roots: readonly string[],
  reached: Reached,
  visit?: (hash: string, node: StoreNode) => void,
): Promise<void> {
  let open = roots.filter((hash) => markNew(reached.nodes, hash));
  while (open.length > 0) {
    const below: string[] = [];
    for (let start = 0; start < open.length; start += NODES) {
      const hashes = open.slice(start, start + NODES);
      const loaded = await nodes.load(hashes);
      loaded.forEach((node, index) => {
        visit?.(hashes[index] as string, node);
        if (!isRevisionRoot(node)) noteContent(node, reached);
        for (const hash of childHashes(node)) if (markNew(reached.nodes, hash)) below.push(hash);
      });
      await setImmediate();
    }
    open = below;
  }
}

/** Pages and reusable contents name a body, files a blob; nothing else in any map has such fields. */
function noteContent(node: MapNode, { bodies, blobs }: Reached): void {
  if (node.level > 0) return;
  for (const value of node.values) {
    if (typeof value !== "object" || value === null) continue;
    const { body } = value as Partial<Page | ReusableContent>;
    const { hash, contentType } = value as Partial<FileEntry>;
    if (typeof body === "string") bodies.add(body);
    if (typeof hash === "string" && typeof contentType === "string") blobs.add(hash);
  }
}

function markNew(set: Set<string>, hash: string): boolean {
  const size = set.size;
  return set.add(hash).size > size;
}

/** The maps of a revision with their names. */
export function mapsOf(root: RevisionRoot): [name: string, map: RevisionRoot[keyof RevisionRoot]][] {
  return MAP_NAMES.map((name) => [name, root[name]]);
}
