import { sql } from "kysely";
import type { Identity } from "../../access/identity.ts";
import { atLeast, type Role } from "../../access/roles.ts";
import { type Caller, withinReach } from "../../access/singleSignOn.ts";
import { type OrganizationRights, organizationRights } from "../../access/table.ts";
import { contains } from "../../db/contains.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { NO_ROWS } from "../../http/list.ts";
import { oldestFirst } from "../../http/pageBy.ts";
import type { LoadCall, LoadedThing, Paging } from "../../http/operation.ts";
import { versioned } from "../../http/versioned.ts";
import type { IntegrationWithOwner } from "./present.ts";
import { holdsWord } from "../../db/wordList.ts";

export interface IntegrationThing extends LoadedThing<"admin"> {
  readonly integration: IntegrationWithOwner;
}

const byName = prepared((read, p: Params<{ name: string }>) =>
  read.selectFrom("integrations").selectAll().where("name", "=", p("name")),
);

export function findIntegration(read: Read, name: string): Promise<Row<"integrations"> | undefined> {
  return byName.first(read, { name });
}

const byId = prepared((read, p: Params<{ id: string }>) =>
  read.selectFrom("integrations").selectAll().where("id", "=", p("id")),
);

export function integrationOfId(read: Read, id: string): Promise<Row<"integrations"> | undefined> {
  return byId.first(read, { id });
}

/** The integration that the path names, for whoever sees it: what administrators of its organization alone may do. */
export async function loadOwnIntegration(call: LoadCall): Promise<IntegrationThing | undefined> {
  const { deps, identity, params } = call;
  const integration = await findVisible(deps, identity, params["integrationName"] ?? "");
  if (integration === undefined) return undefined;
  const isItself = integration.id === identity?.integration?.id;
  const rights = { view: true, admin: isItself || integration.rights?.admin === true };
  return { integration, rights, version: versioned("integrations", integration) };
}

/**
 * An integration as somebody sees it: their own organization's, those installed there, and others' that are public or,
 * to who knows the name, unlisted. Without an identity only the latter.
 */
export async function findVisible(
  deps: Deps,
  identity: Identity | undefined,
  name: string,
): Promise<IntegrationWithOwner | undefined> {
  const row = await findIntegration(deps.db.read, name);
  if (row === undefined) return undefined;
  if (row.visibility === "private") {
    const organizations = await organizationsSeeing(deps.db.read, identity);
    const isTheirs =
      identity?.integration?.id === row.id ||
      organizations.includes(row.organization_id) ||
      (await isInstalledIn(deps.db.read, row.id, organizations));
    if (!isTheirs) return undefined;
  }
  const [integration] = await withOwners(deps, identity, [row]);
  return integration;
}

async function isInstalledIn(read: Read, integration: string, organizations: readonly string[]) {
  if (organizations.length === 0) return false;
  const found = await read
    .selectFrom("installations")
    .select("id")
    .where("integration_id", "=", integration)
    .where("organization_id", "in", organizations)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  return found !== undefined;
}

/** The memberships in organizations that the caller reaches. */
function ownMemberships(read: Read, caller: Caller) {
  return read
    .selectFrom("members")
    .innerJoin("organizations", "organizations.id", "members.organization_id")
    .select("members.role")
    .where("members.user_id", "=", caller.userId)
    .where("members.disabled", "=", 0)
    .where(withinReach(caller));
}

/** The organizations in which somebody sees what is private to them. */
async function organizationsSeeing(read: Read, identity: Identity | undefined): Promise<string[]> {
  if (identity === undefined) return [];
  const rows = await ownMemberships(read, identity).select("members.organization_id").execute();
  return rows
    .filter(({ role }) => atLeast(role as Role | null, "read"))
    .map(({ organization_id }) => organization_id);
}

export interface IntegrationFilters {
  readonly search?: string | undefined;
  readonly category?: string | undefined;
  readonly blockDomain?: string | undefined;
  readonly blocks?: boolean | undefined;
  readonly contentSources?: boolean | undefined;
  readonly owner?: string | undefined;
  readonly scope?: string | undefined;
  readonly target?: Row<"integrations">["target"] | undefined;
}

/** What can be listed: everything public, and what is private or unlisted in these organizations. */
export type IntegrationSelection =
  | { readonly within: readonly string[] }
  | { readonly ids: readonly string[] };

