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

const putNode = preparedWrite(
  (tx, p: Params<{ organization: string; hash: string; data: Buffer; at: number }>) =>
    tx
      .insertInto("nodes")
      .values({ organization_id: p("organization"), hash: p("hash"), data: p("data"), touched_at: p("at") })
      .onConflict((on) =>
        on
          .columns(["organization_id", "hash"])
          .doUpdateSet((set) => ({ touched_at: set.ref("excluded.touched_at") })),
      ),
);
const putBody = preparedWrite(
  (tx, p: Params<{ organization: string; hash: string; text: string; at: number }>) =>
    tx
      .insertInto("bodies")
      .values({ organization_id: p("organization"), hash: p("hash"), text: p("text"), touched_at: p("at") })
      .onConflict((on) =>
        on
          .columns(["organization_id", "hash"])
          .doUpdateSet((set) => ({ touched_at: set.ref("excluded.touched_at") })),
      ),
);
const putBlob = preparedWrite(
  (tx, p: Params<{ organization: string; hash: string; size: number; at: number }>) =>
    tx
      .insertInto("blobs")
      .values({ organization_id: p("organization"), hash: p("hash"), size: p("size"), touched_at: p("at") })
      .onConflict((on) =>
        on
          .columns(["organization_id", "hash"])
          .doUpdateSet((set) => ({ touched_at: set.ref("excluded.touched_at") })),
      ),
);
type TouchedHashes = { organization: string; hashes: readonly string[]; at: number };
const touchBodies = preparedWrite((tx, p: Params<TouchedHashes>) =>
  tx
    .updateTable("bodies")
    .set({ touched_at: p("at") })
    .where("organization_id", "=", p("organization"))
    .where("hash", "in", p.list("hashes")),
);
const touchBlobs = preparedWrite((tx, p: Params<TouchedHashes>) =>
  tx
    .updateTable("blobs")
    .set({ touched_at: p("at") })
    .where("organization_id", "=", p("organization"))
    .where("hash", "in", p.list("hashes")),
);

/**
 * Writes what a new revision consists of and does not share with its base. Throws {@link MissingContent} when a
 * body or blob that it refers to has gone.
 */
export async function putContent(
  tx: Write,
  organization: string,
  content: Pick<NewRevision, "nodes" | "bodies" | "reusedBodies" | "blobs">,
  at: number,
): Promise<void> {
  for (const rows of slices(inOrder(content.nodes))) await putNodes(tx, organization, rows, at);
  for (const rows of slices(inOrder(content.bodies))) await putBodies(tx, organization, rows, at);
  await touchAll(touchBodies, tx, { organization, hashes: content.reusedBodies, at }, "body");
  await touchAll(touchBlobs, tx, { organization, hashes: content.blobs, at }, "file");
}

/**
 * Writes the bulk of a large revision ahead of its commit, in transactions of a few milliseconds, and gives the
 * revision without what has been written. It has to be committed within a day, or the content is garbage.
 */
export async function stageContent(
  db: Database,
  organization: string,
  content: NewRevision,
  at: number,
): Promise<NewRevision> {
  for (const rows of slices(inOrder(content.nodes)))
    await db.transact((tx) => putNodes(tx, organization, rows, at));
  for (const rows of slices(inOrder(content.bodies)))
    await db.transact((tx) => putBodies(tx, organization, rows, at));
  return { ...content, nodes: new Map(), bodies: new Map() };
}

/** Notes that a blob is stored, before a revision may refer to it. `size` in bytes. */
export async function recordBlob(
  tx: Write,
  blob: { organization: string; hash: string; size: number; at: number },
): Promise<void> {
  await putBlob.run(tx, blob);
}

async function touchAll(
  touch: typeof touchBodies,
  tx: Write,
  touched: TouchedHashes,
  kind: "body" | "file",
): Promise<void> {
  const { length } = touched.hashes;
  if (length > 0 && (await touch.run(tx, touched)) < length) throw new MissingContent(kind);
}

async function putNodes(tx: Write, organization: string, texts: readonly Text[], at: number): Promise<void> {
  const [only] = texts;
  if (only !== undefined && texts.length === 1) {
    await putNode.run(tx, { organization, hash: only[0], data: Buffer.from(only[1]), at });
    return;
  }
  await tx
    .insertInto("nodes")
    .values(
      texts.map(([hash, text]) => ({
        organization_id: organization,
        hash,
        data: Buffer.from(text),
        touched_at: at,
      })),
    )
    .onConflict((on) =>
      on
        .columns(["organization_id", "hash"])
        .doUpdateSet((set) => ({ touched_at: set.ref("excluded.touched_at") })),
    )
    .execute();
}

async function putBodies(tx: Write, organization: string, texts: readonly Text[], at: number): Promise<void> {
  const [only] = texts;
  if (only !== undefined && texts.length === 1) {
    await putBody.run(tx, { organization, hash: only[0], text: only[1], at });
    return;
  }
  await tx
    .insertInto("bodies")
    .values(texts.map(([hash, text]) => ({ organization_id: organization, hash, text, touched_at: at })))
    .onConflict((on) =>
      on
        .columns(["organization_id", "hash"])
        .doUpdateSet((set) => ({ touched_at: set.ref("excluded.touched_at") })),
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
