import type { Member } from "../../access/policy.ts";
import type { ShowingSite } from "../../access/spaces.ts";
import { roleUnder } from "../../access/scope.ts";
import { type SpaceRights, spaceRights } from "../../access/table.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses, Deps } from "../../deps.ts";
import { pathBelowSite, siteUrl } from "../../engine/siteAddress.ts";
import type { LoadCall, Loaded } from "../../http/operation.ts";
import { versioned } from "../../http/versioned.ts";
import type { Published, SpaceRowWithSite } from "./present.ts";

/** A space with what the caller may do in it. */
export interface SpaceThing extends Loaded {
  readonly space: Row<"spaces">;
  readonly member: Member;
  readonly rights: SpaceRights;
}

const byId = prepared((read, p: Params<{ id: string }>) =>
  read.selectFrom("spaces").selectAll().where("id", "=", p("id")),
);

export function findSpace(read: Read, id: string): Promise<Row<"spaces"> | undefined> {
  return byId.first(read, { id });
}

async function withRights(deps: Deps, userId: string, space: Row<"spaces">): Promise<SpaceThing | undefined> {
  const member = await deps.members.find(space.organization_id, userId);
  if (member === undefined) return undefined;
  const rights = spaceRights(await roleUnder(deps.members, space.acl, member));
  return { space, member, rights, version: versioned("spaces", space) };
}

/** The space that the path names, with the caller's rights; a deleted one is not found. */
export async function loadSpace({ deps, identity, params }: LoadCall): Promise<SpaceThing | undefined> {
  const space = await deps.spaces.find(params["spaceId"] ?? "");
  if (space === undefined || space.deleted_at !== null) return undefined;
  return withRights(deps, identity.userId, space);
}

/** How long a deleted space can be restored, in milliseconds. */
export const TRASH_MS = 7 * 24 * 60 * 60 * 1000;

/** The same, those in the trash included for those who may restore them. */
export async function loadSpaceOrTrash({
  deps,
  identity,
  params,
}: LoadCall): Promise<SpaceThing | undefined> {
  const space = await deps.spaces.find(params["spaceId"] ?? "");
  if (space === undefined) return undefined;
  // The time decides, whether or not the job that removes it has run.
  if (space.deleted_at !== null && space.deleted_at <= deps.clock.now() - TRASH_MS) return undefined;
  const thing = await withRights(deps, identity.userId, space);
  return space.deleted_at === null || thing?.rights.admin ? thing : undefined;
}

const sitesOf = prepared((read, p: Params<{ spaces: readonly string[] }>) =>
  read
    .selectFrom("site_spaces")
    .innerJoin("sites", "sites.id", "site_spaces.site_id")
    .innerJoin("organizations", "organizations.id", "sites.organization_id")
    .leftJoin("site_sections", "site_sections.id", "site_spaces.section_id")
    .select([
      "site_spaces.space_id",
      "site_spaces.id",
      "site_spaces.path",
      "sites.visibility",
      "sites.basename",
      "sites.hostname",
      "sites.proxy",
      "sites.default_site_space_id",
      "sites.default_site_section_id",
      "site_spaces.section_id",
      "site_sections.path as section_path",
      "site_sections.default_site_space_id as section_default",
      "organizations.hostname as organization",
    ])
    .where("site_spaces.space_id", "in", p.list("spaces"))
    .where("sites.published", "=", 1)
    .orderBy("sites.created_at")
    .orderBy("site_spaces.id"),
);

const OPENNESS = ["public", "unlisted", "share-link", "visitor-auth"];

/** Where spaces are published: for each the most open site, the oldest among equals. */
export async function publishedSites(
  read: Read,
  addresses: Addresses,
  spaces: readonly string[],
): Promise<Map<string, Published>> {
  return spaces.length === 0 ? new Map() : mostOpen(addresses, await sitesOf.all(read, { spaces }));
}

/** Where one space is published, as it was within the last second. */
export async function publishedIn({ spaces, addresses }: Deps, id: string): Promise<Published | undefined> {
  const sites = await spaces.sites(id);
  return sites.length === 0 ? undefined : mostOpen(addresses, sites).get(id);
}

/** Rows with where they are published, as it was within the last second. */
export async function withPublishedLately(
  { spaces, addresses }: Pick<Deps, "spaces" | "addresses">,
  rows: readonly Row<"spaces">[],
): Promise<SpaceRowWithSite[]> {
  const published = mostOpen(addresses, await spaces.sitesOfAll(rows.map(({ id }) => id)));
  return rows.map((row) => ({ ...row, published: published.get(row.id) }));
}

function mostOpen(addresses: Addresses, sites: readonly ShowingSite[]): Map<string, Published> {
  const found = new Map<string, Published>();
  for (const row of sites) {
    const other = found.get(row.space_id);
    if (other && OPENNESS.indexOf(other.visibility) <= OPENNESS.indexOf(row.visibility)) continue;
    found.set(row.space_id, {
      visibility: row.visibility,
      url: siteUrl(addresses, row) + pathBelowSite(row),
    });
  }
  return found;
}

/** Rows with where they are published, for the presenter. */
export async function withPublished(
  read: Read,
  addresses: Addresses,
  rows: readonly Row<"spaces">[],
): Promise<SpaceRowWithSite[]> {
  const published = await publishedSites(
    read,
    addresses,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({ ...row, published: published.get(row.id) }));
}
