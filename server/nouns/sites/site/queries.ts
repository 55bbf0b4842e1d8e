import type { Row } from "../../../db/schema.ts";
import { aclsWithin, roleUnder } from "../../../access/scope.ts";
import type { SiteReader } from "../../../access/siteReader.ts";
import { readerSiteRights, type SiteRights, siteRights } from "../../../access/table.ts";
import type { Member } from "../../../access/policy.ts";
import { type Params, prepared, type Read } from "../../../db/database.ts";
import { contains } from "../../../db/contains.ts";
import type { Deps } from "../../../deps.ts";
import { NO_ROWS } from "../../../http/list.ts";
import type { LoadCall, VersionedThing, Paging } from "../../../http/operation.ts";
import { pageBy } from "../../../http/pageBy.ts";
import { versioned } from "../../../http/versioned.ts";
import { TRASH_MS } from "../../collections/queries.ts";
import type { SiteRow } from "./present.ts";

export interface SiteThing extends VersionedThing {
  readonly site: SiteRow;
  readonly member: Member;
  readonly rights: SiteRights;
  /** Set for who reads the site: they see what it shows them. */
  readonly reader?: SiteReader | undefined;
}

function sites(read: Read) {
  return read
    .selectFrom("sites")
    .innerJoin("organizations", "organizations.id", "sites.organization_id")
    .selectAll("sites")
    .select("organizations.hostname as organization")
    .select((eb) =>
      eb
        .selectFrom("hostname_claims")
        .whereRef("hostname_claims.organization_id", "=", "sites.organization_id")
        .whereRef("hostname_claims.site_id", "=", "sites.id")
        .select("hostname_claims.hostname")
        .as("claimed"),
    )
    .select((eb) =>
      eb
        .selectFrom("site_spaces")
        .innerJoin("spaces", (on) =>
          on
            .onRef("spaces.organization_id", "=", "site_spaces.organization_id")
            .onRef("spaces.id", "=", "site_spaces.space_id"),
        )
        .whereRef("site_spaces.organization_id", "=", "sites.organization_id")
        .whereRef("site_spaces.site_id", "=", "sites.id")
        .where("spaces.deleted_at", "is", null)
        .select((inner) => inner.fn.countAll<number>().as("count"))
        .$asScalar()
        .$castTo<number>()
        .as("site_spaces"),
    );
}

const byId = prepared((read, p: Params<{ id: string; organization: string }>) =>
  sites(read).where("sites.id", "=", p("id")).where("sites.organization_id", "=", p("organization")),
);

/** A site of an organization; a deleted one is not found. */
export async function findSite(read: Read, organization: string, id: string): Promise<SiteRow | undefined> {
  const row = await byId.first(read, { id, organization });
  return row?.deleted_at === null ? row : undefined;
}

/**
 * The site that the path names, with the caller's rights, be they a member of its organization or its reader; a deleted
 * one is not found.
 */
export async function loadSite(call: LoadCall): Promise<SiteThing | undefined> {
  const thing = await loadSiteOrTrash(call);
  return thing?.site.deleted_at === null ? thing : undefined;
}

/** The same, those in the trash included for those who may restore them. */
export async function loadSiteOrTrash({ deps, identity, params }: LoadCall): Promise<SiteThing | undefined> {
  const organization = params["organizationId"] ?? "";
  const { reader } = identity;
  if (reader !== undefined) {
    if (reader.organization !== organization || reader.site !== params["siteId"]) return undefined;
    const found = await byId.first(deps.db.read, { id: reader.site, organization });
    const { shareKey } = reader;
    const site = found && { ...found, claimed: null, ...(shareKey === undefined ? {} : { shareKey }) };
    const member = { userId: reader.key, role: null, teams: [] };
    return site && { site, member, rights: readerSiteRights, reader, version: undefined };
  }
  const member = await deps.members.find(organization, identity);
  if (member === undefined) return undefined;
  const site = await byId.first(deps.db.read, { id: params["siteId"] ?? "", organization });
  if (site === undefined) return undefined;
  const rights = siteRights(await roleUnder(deps.members, site, member), member);
  // The time decides, whether or not the job that removes it has run.
  const { deleted_at: deletedAt } = site;
  const isHidden = deletedAt !== null && (deletedAt <= deps.clock.now() - TRASH_MS || !rights.edit);
  return isHidden ? undefined : { site, member, rights, version: versioned("sites", site) };
}

interface SiteFilters {
  readonly deleted?: boolean | undefined;
  readonly space?: string | undefined;
  readonly title?: string | undefined;
  readonly published?: boolean | undefined;
  readonly type?: readonly Row<"sites">["type"][] | undefined;
}

/** The sites of an organization that a member may see, oldest first. What is in the trash is shown to those who may restore it. */
export async function listSites(
  deps: Deps,
  organization: string,
  member: Member,
  filters: SiteFilters,
  paging: Paging,
) {
  const least = filters.deleted === true ? "create" : "read";
  const acls = await aclsWithin(deps.members, organization, member, least);
  if (acls.length === 0) return NO_ROWS;
  let query = sites(deps.db.read)
    .where("sites.organization_id", "=", organization)
    .where("sites.acl", "in", acls);
  query =
    filters.deleted === true
      ? query.where("sites.deleted_at", ">", deps.clock.now() - TRASH_MS)
      : query.where("sites.deleted_at", "is", null);
  if (filters.published !== undefined) query = query.where("sites.published", "=", filters.published ? 1 : 0);
  if (filters.type !== undefined) query = query.where("sites.type", "in", filters.type);
  if (filters.title !== undefined) {
    const { title } = filters;
    query = query.where((eb) => contains(eb.ref("sites.title_folded"), title) as never);
  }
  if (filters.space !== undefined) {
    const { space } = filters;
    query = query.where("sites.id", "in", (eb) =>
      eb
        .selectFrom("site_spaces")
        .innerJoin("spaces", (on) =>
          on
            .onRef("spaces.organization_id", "=", "site_spaces.organization_id")
            .onRef("spaces.id", "=", "site_spaces.space_id"),
        )
        .where("site_spaces.organization_id", "=", organization)
        .where("site_spaces.space_id", "=", space)
        .where("spaces.deleted_at", "is", null)
        .where("spaces.acl", "in", acls)
        .select("site_spaces.site_id"),
    );
  }
  return pageBy(query, ["sites.created_at", "sites.id"], paging);
}
