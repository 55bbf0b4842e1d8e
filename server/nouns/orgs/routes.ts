import { Type } from "typebox";
import { listOf, pageOf, pageQuery } from "../../http/list.ts";
import { anyUser, holding, ok, op, type Operation } from "../../http/operation.ts";
import { IdParam } from "../../http/shapes.ts";
import { patchOrganization } from "./commands.ts";
import { presentOrganization } from "./present.ts";
import { listOrganizations, loadOrganization } from "./queries.ts";
import { Organization, UpdateOrganization } from "./schema.ts";

const tag = "Organizations";
const params = Type.Object({ organizationId: IdParam });

const listOrganizationsForAuthenticatedUser = op({
  method: "GET",
  url: "/orgs",
  operationId: "listOrganizationsForAuthenticatedUser",
  tag,
  summary: "List your organizations",
  access: anyUser,
  shapes: { query: Type.Object(pageQuery, { additionalProperties: false }) },
  answers: { 200: listOf(Organization) },
  handler: async ({ deps, identity, paging }) => {
    const { rows, count } = await listOrganizations(deps.db.read, identity.userId, paging);
    return pageOf(
      rows,
      paging.limit,
      count,
      ({ row }) => [row.created_at, row.id],
      ({ row, rights }) => presentOrganization(row, rights, deps.addresses),
    );
  },
});

const getOrganizationById = op({
  method: "GET",
  url: "/orgs/:organizationId",
  operationId: "getOrganizationById",
  tag,
  summary: "Get an organization",
  access: holding("The organization", loadOrganization, "view"),
  shapes: { params },
  answers: { 200: Organization },
  handler: ({ deps, thing: { organization, rights } }) =>
    ok(presentOrganization(organization, rights, deps.addresses), organization.version),
});

const updateOrganizationById = op({
  method: "PATCH",
  url: "/orgs/:organizationId",
  operationId: "updateOrganizationById",
  tag,
  summary: "Change an organization",
  description: "Changing the hostname changes the addresses of the organization's sites at once.",
  access: holding("The organization", loadOrganization, "admin"),
  shapes: { params, body: UpdateOrganization },
  answers: { 200: Organization },
  handler: ({ deps, thing, body, expectedVersion, change }) =>
    change(async ({ tx, trace }) => {
      const { id } = thing.organization;
      const row = await patchOrganization(tx, id, body, expectedVersion);
      await trace({
        action: "organization.update",
        organization: id,
        target: { type: "organization", id, label: row.title },
        after: body,
      });
      return ok(presentOrganization(row, thing.rights, deps.addresses), row.version);
    }),
});

export const organizationOperations: readonly Operation[] = [
  listOrganizationsForAuthenticatedUser,
  getOrganizationById,
  updateOrganizationById,
];
