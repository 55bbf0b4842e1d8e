import { Type } from "typebox";
import type { Member } from "../../access/policy.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { chapter, anyone, created, empty, holding, ok, op } from "../../http/operation.ts";
import { timestamp } from "../../http/shapes.ts";
import { requestUrl } from "../../access/saml/verify.ts";
import { loadOrganization } from "../orgs/queries.ts";
import { presentTeam } from "../teams/present.ts";
import { countsOfTeams, type TeamCounts, teamRights } from "../teams/queries.ts";
import { claimsWith, createSamlProvider, deleteSamlProvider, patchSamlProvider } from "./commands.ts";
import { presentSamlProvider, presentSsoLogin, trustOf } from "./present.ts";
import { beginSignIn, newSignIn } from "./requests.ts";
import { defaultTeams, listLogins, listSamlProviders, loadSamlProvider } from "./queries.ts";
import {
  CreateSamlProvider,
  ListSamlProvidersQuery,
  OrganizationParams,
  SamlProvider,
  SamlProviderParams,
  SamlTest,
  SsoLogin,
  TestSamlProvider,
  UpdateSamlProvider,
} from "./schema.ts";

const noun = "The SAML provider";

const target = (row: Row<"saml_providers">) => ({
  organization: row.organization_id,
  target: { type: "saml-provider", id: row.id, label: row.label },
});

/** Providers as they are answered, with their default teams. */
async function presentAll(
  deps: Deps,
  organization: string,
  caller: Member,
  rows: readonly Row<"saml_providers">[],
) {
  const teams = await defaultTeams(deps.db.read, organization, rows);
  const counts =
    teams.size === 0
      ? new Map<string, TeamCounts>()
      : await countsOfTeams(deps, organization, caller, [...teams.values()]);
  return (row: Row<"saml_providers">) => {
    const team = row.default_team_id === null ? undefined : teams.get(row.default_team_id);
    const shown = team && presentTeam(team, counts.get(team.id) as TeamCounts, teamRights(caller, undefined));
    return presentSamlProvider(row, shown, deps.addresses);
  };
}

