/** Deleted collections: as long in the trash as spaces, then gone. */
import { removeAddress } from "../../access/addresses.ts";
import { forgetAccess, lockOrganization } from "../../access/intern.ts";
import type { Member } from "../../access/policy.ts";
import { recomputePolicies } from "../../access/recompute.ts";
import { roleWithin } from "../../access/scope.ts";
import { collectionRights, spaceRights } from "../../access/table.ts";
import type { Write } from "../../db/database.ts";
import { enqueue } from "../../db/jobs.ts";
import type { Row } from "../../db/schema.ts";
import { ordersBetween } from "../../../engine/order.ts";
import { conflict } from "../../http/errors.ts";
import { childrenOf, dissolveCollection, type HeldChild, takeBackAccess } from "./dissolve.ts";
import { refuseTooDeepBelow } from "./parents.ts";
import { TRASH_MS } from "./queries.ts";

/** The job that removes one deleted collection for good. */
export const PURGE_COLLECTION = "purge-collection";

/**
 * Puts a collection into the trash, and what lies in it where the collection was.
 * @throws 404 when it has gone meanwhile
 */
export async function deleteCollection(
  tx: Write,
  collection: Row<"collections">,
  now: number,
  newId: () => string,
): Promise<Row<"collections">> {
  const row = await dissolveCollection(tx, collection, now);
  await purgeLater(tx, row, now + TRASH_MS, now, newId);
  return row;
}

/** Has the job look at a deleted collection when its time is over. */
export function purgeLater(
  tx: Write,
  { id: collection, organization_id: organization }: Row<"collections">,
  due: number,
  now: number,
  newId: () => string,
): Promise<void> {
  const key = `${PURGE_COLLECTION}:${collection}`;
  const payload = { collection };
  return enqueue(tx, { id: newId(), kind: PURGE_COLLECTION, key, payload, organization, due, now });
}

/**
 * Takes a collection out of the trash, to where it was. What lay in it comes back into it as far as it is still where
 * the collection's end has put it and the member may move it.
 * @throws 409 when it is not in the trash, or not any more, and when collections would lie too deep in one another
 */
export async function restoreCollection(
  tx: Write,
  { id, organization_id: organization }: Row<"collections">,
  member: Member,
  now: number,
): Promise<Row<"collections">> {
  await lockOrganization(tx, organization);
  const before = await tx
    .selectFrom("collections")
    .selectAll()
    .where("organization_id", "=", organization)
    .where("id", "=", id)
    .where("deleted_at", ">", now - TRASH_MS)
    .executeTakeFirst();
  if (before === undefined) throw conflict("not-deleted", "The collection is not in the trash.");
  await tx
    .updateTable("collections")
    .set({ deleted_at: null, held: null })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", organization)
    .where("id", "=", id)
    .execute();
  await takeBack(tx, before, member);
  await refuseTooDeepBelow(tx, organization, before.parent_id, id);
  await recomputePolicies(tx, organization, [{ kind: "collection", id }], now);
  return tx
    .selectFrom("collections")
    .selectAll()
    .where("organization_id", "=", organization)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

async function takeBack(tx: Write, collection: Row<"collections">, member: Member): Promise<void> {
  const { id, organization_id: organization, parent_id: parent, held } = collection;
  const before = JSON.parse(held ?? "[]") as readonly HeldChild[];
  const there = new Map((await childrenOf(tx, organization, parent)).map((child) => [child.id, child]));
  const children = before.flatMap(({ id: one, given }) => {
    const child = there.get(one);
    return child === undefined ? [] : [{ child, given }];
  });
  const positions = ordersBetween(undefined, undefined, children.length);
  for (const [index, { child, given }] of children.entries()) {
    const rightsOf = child.kind === "space" ? spaceRights : collectionRights;
    const role = await roleWithin(tx, { organization_id: organization, acl: child.acl }, member);
    if (!rightsOf(role).admin) continue;
    const level = await takeBackAccess(tx, organization, child, { given, since: collection.deleted_at });
    await tx
      .updateTable(child.kind === "space" ? "spaces" : "collections")
      .set({ parent_id: id, position: positions[index] as string, ...level })
      .set((eb) => ({ version: eb("version", "+", 1) }))
      .where("organization_id", "=", organization)
      .where("id", "=", child.id)
      .execute();
  }
}

/** Removes a deleted collection for good. Nothing lies in it. False: it is not in the trash. */
export async function purgeCollection(
  tx: Write,
  collection: Row<"collections">,
  now: number,
): Promise<boolean> {
  const { id, organization_id: organization } = collection;
  await lockOrganization(tx, organization);
  const { numDeletedRows } = await tx
    .deleteFrom("collections")
    .where("organization_id", "=", organization)
    .where("id", "=", id)
    .where("deleted_at", "is not", null)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await removeAddress(tx, id);
  await forgetAccess(tx, collection, now);
  return true;
}
