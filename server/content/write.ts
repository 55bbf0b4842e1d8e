/** Puts nodes, bodies and blobs; what is put again counts as new, so that the collection of garbage leaves it alone. */
import { preparedWrite } from "../db/database.ts";
import type { Database, Params, Write } from "../db/database.ts";
import { byCodeUnit } from "../../engine/json.ts";
import type { NewRevision } from "../../engine/change.ts";

/** Something that a revision needs is not stored (any more): the client has to send it again. */
export class MissingContent extends Error {
  override readonly name = "MissingContent";
  readonly kind: "body" | "file";
  constructor(kind: "body" | "file") {
    super(`a ${kind} that the change refers to is not stored any more`);
    this.kind = kind;
  }
}

const putNode = preparedWrite((tx, p: Params<{ hash: string; data: Buffer; at: number }>) =>
  tx
    .insertInto("nodes")
    .values({ hash: p("hash"), data: p("data"), touched_at: p("at") })
    .onConflict((on) =>
      on.column("hash").doUpdateSet((set) => ({ touched_at: set.ref("excluded.touched_at") })),
    ),
);
const putBlob = preparedWrite((tx, p: Params<{ hash: string; size: number; at: number }>) =>
  tx
    .insertInto("blobs")
    .values({ hash: p("hash"), size: p("size"), touched_at: p("at") })
    .onConflict((on) =>
      on.column("hash").doUpdateSet((set) => ({ touched_at: set.ref("excluded.touched_at") })),
    ),
);
const touchBodies = preparedWrite((tx, p: Params<{ hashes: readonly string[]; at: number }>) =>
  tx
    .updateTable("bodies")
    .set({ touched_at: p("at") })
    .where("hash", "in", p.list("hashes")),
);
const touchBlobs = preparedWrite((tx, p: Params<{ hashes: readonly string[]; at: number }>) =>
  tx
    .updateTable("blobs")
    .set({ touched_at: p("at") })
    .where("hash", "in", p.list("hashes")),
);

/**
 * Writes what a new revision consists of and does not share with its base. Throws {@link MissingContent} when a
 * body or blob that it refers to has gone.
 */
export async function putContent(
  tx: Write,
  content: Pick<NewRevision, "nodes" | "bodies" | "reusedBodies" | "blobs">,
  at: number,
): Promise<void> {
  for (const rows of slices(inOrder(content.nodes))) await putNodes(tx, rows, at);
  for (const rows of slices(inOrder(content.bodies))) await putBodies(tx, rows, at);
  await touchAll(touchBodies, tx, content.reusedBodies, at, "body");
  await touchAll(touchBlobs, tx, content.blobs, at, "file");
}

/**
 * Writes the bulk of a large revision ahead of its commit, in transactions of a few milliseconds, and gives the
 * revision without what has been written. It has to be committed within a day, or the content is garbage.
 */
export async function stageContent(db: Database, content: NewRevision, at: number): Promise<NewRevision> {
  for (const rows of slices(inOrder(content.nodes))) await db.transact((tx) => putNodes(tx, rows, at));
  for (const rows of slices(inOrder(content.bodies))) await db.transact((tx) => putBodies(tx, rows, at));
  return { ...content, nodes: new Map(), bodies: new Map() };
}

/** Notes that a blob is stored, before a revision may refer to it. `size` in bytes. */
export async function recordBlob(tx: Write, blob: { hash: string; size: number; at: number }): Promise<void> {
  await putBlob.run(tx, blob);
}

async function touchAll(
  touch: typeof touchBodies,
  tx: Write,
  hashes: readonly string[],
  at: number,
  kind: "body" | "file",
): Promise<void> {
  if (hashes.length > 0 && (await touch.run(tx, { hashes, at })) < hashes.length)
    throw new MissingContent(kind);
}

async function putNodes(tx: Write, texts: readonly Text[], at: number): Promise<void> {
  const [only] = texts;
  if (only !== undefined && texts.length === 1) {
    await putNode.run(tx, { hash: only[0], data: Buffer.from(only[1]), at });
    return;
  }
  await tx
    .insertInto("nodes")
    .values(texts.map(([hash, text]) => ({ hash, data: Buffer.from(text), touched_at: at })))
    .onConflict((on) =>
      on.column("hash").doUpdateSet((set) => ({ touched_at: set.ref("excluded.touched_at") })),
    )
    .execute();
}

async function putBodies(tx: Write, texts: readonly Text[], at: number): Promise<void> {
  await tx
    .insertInto("bodies")
    .values(texts.map(([hash, text]) => ({ hash, text, touched_at: at })))
    .onConflict((on) =>
      on.column("hash").doUpdateSet((set) => ({ touched_at: set.ref("excluded.touched_at") })),
    )
    .execute();
}

type Text = readonly [hash: string, text: string];

/** Rows written by one statement. */
const ROWS = 64;

function slices(texts: readonly Text[]): (readonly Text[])[] {
  return Array.from({ length: Math.ceil(texts.length / ROWS) }, (_, index) =>
    texts.slice(index * ROWS, (index + 1) * ROWS),
  );
}

/** Every transaction takes its rows in the same order, so that two of them can't wait for each other. */
function inOrder(texts: ReadonlyMap<string, string>): Text[] {
  return [...texts].toSorted(([a], [b]) => byCodeUnit(a, b));
}
