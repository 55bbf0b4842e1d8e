import { Type } from "typebox";
import { organizationRights } from "../../access/table.ts";
import type { Row } from "../../db/schema.ts";
import { forbidden } from "../../http/errors.ts";
import { listOf, pageOf, pageQuery } from "../../http/list.ts";
import { refuseWithoutFactor } from "../../http/secondFactor.ts";
import { chapter, anyUser, created, empty, holding, ok, op } from "../../http/operation.ts";
import { Id } from "../../http/shapes.ts";
import { patchOrganization } from "./commands.ts";
import { presentOrganization } from "./present.ts";
import { listOrganizations, loadOrganization } from "./queries.ts";
import { deleteOrganization } from "./end.ts";
import { foundOrganization } from "./found.ts";
import { organizationsOfDomain } from "./domains.ts";
import {
  CreateOrganization,
  EmailDomainParams,
  Organization,
  OrganizationsOfDomain,
  UpdateOrganization,
} from "./schema.ts";
import { closed } from "../../http/named.ts";

const params = Type.Object({ organizationId: Id });

const target = (row: Row<"organizations">) => ({
  organization: row.id,
  target: { type: "organization", id: row.id, label: row.title },
});

const OPERATOR_FOUNDS =
  "In this installation the operator makes organizations. Ask them to run lectern org create.";
const OUT_OF_REACH =
  "You came by the single sign-on of one organization, which reaches no other one. Sign in by e-mail or a password to found one.";

export const organizationOperations = chapter("Organizations", [
  op({
    method: "GET",
    url: "/orgs",
    operationId: "listOrganizationsForAuthenticatedUser",
    call: "organizations.list",
    summary: "List your organizations",
    scopes: ["organization:read"],
    access: anyUser,
    shapes: { query: closed(pageQuery) },
    answers: { 200: listOf(Organization) },
    handler: async ({ deps, identity, paging }) => {
      const page = await listOrganizations(deps.db.read, identity, paging);
      if (page.rows.length === 0) await refuseWithoutFactor(deps, identity);
      return pageOf(page, ({ row, rights }) => presentOrganization(row, rights, deps.addresses));
    },
  }),
  op({
    method: "POST",
    url: "/orgs",
    operationId: "createOrganization",
    call: "organizations.create",
    summary: "Create an organization",
    description:
      "You become its administrator. Its hostname is made from the title; change it with PATCH. Refused if you signed in by single sign-on, which is limited to the organization that it belongs to, and in installations where the operator makes organizations.",
    scopes: ["organization:write"],
    access: anyUser,
    shapes: { body: CreateOrganization },
    answers: { 201: Organization },
    tagged: true,
    handler: ({ deps, identity, body, change }) => {
      if (deps.founders === "operator") throw forbidden(OPERATOR_FOUNDS);
      if (identity.through !== undefined) throw forbidden(OUT_OF_REACH);
      return change(async ({ tx, now, newId, trace }) => {
        const row = await foundOrganization(tx, { id: newId(), by: identity.userId, now, body });
        await trace({ action: "organization.create", ...target(row), after: body });
        return created(presentOrganization(row, organizationRights("admin"), deps.addresses), row.version);
      });
    },
  }),
  op({
    method: "DELETE",
    url: "/orgs/:organizationId",
    operationId: "deleteOrganizationById",
    call: "organizations.delete",
    summary: "Delete an organization",
    description:
      "Deletes it with its spaces, sites, members and teams, for good. Nobody reaches it from then on; a job then removes its content. Refused while one of its sites is published.",
    scopes: ["organization:write"],
    sensitive: true,
    access: holding("The organization", loadOrganization, "admin"),
    shapes: { params },
    answers: { 204: null },
    handler: ({ thing: { organization }, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        await deleteOrganization(tx, { id: organization.id, now, newId });
        await trace({ action: "organization.delete", ...target(organization) });
        return empty(204);
      }),
  }),
  op({
    method: "GET",
    url: "/email-domains/:emailDomain/orgs",
    operationId: "getOrganizationsForEmailDomain",
    call: "organizations.listForEmailDomain",
    summary: "List the organizations of an e-mail domain",
    description:
      "The organizations that you belong to; all of them if it is the domain of your own verified address.",
    scopes: [],
    access: anyUser,
    shapes: { params: EmailDomainParams },
    answers: { 200: OrganizationsOfDomain },
    handler: async ({ deps, identity, params: { emailDomain } }) => {
      const found = await organizationsOfDomain(deps.db.read, identity, emailDomain);
      const organizations = found.map(({ row, rights }) => presentOrganization(row, rights, deps.addresses));
      return ok({ organizations });
    },
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId",
    operationId: "getOrganizationById",
    call: "organizations.get",
    summary: "Get an organization",
    scopes: ["organization:read"],
    access: holding("The organization", loadOrganization, "view"),
    shapes: { params },
    answers: { 200: Organization },
    tagged: true,
    handler: ({ deps, thing: { organization, rights } }) =>
      ok(presentOrganization(organization, rights, deps.addresses), organization.version),
  }),
  op({
    method: "PATCH",
    url: "/orgs/:organizationId",
    operationId: "updateOrganizationById",
    call: "organizations.update",
    summary: "Change an organization",
    description:
      "A new hostname changes the addresses of the organization's sites at once. Setting `sso` answers 409 until somebody has signed in by one of its identity providers, and setting `secondFactor` until you have one yourself. `mergeRules` apply to all spaces without rules of their own.",
    scopes: ["organization:write"],
    sensitive: ({ sso, secondFactor, defaultRole, emailDomains }) =>
      sso !== undefined ||
      secondFactor !== undefined ||
      defaultRole === "admin" ||
      emailDomains !== undefined,
    access: holding("The organization", loadOrganization, "admin"),
    shapes: { params, body: UpdateOrganization },
    answers: { 200: Organization },
    tagged: true,
    handler: ({ deps, thing, identity, body, change }) =>
      change(async ({ tx, trace }) => {
        const { id } = thing.organization;
        const row = await patchOrganization(tx, id, body, identity);
        await trace({
          action: "organization.update",
          organization: id,
          target: { type: "organization", id, label: row.title },
          after: body,
        });
        return ok(presentOrganization(row, thing.rights, deps.addresses), row.version);
      }),
  }),
]);
