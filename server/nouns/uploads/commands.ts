import { lockOrganization } from "../../access/intern.ts";
import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { RunChange, RunningChange } from "../../http/change.ts";
import { conflict, notFound, tooLarge } from "../../http/errors.ts";
import { uploadOwner } from "../../ports/blobs.ts";
import { UPLOAD_LIFE } from "./queries.ts";
import { LARGEST_UPLOAD, PART_SIZE } from "./schema.ts";

/** What all uploads of an organization may have whose bytes are there or may still come. */
const MOST_BYTES = 4 * LARGEST_UPLOAD;
/** The same of one person, so that nobody takes it all: others can neither see nor delete what is theirs. */
const MOST_OF_ONE = MOST_BYTES / 2;
/** Milliseconds after the end of an upload within which a part that was under way may still be stored. */
const GRACE = 3600 * 1000;

type UploadKey = Pick<Row<"file_uploads">, "organization_id" | "id">;
type Ending = Pick<RunningChange, "tx" | "now">;

interface NewUpload {
  readonly organization: string;
  /** In bytes. */
  readonly size: number;
  readonly sha256?: string | undefined;
  readonly installation?: string | undefined;
}

/** @throws 413 for what is larger than any upload */
export function refuseSize(size: number): void {
  if (size > LARGEST_UPLOAD)
    throw tooLarge(`An upload has at most 2 GB (${LARGEST_UPLOAD} bytes), not ${size} bytes.`);
}

/** Opens an upload. @throws 413 beyond what its creator, or the organization, may have under way */
export async function createUpload(
  { tx, now, newId, by }: RunningChange,
  { organization, size, sha256, installation }: NewUpload,
): Promise<Row<"file_uploads">> {
  await lockOrganization(tx, organization);
  const others = await tx
    .selectFrom("file_uploads")
    .select(["size", "created_by"])
    .where("organization_id", "=", organization)
    .where("emptied_at", "is", null)
    .execute();
  const creator = by ?? "";
  const own = others.filter(({ created_by }) => created_by === creator);
  if (bytesWith(size, own) > MOST_OF_ONE)
    throw tooLarge(
      "Your unfinished uploads have at most 4 GB together. Finish or delete some; they go after a day.",
    );
  if (bytesWith(size, others) > MOST_BYTES)
    throw tooLarge(
      "The unfinished uploads of an organization have at most 8 GB together. Finish or delete some; they go after a day.",
    );
  const row = {
    id: newId(),
    organization_id: organization,
    created_by: creator,
    installation_id: installation ?? null,
    size,
    sha256: sha256 ?? null,
    created_at: now,
  };
  return tx.insertInto("file_uploads").values(row).returningAll().executeTakeFirstOrThrow();
}

/** What uploads have together with a new one. Each counts as a part at least: their number is bounded as well. */
function bytesWith(size: number, others: readonly { readonly size: number }[]): number {
  return [...others, { size }].reduce((sum, one) => sum + Math.max(one.size, PART_SIZE), 0);
}

/**
 * Notes a part that was stored, and gives the hash of the one that was there in its place.
 * @throws 404 when the upload has ended meanwhile
 */
export async function keepPart(
  tx: Write,
  { organization_id, id }: Row<"file_uploads">,
  { number, hash, size }: Pick<Row<"file_upload_parts">, "number" | "hash" | "size">,
): Promise<string | undefined> {
  // Also the lock by which parts and the end of their upload come one after the other.
  const { numUpdatedRows } = await tx
    .updateTable("file_uploads")
    .set({ ended_at: null })
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound("The upload");
  const before = await tx
    .selectFrom("file_upload_parts")
    .select("hash")
    .where("organization_id", "=", organization_id)
    .where("upload_id", "=", id)
    .where("number", "=", number)
    .executeTakeFirst();
  await tx
    .insertInto("file_upload_parts")
    .values({ organization_id, upload_id: id, number, hash, size })
    .onConflict((oc) => oc.columns(["organization_id", "upload_id", "number"]).doUpdateSet({ hash, size }))
    .execute();
  return before?.hash;
}

/** Ends an upload: nobody takes it again. Its bytes are to be removed then. @throws 409 when it has ended before */
export async function endUpload(running: Ending, upload: UploadKey): Promise<void> {
  if (await noteEnd(running, upload)) return;
  throw conflict("upload-taken", "The upload was taken or deleted meanwhile; send the file again.");
}

/** The same for what may run twice: false when the upload has ended before. */
export async function noteEnd({ tx, now }: Ending, { organization_id, id }: UploadKey): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("file_uploads")
    .set({ ended_at: now })
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * The change of an operation that takes an upload: it ends with it, so that what fails can be repeated with the same
 * upload, and its bytes go once that is committed.
 */
export function takingUpload<R>(
  deps: Pick<Deps, "blobs" | "clock" | "db">,
  upload: Row<"file_uploads">,
  change: RunChange<R>,
): RunChange<R> {
  return async (work) => {
    const answer = await change(async (running) => {
      await endUpload(running, upload);
      return work(running);
    });
    await dropBytes(deps, upload);
    return answer;
  };
}

/** Removes the bytes of an upload that has ended. What fails here is done by housekeeping. */
export async function dropBytes(
  { blobs, clock, db }: Pick<Deps, "blobs" | "clock" | "db">,
  { organization_id, id }: UploadKey,
): Promise<void> {
  const isEmptied = await blobs.remove(uploadOwner(id)).then(
    () => true,
    () => false,
  );
  if (!isEmptied) return;
  await db.transact((tx) =>
    tx
      .updateTable("file_uploads")
      .set({ emptied_at: clock.now() })
      .where("organization_id", "=", organization_id)
      .where("id", "=", id)
      .execute(),
  );
}

/**
 * Forgets uploads that are too old or have ended, with their bytes: those first, so that what is cut short is done the
 * next time. Gives how many.
 * @param organization only its own; of all unless said
 */
export async function forgetFileUploads(
  { db, blobs }: Pick<Deps, "db" | "blobs">,
  now: number,
  organization?: string,
): Promise<number> {
  let query = db.read
    .selectFrom("file_uploads")
    .select(["organization_id", "id"])
    .where((row) =>
      row.or([row("created_at", "<", now - UPLOAD_LIFE - GRACE), row("ended_at", "<", now - GRACE)]),
    );
  if (organization !== undefined) query = query.where("organization_id", "=", organization);
  const gone = await query.execute();
  for (const { organization_id, id } of gone) {
    await blobs.remove(uploadOwner(id));
    await db.transact((tx) =>
      tx
        .deleteFrom("file_uploads")
        .where("organization_id", "=", organization_id)
        .where("id", "=", id)
        .execute(),
    );
  }
  return gone.length;
}
