/** Joining by the domain of one's own address. */
import { lockOrganization } from "../../access/intern.ts";
import type { Role } from "../../access/roles.ts";
import { type Caller, reaches } from "../../access/singleSignOn.ts";
import { folded } from "../../db/contains.ts";
import type { Write } from "../../db/database.ts";
import { conflict, forbidden, notFound } from "../../http/errors.ts";

const noun = "The organization";

interface Joining {
  readonly organization: string;
  readonly caller: Caller;
  readonly now: number;
}

/**
 * Makes somebody a member whose verified address is of one of the organization's domains, with the role that it has for
 * such people, or as a guest.
 * @returns the role that they got; undefined when they are a member already
 * @throws 404 for everybody else, as if there were no such organization; 403 for who came by another way than it wants;
 *   409 for somebody who was removed, or left with a lower role than this gives
 */
export async function joinByDomain(
  tx: Write,
  { organization: id, caller, now }: Joining,
): Promise<{ readonly role: Role | null } | undefined> {
  await lockOrganization(tx, id);
  const organization = await tx
    .selectFrom("organizations")
    .selectAll()
    .where("id", "=", id)
    .executeTakeFirst();
  const user = await tx.selectFrom("users").selectAll().where("id", "=", caller.userId).executeTakeFirst();
  if (organization === undefined || user?.email_verified !== 1) throw notFound(noun);
  const domain = user.email_folded.slice(user.email_folded.lastIndexOf("@") + 1);
  const domains = JSON.parse(organization.email_domains) as readonly string[];
  if (!domains.some((one) => folded(one) === domain)) throw notFound(noun);
  const key = { organization_id: id, user_id: user.id };
  const member = await find(tx, "members", key);
  if (member !== undefined && "disabled" in member && member.disabled === 1) throw notFound(noun);
  if (member !== undefined) return undefined;
  // A second factor is asked for once they are in.
  const { through } = caller;
  if (!reaches({ through }, { ...organization, sso: organization.sso === 1, role: null }))
    throw forbidden("The organization takes in who signs in by its single sign-on.");
  if ((await find(tx, "removed_members", key)) !== undefined)
    throw conflict(
      "member-removed",
      "You were removed from this organization, or left it with a lower role than joining gives. Ask an administrator for an invite.",
    );
  const role = organization.default_role as Role | null;
  await tx
    .insertInto("members")
    .values({ ...key, role, joined_at: now })
    .execute();
  return { role };
}

function find(
  tx: Write,
  table: "members" | "removed_members",
  { organization_id, user_id }: { readonly organization_id: string; readonly user_id: string },
) {
  return tx
    .selectFrom(table as "members")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("user_id", "=", user_id)
    .executeTakeFirst();
}
