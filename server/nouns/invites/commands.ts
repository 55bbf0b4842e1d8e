import { lockOrganization } from "../../access/intern.ts";
import type { Role } from "../../access/roles.ts";
import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Secrets } from "../../ports/secrets.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { hashToken } from "../../ports/tokens.ts";
import { sealedAt } from "./queries.ts";
import type { InviteTarget } from "./target.ts";

/** How long a link lets people in, in milliseconds. */
const GOOD_FOR_MS = 30 * 24 * 3600 * 1000;

interface NewInvite {
  readonly id: string;
  /** What people join with. */
  readonly secret: string;
  readonly organization: string;
  readonly target: InviteTarget;
  readonly by: string;
  readonly now: number;
}

/** Makes a link. @throws 409 when the organization has turned links off */
export async function createInvite(
  tx: Write,
  secrets: Secrets,
  { id, secret, organization, target, by, now }: NewInvite,
): Promise<Row<"invite_links">> {
  await lockOrganization(tx, organization);
  if (!(await linksAreOn(tx, organization))) {
    throw conflict(
      "invite-links-off",
      "Invite links are turned off for this organization. An administrator turns them on with inviteLinks.",
    );
  }
  return tx
    .insertInto("invite_links")
    .values({
      id,
      organization_id: organization,
      hash: hashToken(secret),
      sealed: secrets.seal(secret, sealedAt(id)),
      target_kind: target.kind,
      target_id: target.id,
      role: target.role,
      created_by: by,
      created_at: now,
      expires_at: now + GOOD_FOR_MS,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Whether an organization lets people join by links. */
export async function linksAreOn(tx: Write, organization: string): Promise<boolean> {
  const row = await tx
    .selectFrom("organizations")
    .select("invite_links")
    .where("id", "=", organization)
    .executeTakeFirst();
  return row?.invite_links === 1;
}

/** Changes what a link gives. @throws 404 when it is gone */
export async function setInviteRole(
  tx: Write,
  { id, organization_id }: Row<"invite_links">,
  role: Role | null,
): Promise<Row<"invite_links">> {
  await lockOrganization(tx, organization_id);
  const update = tx
    .updateTable("invite_links")
    .set({ role })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", organization_id)
    .where("id", "=", id);
  const row = await update.returningAll().executeTakeFirst();
  if (row === undefined) throw notFound("The invite link");
  return row;
}

/** Deletes a link: it lets nobody in any more. @throws 404 the second time */
export async function deleteInvite(tx: Write, { id, organization_id }: Row<"invite_links">): Promise<void> {
  // Somebody who is joining by it has locked the organization too: they come before or after.
  await lockOrganization(tx, organization_id);
  const { numDeletedRows } = await tx
    .deleteFrom("invite_links")
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw notFound("The invite link");
}
