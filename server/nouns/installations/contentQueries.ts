/** Installations on single spaces and sites. */
import { sql } from "kysely";
import { INSTALLERS } from "../../access/table.ts";
import { aclsWithin } from "../../access/scope.ts";
import type { Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { holdsWord } from "../../db/wordList.ts";
import type { Deps } from "../../deps.ts";
import type { LoadCall, Paging } from "../../http/operation.ts";
import { pageBy } from "../../http/pageBy.ts";
import { versioned } from "../../http/versioned.ts";
import { worksUntold } from "../sites/site/integrations.ts";
import { integrationOfId } from "../integrations/queries.ts";
import { presentSite } from "../sites/site/present.ts";
import { loadSite } from "../sites/site/queries.ts";
import { presentSpace } from "../spaces/present.ts";
import { loadSpace, publishedIn } from "../spaces/queries.ts";
import type { ContentInstallationRow } from "./present.ts";
import {
  findInstallation,
  type InstallationKey,
  type InstallationThing,
  loadInstallation,
} from "./queries.ts";

export type Kind = "space" | "site";

export interface ContentInstallationThing extends InstallationThing {
  readonly content: ContentInstallationRow;
}

/** Rows whose space or site is still where the installation is. */
function contentInstallations(read: Read, kind: Kind) {
  const rows = read
    .selectFrom("content_installations")
    .innerJoin("installations", (on) =>
      on
        .onRef("installations.organization_id", "=", "content_installations.organization_id")
        .onRef("installations.id", "=", "content_installations.installation_id"),
    )
    .innerJoin("integrations", "integrations.id", "installations.integration_id")
    .leftJoin("spaces", (on) =>
      on
        .onRef("spaces.organization_id", "=", "content_installations.organization_id")
        .onRef("spaces.id", "=", "content_installations.space_id"),
    )
    .leftJoin("sites", (on) =>
      on
        .onRef("sites.organization_id", "=", "content_installations.organization_id")
        .onRef("sites.id", "=", "content_installations.site_id"),
    )
    .leftJoin("members", (on) =>
      on
        .onRef("members.organization_id", "=", "installations.organization_id")
        .onRef("members.user_id", "=", "installations.owner_id")
        .on("members.disabled", "=", 0)
        .on("members.role", "in", INSTALLERS),
    )
    // As it is with the installation itself: nothing is told while who answers for it may not install it.
    .leftJoin("event_targets", (on) =>
      on
        .onRef("event_targets.organization_id", "=", "installations.organization_id")
        .onRef("event_targets.id", "=", "installations.id")
        .onRef("event_targets.owner_id", "=", "members.user_id"),
    )
    .where("installations.deleted_at", "is", null)
    .selectAll("content_installations")
    .select(["installations.integration_id", "installations.status as installation_status"])
    .select(["installations.scopes as granted", "integrations.scopes as asked"])
    .select(["integrations.name as integration", "integrations.details as integration_details"])
    .select(["integrations.organization_id as publisher", "event_targets.active as told"])
    .select(["integrations.tunnel_url", "integrations.tunnel_all"])
    .select(["sites.hostname", "sites.proxy", "sites.published"]);
  return kind === "space"
    ? rows.where("spaces.id", "is not", null).where("spaces.deleted_at", "is", null)
    : rows.where("sites.id", "is not", null).where("sites.deleted_at", "is", null);
}

/** One of them, by the installation and the space or site. */
export async function findContentInstallation(
  read: Read,
  kind: Kind,
  installation: InstallationKey,
  content: string,
): Promise<ContentInstallationRow | undefined> {
  return contentInstallations(read, kind)
    .where("content_installations.organization_id", "=", installation.organization_id)
    .where("content_installations.installation_id", "=", installation.id)
    .where(
      kind === "space" ? "content_installations.space_id" : "content_installations.site_id",
      "=",
      content,
    )
    .executeTakeFirst() as Promise<ContentInstallationRow | undefined>;
}

/**
 * How an installation is on a space or a site: by itself, or with all of them, where there is no row of it and it works
 * with what it has by default.
 */
export async function findPlaceOf(
  read: Read,
  kind: Kind,
  installation: InstallationKey,
  content: string,
): Promise<ContentInstallationRow | undefined> {
  const own = await findContentInstallation(read, kind, installation, content);
  if (own !== undefined) return own;
  const above = await findInstallation(read, installation, undefined);
  if (above?.[`${kind}_selection`] !== "all" || above.status !== "active") return undefined;
  if (!worksUntold(above.integration_details, kind)) return undefined;
  const { organization_id } = installation;
  const shown = await findContent(read, kind, organization_id, content);
  const integration = await integrationOfId(read, above.integration_id);
  if (shown === undefined || integration === undefined) return undefined;
  return {
    ...above,
    ...shown,
    installation_id: installation.id,
    installation_status: above.status,
    configuration: "{}",
    external_ids: "",
    granted: above.scopes,
    asked: integration.scopes,
    version: 0,
  };
}

/** The space or the site itself, with what is told of how it is published. */
async function findContent(read: Read, kind: Kind, organization: string, id: string) {
  if (kind === "space") {
    const space = await read
      .selectFrom("spaces")
      .select("id as space_id")
      .where("organization_id", "=", organization)
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    return space && { ...space, site_id: null, hostname: null, proxy: null, published: null };
  }
  const site = await read
    .selectFrom("sites")
    .select(["id as site_id", "hostname", "proxy", "published"])
    .where("organization_id", "=", organization)
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return site && { ...site, space_id: null };
}

/** The id of the installation of an integration that is on a space or a site. */
export async function installedOn(
  read: Read,
  integration: string,
  kind: Kind,
  content: string,
): Promise<string | undefined> {
  const found = await contentInstallations(read, kind)
    .where("installations.integration_id", "=", integration)
    .where(
      kind === "space" ? "content_installations.space_id" : "content_installations.site_id",
      "=",
      content,
    )
    .executeTakeFirst();
  return found?.installation_id;
}

/**
 * The installation on a space or a site that the path names: for those who see the installation and what it is on. The
 * integration's own administrators see it without that.
 */
export function loadContentInstallation(kind: Kind) {
  return async (call: LoadCall): Promise<ContentInstallationThing | undefined> => {
    const thing = await loadInstallation(call);
    if (thing === undefined) return undefined;
    const id = call.params[`${kind}Id`] ?? "";
    const content = await findContentInstallation(call.deps.db.read, kind, thing.installation, id);
    if (content === undefined) return undefined;
    const { view, install } = await rightsOn(call, kind, thing.installation.organization_id, id);
    return {
      ...thing,
      content,
      rights: {
        view: thing.rights.token || (thing.rights.view && view),
        install: thing.rights.install && install,
        token: thing.rights.token,
      },
      version: versioned("content_installations", content),
    };
  };
}

/** What the caller may do on a space or a site of an organization. */
export async function rightsOn(
  call: Pick<LoadCall, "deps" | "identity">,
  kind: Kind,
  organization: string,
  id: string,
): Promise<{ readonly view: boolean; readonly install: boolean }> {
  const params = { spaceId: id, siteId: id, organizationId: organization };
  if (kind === "space") {
    const space = await loadSpace({ ...call, params });
    if (space?.space.organization_id !== organization) return { view: false, install: false };
    return { view: space.rights.view, install: space.rights.installIntegration };
  }
  const site = await loadSite({ ...call, params });
  return site === undefined
    ? { view: false, install: false }
    : { view: site.rights.view, install: site.rights.installIntegration };
}

interface ContentFilters {
  readonly installation?: InstallationKey | undefined;
  /** All installations of this integration, by id. */
  readonly integration?: string | undefined;
  readonly externalId?: string | undefined;
}

/** Installations on spaces or sites, oldest first; `acls`: only on spaces with these policies. */
export function listContentInstallations(
  read: Read,
  kind: Kind,
  filters: ContentFilters,
  acls: readonly string[] | undefined,
  paging: Paging,
) {
  let query = contentInstallations(read, kind);
  const { installation, integration, externalId } = filters;
  if (installation !== undefined) {
    query = query
      .where("content_installations.organization_id", "=", installation.organization_id)
      .where("content_installations.installation_id", "=", installation.id);
  }
  if (integration !== undefined) query = query.where("installations.integration_id", "=", integration);
  if (externalId !== undefined) {
    const column = sql.ref<string>("content_installations.external_ids");
    query = query.where(holdsWord(column, externalId) as never);
  }
  if (kind === "space" && acls !== undefined) query = query.where("spaces.acl", "in", acls);
  return pageBy(query, ["content_installations.created_at", "content_installations.id"], paging);
}

/** The policies of the spaces that the caller sees; undefined for the integration's own people, who see ids alone. */
export async function aclsFor(deps: Deps, { installation, member }: InstallationThing) {
  return member && aclsWithin(deps.members, installation.organization_id, member);
}

/** The space or the site itself, where the caller sees it. */
export async function contentFor(
  call: Pick<LoadCall, "deps" | "identity">,
  organization: string,
  row: Pick<Row<"content_installations">, "space_id" | "site_id">,
): Promise<object | undefined> {
  const { deps } = call;
  const params = { spaceId: row.space_id ?? "", siteId: row.site_id ?? "", organizationId: organization };
  if (row.space_id !== null) {
    const thing = await loadSpace({ ...call, params });
    if (thing?.rights.view !== true) return undefined;
    const published = await publishedIn(deps, thing.space);
    return presentSpace({ ...thing.space, published }, thing.rights, deps.addresses);
  }
  const thing = await loadSite({ ...call, params });
  return thing?.rights.view === true ? presentSite(thing.site, thing.rights, deps.addresses) : undefined;
}
