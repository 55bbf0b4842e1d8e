/** Where a component of an integration stands, for a member who writes there or sets the integration up. */
import type { Row } from "../../db/schema.ts";
import { conflict, forbidden, invalidField, notFound } from "../../http/errors.ts";
import type { LoadCall } from "../../http/operation.ts";
import { detailsOf } from "../integrations/present.ts";
import { findVisible } from "../integrations/queries.ts";
import { integrationsOnSpace } from "../sites/site/integrations.ts";
import { loadSpace } from "../spaces/queries.ts";
import type { ComponentPlace } from "./component.ts";
import { installedOn, type Kind, loadContentInstallation } from "./contentQueries.ts";
import { isPaused } from "./present.ts";
import { type InstallationThing, listInstallations, loadInstallation } from "./queries.ts";
import type { ComponentContext } from "./schema.ts";

const FIRST = { limit: 1, after: undefined };

export type Asker = Pick<LoadCall, "deps" | "identity">;
type Integration = Row<"integrations">;
type SourceContext = Extract<ComponentContext, { readonly type: "configuration_contentsource" }>;

/** On a page: for those who write there. @param organization whose space it has to be; anybody's unless said */
async function inDocument(
  asker: Asker,
  integration: Integration,
  spaceId: string,
  organization?: string,
): Promise<ComponentPlace> {
  const thing = await loadSpace({ ...asker, params: { spaceId } });
  const isThere = organization === undefined || thing?.space.organization_id === organization;
  if (thing?.rights.view !== true || !isThere)
    throw invalidField("/context/spaceId", "is no space that you see.");
  if (!thing.rights.edit) throw forbidden("Only people who can write in a space can render its blocks.");
  const { organization_id } = thing.space;
  const active = await integrationsOnSpace(asker.deps.db.read, thing.space);
  const installed = active.find((one) => one.integration === integration.id);
  if (installed === undefined) {
    throw notActive("The integration is not active on this space. Install it there, or resume it.");
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
  requireInstaller(thing);
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
  requireInstaller(thing);
  return { installation: thing.installation, [kind]: id };
}

/**
 * Where somebody says what a content source is to make pages of: for those who write in the space, and where none is
 * named for those who may install it.
 */
async function forSource(
  asker: Asker,
  integration: Integration,
  { organizationId, spaceId }: SourceContext,
): Promise<ComponentPlace> {
  const place = await (spaceId === undefined
    ? inConfiguration(asker, integration, organizationId)
    : inDocument(asker, integration, spaceId, organizationId));
  if (detailsOf(integration).contentSources.length === 0)
    throw invalidField("/context/type", "is for integrations with content sources, and this one has none.");
  return place;
}

/**
 * What who asks may do there, in the word that scripts are told. Those who choose what a page is made of write pages, and
 * set nothing up: a script that shows something to whoever does isn't to take them for one of these.
 */
export function standingIn(context: ComponentContext): Exclude<ComponentContext, SourceContext>["type"] {
  if (context.type !== "configuration_contentsource") return context.type;
  return context.spaceId === undefined ? "configuration_account" : "document";
}

function requireInstaller({ rights, installation }: InstallationThing): void {
  if (!rights.install) throw forbidden("Only people who can install an integration can configure it.");
  // As where anybody asks it, its script is not run: it may have been paused for what it takes.
  if (isPaused(installation))
    throw notActive("The integration is paused here. Change something in its installation to resume it.");
}

const notActive = (sentence: string) => conflict("not-active", sentence);

function placeOf(asker: Asker, integration: Integration, context: ComponentContext) {
  switch (context.type) {
    case "document":
      return inDocument(asker, integration, context.spaceId);
    case "configuration_account":
      return inConfiguration(asker, integration, context.organizationId);
    case "configuration_space":
      return onContent(asker, integration, "space", context.spaceId);
    case "configuration_site":
      return onContent(asker, integration, "site", context.siteId);
    case "configuration_contentsource":
      return forSource(asker, integration, context);
  }
}

/** @throws 404, 400 or 403 for who may not have a component drawn there, 409 where it isn't active or is paused */
export async function loadComponentPlace(
  asker: Asker,
  name: string,
  context: ComponentContext,
): Promise<{ readonly integration: Integration; readonly place: ComponentPlace }> {
  const integration = await findVisible(asker.deps, asker.identity, name);
  if (integration === undefined) throw notFound("The integration");
  return { integration, place: await placeOf(asker, integration, context) };
}
