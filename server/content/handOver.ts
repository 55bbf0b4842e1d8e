/** Content goes with its space to another organization: copied ahead in slices, handed over in one transaction. */
import { setImmediate } from "node:timers/promises";
import { prepared, preparedWrite } from "../db/database.ts";
import type { Database, Params, Read, Write } from "../db/database.ts";
import type { BlobStore } from "../ports/blobs.ts";
import { slicesOf } from "../../engine/slices.ts";
import { StaleHead } from "./commit.ts";
import { nothingReached, reachFrom, type ReachedHashes } from "./reach.ts";
import { uncachedNodes } from "./store.ts";
import { recordBlob } from "./write.ts";

/** Rows copied by one transaction. */
const SLICE = 200;

interface Handing {
  readonly spaces: readonly string[];
  /** Ids of organizations. */
  readonly from: string;
  readonly to: string;
}

/** What was copied ahead. */
export interface CopiedContent extends Handing {
  /** How many revisions the spaces had. */
  readonly revisions: number;
}

const rootsOf = prepared((q, p: Params<{ spaces: readonly string[]; from: string; after: string }>) =>
  q
    .selectFrom("revisions")
    .select(["id", "root"])
    .where("organization_id", "=", p("from"))
    .where("space_id", "in", p.list("spaces"))
    .where("id", ">", p("after"))
    .orderBy("id")
    .limit(SLICE),
);

/**
 * Stores with another organization all that the revisions of some spaces consist of, a slice at a time; readers and
 * writers go on meanwhile. What it holds in memory are the hashes of what the spaces reach. It has to be handed over
 * within a day, or it is garbage there.
 * @param now in milliseconds
 */
export async function copyContent(
  { db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
  handing: Handing,
  now: number,
): Promise<CopiedContent> {
  const { reached, revisions } = await reachOf(db.read, handing);
  for (const hashes of slicesOf(reached.nodes, SLICE))
    await db.transact((tx) => copyNodes.run(tx, { ...handing, hashes, now }));
  for (const hashes of slicesOf(reached.bodies, SLICE))
    await db.transact((tx) => copyBodies.run(tx, { ...handing, hashes, now }));
  for (const hash of reached.blobs) await copyBlob({ db, blobs }, handing, hash, now);
  return { ...handing, revisions };
}

async function reachOf(
  read: Read,
  { spaces, from }: Handing,
): Promise<{ reached: ReachedHashes; revisions: number }> {
  const [reached, nodes] = [nothingReached(), uncachedNodes(read, from)];
  let revisions = 0;
  for (let after = ""; ;) {
    const roots = await rootsOf.all(read, { spaces, from, after });
    const last = roots.at(-1)?.id;
    if (last === undefined) return { reached, revisions };
    after = last;
    revisions += roots.length;
    await reachFrom(
      nodes,
      roots.map(({ root }) => root),
      reached,
    );
  }
}

type Copying = Handing & { hashes: readonly string[]; now: number };

const copyNodes = preparedWrite((tx, p: Params<Copying>) =>
  tx
    .insertInto("nodes")
    .columns(["organization_id", "hash", "data", "touched_at"])
    .expression((eb) =>
      eb
        .selectFrom("nodes")
        .select((each) => [
          each.cast<string>(p("to"), "text").as("organization_id"),
          "hash",
          "data",
          each.cast<number>(p("now"), "bigint").as("touched_at"),
        ])
        .where("organization_id", "=", p("from"))
        .where("hash", "in", p.list("hashes")),
    )
    .onConflict((on) =>
      on
        .columns(["organization_id", "hash"])
        .doUpdateSet((set) => ({ touched_at: set.ref("excluded.touched_at") })),
    ),
);
const copyBodies = preparedWrite((tx, p: Params<Copying>) =>
  tx
    .insertInto("bodies")
    .columns(["organization_id", "hash", "text", "touched_at"])
    .expression((eb) =>
      eb
        .selectFrom("bodies")
        .select((each) => [
          each.cast<string>(p("to"), "text").as("organization_id"),
          "hash",
          "text",
          each.cast<number>(p("now"), "bigint").as("touched_at"),
        ])
        .where("organization_id", "=", p("from"))
        .where("hash", "in", p.list("hashes")),
    )
    .onConflict((on) =>
      on
        .columns(["organization_id", "hash"])
        .doUpdateSet((set) => ({ touched_at: set.ref("excluded.touched_at") })),
    ),
);

const sizeOf = prepared((q, p: Params<{ from: string; hash: string }>) =>
  q.selectFrom("blobs").select("size").where("organization_id", "=", p("from")).where("hash", "=", p("hash")),
);

async function copyBlob(
  { db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
  { from, to }: Handing,
  hash: string,
  now: number,
): Promise<void> {
  const row = await sizeOf.first(db.read, { from, hash });
  const bytes = row && (await blobs.of(from).get(hash));
  // What the store of files has lost can't be copied; it is as lost there as it was here.
  if (bytes !== undefined) await blobs.of(to).put(bytes, { maxBytes: Number.MAX_SAFE_INTEGER });
  const { size = 0 } = row ?? {};
  await db.transact((tx) => recordBlob(tx, { organization: to, hash, size, at: now }));
  await setImmediate();
}

const takeSpaces = preparedWrite((tx, p: Params<{ spaces: readonly string[]; from: string }>) =>
  tx
    .updateTable("spaces")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", p("from"))
    .where("id", "in", p.list("spaces")),
);
const countOf = prepared((q, p: Params<{ spaces: readonly string[]; from: string }>) =>
  q
    .selectFrom("revisions")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("organization_id", "=", p("from"))
    .where("space_id", "in", p.list("spaces")),
);
const dropPrints = preparedWrite((tx, p: Params<{ spaces: readonly string[]; from: string }>) =>
  tx.deleteFrom("prints").where("organization_id", "=", p("from")).where("space_id", "in", p.list("spaces")),
);
// What integrations made is the former organization's, where they are installed.
const dropSources = preparedWrite((tx, p: Params<{ spaces: readonly string[]; from: string }>) =>
  tx
    .deleteFrom("content_sources")
    .where("organization_id", "=", p("from"))
    .where("space_id", "in", p.list("spaces")),
);

/**
 * Holds spaces until they are given, with their revisions, to the organization that their content was copied to.
 * Documents that were made of them are made anew when somebody asks.
 * @param spaces those that go now
 * @throws StaleHead when a space or a revision has come since the content was copied: copy it again
 */
export async function handOverContent(
  tx: Write,
  spaces: readonly string[],
  copied: CopiedContent,
): Promise<void> {
  const { from } = copied;
  // Whoever moves a head takes the space's row too: what they wrote is counted, or they find the space gone.
  await takeSpaces.run(tx, { spaces, from });
  const { count = 0 } = (await countOf.first(tx, { spaces, from })) ?? {};
  const known = new Set(copied.spaces);
  if (count !== copied.revisions || spaces.some((space) => !known.has(space)))
    throw new StaleHead(spaces.join(" "));
  await dropPrints.run(tx, { spaces, from });
  await dropSources.run(tx, { spaces, from });
}
