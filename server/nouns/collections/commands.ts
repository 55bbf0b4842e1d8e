import type { Static } from "typebox";
import { putAddress } from "../../access/addresses.ts";
import { internPolicy, lockOrganization } from "../../access/intern.ts";
import { recomputePolicies } from "../../access/recompute.ts";
import type { Member, Policy } from "../../access/policy.ts";
import type { Read, Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { notFound } from "../../http/errors.ts";
import { type Move, moveContent } from "./move.ts";
import { reachParent, refuseTooDeep } from "./parents.ts";
import { readCollection } from "./queries.ts";
import type { UpdateCollection } from "./schema.ts";
import { positionAtEnd } from "./siblings.ts";

interface NewCollection {
  readonly id: string;
  readonly organization: string;
  readonly member: Member;
  readonly now: number;
  readonly title?: string | undefined;
  readonly parent?: string | undefined;
}

/**
 * Makes a collection, after its siblings.
 * @throws 400 for a parent that is not there, 403 where the member may not create, 409 when it would lie too deep
 */
export async function createCollection(tx: Write, input: NewCollection): Promise<Row<"collections">> {
  const { id, organization, member, now } = input;
  await lockOrganization(tx, organization);
  const parent = await reachParent(tx, organization, member, input.parent ?? null);
  await refuseTooDeep(tx, organization, parent?.id ?? null);
  await putAddress(tx, { organization_id: organization, id });
  return tx
    .insertInto("collections")
    .values({
      id,
      organization_id: organization,
      parent_id: parent?.id ?? null,
      position: await positionAtEnd(tx, { organization, parent: parent?.id ?? null }),
      title: input.title ?? "Untitled",
      default_level: "inherit",
      created_by: member.userId,
      created_at: now,
      acl: await inheritedAcl(tx, organization, parent),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The policy of what says nothing for itself: that of the collection it lies in. */
export async function inheritedAcl(
  tx: Write,
  organization: string,
  parent: Pick<Row<"collections">, "acl"> | null,
): Promise<string> {
  const nothing: Policy = [];
  return parent === null ? internPolicy(tx, organization, nothing) : parent.acl;
}

/**
 * Changes a collection's own fields; a default level reaches everything below that inherits.
 * @throws 404 when it has gone
 */
export async function patchCollection(
  tx: Write,
  collection: Row<"collections">,
  patch: Static<typeof UpdateCollection>,
  now: number,
): Promise<Row<"collections">> {
  const { id, organization_id } = collection;
  if (patch.defaultLevel !== undefined) await lockOrganization(tx, organization_id);
  const update = tx
    .updateTable("collections")
    .set({
      ...(patch.title === undefined ? {} : { title: patch.title }),
      ...(patch.description === undefined ? {} : { description: patch.description }),
      ...(patch.defaultLevel === undefined ? {} : { default_level: patch.defaultLevel, level_owner: null }),
    })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id)
    .where("organization_id", "=", organization_id);
  const row = await update.returningAll().executeTakeFirst();
  if (row === undefined) throw notFound("The collection");
  if (patch.defaultLevel === undefined) return row;
  await recomputePolicies(tx, organization_id, [{ kind: "collection", id }], now);
  return current(tx, id, organization_id);
}

/**
 * Moves a collection with everything in it, and works out anew who may see what.
 * @throws 400 for a parent or neighbour that is not there, 403 where the member may not create, 409 for a cycle
 */
export async function moveCollection(tx: Write, id: string, move: Move): Promise<Row<"collections">> {
  await lockOrganization(tx, move.organization);
  const before = await current(tx, id, move.organization);
  await moveContent(tx, { kind: "collection", id }, before.parent_id, move);
  return current(tx, id, move.organization);
}

/**
 * A collection as this transaction sees it.
 * @throws 404 when it has gone meanwhile, or left the organization
 */
export async function current(tx: Read, id: string, organization: string): Promise<Row<"collections">> {
  const row = await readCollection(tx, organization, id);
  if (row === undefined) throw notFound("The collection");
  return row;
}
