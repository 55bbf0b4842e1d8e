/** Reads content by hash, from memory when it is there: what has a hash never changes. */
import { setImmediate } from "node:timers/promises";
import { prepared } from "../db/database.ts";
import type { Database, Params, PreparedQuery, Read } from "../db/database.ts";
import { contentHash } from "../../engine/hash.ts";
import { MissingNode, decodeNode, isRevisionRoot } from "../../engine/node.ts";
import type { NodeReader, RevisionRoot, StoreNode } from "../../engine/node.ts";
import { openPace } from "../turns/pace.ts";
import { readTree } from "../../engine/tree.ts";
import type { PageBranch } from "../../engine/tree.ts";
import type { Row } from "../db/schema.ts";
import { readRevision } from "./commit.ts";
import { type Kept, openKept } from "../memory/kept.ts";
import { openDerived } from "./derived.ts";
import type { DerivedValues } from "./derived.ts";
import { slicesOf } from "../../engine/slices.ts";

/** Where pieces of descriptions of APIs are. */
export interface PieceReader {
  /**
   * Pieces of descriptions of APIs by hash, those missing left out; engine/openapi/pieces.ts says what is in them. What
   * is made of them is kept, they are not.
   */
  pieces(hashes: Iterable<string>): Promise<Map<string, Buffer>>;
}

/** The content of all organizations, each by itself: what one has stored is not there for another. */
export interface ContentStore {
  /** That of an organization, by its id. */
  of(organization: string): Content;
  /** Keeps what is made of content under the content's hash, whoever has it. */
  readonly derived: DerivedValues;
}

/** The content of every space of an organization, by hash. */
export interface Content extends PieceReader {
  /** The id of the organization that has it. */
  readonly organization: string;
  /** Chunks and roots, for the functions of the engine. */
  readonly nodes: NodeReader;
  /** The record that names a revision's maps. Throws `MissingNode`. */
  root(hash: string): Promise<RevisionRoot>;
  /** The Markdown under a hash; "" for `undefined`, a page without a body. Throws {@link MissingBody}. */
  body(hash: string | undefined): Promise<string>;
  /** Several bodies in one batch. Throws {@link MissingBody}. */
  bodies(hashes: readonly string[]): Promise<Map<string, string>>;
  /** A revision of a space, by id. */
  revision(space: string, id: string): Promise<Row<"revisions"> | undefined>;
  /** All pages of a revision, by the hash of its root. */
  tree(hash: string): Promise<readonly PageBranch[]>;
  /** Keeps what is made of content under the content's hash. */
  readonly derived: DerivedValues;
}

/** A body that a page names is not in the store. */
export class MissingBody extends Error {
  override readonly name = "MissingBody";
  constructor(hash: string) {
    super(`page body ${hash} is missing from the store`);
  }
}

/** How many hashes one query asks for. */
const BATCH = 500;
/** What a decoded node takes in memory for each byte of its text, and a page of a tree; both roughly. */
const DECODED = 3;
const PAGE_BYTES = 1024;
const REVISION_BYTES = 1000;
const ORGANIZATION_BYTES = 1500;

const nodeByHash = prepared((q, p: Params<{ organization: string; hash: string }>) =>
  q
    .selectFrom("nodes")
    .select("data")
    .where("organization_id", "=", p("organization"))
    .where("hash", "=", p("hash")),
);
type Hashes = { organization: string; hashes: readonly string[] };
const nodesByHash = prepared((q, p: Params<Hashes>) =>
  q
    .selectFrom("nodes")
    .select(["hash", "data"])
    .where("organization_id", "=", p("organization"))
    .where("hash", "in", p.list("hashes")),
);
const bodiesByHash = prepared((q, p: Params<Hashes>) =>
  q
    .selectFrom("bodies")
    .select(["hash", "text"])
    .where("organization_id", "=", p("organization"))
    .where("hash", "in", p.list("hashes")),
);

const piecesByHash = prepared((q, p: Params<Hashes>) =>
  q
    .selectFrom("openapi_pieces")
    .select(["hash", "data"])
    .where("organization_id", "=", p("organization"))
    .where("hash", "in", p.list("hashes")),
);

