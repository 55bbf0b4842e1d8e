import { setImmediate } from "node:timers/promises";
import { prepared, preparedWrite } from "../db/database.ts";
import type { Database, Params, Read, Write } from "../db/database.ts";
import { byCodeUnit } from "../../engine/json.ts";
import { HASH_LENGTH } from "../../engine/hash.ts";
import { MissingNode } from "../../engine/node.ts";
import { noteRound, roundsSince } from "./garbageRound.ts";
import { metHashes, recentHashes, type MetHashes } from "./metHashes.ts";
import { BLOB_HASH_LENGTH, reachFromRevisions } from "./reach.ts";
import { uncachedNodes } from "./store.ts";
import { isThere, removeOldBytes, removeStrays, STRAY_AGE, type FileRemoval } from "./strayFiles.ts";

/** How long unreachable content is kept, in milliseconds: longer than any change is in the making. */
export const GARBAGE_AGE = 24 * 60 * 60 * 1000;

/** What the clocks of several processes may differ by, in milliseconds, and more. */
const CLOCKS_APART = 60 * 60 * 1000;

interface CollectedCounts {
  readonly nodes: number;
  readonly bodies: number;
  readonly blobs: number;
  /** Organizations of which nothing was removed: something that their revisions need is not there. */
  readonly damaged: number;
}

interface RoundCounts extends CollectedCounts {
  /** Files that no row was about. */
  readonly strays: number;
  /** Such files that stay, since they are more than processes that died leave behind. */
  readonly heldStrays: number;
}

type Kind = "nodes" | "bodies" | "blobs";
const KINDS: readonly Kind[] = ["nodes", "bodies", "blobs"];

/** How far a collection has come: what it removed, and the organization that it has done last. */
export interface GarbageProgress extends CollectedCounts {
  readonly after: string;
  /** How many organizations are done. */
  readonly organizations: number;
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
  readonly blobs?: FileRemoval;
  readonly run?: CollectionRun;
  /** Files without a row go however many they are. */
  readonly areManyStrays?: boolean;
}

/** Rows looked at and deleted by one statement. */
const SLICE = 500;
const NOTHING: GarbageProgress = { after: "", organizations: 0, nodes: 0, bodies: 0, blobs: 0, damaged: 0 };

const MEGABYTE = 2 ** 20;
/** What is held in memory of an organization, however large it is. */
interface MemoryBound {
  /** Up to here what it reaches is known exactly; beyond, filters of 64 MB together keep a little more than that. */
  readonly exact: number;
  /** Nodes that are not followed again while they are among the last ones. */
  readonly recent: number;
}

const BOUND: MemoryBound = { exact: 400_000, recent: 400_000 };
const FILTERS: Readonly<Record<Kind, number>> = {
  nodes: 32 * MEGABYTE,
  bodies: 16 * MEGABYTE,
  blobs: 16 * MEGABYTE,
};

/**
 * Removes content that no revision of its organization reaches and that was last put before `now - GARBAGE_AGE`; that of
 * organizations that have gone as well, and files that no row is about. One organization after the other, in memory that
 * has a bound, however large one is; one whose content is damaged is left as it is, for whoever mends it. The age is
 * checked by the deleting statement itself: what a concurrent change puts again is fresh by then, and stays. Works in
 * slices, so that it may run beside everything else; safe to end at any point, and goes on from its progress.
 */
