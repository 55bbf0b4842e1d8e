import type { Identity } from "../../access/identity.ts";
import { callerWithin, type Membership } from "../../access/members.ts";
import { tellReaders } from "../../access/outbox.ts";
import { type OrganizationRights, organizationRights } from "../../access/table.ts";
import { leaveTrace } from "../../access/trail.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { forbidden, invalidField, notFound } from "../../http/errors.ts";
import { listOf } from "../../http/list.ts";
import { chapter, anyone, anyUser, empty, holding, ok, op } from "../../http/operation.ts";
import { NOT_PERMITTED } from "../../ports/fetch.ts";
import {
  checkPublication,
  installedElsewhere,
  publishIntegration,
  setTunnel,
  unpublishIntegration,
} from "./commands.ts";
import { integrationsPage } from "./page.ts";
import { presentIntegration } from "./present.ts";
import { findVisible, listedFor, loadOwnIntegration, organizationNamed } from "./queries.ts";
import * as schema from "./schema.ts";
import { tryScript } from "./tryScript.ts";

const INTEGRATION = "The integration";
const one = "/integrations/:integrationName";
/** Four pictures of 1 MiB as Base64, a script and what describes them. */
const PUBLICATION_BYTES = 8 * 1024 * 1024;

/** Of a change that somebody of another organization made. */
const NOBODY = { identity: undefined, ip: undefined, source: "api" } as const;

const strange = () =>
  invalidField("/organization", "is the id or hostname of no organization that you belong to.");

/** The organization that somebody publishes for. @throws 400, 403 */
async function publisherOf(
  { db, members }: Pick<Deps, "db" | "members">,
  named: string,
  identity: Identity,
): Promise<Row<"organizations">> {
  const organization = await organizationNamed(db.read, named);
  if (organization === undefined) throw strange();
  publishing(await members.find(organization.id, identity));
  return organization;
}

/** The rights of who publishes for an organization. @throws 400, 403 */
function publishing(member: Membership | undefined): OrganizationRights {
  if (member === undefined) throw strange();
  const rights = organizationRights(member.role, member.ownsTeam);
  if (!rights.admin) throw forbidden("Only administrators of an organization can publish its integrations.");
  return rights;
}

const target = ({ id, name, organization_id }: { id: string; name: string; organization_id: string }) => ({
  organization: organization_id,
  target: { type: "integration", id, label: name },
});

