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
import type { ReachedHashes } from "./reach.ts";
import { slicesOf } from "../../engine/slices.ts";

/** The part of the blob store that the check needs. */
export interface BlobPresence {
  of(organization: string): { has(hash: string): Promise<boolean> };
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

type Hashes = { organization: string; hashes: readonly string[] };

const nodeData = prepared((q, p: Params<Hashes>) =>
  q
    .selectFrom("nodes")
    .select(["hash", "data"])
    .where("organization_id", "=", p("organization"))
    .where("hash", "in", p.list("hashes")),
);
const bodyTexts = prepared((q, p: Params<Hashes>) =>
  q
    .selectFrom("bodies")
    .select(["hash", "text"])
    .where("organization_id", "=", p("organization"))
    .where("hash", "in", p.list("hashes")),
);
const blobRows = prepared((q, p: Params<Hashes>) =>
  q
    .selectFrom("blobs")
    .select("hash")
    .where("organization_id", "=", p("organization"))
    .where("hash", "in", p.list("hashes")),
);
const headlessSpaces = prepared((q) =>
  q
    .selectFrom("spaces")
    .leftJoin("revisions", (on) =>
      on
        .onRef("revisions.organization_id", "=", "spaces.organization_id")
        .onRef("revisions.id", "=", "spaces.head")
        .onRef("revisions.space_id", "=", "spaces.id"),
    )
    .select(["spaces.id", "spaces.head"])
    .where("revisions.id", "is", null)
    // One that was given up may have lost its revisions already.
    .where((eb) => eb.or([eb("spaces.deleted_at", "is", null), eb("spaces.deleted_at", ">", 0)]))
    .orderBy("spaces.id"),
);
const headRoots = prepared((q, p: Params<{ organization: string }>) =>
  q
    .selectFrom("spaces")
    .innerJoin("revisions", (on) =>
      on
        .onRef("revisions.organization_id", "=", "spaces.organization_id")
        .onRef("revisions.id", "=", "spaces.head"),
    )
    .select(["spaces.id", "revisions.root"])
    .where("spaces.organization_id", "=", p("organization"))
    .orderBy("spaces.id"),
);

const allOrganizations = prepared((q) =>
  q.selectFrom("organizations").select("id").where("ended_at", "is", null).orderBy("id"),
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
  const sum = { revisions: 0, nodes: 0, bodies: 0, blobs: 0 };
  for (const { id } of await allOrganizations.all(db.read, {})) {
    const { revisions, reached } = await checkOrganization(db.read, id, blobs?.of(id), report);
    sum.revisions += revisions;
    sum.nodes += reached.nodes.size;
    sum.bodies += reached.bodies.size;
    sum.blobs += reached.blobs.size;
  }
  for (const { id, head } of await headlessSpaces.all(db.read, {}))
    report(`space ${id}: its head ${head} is no revision of it`);
  return { problems, ...sum };
}

async function checkOrganization(
  read: Read,
  organization: string,
  blobs: ReturnType<BlobPresence["of"]> | undefined,
  report: Report,
): Promise<{ revisions: number; reached: ReachedHashes }> {
  const nodes = verifyingReader(read, organization, report);
  const reached = nothingReached();
  let revisions = 0;
  for await (const roots of everyRoot(read, organization)) {
    revisions += roots.length;
    await reachFrom(
      nodes,
      roots.map(({ root }) => root),
      reached,
    );
  }
  await checkBodies(read, organization, reached.bodies, report);
  await checkBlobs(read, organization, reached.blobs, { blobs, report });
  for (const { id, root } of await headRoots.all(read, { organization }))
    await checkHead(nodes, id, root, report);
  return { revisions, reached };
}

type Report = (problem: string) => void;

const NOTHING: MapNode = { level: 0, keys: [], values: [] };

/** Reads nodes from the database alone; what is missing or damaged is reported and read as empty. */
function verifyingReader(read: Read, organization: string, report: Report): NodeReader {
  return {
    async load(hashes) {
      const found = new Map<string, StoreNode>();
      for (const batch of slicesOf(hashes, BATCH)) {
        for (const { hash, data } of await nodeData.all(read, { organization, hashes: batch }))
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

async function checkBodies(
  read: Read,
  organization: string,
  hashes: Iterable<string>,
  report: Report,
): Promise<void> {
  for (const batch of slicesOf(hashes, BATCH)) {
    const found = new Map(
      (await bodyTexts.all(read, { organization, hashes: batch })).map(({ hash, text }) => [hash, text]),
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
  organization: string,
  hashes: Iterable<string>,
  { blobs, report }: { blobs: ReturnType<BlobPresence["of"]> | undefined; report: Report },
): Promise<void> {
  for (const batch of slicesOf(hashes, BATCH)) {
    const rows = new Set((await blobRows.all(read, { organization, hashes: batch })).map(({ hash }) => hash));
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
