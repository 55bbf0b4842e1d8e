import { writeChunk, writeChunks } from "./chunk.ts";
import type { Chunk, Entry } from "./chunk.ts";
import { byCodeUnit, sameJson } from "./json.ts";
import { loadMapNode, loadMapNodes } from "./node.ts";
import type { ChildRef, MapNode, MapRoot, PendingNodes } from "./node.ts";

/** A chunk of the map as it was, and whether it is the last of its level. */
interface LocatedChunk {
  readonly node: MapNode;
  readonly isLast: boolean;
}

/**
 * Gives the map with `edits` applied: a value puts the key, `undefined` removes it. Costs O(log n) chunks for each
 * edit that lies apart from the others. The result depends on the content alone: whatever the history, equal maps
 * have equal roots.
 */
export async function editMap(
  nodes: PendingNodes,
  root: MapRoot,
  edits: ReadonlyMap<string, unknown>,
): Promise<MapRoot> {
  let level = 0;
  let waiting = [...edits].map(([key, value]) => ({ key, value })).toSorted(byKey);
  if (waiting.length === 0) return root;
  const top = root === null ? EMPTY : await loadMapNode(nodes, root[0]);
  if (root !== null) await warmPaths(nodes, top, waiting);
  for (; level < top.level; level++) {
    waiting = upperEdits(await rewriteLevel(nodes, top, level, waiting));
    if (waiting.length === 0) return root;
  }
  const { gone, written } = await rewriteLevel(nodes, top, level, waiting);
  return gone.length + written.length === 0 ? root : growToRoot(nodes, level, written);
}

const EMPTY: MapNode = { level: 0, keys: [], values: [] };

interface RewrittenLevel {
  /** Last keys of the chunks that are no more. */
  readonly gone: string[];
  readonly written: Chunk[];
}

/** Applies edits to one level: rewrites the chunks they fall in, and those after them until a boundary holds. */
async function rewriteLevel(
  nodes: PendingNodes,
  top: MapNode,
  level: number,
  edits: readonly Entry[],
): Promise<RewrittenLevel> {
  const result: RewrittenLevel = { gone: [], written: [] };
  let done = 0;
  while (done < edits.length) {
    const first = (edits[done] as Entry).key;
    let chunk = await locate(nodes, top, level, (key) => key >= first);
    let open: readonly Entry[] = [];
    for (;;) {
      const lastKey = chunk.node.keys.at(-1);
      const end = chunk.isLast || lastKey === undefined ? edits.length : firstAfter(edits, done, lastKey);
      const here = edits.slice(done, end);
      if (open.length === 0 && changeNothing(chunk.node, here)) {
        done = end;
        break;
      }
      const merged = open.concat(mergeEntries(chunk.node, here));
      done = end;
      if (lastKey !== undefined) result.gone.push(lastKey);
      const cut = await writeChunks(nodes, level, merged);
      result.written.push(...cut.chunks);
      open = cut.open;
      if (open.length === 0 || chunk.isLast) break;
      chunk = await locate(nodes, top, level, (key) => key > (lastKey as string));
    }
    if (open.length > 0) result.written.push(writeChunk(nodes, level, open));
  }
  return result;
}

/** Finds the first chunk of a level whose last key satisfies a monotonous condition, or the last chunk. */
async function locate(
  nodes: PendingNodes,
  top: MapNode,
  level: number,
  reached: (key: string) => boolean,
): Promise<LocatedChunk> {
  let node = top;
  let isLast = true;
  while (node.level > level) {
    const found = node.keys.findIndex(reached);
    const index = found === -1 ? node.keys.length - 1 : found;
    isLast &&= index === node.keys.length - 1;
    node = await loadMapNode(nodes, (node.values[index] as ChildRef)[0]);
  }
  return { node, isLast };
}

/** Loads the chunks that edits fall in, one batch a level, so that the walk that follows finds them at hand. */
async function warmPaths(nodes: PendingNodes, top: MapNode, edits: readonly Entry[]): Promise<void> {
  let row: readonly MapNode[] = [top];
  while ((row[0]?.level ?? 0) > 0) {
    const hashes: string[] = [];
    let next = 0;
    for (const node of row) {
      node.keys.forEach((lastKey, index) => {
        const start = next;
        while (next < edits.length && (edits[next] as Entry).key <= lastKey) next++;
        if (next > start) hashes.push((node.values[index] as ChildRef)[0]);
      });
    }
    row = hashes.length === 0 ? [] : await loadMapNodes(nodes, hashes);
  }
}

/** Whether edits put what a chunk holds already and remove what it doesn't hold. */
function changeNothing(node: MapNode, edits: readonly Entry[]): boolean {
  return edits.every(({ key, value }) => sameJson(node.values[node.keys.indexOf(key)], value));
}

/** Puts edits (in key order) over a chunk's entries. */
function mergeEntries(node: MapNode, edits: readonly Entry[]): Entry[] {
  const merged: Entry[] = [];
  let next = 0;
  node.keys.forEach((key, index) => {
    while (next < edits.length && (edits[next] as Entry).key < key) merged.push(edits[next++] as Entry);
    if ((edits[next] as Entry | undefined)?.key === key) merged.push(edits[next++] as Entry);
    else merged.push({ key, value: node.values[index] });
  });
  merged.push(...edits.slice(next));
  return merged.filter(({ value }) => value !== undefined);
}

/** What a rewritten level means for the level above it. */
function upperEdits({ gone, written }: RewrittenLevel): Entry[] {
  const edits = new Map<string, unknown>(gone.map((key) => [key, undefined]));
  for (const { key, ref } of written) edits.set(key, ref);
  return [...edits].map(([key, value]) => ({ key, value })).toSorted(byKey);
}

/** Builds levels above the chunks of the top level until one chunk is left, or descends while it has one child. */
async function growToRoot(nodes: PendingNodes, topLevel: number, topChunks: Chunk[]): Promise<MapRoot> {
  let level = topLevel;
  let chunks = topChunks;
  while (chunks.length > 1) {
    level++;
    const cut = await writeChunks(
      nodes,
      level,
      chunks.map(({ key, ref }) => ({ key, value: ref })),
    );
    chunks = cut.open.length === 0 ? cut.chunks : [...cut.chunks, writeChunk(nodes, level, cut.open)];
  }
  let root = chunks[0]?.ref ?? null;
  while (root !== null && level > 0) {
    const node = await loadMapNode(nodes, root[0]);
    if (node.keys.length > 1) break;
    root = node.values[0] as ChildRef;
    level--;
  }
  return root;
}

function firstAfter(edits: readonly Entry[], from: number, lastKey: string): number {
  let index = from;
  while (index < edits.length && (edits[index] as Entry).key <= lastKey) index++;
  return index;
}

function byKey(a: Entry, b: Entry): number {
  return byCodeUnit(a.key, b.key);
}