export const integrationOperations = chapter("Integrations", [
  op({
    method: "GET",
    url: "/integrations",
    operationId: "listIntegrations",
    call: "integrations.list",
    summary: "List integrations",
    description:
      "The oldest first: public integrations and, with a token, those of your organizations and those installed there. Works without a token, too.",
    scopes: ["integration:read"],
    access: anyone,
    shapes: { query: schema.ListIntegrationsQuery },
    answers: { 200: listOf(schema.Integration) },
    handler: async ({ deps, query, paging, caller }) => {
      return integrationsPage(deps, caller, await listedFor(deps.db.read, caller), query, paging);
    },
  }),
  op({
    method: "GET",
    url: one,
    operationId: "getIntegrationByName",
    call: "integrations.get",
    summary: "Get an integration",
    description:
      "Members of its organization, and of organizations that installed it, can see a private integration. Works without a token for public ones.",
    scopes: ["integration:read"],
    access: anyone,
    shapes: { params: schema.IntegrationParams },
    answers: { 200: schema.Integration },
    tagged: true,
    handler: async ({ deps, params, caller }) => {
      const integration = await findVisible(deps, caller, params.integrationName);
      if (integration === undefined) throw notFound(INTEGRATION);
      return ok(presentIntegration(integration, deps.addresses), integration.version);
    },
  }),
  op({
    method: "POST",
    url: one,
    operationId: "publishIntegration",
    call: "integrations.publish",
    summary: "Publish an integration, or a new version of it",
    description:
      "For administrators of the organization. The body replaces everything that was published under the name, and the version counts up. Each version keeps its script, which is loaded once to see that it can be. Scopes that a new version adds apply only to later installations.",
    scopes: ["integration:update"],
    access: anyUser,
    shapes: { params: schema.IntegrationParams, body: schema.PublishIntegration },
    bodyLimit: PUBLICATION_BYTES,
    answers: { 200: schema.Integration },
    tagged: true,
    handler: async ({ deps, params, body, identity, change }) => {
      const organization = await publisherOf(deps, body.organization, identity);
      const checked = await checkPublication(body);
      await tryScript(deps, organization.id, body);
      return change(async ({ tx, now, newId, trace }) => {
        // Loading it takes a while, in which somebody may have lost the right.
        const rights = publishing(await callerWithin(tx, organization.id, identity));
        const row = await publishIntegration(tx, checked, {
          id: newId(),
          name: params.integrationName,
          organization: organization.id,
          by: identity.userId,
          secrets: deps.secrets,
          newId,
          now,
        });
        const { version, visibility } = row;
        const after = { version, visibility, scopes: body.scopes ?? [] };
        await trace({ action: "integration.publish", ...target(row), after });
        await tellReaders(tx, await installedElsewhere(tx, row), row.id, { at: now, newId });
        const shown = { ...row, owner: organization, rights, mayInstall: rights.installIntegration };
        return ok(presentIntegration(shown, deps.addresses), version);
      });
    },
  }),
  op({
    method: "DELETE",
    url: one,
    operationId: "unpublishIntegration",
    call: "integrations.unpublish",
    summary: "Unpublish an integration",
    description:
      "Deletes all its versions, secrets and installations, in other organizations too. Events that still wait are not sent.",
    scopes: ["integration:update"],
    access: holding(INTEGRATION, loadOwnIntegration, "admin"),
    shapes: { params: schema.IntegrationParams },
    answers: { 204: null },
    handler: ({ thing: { integration }, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        const others = await installedElsewhere(tx, integration);
        await unpublishIntegration(tx, integration, { now, newId });
        const left = { action: "integration.unpublish", ...target(integration) } as const;
        await trace(left);
        // Their installations end, which their log has; who ended them, and from where, is no business of theirs.
        for (const organization of others)
          await leaveTrace(tx, NOBODY, now, newId, { ...left, organization });
        return empty(204);
      }),
  }),
  op({
    method: "PUT",
    url: `${one}/dev`,
    operationId: "setIntegrationDevelopmentMode",
    call: "integrations.setDevelopmentMode",
    summary: "Send an integration's events to its developer",
    description:
      "For development. Each event is posted there with the secrets of the integration and a token of the installation that lasts an hour.",
    scopes: ["integration:update"],
    access: holding(INTEGRATION, loadOwnIntegration, "admin"),
    shapes: { params: schema.IntegrationParams, body: schema.DevelopmentMode },
    answers: { 204: null },
    handler: ({ deps, thing: { integration }, body, change }) => {
      if (!deps.fetch.permits(body.tunnelUrl)) {
        throw invalidField("/tunnelUrl", NOT_PERMITTED);
      }
      return change(async ({ tx, now, newId, trace }) => {
        const all = body.all ?? false;
        await setTunnel(tx, integration.id, { url: body.tunnelUrl, all });
        const after = { host: new URL(body.tunnelUrl).host, all };
        await trace({ action: "integration.dev.start", ...target(integration), after });
        if (all)
          await tellReaders(tx, await installedElsewhere(tx, integration), integration.id, {
            at: now,
            newId,
          });
        return empty(204);
      });
    },
  }),
  op({
    method: "DELETE",
    url: `${one}/dev`,
    operationId: "disableIntegrationDevelopmentMode",
    call: "integrations.disableDevelopmentMode",
    summary: "Stop sending an integration's events to its developer",
    description: "Events are no longer posted to the developer.",
    scopes: ["integration:update"],
    access: holding(INTEGRATION, loadOwnIntegration, "admin"),
    shapes: { params: schema.IntegrationParams },
    answers: { 205: null },
    handler: ({ thing: { integration }, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        await setTunnel(tx, integration.id, undefined);
        await trace({ action: "integration.dev.end", ...target(integration) });
        if (integration.tunnel_all === 1)
          await tellReaders(tx, await installedElsewhere(tx, integration), integration.id, {
            at: now,
            newId,
          });
        return empty(205);
      }),
  }),
]);
