import { setImmediate } from "node:timers/promises";
import { prepared, preparedWrite } from "../db/database.ts";
import type { Database, Params, Read, Write } from "../db/database.ts";
import type { Blobs } from "../ports/blobs.ts";
import { byCodeUnit } from "../../engine/json.ts";
import { MissingNode } from "../../engine/node.ts";
import type { HashSet } from "./hashSet.ts";
import { type ReachedHashes, reachFromRevisions } from "./reach.ts";
import { uncachedNodes } from "./store.ts";

/** How long unreachable content is kept, in milliseconds: longer than any change is in the making. */
export const GARBAGE_AGE = 24 * 60 * 60 * 1000;

/** The part of the blob store that the collection needs. */
interface BlobRemoval {
  of(organization: string): Pick<Blobs, "list" | "delete">;
}

interface CollectedCounts {
  readonly nodes: number;
  readonly bodies: number;
  readonly blobs: number;
  /** Organizations of which nothing was removed: something that their revisions need is not there. */
  readonly damaged: number;
}

type Kind = "nodes" | "bodies" | "blobs";

/** How far a collection has come: what it removed, and the organization that it has done last. */
export interface GarbageProgress extends CollectedCounts {
  readonly after: string;
}

/** The run that a collection is part of. */
export interface CollectionRun {
  /** A transaction; `progress` is kept with it. */
  readonly write: <T>(work: (tx: Write) => Promise<T>, progress?: GarbageProgress) => Promise<T>;
  readonly signal?: AbortSignal;
  /** What an earlier run has done, which ended before its time. */
  readonly progress?: GarbageProgress | undefined;
  /** Hears of an organization that can't be proved to have all it needs. */
  readonly onDamage?: (organization: string, error: unknown) => void;
}

interface Collection {
  readonly now: number;
  readonly blobs?: BlobRemoval;
  readonly run?: CollectionRun;
}

/** Rows looked at and deleted by one statement. */
const SLICE = 500;
const NOTHING: GarbageProgress = { after: "", nodes: 0, bodies: 0, blobs: 0, damaged: 0 };

/**
 * Removes content that no revision of its organization reaches and that was last put before `now - GARBAGE_AGE`; that of
 * organizations that have gone as well. One organization after the other, so that what is held in memory is what the
 * largest one reaches; one whose content is damaged is left as it is, for whoever mends it. The age is checked by the
 * deleting statement itself: what a concurrent change puts again is fresh by then, and stays. Works in slices, so that it
 * may run beside everything else; safe to end at any point, and goes on from its progress.
 */
export async function collectGarbage(db: Database, options: Collection): Promise<CollectedCounts> {
  let { after, ...sum } = options.run?.progress ?? NOTHING;
  for await (const organization of contentOwners(db.read, after)) {
    options.run?.signal?.throwIfAborted();
    const { nodes, bodies, blobs, damaged } = await collectGarbageOf(db, organization, options);
    sum = {
      nodes: sum.nodes + nodes,
      bodies: sum.bodies + bodies,
      blobs: sum.blobs + blobs,
      damaged: sum.damaged + damaged,
    };
    await options.run?.write(() => Promise.resolve(), { after: organization, ...sum });
  }
  return sum;
}

/** The same for one organization alone. */
export async function collectGarbageOf(
  db: Database,
  organization: string,
  { now, blobs, run = { write: (work) => db.transact(work) } }: Collection,
): Promise<CollectedCounts> {
  const before = now - GARBAGE_AGE;
  const reached = await reachAll(db, organization, run);
  if (reached === undefined) return { nodes: 0, bodies: 0, blobs: 0, damaged: 1 };
  const removal = blobs?.of(organization);
  const sweepOf = (kind: Kind, bytes?: ReturnType<BlobRemoval["of"]>) =>
    sweep(db, kind, { organization, reached: reached[kind], before, run }, bytes);
  return {
    nodes: await sweepOf("nodes"),
    bodies: await sweepOf("bodies"),
    blobs: await sweepOf("blobs", removal),
    damaged: 0,
  };
}

