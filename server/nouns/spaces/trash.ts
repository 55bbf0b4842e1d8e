/** Deleted spaces: seven days in the trash, then gone. */
import { lockOrganization } from "../../access/intern.ts";
import { queueSyncAfter } from "../../content/git/queue.ts";
import { queueIndexing } from "../../content/head.ts";
import { enqueue } from "../../db/jobs.ts";
import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { TRASH_MS } from "../collections/queries.ts";

/** The job that removes one deleted space for good. */
export const PURGE = "purge-space";

/**
 * Puts a space into the trash: from now on it is in no site, list or search.
 * @throws 404 when it has gone meanwhile
 */
export async function deleteSpace(
  tx: Write,
  space: Row<"spaces">,
  now: number,
  newId: () => string,
): Promise<void> {
  const update = tx
    .updateTable("spaces")
    .set({ deleted_at: now })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", space.id)
    .where("organization_id", "=", space.organization_id)
    .where("deleted_at", "is", null);
  const { numUpdatedRows } = await update.executeTakeFirst();
  if (numUpdatedRows === 0n) throw notFound("The space");
  await queueIndexing(tx, space, now, newId);
  await enqueuePurge(tx, space, { due: now + TRASH_MS, now, newId });
}

function enqueuePurge(
  tx: Write,
  { id: space, organization_id: organization }: Row<"spaces">,
  { newId, ...when }: { readonly due: number; readonly now: number; readonly newId: () => string },
): Promise<void> {
  const key = `${PURGE}:${space}`;
  return enqueue(tx, { id: newId(), kind: PURGE, key, space, organization, hastens: true, ...when });
}

/**
 * Gives up a space in the trash at once: from now on nobody finds it, and the job removes it.
 * @throws 409 when it is not there
 */
export async function purgeSpace(
  tx: Write,
  space: Row<"spaces">,
  now: number,
  newId: () => string,
): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable("spaces")
    .set({ deleted_at: 0 })
    .where("id", "=", space.id)
    .where("organization_id", "=", space.organization_id)
    .where("deleted_at", "is not", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw conflict("not-deleted", "The space is not in the trash.");
  await enqueuePurge(tx, space, { due: now, now, newId });
}

/**
 * Takes a space out of the trash, to where it was.
 * @throws 409 when it is not there, or not there any more
 */
export async function restoreSpace(
  tx: Write,
  space: Row<"spaces">,
  now: number,
  newId: () => string,
): Promise<Row<"spaces">> {
  await lockOrganization(tx, space.organization_id);
  const row = await tx
    .updateTable("spaces")
    .set({ deleted_at: null, updated_at: now })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", space.id)
    .where("organization_id", "=", space.organization_id)
    .where("deleted_at", ">", now - TRASH_MS)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) throw conflict("not-deleted", "The space is not in the trash.");
  await queueIndexing(tx, space, now, newId);
  // Branches of what lies in the trash are left alone.
  await queueSyncAfter(tx, space, { now, isAtOnce: true, newId });
  return row;
}