/** Integrations under filters, oldest first. */
export async function listIntegrations(
  read: Read,
  listed: IntegrationSelection,
  filters: IntegrationFilters,
  paging: Paging,
) {
  let query = filtered(read, filters);
  if ("ids" in listed) {
    if (listed.ids.length === 0) return NO_ROWS;
    query = query.where("id", "in", listed.ids);
  } else {
    const { within } = listed;
    query = query.where((eb) =>
      eb.or([
        eb("visibility", "=", "public"),
        ...(within.length === 0
          ? []
          : [
              eb("organization_id", "in", within),
              eb(
                "id",
                "in",
                eb
                  .selectFrom("installations")
                  .select("integration_id")
                  .where("installations.organization_id", "in", within)
                  .where("installations.deleted_at", "is", null),
              ),
            ]),
      ]),
    );
  }
  return oldestFirst(query, paging);
}

function filtered(read: Read, filters: IntegrationFilters) {
  const { search, category, blockDomain, scope } = filters;
  const column = (name: string) => sql.ref<string>(name);
  let query = read.selectFrom("integrations");
  if (search !== undefined) query = query.where(contains(column("search_text"), search) as never);
  if (category !== undefined) query = query.where(holdsWord(column("categories"), category) as never);
  if (scope !== undefined) query = query.where(holdsWord(column("scopes"), scope) as never);
  if (blockDomain !== undefined)
    query = query.where(holdsWord(column("block_domains"), blockDomain.toLowerCase()) as never);
  if (filters.blocks !== undefined) query = query.where("has_blocks", "=", filters.blocks ? 1 : 0);
  if (filters.contentSources !== undefined)
    query = query.where("has_content_sources", "=", filters.contentSources ? 1 : 0);
  if (filters.owner !== undefined) query = query.where("organization_id", "=", filters.owner);
  if (filters.target !== undefined) query = query.where("target", "=", filters.target);
  return query;
}

/** What a caller can list among all integrations. */
export async function listedFor(read: Read, identity: Identity | undefined): Promise<IntegrationSelection> {
  return { within: await organizationsSeeing(read, identity) };
}

/** Rows with their owners, and what the caller may do. */
export async function withOwners(
  deps: Deps,
  identity: Identity | undefined,
  rows: readonly Row<"integrations">[],
): Promise<IntegrationWithOwner[]> {
  if (rows.length === 0) return [];
  const ids = [...new Set(rows.map(({ organization_id }) => organization_id))];
  const owners = await deps.db.read.selectFrom("organizations").selectAll().where("id", "in", ids).execute();
  const known = new Map<string, { owner: Row<"organizations">; rights: OrganizationRights | undefined }>();
  for (const owner of owners) {
    const member = identity && (await deps.members.find(owner.id, identity));
    known.set(owner.id, { owner, rights: member && organizationRights(member.role, member.ownsTeam) });
  }
  const mayInstall = await canInstall(deps.db.read, identity);
  return rows.flatMap((row) => {
    const found = known.get(row.organization_id);
    return found === undefined ? [] : [{ ...row, ...found, mayInstall }];
  });
}

/** Whether somebody may install integrations anywhere. */
async function canInstall(read: Read, identity: Identity | undefined): Promise<boolean> {
  if (identity === undefined) return false;
  const rows = await ownMemberships(read, identity).execute();
  return rows.some(({ role }) => organizationRights(role as Role | null).installIntegration);
}

const imageByHash = prepared((read, p: Params<{ integration: string; hash: string }>) =>
  read
    .selectFrom("integration_images")
    .selectAll()
    .where("integration_id", "=", p("integration"))
    .where("hash", "=", p("hash")),
);

/** One picture of an integration. */
export function findPicture(read: Read, integration: string, hash: string) {
  return imageByHash.first(read, { integration, hash });
}

const organizationBy = prepared((read, p: Params<{ name: string }>) =>
  read
    .selectFrom("organizations")
    .selectAll()
    .where((eb) => eb.or([eb("id", "=", p("name")), eb("hostname", "=", p("name"))])),
);

/** An organization by its id or its hostname; the id first, where both are some organization's. */
export async function organizationNamed(read: Read, name: string): Promise<Row<"organizations"> | undefined> {
  const rows = await organizationBy.all(read, { name });
  return rows.find(({ id }) => id === name) ?? rows[0];
}