/** What an organization's revisions need; undefined when some of it isn't there, so that nothing is known for sure. */
async function reachAll(
  db: Database,
  organization: string,
  { signal, onDamage }: CollectionRun,
): Promise<ReachedHashes | undefined> {
  try {
    return await reachFromRevisions(db.read, organization, uncachedNodes(db.read, organization), signal);
  } catch (error) {
    if (!(error instanceof MissingNode)) throw error;
    onDamage?.(organization, error);
    return undefined;
  }
}

/** The ids of all organizations that have content, be they there or gone, in order. */
export async function* contentOwners(read: Read, from = ""): AsyncGenerator<string> {
  for (let after = from; ;) {
    const next = await Promise.all(KINDS.map((kind) => NEXT_OWNER[kind].first(read, { after })));
    const [first] = next.flatMap((row) => row?.organization_id ?? []).toSorted(byCodeUnit);
    if (first === undefined) return;
    yield first;
    after = first;
  }
}

interface Sweep {
  readonly organization: string;
  readonly reached: HashSet;
  readonly before: number;
  readonly run: CollectionRun;
}

async function sweep(
  db: Database,
  kind: Kind,
  { organization, reached, before, run }: Sweep,
  blobs?: ReturnType<BlobRemoval["of"]>,
): Promise<number> {
  let removed = 0;
  for (let after = ""; ;) {
    const rows = await AFTER[kind].all(db.read, { organization, after });
    const last = rows.at(-1)?.hash;
    if (last === undefined) return removed;
    after = last;
    const hashes = rows.map(({ hash }) => hash).filter((hash) => !reached.has(hash));
    if (hashes.length > 0) {
      const gone = await run.write((tx) => REMOVE[kind].all(tx, { organization, hashes, before }));
      for (const { hash } of gone) if (blobs !== undefined) await removeBytes(blobs, hash, before);
      removed += gone.length;
    }
    run.signal?.throwIfAborted();
    await setImmediate();
  }
}

/** Bytes that were just stored again are somebody's upload under way: its row comes after them. */
async function removeBytes(
  blobs: ReturnType<BlobRemoval["of"]>,
  hash: string,
  before: number,
): Promise<void> {
  for await (const { storedAt } of blobs.list(hash)) if (storedAt < before) await blobs.delete(hash);
}

type Remove = { organization: string; hashes: readonly string[]; before: number };

const KINDS: readonly Kind[] = ["nodes", "bodies", "blobs"];
const nextOwner = (kind: Kind) =>
  prepared((q, p: Params<{ after: string }>) =>
    q
      .selectFrom(kind)
      .select("organization_id")
      .where("organization_id", ">", p("after"))
      .orderBy("organization_id")
      .limit(1),
  );
/** By hash alone, which the index of the hashes answers: ages lie behind the content, and few rows are unreached. */
const after = (kind: Kind) =>
  prepared((q, p: Params<{ organization: string; after: string }>) =>
    q
      .selectFrom(kind)
      .select("hash")
      .where("organization_id", "=", p("organization"))
      .where("hash", ">", p("after"))
      .orderBy("hash")
      .limit(SLICE),
  );
const remove = (kind: Kind) =>
  preparedWrite((tx, p: Params<Remove>) =>
    tx
      .deleteFrom(kind)
      .where("organization_id", "=", p("organization"))
      .where("hash", "in", p.list("hashes"))
      .where("touched_at", "<", p("before"))
      .returning("hash"),
  );
const NEXT_OWNER = { nodes: nextOwner("nodes"), bodies: nextOwner("bodies"), blobs: nextOwner("blobs") };
const AFTER = { nodes: after("nodes"), bodies: after("bodies"), blobs: after("blobs") };
const REMOVE = { nodes: remove("nodes"), bodies: remove("bodies"), blobs: remove("blobs") };
