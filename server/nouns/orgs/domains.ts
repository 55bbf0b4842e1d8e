/** Which organizations belong to an e-mail domain, as far as the one who asks may know. */
import type { Role } from "../../access/roles.ts";
import { type Caller, withinReach } from "../../access/singleSignOn.ts";
import { type OrganizationRights, organizationRights } from "../../access/table.ts";
import { contains, folded } from "../../db/contains.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";

const MOST = 100;

const NOBODY: OrganizationRights = Object.fromEntries(
  Object.keys(organizationRights(null)).map((verb) => [verb, false]),
) as never;

const addressOf = prepared((read, p: Params<{ id: string }>) =>
  read.selectFrom("users").select(["email_folded", "email_verified"]).where("id", "=", p("id")),
);

/**
 * The organizations with this domain that somebody reaches as a member; all of them when it is the domain of the user's own
 * verified address.
 */
export async function organizationsOfDomain(
  read: Read,
  caller: Caller,
  emailDomain: string,
): Promise<{ row: Row<"organizations">; rights: OrganizationRights }[]> {
  const domain = folded(emailDomain);
  const address = await addressOf.first(read, { id: caller.userId });
  const isOwn = address?.email_verified === 1 && address.email_folded.endsWith(`@${domain}`);
  const rows = await read
    .selectFrom("organizations")
    .leftJoin("members", (join) =>
      join
        .onRef("members.organization_id", "=", "organizations.id")
        .on("members.user_id", "=", caller.userId)
        .on("members.disabled", "=", 0)
        .on(withinReach(caller)),
    )
    .selectAll("organizations")
    .select(["members.role as member_role", "members.user_id as member_id"])
    .where((eb) => contains(eb.ref("organizations.email_domains"), `"${domain}"`) as never)
    .where((eb) => (isOwn ? eb.lit(true) : eb("members.user_id", "is not", null)))
    .orderBy("organizations.created_at")
    .orderBy("organizations.id")
    .limit(MOST)
    .execute();
  return rows.map(({ member_role, member_id, ...row }) => ({
    row,
    rights: member_id === null ? NOBODY : organizationRights(member_role as Role | null),
  }));
}