/** Handles outside transactions: the database, and a replica of it, if there is one. */
export type ContentDatabase = Pick<Database, "read"> & Partial<Pick<Database, "replica" | "replicaCounts">>;

/** What all organizations share: the room in memory, and the database. */
interface SharedParts extends ContentDatabase {
  readonly nodes: Kept<StoreNode>;
  readonly bodies: Kept<string>;
  readonly revisions: Kept<Row<"revisions">>;
  readonly trees: Kept<readonly PageBranch[]>;
  readonly derived: DerivedValues;
}

export function openContent({ read, replica, replicaCounts }: ContentDatabase): ContentStore {
  const shared: SharedParts = {
    read,
    replica,
    replicaCounts,
    nodes: openKept("content_nodes", { bytesOf: PAGE_BYTES }),
    bodies: openKept("content_bodies", { bytesOf: (text) => text.length * 2 }),
    revisions: openKept("content_revisions", { bytesOf: REVISION_BYTES }),
    trees: openKept("content_trees", { bytesOf: PAGE_BYTES }),
    derived: openDerived(),
  };
  const opened = openKept<Content>("content_organizations", { bytesOf: ORGANIZATION_BYTES });
  return {
    of: (organization) =>
      opened.get(organization) ?? opened.set(organization, contentOf(shared, organization)),
    derived: shared.derived,
  };
}

function contentOf(shared: SharedParts, organization: string): Content {
  const nodes = nodeCache(shared, organization);
  const bodies = bodyCache(shared, organization);
  const root = async (hash: string): Promise<RevisionRoot> => {
    const [node] = await nodes.load([hash]);
    if (node === undefined || !isRevisionRoot(node)) throw new MissingNode(hash);
    return node;
  };
  return {
    organization,
    nodes,
    root,
    bodies,
    body: async (hash) => (hash === undefined ? "" : ((await bodies([hash])).get(hash) as string)),
    pieces: (hashes) => findPieces(shared, organization, hashes),
    revision: revisionCache(shared, organization),
    tree: treeCache(shared, organization, nodes, root),
    derived: shared.derived,
  };
}

/** What has a hash is kept by the organization that has it. */
function keyOf(organization: string, hash: string): string {
  return `${organization}/${hash}`;
}

function decode(data: Uint8Array): StoreNode {
  return decodeNode(Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("utf8"));
}

/**
 * Reads nodes for those who look at every one once: the cache stays with what readers ask for.
 * @param isProved whether a node that isn't what its hash says counts as missing
 */
export function uncachedNodes(read: Read, organization: string, isProved = false): NodeReader {
  return {
    async load(hashes) {
      const found = new Map<string, StoreNode>();
      for (const batch of slicesOf(hashes, BATCH)) {
        for (const { hash, data } of await nodesByHash.all(read, { organization, hashes: batch }))
          if (!isProved || contentHash(data) === hash) found.set(hash, decode(data));
      }
      return hashes.map((hash) => {
        const node = found.get(hash);
        if (node === undefined) throw new MissingNode(hash);
        return node;
      });
    },
  };
}

/**
 * Rows of content by hash: from a replica, which can have nothing else under a hash, and what it lacks yet from the
 * database.
 * @param hashes each once
 */
async function rowsByHash<R extends { readonly hash: string }>(
  query: PreparedQuery<Hashes, R>,
  { read, replica, replicaCounts }: ContentDatabase,
  { organization, hashes }: Hashes,
): Promise<readonly R[]> {
  const found = replica === undefined ? [] : await query.all(replica, { organization, hashes });
  if (found.length === hashes.length) return found;
  const there = new Set(found.map(({ hash }) => hash));
  const absent = hashes.filter((hash) => !there.has(hash));
  if (replicaCounts !== undefined) replicaCounts.primary++;
  return [...found, ...(await query.all(read, { organization, hashes: absent }))];
}

