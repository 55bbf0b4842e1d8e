import { roleUnder } from "../../../access/scope.ts";
import { spaceRights } from "../../../access/table.ts";
import type { SiteReader } from "../../../access/siteReader.ts";
import type { Member } from "../../../access/policy.ts";
import type { Read } from "../../../db/database.ts";
import type { Deps } from "../../../deps.ts";
import { pathBelowSite } from "../../../../engine/siteAddress.ts";
import { publishedIn, shownTo, withPublished } from "../../spaces/queries.ts";
import type { SiteRow, SiteSpaceRow } from "../site/present.ts";
import { readParts, sectionsInOrder, type SiteParts, type SiteSpacePlace, siteSpacesIn } from "./parts.ts";

/** A site and what it consists of, as one member or reader sees it: without the spaces that they may not see. */
export interface Structure {
  readonly site: SiteRow;
  readonly parts: SiteParts;
  readonly siteSpaces: readonly SiteSpaceRow[];
}

/** The same as somebody who reads the site walks it. */
async function readWalked(deps: Deps, site: SiteRow, all: SiteParts, reader: SiteReader): Promise<Structure> {
  const walked = walkedBy(reader, site, all);
  const siteSpaces: SiteSpaceRow[] = [];
  for (const row of walked.parts.siteSpaces) {
    const space = await deps.spaces.find(row.space_id);
    const shown = space && shownTo(reader, space);
    if (shown === undefined) continue;
    const published = await publishedIn(deps, shown.space, reader.shareKey, reader);
    const standing = standingOf(walked.site, walked.parts, row);
    siteSpaces.push({ ...row, ...standing, space: { ...shown.space, published }, rights: shown.rights });
  }
  return { ...walked, siteSpaces };
}

/** What is not for a reader is not there, and the first that is stands in for a default. */
function walkedBy(
  { siteSpaces: shown, links: shownLinks }: SiteReader,
  site: SiteRow,
  { groups, sections, links, siteSpaces }: SiteParts,
) {
  const open = siteSpaces.filter(({ id }) => shown.has(id)).map((row) => ({ ...row, condition: null }));
  const inside = (section: string | null) => siteSpacesIn(open, section);
  const walked = sections
    .filter(({ id }) => inside(id).length > 0)
    .map((section) => ({
      ...section,
      condition: null,
      default_site_space_id: chosenOf(section.default_site_space_id, inside(section.id)),
    }));
  const shownOf = links.filter(({ id }) => shownLinks.has(id)).map((link) => ({ ...link, condition: null }));
  const parts: SiteParts = {
    groups: groups.filter(({ id }) => [...walked, ...shownOf].some(({ group_id }) => group_id === id)),
    sections: walked,
    links: shownOf,
    siteSpaces: open,
  };
  return {
    parts,
    site: {
      ...site,
      site_spaces: open.length,
      default_site_section_id: chosenOf(site.default_site_section_id, sectionsInOrder(parts)),
      default_site_space_id: chosenOf(site.default_site_space_id, inside(null)),
    },
  };
}

function chosenOf(chosen: string | null, among: readonly { readonly id: string }[]): string | null {
  return among.some(({ id }) => id === chosen) ? chosen : (among[0]?.id ?? null);
}

export async function readStructure(
  deps: Deps,
  site: SiteRow,
  { member, reader }: { readonly member: Member; readonly reader?: SiteReader | undefined },
  read: Read = deps.db.read,
): Promise<Structure> {
  const parts = await readParts(read, site);
  if (reader !== undefined) return readWalked(deps, site, parts, reader);
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
