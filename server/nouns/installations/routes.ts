import { organizationRights } from "../../access/table.ts";
import { forbidden, invalidField, notFound } from "../../http/errors.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { chapter, anyUser, created, empty, holding, ok, op } from "../../http/operation.ts";
import { newToken } from "../../ports/tokens.ts";
import { findVisible, loadOwnIntegration } from "../integrations/queries.ts";
import {
  grantedScopes,
  install,
  keepInstallationToken,
  lockInstallation,
  patchInstallation,
  TOKEN_MS,
  uninstall,
} from "./commands.ts";
import { siteInstallationOperations, spaceInstallationOperations } from "./contentRoutes.ts";
import { eventOperations } from "./eventRoutes.ts";
import { organizationInstallationOperations } from "./organizationRoutes.ts";
import { presentInstallation } from "./present.ts";
import { findInstallation, type InstallationThing, listInstallations, loadInstallation } from "./queries.ts";
import { renderOperations } from "./renderRoutes.ts";
import * as schema from "./schema.ts";
import { taskOperations } from "./taskRoutes.ts";

const noun = "The installation";
const all = "/integrations/:integrationName/installations";
const one = `${all}/:installationId`;

const target = ({
  installation: { id, organization_id, integration },
}: Pick<InstallationThing, "installation">) => ({
  organization: organization_id,
  target: { type: "installation", id, label: integration },
});