function nodeCache(shared: SharedParts, organization: string): NodeReader {
  const { read, replica, replicaCounts, nodes: kept } = shared;
  const keep = (hash: string, data: Uint8Array): StoreNode => {
    return kept.set(keyOf(organization, hash), decode(data), data.byteLength * DECODED);
  };
  const one = async (hash: string): Promise<StoreNode> => {
    const asked = { organization, hash };
    const copy = replica && (await nodeByHash.first(replica, asked));
    if (copy === undefined && replicaCounts !== undefined) replicaCounts.primary++;
    const row = copy ?? (await nodeByHash.first(read, asked));
    if (row === undefined) throw new MissingNode(hash);
    return keep(hash, row.data);
  };
  const keptOne = (hash: string) => kept.get(keyOf(organization, hash));
  return {
    async load(hashes) {
      const first = hashes[0];
      if (hashes.length === 1 && first !== undefined) return [keptOne(first) ?? (await one(first))];
      return loadThrough(hashes, keptOne, async (absent, found) => {
        for (const { hash, data } of await rowsByHash(nodesByHash, shared, { organization, hashes: absent }))
          found.set(hash, keep(hash, data));
        const missing = absent.find((hash) => !found.has(hash));
        if (missing !== undefined) throw new MissingNode(missing);
      });
    },
  };
}

/** Pieces of descriptions of APIs by hash, those missing left out. */
export async function findPieces(
  database: ContentDatabase,
  organization: string,
  hashes: Iterable<string>,
): Promise<Map<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const batch of slicesOf(new Set(hashes), BATCH)) {
    for (const { hash, data } of await rowsByHash(piecesByHash, database, { organization, hashes: batch }))
      found.set(hash, Buffer.from(data.buffer, data.byteOffset, data.byteLength));
  }
  return found;
}

function bodyCache(shared: SharedParts, organization: string): Content["bodies"] {
  const { bodies: kept } = shared;
  const keptOne = (hash: string) => kept.get(keyOf(organization, hash));
  return async (hashes) => {
    const texts = await loadThrough(hashes, keptOne, async (absent, found) => {
      for (const { hash, text } of await rowsByHash(bodiesByHash, shared, { organization, hashes: absent })) {
        kept.set(keyOf(organization, hash), text);
        found.set(hash, text);
      }
      const missing = absent.find((hash) => !found.has(hash));
      if (missing !== undefined) throw new MissingBody(missing);
    });
    return new Map(hashes.map((hash, index) => [hash, texts[index] as string]));
  };
}

/** Takes values from a cache and fetches the rest in batches; what a batch finds counts even if the cache drops it. */
async function loadThrough<V extends {}>(
  hashes: readonly string[],
  kept: (hash: string) => V | undefined,
  readAbsent: (absent: string[], found: Map<string, V>) => Promise<void>,
): Promise<V[]> {
  const found = new Map<string, V>();
  const absent: string[] = [];
  for (const hash of new Set(hashes)) {
    const value = kept(hash);
    if (value === undefined) absent.push(hash);
    else found.set(hash, value);
  }
  for (let start = 0; start < absent.length; start += BATCH) {
    // A whole tree takes many batches: others get their turn between them.
    if (start > 0) await setImmediate();
    await readAbsent(absent.slice(start, start + BATCH), found);
  }
  return hashes.map((hash) => found.get(hash) as V);
}

/** A revision never changes, and goes only with its space, be it to another organization: whoever names it has found the space before. */
function revisionCache({ read, revisions: kept }: SharedParts, organization: string): Content["revision"] {
  return async (space, id) => {
    const name = keyOf(organization, id);
    const known = kept.get(name);
    if (known !== undefined) return known.space_id === space ? known : undefined;
    const row = await readRevision(read, { organization_id: organization, id: space }, id);
    if (row !== undefined) kept.set(name, row);
    return row;
  };
}

/** Trees are kept under the hash of their pages: a revision that changes only files or variables shares its tree. */
function treeCache(
  { trees: kept }: SharedParts,
  organization: string,
  nodes: NodeReader,
  rootOf: Content["root"],
): Content["tree"] {
  return async (hash) => {
    const root = await rootOf(hash);
    if (root.pages === null) return [];
    const [pages, count] = root.pages;
    const key = keyOf(organization, pages);
    const known = kept.get(key);
    if (known !== undefined) return known;
    return kept.set(key, await readTree(nodes, root, openPace()), count * PAGE_BYTES);
  };
}
