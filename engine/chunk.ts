import { canonicalJson } from "./json.ts";
import type { ChildRef, MapNode, PendingNodes } from "./node.ts";

/** The mean size of a chunk in bytes: an edit rewrites one chunk a level, a read loads one. */
const TARGET_BYTES = 2048;
/** What an entry of an inner chunk weighs besides its key: hash, count, punctuation. */
const CHILD_BYTES = 52;

/** An entry of one level of a map: at level 0 the map's own, above it a chunk under its last key. */
export interface Entry {
  readonly key: string;
  readonly value: unknown;
}

/** A chunk just written, under its last key. */
export interface Chunk {
  readonly key: string;
  readonly ref: ChildRef;
}

/** How many entries of the whole map lie in a chunk. */
export function countEntries(node: MapNode): number {
  if (node.level === 0) return node.keys.length;
  return node.values.reduce<number>((sum, value) => sum + (value as ChildRef)[1], 0);
}

/**
 * Writes the chunks of a run of entries. A chunk ends after each entry that is a boundary; what follows the last
 * boundary is given back as `open`, to be joined with the entries after the run, or written by {@link writeChunk}
 * when none follow.
 */
export async function writeChunks(
  nodes: PendingNodes,
  level: number,
  entries: readonly Entry[],
): Promise<{ chunks: Chunk[]; open: readonly Entry[] }> {
  const chunks: Chunk[] = [];
  let start = 0;
  for (const [index, entry] of entries.entries()) {
    if (!isBoundary(level, entry)) continue;
    chunks.push(writeChunk(nodes, level, entries.slice(start, index + 1)));
    start = index + 1;
    await nodes.pause();
  }
  return { chunks, open: entries.slice(start) };
}

/** Writes one chunk from entries in key order, at least one. */
export function writeChunk(nodes: PendingNodes, level: number, entries: readonly Entry[]): Chunk {
  const node: MapNode = {
    level,
    keys: entries.map(({ key }) => key),
    values: entries.map(({ value }) => value),
  };
  return { key: node.keys.at(-1) as string, ref: [nodes.put(node), countEntries(node)] };
}

/**
 * Whether a chunk ends after this entry. It depends on the entry alone, never on its neighbours or on history:
 * so equal maps are cut alike, and an edit disturbs only the chunk it falls in. Heavier entries end a chunk more
 * often, in proportion, which keeps chunks near the target whatever they hold.
 */
function isBoundary(level: number, { key, value }: Entry): boolean {
  const bytes = key.length + (level === 0 ? canonicalJson(value).length : CHILD_BYTES);
  return keyHash(level, key) < (bytes / TARGET_BYTES) * 0x1_0000_0000;
}

/** A 32-bit hash of a key (FNV-1a, then avalanched), different at each level. */
function keyHash(level: number, key: string): number {
  let hash = 0x811c9dc5 ^ level;
  for (let index = 0; index < key.length; index++) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x7feb352d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x846ca68b);
  return (hash ^ (hash >>> 16)) >>> 0;
}