export const installationOperations = chapter("Installations", [
  op({
    method: "GET",
    url: all,
    operationId: "listIntegrationInstallations",
    call: "installations.list",
    summary: "List the installations of an integration",
    description:
      "The installations in all organizations, the oldest first. For administrators of the integration's organization.",
    scopes: ["integration:installation:read", "integration"],
    access: holding("The integration", loadOwnIntegration, "admin"),
    shapes: { params: schema.IntegrationParams, query: schema.ListInstallationsQuery },
    answers: { 200: listOf(schema.Installation) },
    handler: async ({ deps, thing: { integration }, query, paging }) => {
      const filters = { integration: integration.id, externalId: query.externalId };
      const page = await listInstallations(deps.db.read, undefined, filters, paging);
      return pageOf(page, (row) => presentInstallation(row, deps));
    },
  }),
  op({
    method: "POST",
    url: all,
    operationId: "installIntegration",
    call: "installations.create",
    summary: "Install an integration in an organization",
    description:
      "Grants the integration the scopes that it asks for now, also where it is installed already (200): its configuration, spaces and sites stay. It never has more permissions than you, and loses them when you do. With the target `organization` it works on all spaces and sites; others are installed on each.",
    scopes: ["integration:installation:update"],
    access: anyUser,
    shapes: { params: schema.IntegrationParams, body: schema.InstallIntegration },
    answers: { 200: schema.Installation, 201: schema.Installation },
    tagged: true,
    handler: async ({ deps, params, body, identity, change }) => {
      const integration = await findVisible(deps, identity, params.integrationName);
      if (integration === undefined) throw notFound("The integration");
      const member = await deps.members.find(body.organization, identity);
      if (member === undefined) {
        throw invalidField("/organization", "is the id of no organization that you belong to.");
      }
      if (integration.visibility === "private" && body.organization !== integration.organization_id) {
        throw invalidField("/organization", "can't install it: the integration is private to another.");
      }
      if (!organizationRights(member.role).installIntegration) {
        throw forbidden(`Your role doesn't let you do this here: it takes the right "installIntegration".`);
      }
      return change(async ({ tx, now, newId, trace }) => {
        const making = { now, newId, by: identity.userId };
        const { row, isNew } = await install(tx, integration, body, making);
        const installation = await findInstallation(tx, row, undefined);
        if (installation === undefined) throw notFound(noun);
        await trace({
          action: "integration.install",
          ...target({ installation }),
          after: { scopes: grantedScopes(row) },
        });
        const shown = presentInstallation(installation, deps);
        return isNew ? created(shown, row.version) : ok(shown, row.version);
      });
    },
  }),
  op({
    method: "GET",
    url: one,
    operationId: "getIntegrationInstallationById",
    call: "installations.get",
    summary: "Get an installation",
    description:
      "For people of its organization who can install integrations, and for administrators of the integration.",
    scopes: ["integration:installation:read", "installation"],
    access: holding(noun, loadInstallation, "view"),
    shapes: { params: schema.InstallationParams },
    answers: { 200: schema.Installation },
    tagged: true,
    handler: ({ deps, thing: { installation } }) =>
      ok(presentInstallation(installation, deps), installation.version),
  }),
  op({
    method: "PATCH",
    url: one,
    operationId: "updateIntegrationInstallation",
    call: "installations.update",
    summary: "Change an installation",
    description:
      "`configuration` is checked against the integration's schema; once nothing required is missing, the installation becomes active. If you change a paused installation, it continues with your permissions. With the installation's own token you can change only `configuration` and `externalIds`.",
    scopes: ["integration:installation:update", "installation"],
    access: holding(noun, loadInstallation, "install"),
    shapes: { params: schema.InstallationParams, body: schema.UpdateInstallation },
    answers: { 200: schema.Installation },
    tagged: true,
    handler: ({ deps, thing, body, identity, change }) => {
      const byItself = identity.installation !== undefined;
      if (byItself && (body.space_selection !== undefined || body.site_selection !== undefined)) {
        throw forbidden(
          "An installation can't choose its spaces and sites itself. A person has to choose them.",
        );
      }
      const making = { by: identity.userId, byItself, depth: identity.installation?.depth };
      return change(async ({ tx, now, newId, trace }) => {
        const row = await patchInstallation(tx, thing, body, { ...making, now, newId });
        const { status, space_selection, site_selection } = row;
        await trace({
          action: "installation.update",
          ...target(thing),
          after: { status, space_selection, site_selection, fields: Object.keys(body) },
        });
        const shown = {
          ...thing.installation,
          ...row,
          told: byItself ? thing.installation.told : (1 as const),
        };
        return ok(presentInstallation(shown, deps), row.version);
      });
    },
  }),
  op({
    method: "DELETE",
    url: one,
    operationId: "uninstallIntegration",
    call: "installations.delete",
    summary: "Uninstall an integration",
    description:
      "Uninstalls it from the organization and all its spaces and sites. Its tokens stop working at once.",
    scopes: ["integration:installation:update"],
    access: holding(noun, loadInstallation, "install"),
    shapes: { params: schema.InstallationParams },
    answers: { 204: null },
    handler: ({ thing, identity, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        await uninstall(tx, thing.installation, { now, newId, by: identity.userId });
        await trace({ action: "integration.uninstall", ...target(thing) });
        return empty(204);
      }),
  }),
  op({
    method: "POST",
    url: `${one}/tokens`,
    operationId: "createIntegrationInstallationToken",
    call: "installations.createToken",
    summary: "Create a token of an installation",
    description:
      "For administrators of the integration's organization. The token lasts an hour. It has the granted scopes in the organization's chosen spaces and sites, and never more permissions than the person who installed it.",
    scopes: ["integration"],
    access: holding(noun, loadInstallation, "token"),
    shapes: { params: schema.InstallationParams },
    answers: { 200: schema.Token },
    handler: ({ thing, change }) => {
      const secret = newToken();
      return change(async ({ tx, now, newId, trace }) => {
        const installation = await lockInstallation(tx, thing.installation);
        await keepInstallationToken(tx, { id: newId(), installation, secret, now });
        const expiresAt = new Date(now + TOKEN_MS).toISOString();
        await trace({ action: "installation.token.create", ...target(thing), after: { expiresAt } });
        return ok({ token: secret });
      });
    },
  }),
  ...spaceInstallationOperations,
  ...siteInstallationOperations,
  ...organizationInstallationOperations,
  ...eventOperations,
  ...renderOperations,
  ...taskOperations,
]);
