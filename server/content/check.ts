/** Verifies the content store for `lectern doctor` and for the tests that kill processes. */
import { setImmediate } from "node:timers/promises";
import { prepared } from "../db/database.ts";
import type { Database, Params, Read } from "../db/database.ts";
import { countEntries } from "../../engine/chunk.ts";
import { contentHash } from "../../engine/hash.ts";
import { decodeNode, isRevisionRoot } from "../../engine/node.ts";
import type { ChildRef, MapNode, MapRoot, NodeReader, RevisionRoot, StoreNode } from "../../engine/node.ts";
import { rebuildRevision } from "../../engine/rebuild.ts";
import { everyRoot, nothingReached, reachFrom } from "./reach.ts";
import { slicesOf } from "../../engine/slices.ts";

/** The part of the blob store that the check needs. */
export interface BlobPresence {
  has(hash: string): Promise<boolean>;
}

export interface StoreReport {
  /** One sentence each; none: all is well. At most {@link PROBLEMS_MAX}. */
  readonly problems: readonly string[];
  readonly revisions: number;
  readonly nodes: number;
  readonly bodies: number;
  readonly blobs: number;
}

const PROBLEMS_MAX = 1000;
const BATCH = 500;

const nodeData = prepared((q, p: Params<{ hashes: readonly string[] }>) =>
  q.selectFrom("nodes").select(["hash", "data"]).where("hash", "in", p.list("hashes")),
);
const bodyTexts = prepared((q, p: Params<{ hashes: readonly string[] }>) =>
  q.selectFrom("bodies").select(["hash", "text"]).where("hash", "in", p.list("hashes")),
);
const blobRows = prepared((q, p: Params<{ hashes: readonly string[] }>) =>
  q.selectFrom("blobs").select("hash").where("hash", "in", p.list("hashes")),
);
const headlessSpaces = prepared((q) =>
  q
    .selectFrom("spaces")
    .leftJoin("revisions", (on) =>
      on.onRef("revisions.id", "=", "spaces.head").onRef("revisions.space_id", "=", "spaces.id"),
    )
    .select(["spaces.id", "spaces.head"])
    .where("revisions.id", "is", null)
    .orderBy("spaces.id"),
);
const headRoots = prepared((q) =>
  q
    .selectFrom("spaces")
    .innerJoin("revisions", "revisions.id", "spaces.head")
    .select(["spaces.id", "revisions.root"])
    .orderBy("spaces.id"),
);

/**
 * Follows every revision to all it needs and checks that each piece is there and is what its hash says, that every
 * space has its head, and that the order, addresses and backlinks of each head are those its pages imply. Reads
 * past every cache. The cost is that of everything stored.
 */
export async function checkStore(db: Pick<Database, "read">, blobs?: BlobPresence): Promise<StoreReport> {
  const problems: string[] = [];
  const report = (problem: string): void => {
    if (problems.length < PROBLEMS_MAX) problems.push(problem);
  };
  const nodes = verifyingReader(db.read, report);
  const reached = nothingReached();
  let revisions = 0;
  for await (const roots of everyRoot(db.read)) {
    revisions += roots.length;
    await reachFrom(
      nodes,
      roots.map(({ root }) => root),
      reached,
    );
  }
  await checkBodies(db.read, reached.bodies, report);
  await checkBlobs(db.read, reached.blobs, blobs, report);
  for (const { id, head } of await headlessSpaces.all(db.read, {}))
    report(`space ${id}: its head ${head} is no revision of it`);
  for (const { id, root } of await headRoots.all(db.read, {})) await checkHead(nodes, id, root, report);
  const { nodes: n, bodies, blobs: b } = reached;
  return { problems, revisions, nodes: n.size, bodies: bodies.size, blobs: b.size };
}

type Report = (problem: string) => void;

const NOTHING: MapNode = { level: 0, keys: [], values: [] };

/** Reads nodes from the database alone; what is missing or damaged is reported and read as empty. */
function verifyingReader(read: Read, report: Report): NodeReader {
  return {
    async load(hashes) {
      const found = new Map<string, StoreNode>();
      for (const batch of slicesOf(hashes, BATCH)) {
        for (const { hash, data } of await nodeData.all(read, { hashes: batch }))
          found.set(hash, verifyNode(hash, data, report));
        await setImmediate();
      }
      return hashes.map((hash) => {
        const node = found.get(hash);
        if (node === undefined) report(`node ${hash} is missing`);
        return node ?? NOTHING;
      });
    },
  };
}

function verifyNode(hash: string, data: Uint8Array, report: Report): StoreNode {
  if (contentHash(data) !== hash) {
    report(`node ${hash} is damaged: its hash is ${contentHash(data)}`);
    return NOTHING;
  }
  try {
    const node = decodeNode(Buffer.from(data).toString("utf8"));
    const isSorted =
      isRevisionRoot(node) ||
      node.keys.every((key, index) => index === 0 || (node.keys[index - 1] as string) < key);
    if (!isSorted) report(`node ${hash}: its keys are not in order`);
    return node;
  } catch {
    report(`node ${hash} can't be read`);
    return NOTHING;
  }
}

async function checkBodies(read: Read, hashes: Iterable<string>, report: Report): Promise<void> {
  for (const batch of slicesOf(hashes, BATCH)) {
    const found = new Map(
      (await bodyTexts.all(read, { hashes: batch })).map(({ hash, text }) => [hash, text]),
    );
    for (const hash of batch) {
      const text = found.get(hash);
      if (text === undefined) report(`body ${hash} is missing`);
      else if (contentHash(text) !== hash)
        report(`body ${hash} is damaged: its hash is ${contentHash(text)}`);
    }
    await setImmediate();
  }
}

async function checkBlobs(
  read: Read,
  hashes: Iterable<string>,
  blobs: BlobPresence | undefined,
  report: Report,
): Promise<void> {
  for (const batch of slicesOf(hashes, BATCH)) {
    const rows = new Set((await blobRows.all(read, { hashes: batch })).map(({ hash }) => hash));
    for (const hash of batch) {
      if (!rows.has(hash)) report(`file ${hash} has no row`);
      if (blobs !== undefined && !(await blobs.has(hash))) report(`file ${hash} is not in the file store`);
    }
  }
}

async function checkHead(nodes: NodeReader, space: string, hash: string, report: Report): Promise<void> {
  const [root] = await nodes.load([hash]);
  if (root === undefined || !isRevisionRoot(root))
    return report(`space ${space}: its head has no readable root`);
  const rebuilt = await rebuildRevision(nodes, root);
  for (const [name, map] of Object.entries(root) as [keyof RevisionRoot, MapRoot][]) {
    if (rebuilt[name]?.[0] !== map?.[0])
      report(`space ${space}: the map of ${name} is not what the pages imply`);
    if (map !== null) await checkCount(nodes, space, name, map, report);
  }
}

async function checkCount(
  nodes: NodeReader,
  space: string,
  name: string,
  map: ChildRef,
  report: Report,
): Promise<void> {
  const [node] = await nodes.load([map[0]]);
  if (node === undefined || isRevisionRoot(node) || countEntries(node) !== map[1]) {
    report(`space ${space}: the map of ${name} miscounts its entries`);
  }
}