export const samlOperations = chapter("Single sign-on", [
  op({
    method: "GET",
    url: "/orgs/:organizationId/saml",
    operationId: "listSAMLProvidersInOrganizationById",
    call: "samlProviders.list",
    summary: "List the SAML providers of an organization",
    description: "The oldest first. Only administrators see them: they hold certificates.",
    scopes: [],
    access: holding("The organization", loadOrganization, "admin"),
    shapes: { params: OrganizationParams, query: ListSamlProvidersQuery },
    answers: { 200: listOf(SamlProvider) },
    handler: async ({ deps, thing: { organization, member }, paging }) => {
      const page = await listSamlProviders(deps.db.read, organization.id, paging);
      const present = await presentAll(deps, organization.id, member, page.rows);
      return pageOf(page, present);
    },
  }),
  op({
    method: "POST",
    url: "/orgs/:organizationId/saml",
    operationId: "createOrganizationSAMLProvider",
    call: "samlProviders.create",
    summary: "Create a SAML provider",
    description:
      "A label is enough to begin with. Enter the answer's `service` at your identity provider. The provider is `pending`, and nobody can sign in through it, until `ssoURL`, `entityID` and `certificate` are set. Without `defaultRole`, new members get the organization's default role.",
    scopes: [],
    sensitive: true,
    access: holding("The organization", loadOrganization, "admin"),
    shapes: { params: OrganizationParams, body: CreateSamlProvider },
    answers: { 201: SamlProvider },
    tagged: true,
    handler: ({ deps, thing: { organization, member }, body, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        const row = await createSamlProvider(tx, { id: newId(), organization: organization.id, now, body });
        await trace({ action: "saml-provider.create", ...target(row), after: body });
        const present = await presentAll(deps, organization.id, member, [row]);
        return created(present(row), row.version);
      }),
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId/saml/:samlProviderId",
    operationId: "getOrganizationSAMLProviderById",
    call: "samlProviders.get",
    summary: "Get a SAML provider",
    scopes: [],
    access: holding(noun, loadSamlProvider, "view"),
    shapes: { params: SamlProviderParams },
    answers: { 200: SamlProvider },
    tagged: true,
    handler: async ({ deps, thing: { organization, caller, provider } }) => {
      const present = await presentAll(deps, organization, caller, [provider]);
      return ok(present(provider), provider.version);
    },
  }),
  op({
    method: "PATCH",
    url: "/orgs/:organizationId/saml/:samlProviderId",
    operationId: "updateOrganizationSAMLProvider",
    call: "samlProviders.update",
    summary: "Change a SAML provider",
    description:
      "A new `certificate` or `entityID` ends sign-ins under way and the sessions that the provider opened. `null` as `defaultTeam` removes the team. An empty `certificate` or `entityID` turns the provider off until it is set again.",
    scopes: [],
    sensitive: true,
    access: holding(noun, loadSamlProvider, "admin"),
    shapes: { params: SamlProviderParams, body: UpdateSamlProvider },
    answers: { 200: SamlProvider },
    tagged: true,
    handler: ({ deps, thing: { organization, caller, provider }, body, expectedVersion, change }) =>
      change(async ({ tx, trace }) => {
        const row = await patchSamlProvider(tx, provider, body, expectedVersion);
        await trace({ action: "saml-provider.update", ...target(row), after: body });
        const present = await presentAll(deps, organization, caller, [row]);
        return ok(present(row), row.version);
      }),
  }),
  op({
    method: "POST",
    url: "/orgs/:organizationId/saml/:samlProviderId/test",
    operationId: "testOrganizationSAMLProvider",
    call: "samlProviders.test",
    summary: "Test a SAML provider before it is saved",
    description:
      "Values that aren't given are those that the provider has. The answer's `url` leads to the identity provider, for 15 minutes; the page after it says who was named and whether they would be let in, or why the answer was refused. A test saves nothing and signs nobody in.",
    scopes: [],
    access: holding(noun, loadSamlProvider, "admin"),
    shapes: { params: SamlProviderParams, body: TestSamlProvider },
    answers: { 200: SamlTest },
    handler: async ({ deps, thing: { provider }, body, change }) => {
      const tried = claimsWith(provider, body);
      const begun = newSignIn();
      const trust = trustOf(provider, tried, deps.addresses);
      const url = await requestUrl(trust, begun.requestId, begun.relay);
      return change(async ({ tx, now, trace }) => {
        const expires = await beginSignIn(tx, begun, { provider, tried, now });
        await trace({ action: "saml-provider.test", ...target(provider), after: { ...tried } });
        return ok({ object: "saml-provider-test", url, expiresAt: timestamp(expires) });
      });
    },
  }),
  op({
    method: "DELETE",
    url: "/orgs/:organizationId/saml/:samlProviderId",
    operationId: "deleteOrganizationSAMLProvider",
    call: "samlProviders.delete",
    summary: "Delete a SAML provider",
    description: "Nobody can sign in through it after this, and its sessions end. Members stay members.",
    scopes: [],
    sensitive: true,
    access: holding(noun, loadSamlProvider, "admin"),
    shapes: { params: SamlProviderParams },
    answers: { 204: null },
    handler: ({ thing: { provider }, expectedVersion, change }) =>
      change(async ({ tx, trace }) => {
        await deleteSamlProvider(tx, provider, expectedVersion);
        await trace({ action: "saml-provider.delete", ...target(provider) });
        return empty(204);
      }),
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId/sso",
    operationId: "listSSOProviderLoginsInOrganization",
    call: "singleSignOn.listLogins",
    summary: "List the ways to sign in to an organization by single sign-on",
    description:
      "Works without a token, because people use it before they sign in. Pending providers are left out; an organization that doesn't exist has none.",
    scopes: [],
    access: anyone,
    shapes: { params: OrganizationParams },
    answers: { 200: Type.Object({ items: Type.Array(SsoLogin) }) },
    handler: async ({ deps, params }) => {
      const rows = await listLogins(deps.db.read, params.organizationId);
      return ok({ items: rows.map((row) => presentSsoLogin(row, deps.addresses)) });
    },
  }),
]);
