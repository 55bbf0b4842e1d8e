import { roleUnder } from "../../../access/scope.ts";
import { spaceRights } from "../../../access/table.ts";
import type { Member } from "../../../access/policy.ts";
import type { Read } from "../../../db/database.ts";
import type { Deps } from "../../../deps.ts";
import { pathBelowSite } from "../../../../engine/siteAddress.ts";
import { withPublished } from "../../spaces/queries.ts";
import type { SiteRow, SiteSpaceRow } from "../site/present.ts";
import { readParts, type SiteParts, type SiteSpacePlace } from "./parts.ts";

/** A site and what it consists of, as one member sees it: without the spaces that they may not see. */
export interface Structure {
  readonly site: SiteRow;
  readonly parts: SiteParts;
  readonly siteSpaces: readonly SiteSpaceRow[];
}

export async function readStructure(
  deps: Deps,
  site: SiteRow,
  member: Member,
  read: Read = deps.db.read,
): Promise<Structure> {
  const parts = await readParts(read, site);
  const ids = parts.siteSpaces.map(({ space_id }) => space_id);
  if (ids.length === 0) return { site, parts, siteSpaces: [] };
  const spaces = await read
    .selectFrom("spaces")
    .selectAll()
    .where("organization_id", "=", site.organization_id)
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .execute();
  const published = new Map(
    (await withPublished(read, deps.addresses, spaces)).map((space) => [space.id, space]),
  );
  const siteSpaces: SiteSpaceRow[] = [];
  for (const row of parts.siteSpaces) {
    const space = published.get(row.space_id);
    if (space === undefined) continue;
    const rights = spaceRights(await roleUnder(deps.members, space, member));
    if (rights.view) siteSpaces.push({ ...row, ...standingOf(site, parts, row), space, rights });
  }
  return { site, parts, siteSpaces };
}

/** Whether a site-space is the default where it stands, and its path below the site's address. */
function standingOf(
  site: SiteRow,
  { sections }: SiteParts,
  row: SiteSpacePlace,
): { readonly isDefault: boolean; readonly below: string } {
  const section = sections.find(({ id }) => id === row.section_id);
  const below = pathBelowSite({
    ...row,
    section_path: section?.path ?? null,
    section_default: section?.default_site_space_id ?? null,
    default_site_section_id: site.default_site_section_id,
    default_site_space_id: site.default_site_space_id,
  });
  return { isDefault: (section ?? site).default_site_space_id === row.id, below };
}
