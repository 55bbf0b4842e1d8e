import type { Role } from "../../access/roles.ts";
import { type Caller, withinReach } from "../../access/singleSignOn.ts";
import { type OrganizationRights, organizationRights } from "../../access/table.ts";
import type { Member } from "../../access/policy.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { LoadCall, LoadedThing, VersionedThing, Paging } from "../../http/operation.ts";
import { pageBy } from "../../http/pageBy.ts";
import { versioned } from "../../http/versioned.ts";

/** An organization with what the caller is in it. */
export interface OrganizationThing extends VersionedThing {
  readonly organization: Row<"organizations">;
  readonly member: Member;
  readonly rights: OrganizationRights;
}

const byId = prepared((read, p: Params<{ id: string }>) =>
  read.selectFrom("organizations").selectAll().where("id", "=", p("id")),
);

export function findOrganization(read: Read, id: string): Promise<Row<"organizations"> | undefined> {
  return byId.first(read, { id });
}

/** The organization that the path names, if the caller is a member of it. */
export async function loadOrganization({
  deps,
  identity,
  params,
}: LoadCall): Promise<OrganizationThing | undefined> {
  const id = params["organizationId"] ?? "";
  const member = await deps.members.find(id, identity);
  if (member === undefined) return undefined;
  const organization = await byId.first(deps.db.read, { id });
  if (organization === undefined) return undefined;
  return {
    organization,
    member,
    rights: organizationRights(member.role, member.ownsTeam),
    version: versioned("organizations", organization),
  };
}

/** An organization by its id alone, with what the caller is in it: for what asks nothing else of it. */
interface MembershipThing extends LoadedThing {
  readonly organizationId: string;
  readonly member: Member;
  readonly rights: OrganizationRights;
}

/** The same without its row: where somebody is a member, there is an organization. */
export async function loadMembership({
  deps,
  identity,
  params,
}: LoadCall): Promise<MembershipThing | undefined> {
  const organizationId = params["organizationId"] ?? "";
  const member = await deps.members.find(organizationId, identity);
  return member && { organizationId, member, rights: organizationRights(member.role, member.ownsTeam) };
}

/** The organizations that somebody reaches as a member, oldest first. */
export async function listOrganizations(read: Read, caller: Caller, paging: Paging) {
  const mine = read
    .selectFrom("organizations")
    .innerJoin("members", "members.organization_id", "organizations.id")
    .where("members.user_id", "=", caller.userId)
    .where("members.disabled", "=", 0)
    .where(withinReach(caller));
  const shown = mine
    .selectAll("organizations")
    .select("members.role as member_role")
    .select((eb) =>
      eb
        .selectFrom("team_members")
        .where("team_members.user_id", "=", caller.userId)
        .whereRef("team_members.organization_id", "=", "organizations.id")
        .where("team_members.role", "=", "owner")
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .$asScalar()
        .$castTo<number>()
        .as("owned_teams"),
    );
  const page = await pageBy(shown, ["organizations.created_at", "organizations.id"], paging, {
    counted: mine,
  });
  const rows = page.rows.map((row) => ({
    row,
    rights: organizationRights(row.member_role as Role | null, row.owned_teams > 0),
  }));
  return { ...page, rows };
}
