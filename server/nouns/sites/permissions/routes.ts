import { Type } from "typebox";
import type { Read } from "../../../db/database.ts";
import { listOf, pageOf, pageQuery } from "../../../http/list.ts";
import { chapter, holding, op, type Paging } from "../../../http/operation.ts";
import { pageBy } from "../../../http/pageBy.ts";
import { closed, named } from "../../../http/named.ts";
import { Role } from "../../orgs/schema.ts";
import { presentUser } from "../../users/present.ts";
import { User } from "../../users/schema.ts";
import { loadSite } from "../site/queries.ts";
import { SiteParams } from "../site/schema.ts";

const UserSitePermission = named(
  "UserSitePermission",
  Type.Object(
    {
      permission: Role,
      user: User,
      origin: Type.Object({ type: Type.Literal("organization"), organization: Type.String() }),
      disabled: Type.Literal(false),
    },
    { description: "What somebody may do with a site." },
  ),
);

/** The members of an organization with a role, by their ids. */
async function membersWithRole(read: Read, organization: string, paging: Paging) {
  const members = read
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .where("members.organization_id", "=", organization)
    .where("members.role", "is not", null)
    .where("members.disabled", "=", 0);
  return pageBy(
    members
      .select(["users.id", "users.display_name", "users.email", "users.photo_url"])
      .select((eb) => eb.ref("members.role").$notNull().as("role")),
    ["users.id"],
    paging,
  );
}

export const sitePermissionOperations = chapter("Sites", [
  op({
    method: "GET",
    url: "/orgs/:organizationId/sites/:siteId/permissions/aggregate",
    operationId: "listPermissionsAggregateInSite",
    call: "sites.permissions.list",
    summary: "List who may do what with a site",
    description:
      "Sites give no roles of their own: everybody has the role that they have in the organization.",
    scopes: ["site:permissions:read"],
    access: holding("The site", loadSite, "edit"),
    shapes: { params: SiteParams, query: closed(pageQuery) },
    answers: { 200: listOf(UserSitePermission) },
    handler: async ({ deps, thing: { site }, paging }) => {
      const organization = site.organization_id;
      const page = await membersWithRole(deps.db.read, organization, paging);
      return pageOf(page, (row) => ({
        permission: row.role,
        user: presentUser(row, deps.addresses),
        origin: { type: "organization" as const, organization },
        disabled: false as const,
      }));
    },
  }),
]);
