import { contentHash } from "./hash.ts";
import { canonicalJson } from "./json.ts";

/**
 * One chunk of a persistent sorted map. At level 0 `values` are the map's own values; above, each value is a
 * {@link ChildRef} and each key is the last key found below that child.
 */
export interface MapNode {
  readonly level: number;
  readonly keys: readonly string[];
  readonly values: readonly unknown[];
}

/** A chunk as its parent knows it: its hash and how many entries of the map lie below it. */
export type ChildRef = readonly [hash: string, count: number];

/** A whole map: the hash of its top chunk and its size; `null` is the empty map. */
export type MapRoot = ChildRef | null;

/** What is stored under a hash: a chunk of a map, or the record that names a revision's maps. */
export type StoreNode = MapNode | RevisionRoot;

/**
 * A revision: the sorted maps that hold it. `children`, `slugs`, `backlinks` and `targets` follow from the others and
 * are kept so that reading by position, by path and by target costs O(log n).
 */
export interface RevisionRoot {
  /** page id -> Page */
  readonly pages: MapRoot;
  /** parent id, order, page id -> 0 */
  readonly children: MapRoot;
  /** parent id, folded slug -> page id */
  readonly slugs: MapRoot;
  /** file id -> FileEntry */
  readonly files: MapRoot;
  /** id -> ReusableContent */
  readonly reusable: MapRoot;
  /** name -> string, number or boolean */
  readonly variables: MapRoot;
  /** name -> TagDefinition */
  readonly tags: MapRoot;
  /** page id or "reusable:<id>" -> { target: occurrences } */
  readonly links: MapRoot;
  /** target (or "broken:" + target), source -> occurrences */
  readonly backlinks: MapRoot;
  /** target, as in `backlinks` -> how many sources link to it */
  readonly targets: MapRoot;
}

/** The maps of a revision, in the order in which they are written. */
export const MAP_NAMES = [
  "backlinks",
  "children",
  "files",
  "links",
  "pages",
  "reusable",
  "slugs",
  "tags",
  "targets",
  "variables",
] as const satisfies readonly (keyof RevisionRoot)[];

/** Where nodes come from. */
export interface NodeReader {
  /** Loads nodes in one batch, in the order of `hashes`; throws {@link MissingNode} when one is not there. */
  load(hashes: readonly string[]): Promise<readonly StoreNode[]>;
}

/** A node that should be in the store is not: the store is damaged, or the hash was never of this store. */
export class MissingNode extends Error {
  override readonly name = "MissingNode";
  readonly hash: string;
  constructor(hash: string) {
    super(`content node ${hash} is missing from the store`);
    this.hash = hash;
  }
}

/** Whether a node is a revision's root record. */
export function isRevisionRoot(node: StoreNode): node is RevisionRoot {
  return !("level" in node);
}

/** Writes a node; equal nodes give equal text. */
export function encodeNode(node: StoreNode): string {
  return isRevisionRoot(node) ? canonicalJson(node) : canonicalJson([node.level, node.keys, node.values]);
}

/** Reads what {@link encodeNode} wrote. Throws when it is not a node. */
export function decodeNode(text: string): StoreNode {
  const read: unknown = JSON.parse(text);
  if (Array.isArray(read)) {
    const [level, keys, values] = read as [number, string[], unknown[]];
    if (typeof level === "number" && Array.isArray(keys) && keys.length === values?.length)
      return { level, keys, values };
  } else if (typeof read === "object" && read !== null && MAP_NAMES.every((name) => name in read)) {
    return read as RevisionRoot;
  }
  throw new TypeError("not a content node");
}

/** The hashes a node names directly. */
export function childHashes(node: StoreNode): string[] {
  if (isRevisionRoot(node)) return MAP_NAMES.flatMap((name) => node[name]?.[0] ?? []);
  return node.level === 0 ? [] : node.values.map((value) => (value as ChildRef)[0]);
}

/** Loads one node of a map. */
export async function loadMapNode(nodes: NodeReader, hash: string): Promise<MapNode> {
  return (await loadMapNodes(nodes, [hash]))[0] as MapNode;
}

/** Loads chunks of maps in one batch. Throws when one of the hashes is a revision's root. */
export async function loadMapNodes(
  nodes: NodeReader,
  hashes: readonly string[],
): Promise<readonly MapNode[]> {
  const loaded = await nodes.load(hashes);
  for (const node of loaded)
    if (isRevisionRoot(node)) throw new TypeError("a revision's root is not a chunk of a map");
  return loaded as readonly MapNode[];
}

/** Loads the record that names a revision's maps. */
export async function loadRevisionRoot(nodes: NodeReader, hash: string): Promise<RevisionRoot> {
  const [node] = await nodes.load([hash]);
  if (node === undefined || !isRevisionRoot(node))
    throw new TypeError(`${hash} is not the root of a revision`);
  return node;
}

/** Lets others run: long work asks now and then, and waits when it is given something to wait for. */
export type Pause = () => Promise<void> | undefined;

/** New nodes of one piece of work, readable together with those already stored. */
export interface PendingNodes extends NodeReader {
  readonly pause: Pause;
  /** Adds a node and gives its hash. */
  put(node: StoreNode): string;
  /** The text of the pending nodes reachable from a hash: what must be written to keep it. */
  reachableFrom(hash: string): Map<string, string>;
}

/** Collects new nodes above `stored`; nothing is written. */
export function pendingNodes(stored: NodeReader, pause: Pause = () => undefined): PendingNodes {
  const texts = new Map<string, string>();
  const decoded = new Map<string, StoreNode>();
  return {
    pause,
    put(node) {
      const text = encodeNode(node);
      const hash = contentHash(text);
      // What was read from the store is part of a kept revision: it need not be written again.
      if (decoded.has(hash)) return hash;
      texts.set(hash, text);
      decoded.set(hash, node);
      return hash;
    },
    load: (hashes) => loadThrough(decoded, stored, hashes),
    reachableFrom(hash) {
      const reached = new Map<string, string>();
      const open = [hash];
      for (let next = open.pop(); next !== undefined; next = open.pop()) {
        const text = texts.get(next);
        if (text === undefined || reached.has(next)) continue;
        reached.set(next, text);
        open.push(...childHashes(decoded.get(next) as StoreNode));
      }
      return reached;
    },
  };
}

/** Loads from a map of nodes already at hand and fetches the rest in one batch, keeping it. */
async function loadThrough(
  kept: Map<string, StoreNode>,
  stored: NodeReader,
  hashes: readonly string[],
): Promise<readonly StoreNode[]> {
  const absent = [...new Set(hashes.filter((hash) => !kept.has(hash)))];
  if (absent.length > 0) {
    const loaded = await stored.load(absent);
    absent.forEach((hash, index) => kept.set(hash, loaded[index] as StoreNode));
  }
  return hashes.map((hash) => kept.get(hash) as StoreNode);
}

/** Nodes kept in memory: for tests, imports in the making and the command line. */
export function memoryNodes(
  texts: Map<string, string> = new Map(),
): NodeReader & { texts: Map<string, string>; loads: number } {
  return {
    texts,
    loads: 0,
    async load(hashes) {
      this.loads += hashes.length;
      return hashes.map((hash) => {
        const text = texts.get(hash);
        if (text === undefined) throw new MissingNode(hash);
        return decodeNode(text);
      });
    },
  };
}
