import { sql } from "kysely";
import { aclsWithin } from "../../access/scope.ts";
import type { Member } from "../../access/policy.ts";
import { INSTALLERS, organizationRights } from "../../access/table.ts";
import { contains } from "../../db/contains.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { holdsWord } from "../../db/wordList.ts";
import type { Deps } from "../../deps.ts";
import type { LoadCall, VersionedThing, Paging } from "../../http/operation.ts";
import { pageBy } from "../../http/pageBy.ts";
import { versioned } from "../../http/versioned.ts";
import { integrationOfId } from "../integrations/queries.ts";
import type { InstallationRow } from "./present.ts";

/** What `event_targets.kind` says of installations; their ids are the same there. */
export const INSTALLATION = "installation";

/** What names an installation. */
export type InstallationKey = Pick<Row<"installations">, "organization_id" | "id">;

export interface InstallationThing extends VersionedThing<"install" | "token"> {
  readonly installation: InstallationRow;
  readonly integration: Row<"integrations">;
  /** The caller in the organization that has it; undefined for the integration's own people. */
  readonly member: Member | undefined;
}

/** Whose spaces are counted: those that somebody sees, or all. */
type Counting = readonly string[] | undefined;

function installations(read: Read, acls: Counting) {
  return (
    read
      .selectFrom("installations")
      .innerJoin("integrations", "integrations.id", "installations.integration_id")
      .leftJoin("members", (on) =>
        on
          .onRef("members.organization_id", "=", "installations.organization_id")
          .onRef("members.user_id", "=", "installations.owner_id")
          .on("members.disabled", "=", 0)
          .on("members.role", "in", INSTALLERS),
      )
      // Nothing is told while who answers for it may not install it.
      .leftJoin("event_targets", (on) =>
        on
          .onRef("event_targets.organization_id", "=", "installations.organization_id")
          .onRef("event_targets.id", "=", "installations.id")
          .onRef("event_targets.owner_id", "=", "members.user_id"),
      )
      .where("installations.deleted_at", "is", null)
      .selectAll("installations")
      .select(["integrations.name as integration", "integrations.details as integration_details"])
      .select("event_targets.active as told")
      .select(["integrations.tunnel_url", "integrations.tunnel_all"])
      .select("integrations.organization_id as publisher")
      .select((eb) => {
        let spaces = eb
          .selectFrom("content_installations")
          .innerJoin("spaces", (on) =>
            on
              .onRef("spaces.organization_id", "=", "content_installations.organization_id")
              .onRef("spaces.id", "=", "content_installations.space_id"),
          )
          .whereRef("content_installations.organization_id", "=", "installations.organization_id")
          .whereRef("content_installations.installation_id", "=", "installations.id")
          .where("spaces.deleted_at", "is", null);
        if (acls !== undefined) spaces = spaces.where("spaces.acl", "in", acls);
        return spaces
          .select((inner) => inner.fn.countAll<number>().as("count"))
          .$asScalar()
          .$castTo<number>()
          .as("spaces");
      })
  );
}

const byId = prepared((read, p: Params<{ id: string }>) =>
  read
    .selectFrom("installations")
    .select("organization_id")
    .where("id", "=", p("id"))
    .where("deleted_at", "is", null),
);

/** The organization that has an installation. */
export async function organizationOf(read: Read, id: string): Promise<string | undefined> {
  return (await byId.first(read, { id }))?.organization_id;
}

/** One installation, as somebody sees it who sees these policies. */
export async function findInstallation(
  read: Read,
  { organization_id, id }: InstallationKey,
  acls: Counting,
): Promise<InstallationRow | undefined> {
  return installations(read, acls)
    .where("installations.organization_id", "=", organization_id)
    .where("installations.id", "=", id)
    .executeTakeFirst() as Promise<InstallationRow | undefined>;
}

/** The installation that an address names, in whatever organization. */
async function installationAt(read: Read, params: LoadCall["params"]): Promise<InstallationRow | undefined> {
  return installations(read, undefined)
    .where("installations.id", "=", params["installationId"] ?? "")
    .where("integrations.name", "=", params["integrationName"] ?? "")
    .executeTakeFirst() as Promise<InstallationRow | undefined>;
}

/**
 * The installation that the path names: for those who may see installations in its organization, and for the
 * administrators of whoever published the integration.
 */
export async function loadInstallation(call: LoadCall): Promise<InstallationThing | undefined> {
  const { deps, identity, params } = call;
  const { read } = deps.db;
  const found = await installationAt(read, params);
  if (found === undefined) return undefined;
  const integration = await integrationOfId(read, found.integration_id);
  if (integration === undefined) return undefined;
  const member = await deps.members.find(found.organization_id, identity);
  const owner =
    identity.installation === undefined
      ? await deps.members.find(integration.organization_id, identity)
      : undefined;
  const here = member && organizationRights(member.role);
  const isIts = identity.integration?.id === integration.id;
  const token = isIts || (owner !== undefined && organizationRights(owner.role).admin);
  const view = here?.listInstallations === true || token;
  if (!view) return undefined;
  const acls = member && (await aclsWithin(deps.members, found.organization_id, member));
  const installation = acls === undefined ? found : await findInstallation(read, found, acls);
  return (
    installation && {
      installation,
      integration,
      member,
      rights: { view, install: here?.installIntegration === true, token },
      version: versioned("installations", installation),
    }
  );
}

interface InstallationFilters {
  readonly integration?: string | undefined;
  readonly organization?: string | undefined;
  readonly externalId?: string | undefined;
  readonly search?: string | undefined;
}

/** Installations under filters, oldest first. */
export function listInstallations(read: Read, acls: Counting, filters: InstallationFilters, paging: Paging) {
  let query = installations(read, acls);
  const { integration, organization, externalId, search } = filters;
  if (integration !== undefined) query = query.where("installations.integration_id", "=", integration);
  if (organization !== undefined) query = query.where("installations.organization_id", "=", organization);
  if (externalId !== undefined) {
    query = query.where(holdsWord(sql.ref<string>("installations.external_ids"), externalId) as never);
  }
  if (search !== undefined) {
    query = query.where(contains(sql.ref<string>("integrations.search_text"), search) as never);
  }
  return pageBy(query, ["installations.created_at", "installations.id"], paging);
}

/** The integrations with these ids. */
export function integrationsById(read: Read, ids: readonly string[]): Promise<Row<"integrations">[]> {
  if (ids.length === 0) return Promise.resolve([]);
  return read.selectFrom("integrations").selectAll().where("id", "in", ids).execute();
}

/** The ids of the integrations that work on a space or a site: installed on it, or on all of its kind. */
export async function integrationsOn(
  deps: Deps,
  organization: string,
  content: { readonly space: string } | { readonly site: string },
): Promise<string[]> {
  const [column, id, selection] =
    "space" in content
      ? (["space_id", content.space, "space_selection"] as const)
      : (["site_id", content.site, "site_selection"] as const);
  const rows = await deps.db.read
    .selectFrom("installations")
    .leftJoin("content_installations", (join) =>
      join
        .onRef("content_installations.organization_id", "=", "installations.organization_id")
        .onRef("content_installations.installation_id", "=", "installations.id")
        .on(`content_installations.${column}`, "=", id),
    )
    .select("installations.integration_id")
    .where("installations.organization_id", "=", organization)
    .where("installations.deleted_at", "is", null)
    .where("installations.status", "=", "active")
    .where((eb) =>
      eb.or([
        eb(`installations.${selection}`, "=", "all"),
        eb("content_installations.status", "=", "active"),
      ]),
    )
    .execute();
  return rows.map(({ integration_id }) => integration_id);
}
