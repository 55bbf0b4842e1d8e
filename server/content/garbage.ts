import { setImmediate } from "node:timers/promises";
import { prepared, preparedWrite } from "../db/database.ts";
import type { Database, Params, Read } from "../db/database.ts";
import type { Blobs } from "../ports/blobs.ts";
import { byCodeUnit } from "../../engine/json.ts";
import type { HashSet } from "./hashSet.ts";
import { reachFromRevisions } from "./reach.ts";
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
}

type Kind = keyof CollectedCounts;

/** Rows looked at and deleted by one statement. */
const SLICE = 500;

/**
 * Removes content that no revision of its organization reaches and that was last put before `now - GARBAGE_AGE`; that of
 * organizations that have gone as well. One organization after the other, so that what is held in memory is what the
 * largest one reaches. The age is checked by the deleting statement itself: what a concurrent change puts again is fresh
 * by then, and stays. Works in slices, so that it may run beside everything else; safe to end at any point and to start
 * again.
 */
export async function collectGarbage(
  db: Database,
  options: { readonly now: number; readonly blobs?: BlobRemoval },
): Promise<CollectedCounts> {
  const sum = { nodes: 0, bodies: 0, blobs: 0 };
  for await (const organization of contentOwners(db.read)) {
    const { nodes, bodies, blobs } = await collectGarbageOf(db, organization, options);
    sum.nodes += nodes;
    sum.bodies += bodies;
    sum.blobs += blobs;
  }
  return sum;
}

/** The same for one organization alone. */
export async function collectGarbageOf(
  db: Database,
  organization: string,
  { now, blobs }: { readonly now: number; readonly blobs?: BlobRemoval },
): Promise<CollectedCounts> {
  const before = now - GARBAGE_AGE;
  const reached = await reachFromRevisions(db.read, organization, uncachedNodes(db.read, organization));
  const removal = blobs?.of(organization);
  return {
    nodes: await sweep(db, "nodes", { organization, reached: reached.nodes, before }),
    bodies: await sweep(db, "bodies", { organization, reached: reached.bodies, before }),
    blobs: await sweep(db, "blobs", { organization, reached: reached.blobs, before }, removal),
  };
}

/** The ids of all organizations that have content, be they there or gone, in order. */
export async function* contentOwners(read: Read): AsyncGenerator<string> {
  for (let after = ""; ;) {
    const next = await Promise.all(KINDS.map((kind) => NEXT_OWNER[kind].first(read, { after })));
    const [first] = next.flatMap((row) => row?.organization_id ?? []).toSorted(byCodeUnit);
    if (first === undefined) return;
    yield first;
    after = first;
  }
}

async function sweep(
  db: Database,
  kind: Kind,
  { organization, reached, before }: { organization: string; reached: HashSet; before: number },
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
      const gone = await db.transact((tx) => REMOVE[kind].all(tx, { organization, hashes, before }));
      for (const { hash } of gone) if (blobs !== undefined) await removeBytes(blobs, hash, before);
      removed += gone.length;
    }
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
