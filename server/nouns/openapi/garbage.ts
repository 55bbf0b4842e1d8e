/** Pieces that no version names any more. */
import { setImmediate } from "node:timers/promises";
import { GARBAGE_AGE } from "../../content/garbage.ts";
import { metHashes, type MetHashes } from "../../content/metHashes.ts";
import { prepared } from "../../db/database.ts";
import type { Database, Params, Read, Write } from "../../db/database.ts";

/** Bytes of a hash, and rows looked at by one statement. */
const HASH_BYTES = 20;
const SLICE = 500;
/** Up to so many pieces of an organization are known exactly, beyond by a filter of so many bytes. */
const BOUND = { exact: 200_000, bytes: 8 * 2 ** 20 };

type Remove = (work: (tx: Write) => Promise<number>) => Promise<number>;

const nextOwner = prepared((read, p: Params<{ after: string }>) =>
  read
    .selectFrom("openapi_pieces")
    .select("organization_id")
    .where("organization_id", ">", p("after"))
    .orderBy("organization_id")
    .limit(1),
);

/**
 * Removes pieces that no version of their organization names and that were last stored a day ago or earlier; gives how
 * many. What is stored again meanwhile is fresh by then, and stays. One organization after the other, be they there or
 * gone.
 * @param write runs a transaction
 */
export async function collectPieces(
  { read }: Pick<Database, "read">,
  write: Remove,
  now: number,
): Promise<number> {
  let removed = 0;
  for (let after = ""; ;) {
    const owner = await nextOwner.first(read, { after });
    if (owner === undefined) return removed;
    after = owner.organization_id;
    removed += await collectPiecesOf(read, write, { organization: after, before: now - GARBAGE_AGE });
  }
}

async function collectPiecesOf(
  read: Read,
  write: Remove,
  { organization, before }: { organization: string; before: number },
): Promise<number> {
  const named = await namedPieces(read, organization);
  let removed = 0;
  for (let after = ""; ;) {
    const rows = await read
      .selectFrom("openapi_pieces")
      .select("hash")
      .where("organization_id", "=", organization)
      .where("hash", ">", after)
      .where("touched_at", "<", before)
      .orderBy("hash")
      .limit(SLICE)
      .execute();
    const last = rows.at(-1)?.hash;
    if (last === undefined) return removed;
    after = last;
    const hashes = rows.map(({ hash }) => hash).filter((hash) => !named.has(hash));
    if (hashes.length > 0) {
      removed += await write(async (tx) => {
        const { numDeletedRows } = await tx
          .deleteFrom("openapi_pieces")
          .where("organization_id", "=", organization)
          .where("hash", "in", hashes)
          .where("touched_at", "<", before)
          .executeTakeFirstOrThrow();
        return Number(numDeletedRows);
      });
    }
    await setImmediate();
  }
}

async function namedPieces(read: Read, organization: string): Promise<MetHashes> {
  const named = metHashes(HASH_BYTES * 2, BOUND);
  for (let after = ""; ;) {
    const row = await read
      .selectFrom("openapi_versions")
      .select(["id", "pieces"])
      .where("organization_id", "=", organization)
      .where("id", ">", after)
      .orderBy("id")
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return named;
    after = row.id;
    const bytes = Buffer.from(row.pieces.buffer, row.pieces.byteOffset, row.pieces.byteLength);
    for (let at = 0; at < bytes.length; at += HASH_BYTES) {
      named.add(bytes.toString("hex", at, at + HASH_BYTES));
      if (at % (SLICE * HASH_BYTES) === 0) await setImmediate();
    }
    await setImmediate();
  }
}
