/** Components of integrations as those see them who write pages and set integrations up. */
import type { Row } from "../../db/schema.ts";
import { conflict, forbidden, invalidField, notFound, unavailable } from "../../http/errors.ts";
import { anyUser, chapter, type LoadCall, ok, op } from "../../http/operation.ts";
import { ScriptFailure } from "../../ports/scripts/failure.ts";
import { findVisible } from "../integrations/queries.ts";
import { integrationsOnSpace } from "../sites/site/integrations.ts";
import { loadSpace } from "../spaces/queries.ts";
import { askComponent, type ComponentPlace } from "./component.ts";
import { installedOn, type Kind, loadContentInstallation } from "./contentQueries.ts";
import { listInstallations, loadInstallation } from "./queries.ts";
import * as schema from "./schema.ts";

const FIRST = { limit: 1, after: undefined };

type Asker = Pick<LoadCall, "deps" | "identity">;
type Integration = Row<"integrations">;

/** On a page: for those who write there. */
async function inDocument(asker: Asker, integration: Integration, spaceId: string): Promise<ComponentPlace> {
  const thing = await loadSpace({ ...asker, params: { spaceId } });
  if (thing?.rights.view !== true) throw invalidField("/context/spaceId", "is no space that you see.");
  if (!thing.rights.edit) throw forbidden("Only those who write in a space have its blocks drawn.");
  const { organization_id } = thing.space;
  const active = await integrationsOnSpace(asker.deps.db.read, thing.space);
  const installed = active.find((one) => one.integration === integration.id);
  if (installed === undefined) {
    throw conflict("not-active", "The integration is not active on this space. Install it there first.");
  }
  return { installation: { organization_id, id: installed.installation }, space: spaceId };
}

/** In the configuration of an organization: for those who may install it there. */
async function inConfiguration(
  asker: Asker,
  integration: Integration,
  organization: string,
): Promise<ComponentPlace> {
  const filters = { organization, integration: integration.id };
  const { rows } = await listInstallations(asker.deps.db.read, undefined, filters, FIRST);
  const params = { integrationName: integration.name, installationId: rows[0]?.id ?? "" };
  const thing = await loadInstallation({ ...asker, params });
  if (thing === undefined) {
    throw invalidField("/context/organizationId", "is no organization of yours where it is installed.");
  }
  requireInstaller(thing.rights.install);
  return { installation: thing.installation };
}

/** In the configuration on a space or a site: for those who may install it there. */
async function onContent(
  asker: Asker,
  integration: Integration,
  kind: Kind,
  id: string,
): Promise<ComponentPlace> {
  const installationId = await installedOn(asker.deps.db.read, integration.id, kind, id);
  const params = {
    integrationName: integration.name,
    installationId: installationId ?? "",
    [`${kind}Id`]: id,
  };
  const thing = await loadContentInstallation(kind)({ ...asker, params });
  if (thing?.rights.view !== true) {
    throw invalidField(`/context/${kind}Id`, `is no ${kind} that you see and where it is installed.`);
  }
  requireInstaller(thing.rights.install);
  return { installation: thing.installation, [kind]: id };
}

function requireInstaller(may: boolean): void {
  if (!may) throw forbidden("Only those who may install an integration configure it.");
}

function placeOf(asker: Asker, integration: Integration, context: schema.ComponentContext) {
  switch (context.type) {
    case "document":
      return inDocument(asker, integration, context.spaceId);
    case "configuration_account":
      return inConfiguration(asker, integration, context.organizationId);
    case "configuration_space":
      return onContent(asker, integration, "space", context.spaceId);
    case "configuration_site":
      return onContent(asker, integration, "site", context.siteId);
  }
}

export const renderOperations = chapter("Installations", [
  op({
    method: "POST",
    url: "/integrations/:integrationName/render",
    operationId: "renderIntegrationUiWithPost",
    call: "integrations.render",
    summary: "Have an integration draw one of its components",
    description:
      "In a page, for those who write in its space; in its configuration, for those who may install it there. What the script gives is passed on as it came, up to 100 kB.",
    scopes: [],
    access: anyUser,
    shapes: { params: schema.IntegrationParams, body: schema.RenderComponent },
    answers: { 200: schema.DrawnComponent },
    points: 5,
    handler: async ({ deps, identity, params, body }) => {
      const integration = await findVisible(deps, identity, params.integrationName);
      if (integration === undefined) throw notFound("The integration");
      const place = await placeOf({ deps, identity }, integration, body.context);
      const context = { theme: "light", ...body.context };
      try {
        const output = await askComponent(deps, integration, place, { ...body, context });
        if (output === undefined) throw unavailable("The integration gave nothing that can be shown.");
        // What a script leaves out is what it was asked with.
        const { props, state = {} } = body;
        return ok(output["type"] === "complete" ? output : { props, state, ...output });
      } catch (error) {
        if (error instanceof ScriptFailure) throw unavailable(error.message);
        throw error;
      }
    },
  }),
]);
