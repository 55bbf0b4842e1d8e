import { sameJson } from "./json.ts";
import { loadMapNode, loadMapNodes } from "./node.ts";
import type { ChildRef, MapNode, MapRoot, NodeReader } from "./node.ts";

/** How one key differs between two maps; a side where it is absent has no field. */
export interface EntryChange<V> {
  readonly key: string;
  readonly before?: V;
  readonly after?: V;
}

/**
 * The differences between two maps, in key order. Loads only chunks that are not in both, so the cost follows
 * what differs, not what there is.
 */
export async function diffMaps<V>(
  nodes: NodeReader,
  before: MapRoot,
  after: MapRoot,
): Promise<EntryChange<V>[]> {
  if (before?.[0] === after?.[0]) return [];
  let left = await topOf(nodes, before);
  let right = await topOf(nodes, after);
  while (levelOf(left) !== levelOf(right) || levelOf(left) > 0) {
    const level = Math.max(levelOf(left), levelOf(right));
    const leftRefs = levelOf(left) === level ? childrenOf(left) : undefined;
    const rightRefs = levelOf(right) === level ? childrenOf(right) : undefined;
    // A chunk found on both sides holds the same entries at the same keys: it can hide no difference.
    if (leftRefs !== undefined && rightRefs !== undefined) removeCommon(leftRefs, rightRefs);
    if (leftRefs !== undefined) left = await expand(nodes, leftRefs, level);
    if (rightRefs !== undefined) right = await expand(nodes, rightRefs, level);
  }
  return diffEntries<V>(left.chunks, right.chunks);
}

interface Row {
  readonly level: number;
  readonly chunks: readonly MapNode[];
}

function levelOf(row: Row): number {
  return row.level;
}

async function topOf(nodes: NodeReader, root: MapRoot): Promise<Row> {
  if (root === null) return { level: 0, chunks: [] };
  const node = await loadMapNode(nodes, root[0]);
  return { level: node.level, chunks: [node] };
}

function childrenOf(row: Row): Set<string> {
  return new Set(row.chunks.flatMap((node) => node.values.map((value) => (value as ChildRef)[0])));
}

function removeCommon(left: Set<string>, right: Set<string>): void {
  for (const hash of left) {
    if (right.delete(hash)) left.delete(hash);
  }
}

async function expand(nodes: NodeReader, hashes: Set<string>, level: number): Promise<Row> {
  return { level: level - 1, chunks: hashes.size === 0 ? [] : await loadMapNodes(nodes, [...hashes]) };
}

function diffEntries<V>(left: readonly MapNode[], right: readonly MapNode[]): EntryChange<V>[] {
  const changes: EntryChange<V>[] = [];
  const a = entriesOf<V>(left);
  const b = entriesOf<V>(right);
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const [leftKey, leftValue] = a[i] ?? [];
    const [rightKey, rightValue] = b[j] ?? [];
    if (rightKey === undefined || (leftKey !== undefined && leftKey < rightKey)) {
      changes.push({ key: leftKey as string, before: leftValue as V });
      i++;
    } else if (leftKey === undefined || rightKey < leftKey) {
      changes.push({ key: rightKey, after: rightValue as V });
      j++;
    } else {
      if (!sameJson(leftValue, rightValue))
        changes.push({ key: leftKey, before: leftValue as V, after: rightValue as V });
      i++;
      j++;
    }
  }
  return changes;
}

function entriesOf<V>(chunks: readonly MapNode[]): (readonly [string, V])[] {
  return chunks.flatMap((node) => node.keys.map((key, index) => [key, node.values[index] as V] as const));
}
