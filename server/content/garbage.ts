import { setImmediate } from "node:timers/promises";
import { prepared, preparedWrite } from "../db/database.ts";
import type { Database, Params } from "../db/database.ts";
import type { Blobs } from "../ports/blobs.ts";
import type { HashSet } from "./hashSet.ts";
import { reachFromRevisions } from "./reach.ts";
import { uncachedNodes } from "./store.ts";

/** How long unreachable content is kept, in milliseconds: longer than any change is in the making. */
export const GARBAGE_AGE = 24 * 60 * 60 * 1000;

/** The part of the blob store that the collection needs. */
export type BlobRemoval = Pick<Blobs, "list" | "delete">;

export interface Collected {
  readonly nodes: number;
  readonly bodies: number;
  readonly blobs: number;
}

type Kind = keyof Collected;

/** Rows looked at and deleted by one statement. */
const SLICE = 500;

/**
 * Removes content that no revision reaches and that was last put before `now - GARBAGE_AGE`. The age is checked by
 * the deleting statement itself: what a concurrent change puts again is fresh by then, and stays. Works in slices,
 * so that it may run beside everything else; safe to end at any point and to start again.
 */
export async function collectGarbage(
  db: Database,
  options: { readonly now: number; readonly blobs?: BlobRemoval },
): Promise<Collected> {
  const before = options.now - GARBAGE_AGE;
  const reached = await reachFromRevisions(db.read, uncachedNodes(db.read));
  const nodes = await sweep(db, "nodes", reached.nodes, before);
  const bodies = await sweep(db, "bodies", reached.bodies, before);
  const blobs = await sweep(db, "blobs", reached.blobs, before, options.blobs);
  return { nodes, bodies, blobs };
}

async function sweep(
  db: Database,
  kind: Kind,
  reached: HashSet,
  before: number,
  blobs?: BlobRemoval,
): Promise<number> {
  let removed = 0;
  for (let after = ""; ;) {
    const rows = await AFTER[kind].all(db.read, { after });
    const last = rows.at(-1)?.hash;
    if (last === undefined) return removed;
    after = last;
    const hashes = rows.map(({ hash }) => hash).filter((hash) => !reached.has(hash));
    if (hashes.length > 0) {
      const gone = await db.transact((tx) => REMOVE[kind].all(tx, { hashes, before }));
      for (const { hash } of gone) if (blobs !== undefined) await removeBytes(blobs, hash, before);
      removed += gone.length;
    }
    await setImmediate();
  }
}

/** Bytes that were just stored again are somebody's upload under way: its row comes after them. */
async function removeBytes(blobs: BlobRemoval, hash: string, before: number): Promise<void> {
  for await (const { storedAt } of blobs.list(hash)) if (storedAt < before) await blobs.delete(hash);
}

type Remove = { hashes: readonly string[]; before: number };

/** By hash alone, which the index of the hashes answers: ages lie behind the content, and few rows are unreached. */
const after = (kind: Kind) =>
  prepared((q, p: Params<{ after: string }>) =>
    q.selectFrom(kind).select("hash").where("hash", ">", p("after")).orderBy("hash").limit(SLICE),
  );
const remove = (kind: Kind) =>
  preparedWrite((tx, p: Params<Remove>) =>
    tx
      .deleteFrom(kind)
      .where("hash", "in", p.list("hashes"))
      .where("touched_at", "<", p("before"))
      .returning("hash"),
  );
const AFTER = { nodes: after("nodes"), bodies: after("bodies"), blobs: after("blobs") };
const REMOVE = { nodes: remove("nodes"), bodies: remove("bodies"), blobs: remove("blobs") };