export async function collectGarbage(db: Database, options: Collection): Promise<RoundCounts> {
  const { now, blobs, run = runOf(db), areManyStrays } = options;
  let { after, ...sum } = run.progress ?? NOTHING;
  for await (const organization of contentOwners(db.read, after)) {
    run.signal?.throwIfAborted();
    const gone = await collectGarbageOf(db, organization, options);
    sum = {
      organizations: sum.organizations + 1,
      nodes: sum.nodes + gone.nodes,
      bodies: sum.bodies + gone.bodies,
      blobs: sum.blobs + gone.blobs,
      damaged: sum.damaged + gone.damaged,
    };
    await run.write(() => Promise.resolve(), { after: organization, ...sum });
  }
  const since = await roundsSince(db.read, now);
  // A database that was put back from some weeks ago doesn't know of the files since: whoever did it has time to notice.
  const isKnown = now - since >= STRAY_AGE && sum.damaged === 0;
  const { removed: strays, held: heldStrays } =
    blobs !== undefined && isKnown
      ? await removeStrays(db.read, blobs, { now, signal: run.signal, isMany: areManyStrays })
      : { removed: 0, held: 0 };
  const { organizations, ...counts } = sum;
  const removed = { ...counts, strays, heldStrays };
  await run.write((tx) => noteRound(tx, { at: now, since, organizations, ...removed }));
  return removed;
}

/** The same for one organization alone. */
export async function collectGarbageOf(
  db: Database,
  organization: string,
  { now, blobs, run = runOf(db), bound = BOUND }: Collection & { readonly bound?: MemoryBound },
): Promise<CollectedCounts> {
  const before = now - GARBAGE_AGE;
  const reached = await reachAll(db, organization, { run, since: now - CLOCKS_APART }, bound);
  if (reached === undefined) return { nodes: 0, bodies: 0, blobs: 0, damaged: 1 };
  const files = blobs?.of(organization);
  // Of one that has gone nothing but its rows says that there are files: they go before these.
  if (files !== undefined && !(await isThere(db.read, organization)))
    await removeOldBytes(files, "", before, run.signal);
  const sweepOf = (kind: Kind) =>
    sweep(db, kind, { organization, reached: reached[kind], before, run }, files);
  return {
    nodes: await sweepOf("nodes"),
    bodies: await sweepOf("bodies"),
    blobs: await sweepOf("blobs"),
    damaged: 0,
  };
}

const runOf = (db: Database): CollectionRun => ({ write: (work) => db.transact(work) });

/**
 * What an organization's revisions need, and perhaps a little more; undefined when a node of it isn't there or isn't what
 * its hash says, so that nothing is known for sure.
 */
async function reachAll(
  { read }: Pick<Database, "read">,
  organization: string,
  { run: { signal, onDamage }, since }: { readonly run: CollectionRun; readonly since: number },
  { exact, recent }: MemoryBound,
): Promise<Readonly<Record<Kind, MetHashes>> | undefined> {
  const met = (kind: Kind, length: number) => metHashes(length, { exact, bytes: FILTERS[kind] });
  const [nodes, bodies] = [met("nodes", HASH_LENGTH), met("bodies", HASH_LENGTH)];
  const blobs = met("blobs", BLOB_HASH_LENGTH);
  // What is forgotten is followed once more. Leaves are by far the most, and nothing lies below them: they push out no other.
  const [inner, leaves] = [recentHashes(HASH_LENGTH, recent), recentHashes(HASH_LENGTH, recent)];
  const noted = {
    add(hash: string, isLeaf: boolean): boolean {
      nodes.add(hash);
      return (isLeaf ? leaves : inner).add(hash);
    },
  };
  try {
    const proved = uncachedNodes(read, organization, true);
    await reachFromRevisions(read, organization, proved, {
      reached: { nodes: noted, bodies, blobs },
      since,
      signal,
    });
    return { nodes, bodies, blobs };
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
  readonly reached: MetHashes;
  readonly before: number;
  readonly run: CollectionRun;
}

async function sweep(
  db: Database,
  kind: Kind,
  { organization, reached, before, run }: Sweep,
  files?: ReturnType<FileRemoval["of"]>,
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
      if (kind === "blobs" && files !== undefined)
        for (const { hash } of gone) await removeOldBytes(files, hash, before);
      removed += gone.length;
    }
    run.signal?.throwIfAborted();
    await setImmediate();
  }
}

type Remove = { organization: string; hashes: readonly string[]; before: number };

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
