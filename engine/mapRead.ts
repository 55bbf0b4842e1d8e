import { loadMapNode, loadMapNodes } from "./node.ts";
import type { ChildRef, MapNode, MapRoot, NodeReader } from "./node.ts";

/** An entry of a map whose values are of type V. */
export type MapEntry<V> = readonly [key: string, value: V];

/** How many entries a map has. */
export function mapSize(root: MapRoot): number {
  return root?.[1] ?? 0;
}

/** The value under a key, or `undefined`. Loads one chunk a level. */
export async function getFromMap<V>(nodes: NodeReader, root: MapRoot, key: string): Promise<V | undefined> {
  if (root === null) return undefined;
  let node = await loadMapNode(nodes, root[0]);
  while (node.level > 0) {
    const child = node.values[firstAtLeast(node.keys, key)] as ChildRef | undefined;
    if (child === undefined) return undefined;
    node = await loadMapNode(nodes, child[0]);
  }
  const index = firstAtLeast(node.keys, key);
  return node.keys[index] === key ? (node.values[index] as V) : undefined;
}

/** The values under several keys, absent keys left out. Loads in one batch a level. */
export async function getManyFromMap<V>(
  nodes: NodeReader,
  root: MapRoot,
  keys: readonly string[],
): Promise<Map<string, V>> {
  const found = new Map<string, V>();
  let row: { hash: string; keys: readonly string[] }[] = root === null ? [] : [{ hash: root[0], keys }];
  while (row.length > 0) {
    const loaded = await loadMapNodes(
      nodes,
      row.map(({ hash }) => hash),
    );
    const below = new Map<string, string[]>();
    loaded.forEach((node, at) => {
      for (const key of row[at]?.keys ?? []) {
        const index = firstAtLeast(node.keys, key);
        const value = node.values[index];
        if (node.level > 0 && value !== undefined) append(below, (value as ChildRef)[0], key);
        else if (node.level === 0 && node.keys[index] === key) found.set(key, value as V);
      }
    });
    row = [...below].map(([hash, keys]) => ({ hash, keys }));
  }
  return found;
}

/** How many keys of a map are less than `key`, which need not be in it. */
export async function rankInMap(nodes: NodeReader, root: MapRoot, key: string): Promise<number> {
  let rank = 0;
  let next: ChildRef | undefined = root ?? undefined;
  while (next !== undefined) {
    const node: MapNode = await loadMapNode(nodes, next[0]);
    const index = firstAtLeast(node.keys, key);
    if (node.level === 0) return rank + index;
    for (let before = 0; before < index; before++) rank += (node.values[before] as ChildRef)[1];
    next = node.values[index] as ChildRef | undefined;
  }
  return rank;
}

/** The entries at positions `start` (included) to `end` (excluded), in key order. Loads in one batch a level. */
export async function sliceOfMap<V>(
  nodes: NodeReader,
  root: MapRoot,
  start = 0,
  end = Number.MAX_SAFE_INTEGER,
): Promise<MapEntry<V>[]> {
  const entries: MapEntry<V>[] = [];
  let row = root === null || start >= end || start >= root[1] ? [] : [{ hash: root[0], offset: 0 }];
  while (row.length > 0) {
    const loaded = await loadMapNodes(
      nodes,
      row.map(({ hash }) => hash),
    );
    const below: typeof row = [];
    loaded.forEach((node, at) => {
      let offset = row[at]?.offset ?? 0;
      node.keys.forEach((key, index) => {
        const value = node.values[index];
        const count = node.level === 0 ? 1 : (value as ChildRef)[1];
        const isWanted = offset < end && offset + count > start;
        if (isWanted && node.level === 0) entries.push([key, value as V]);
        else if (isWanted) below.push({ hash: (value as ChildRef)[0], offset });
        offset += count;
      });
    });
    row = below;
  }
  return entries;
}

/** The positions of the keys that start with a prefix made by {@link keyPrefix}: first and one past the last. */
export async function prefixInMap(
  nodes: NodeReader,
  root: MapRoot,
  prefix: string,
): Promise<{ start: number; end: number }> {
  return {
    start: await rankInMap(nodes, root, prefix),
    end: await rankInMap(nodes, root, `${prefix}\uffff`),
  };
}

/** The entries whose keys are at least `from` and less than `to`, in key order. */
export async function betweenInMap<V>(
  nodes: NodeReader,
  root: MapRoot,
  from: string,
  to: string,
): Promise<MapEntry<V>[]> {
  return sliceOfMap<V>(nodes, root, await rankInMap(nodes, root, from), await rankInMap(nodes, root, to));
}

/**
 * Joins the parts of a compound key. The separator sorts before every character that parts may hold, so that
 * keys sort part by part.
 */
export function compoundKey(...parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll(KEY_SEPARATOR, " ")).join(KEY_SEPARATOR);
}

/** The prefix of the compound keys whose first parts are these. */
export function keyPrefix(...parts: readonly string[]): string {
  return compoundKey(...parts, "");
}

/** The last part of a compound key. */
export function lastKeyPart(key: string): string {
  return key.slice(key.lastIndexOf(KEY_SEPARATOR) + 1);
}

const KEY_SEPARATOR = "\t";

/** The index of the first key not less than `key`; `keys.length` when all are less. */
function firstAtLeast(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((keys[middle] as string) < key) low = middle + 1;
    else high = middle;
  }
  return low;
}

function append(lists: Map<string, string[]>, key: string, item: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
