/** What is installed in an organization, on a space, on a site. */
import { Type } from "typebox";
import { aclsWithin } from "../../access/scope.ts";
import { notFound } from "../../http/errors.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { chapter, holding, ok, op, type PresentedShape } from "../../http/operation.ts";
import { integrationsPage } from "../integrations/page.ts";
import { detailsOf, presentIntegration } from "../integrations/present.ts";
import { findIntegration, withOwners } from "../integrations/queries.ts";
import { Integration, ListIntegrationsQuery } from "../integrations/schema.ts";
import { loadOrganization } from "../orgs/queries.ts";
import { IntegrationScript } from "../sites/schema.ts";
import { toldScripts } from "../sites/site/integrations.ts";
import { loadSite } from "../sites/site/queries.ts";
import { loadSpace } from "../spaces/queries.ts";
import { presentInstallation, statusOf } from "./present.ts";
import { integrationsById, integrationsOn, listInstallations } from "./queries.ts";
import * as schema from "./schema.ts";

const organization = "The organization";
/** Integrations on one space or site are not paged: an organization installs few. */
const EVERYTHING = { limit: 1000, after: undefined };

export const organizationInstallationOperations = chapter("Installations", [
  op({
    method: "GET",
    url: "/orgs/:organizationId/integrations",
    operationId: "listOrganizationIntegrations",
    call: "organizations.integrations.list",
    summary: "List the integrations available to an organization",
    description: "Public ones, its own, and those that are installed in it; the oldest first.",
    scopes: ["integration:installation:read"],
    access: holding(organization, loadOrganization, "listIntegrations"),
    shapes: { params: schema.OrganizationParams, query: ListIntegrationsQuery },
    answers: { 200: listOf(Integration) },
    handler: ({ deps, identity, thing, query, paging }) =>
      integrationsPage(deps, identity, { within: [thing.organization.id] }, query, paging),
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId/installations",
    operationId: "listOrganizationInstallations",
    call: "organizations.listInstallations",
    summary: "List the installations of an organization",
    description: "Installations with their integrations, the oldest first.",
    scopes: ["integration:installation:read"],
    access: holding(organization, loadOrganization, "listInstallations"),
    shapes: { params: schema.OrganizationParams, query: schema.SearchPageQuery },
    answers: { 200: listOf(schema.InstalledIntegration) },
    handler: async ({ deps, identity, thing, query, paging }) => {
      const { id } = thing.organization;
      const acls = await aclsWithin(deps.members, id, thing.member);
      const filters = { organization: id, search: query.search };
      const page = await listInstallations(deps.db.read, acls, filters, paging);
      const ids = page.rows.map(({ integration_id }) => integration_id);
      const integrations = await withOwners(deps, identity, await integrationsById(deps.db.read, ids));
      const known = new Map(integrations.map((row) => [row.id, presentIntegration(row, deps.addresses)]));
      return pageOf(page, (row) => ({
        installation: presentInstallation(row, deps),
        integration: known.get(row.integration_id) as PresentedShape<typeof Integration>,
      }));
    },
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId/integrations/installations-status",
    operationId: "listOrganizationIntegrationsStatus",
    call: "organizations.integrations.listStatus",
    summary: "List the integration status of an organization",
    description: "For members. People with permission to install see more in the list of installations.",
    scopes: ["integration:installation:read"],
    access: holding(organization, loadOrganization, "listIntegrations"),
    shapes: { params: schema.OrganizationParams, query: schema.SearchPageQuery },
    answers: { 200: listOf(schema.StatusOfIntegration) },
    handler: async ({ deps, identity, thing, query, paging }) => {
      const filters = { organization: thing.organization.id, search: query.search };
      const page = await listInstallations(deps.db.read, undefined, filters, paging);
      const ids = page.rows.map(({ integration_id }) => integration_id);
      const integrations = await withOwners(deps, identity, await integrationsById(deps.db.read, ids));
      const known = new Map(integrations.map((row) => [row.id, presentIntegration(row, deps.addresses)]));
      return pageOf(page, (row) => ({
        status: statusOf(row, deps),
        integration: known.get(row.integration_id) as PresentedShape<typeof Integration>,
      }));
    },
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId/integrations/:integrationName/installation_status",
    operationId: "getOrganizationIntegrationStatus",
    call: "organizations.integrations.getStatus",
    summary: "Get the status of an integration in an organization",
    description: "404 where it is not installed.",
    scopes: ["integration:installation:read"],
    access: holding(organization, loadOrganization, "listIntegrations"),
    shapes: { params: schema.OrganizationIntegrationParams },
    answers: { 200: schema.InstallationStatus },
    handler: async ({ deps, thing, params }) => {
      const integration = await findIntegration(deps.db.read, params.integrationName);
      if (integration === undefined) throw notFound("The installation");
      const filters = { organization: thing.organization.id, integration: integration.id };
      const { rows } = await listInstallations(deps.db.read, undefined, filters, EVERYTHING);
      const [row] = rows;
      if (row === undefined) throw notFound("The installation");
      return ok({ status: statusOf(row, deps) });
    },
  }),
  op({
    method: "GET",
    url: "/spaces/:spaceId/integrations",
    operationId: "listSpaceIntegrations",
    call: "spaces.integrations.list",
    summary: "List the integrations of a space",
    description: "Those that are active on it; the oldest first.",
    scopes: ["space:read", "integration:installation:read"],
    access: holding("The space", loadSpace, "view"),
    shapes: { params: schema.OneSpaceParams, query: schema.SearchQuery },
    answers: { 200: listOf(Integration) },
    handler: async ({ deps, identity, thing: { space }, query }) => {
      const ids = await integrationsOn(deps, space.organization_id, { space: space.id });
      return integrationsPage(deps, identity, { ids }, query, EVERYTHING);
    },
  }),
  op({
    method: "GET",
    url: "/spaces/:spaceId/integration-blocks",
    operationId: "listSpaceIntegrationsBlocks",
    call: "spaces.integrations.listBlocks",
    summary: "List the integration blocks of a space",
    description: "By integration, those without blocks left out.",
    scopes: ["space:read", "integration:installation:read"],
    access: holding("The space", loadSpace, "view"),
    shapes: { params: schema.OneSpaceParams },
    answers: { 200: schema.SpaceBlocks },
    handler: async ({ deps, thing: { space } }) => {
      const ids = await integrationsOn(deps, space.organization_id, { space: space.id });
      const rows = await integrationsById(deps.db.read, ids);
      return ok(
        rows
          .map((row) => ({ name: row.name, blocks: detailsOf(row).blocks }))
          .filter(({ blocks }) => blocks.length > 0)
          .toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      );
    },
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId/sites/:siteId/integration-scripts",
    operationId: "listSiteIntegrationScripts",
    call: "sites.integrations.listScripts",
    summary: "List the integration scripts of a site",
    description: "None on a host that sites of other organizations are on as well.",
    scopes: ["integration:installation:read"],
    access: holding("The site", loadSite, "view"),
    shapes: { params: schema.OneSiteParams },
    answers: { 200: Type.Array(IntegrationScript) },
    handler: async ({ deps, thing: { site } }) => ok(await toldScripts(deps.db.read, site, deps.addresses)),
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId/sites/:siteId/integrations",
    operationId: "listSiteIntegrations",
    call: "sites.integrations.list",
    summary: "List the integrations of a site",
    description: "Those that are active on it; the oldest first.",
    scopes: ["integration:installation:read"],
    access: holding("The site", loadSite, "view"),
    shapes: { params: schema.OneSiteParams, query: schema.SearchQuery },
    answers: { 200: listOf(Integration) },
    handler: async ({ deps, identity, thing: { site }, query }) => {
      const ids = await integrationsOn(deps, site.organization_id, { site: site.id });
      return integrationsPage(deps, identity, { ids }, query, EVERYTHING);
    },
  }),
]);
