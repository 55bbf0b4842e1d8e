/** What a site is divided into, in the order in which it is shown. */
import type { Read } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import type { SiteKey } from "../site/present.ts";

export type Section = Row<"site_sections">;
export type SectionGroup = Row<"site_section_groups">;
export type ExternalLink = Row<"site_external_links">;
export type SiteSpacePlace = Row<"site_spaces">;

/** Everything that a site consists of, each kind by its positions. There are at most a few hundred. */
export interface SiteParts {
  readonly groups: readonly SectionGroup[];
  readonly sections: readonly Section[];
  readonly links: readonly ExternalLink[];
  readonly siteSpaces: readonly SiteSpacePlace[];
}

/** The tables of what a site is made of, by the names that the API has for these. */
export const PART_TABLES = {
  "site-space": "site_spaces",
  "site-section": "site_sections",
  "site-section-group": "site_section_groups",
  "site-external-link": "site_external_links",
} as const;

export type PartKind = keyof typeof PART_TABLES;

/** What stands beside each other in a group. */
export type GroupPart =
  | { readonly kind: "site-section"; readonly part: Section }
  | { readonly kind: "site-external-link"; readonly part: ExternalLink };

/** What stands beside each other at the top of a site that has sections. */
type TopPart = GroupPart | { readonly kind: "site-section-group"; readonly part: SectionGroup };

/** All that may stand at the top or in a group. */
export type TabParts = Pick<SiteParts, "groups" | "sections" | "links">;

export async function readParts(read: Read, site: SiteKey): Promise<SiteParts> {
  return {
    groups: await read
      .selectFrom("site_section_groups")
      .selectAll()
      .where("organization_id", "=", site.organization_id)
      .where("site_id", "=", site.id)
      .orderBy("position")
      .orderBy("id")
      .execute(),
    sections: await read
      .selectFrom("site_sections")
      .selectAll()
      .where("organization_id", "=", site.organization_id)
      .where("site_id", "=", site.id)
      .orderBy("position")
      .orderBy("id")
      .execute(),
    links: await read
      .selectFrom("site_external_links")
      .selectAll()
      .where("organization_id", "=", site.organization_id)
      .where("site_id", "=", site.id)
      .orderBy("position")
      .orderBy("id")
      .execute(),
    siteSpaces: await read
      .selectFrom("site_spaces")
      .selectAll()
      .where("organization_id", "=", site.organization_id)
      .where("site_id", "=", site.id)
      .orderBy("position")
      .orderBy("id")
      .execute(),
  };
}

/** Groups, and the sections and external links that are in none, in their order. */
export function topOf({ groups, ...within }: TabParts): TopPart[] {
  return [
    ...groups.map((part): TopPart => ({ kind: "site-section-group", part })),
    ...standingIn(within, null),
  ].toSorted(byPosition);
}

/** The sections and external links of a group, in their order. */
export const partsIn = (parts: Omit<TabParts, "groups">, group: string): GroupPart[] =>
  standingIn(parts, group);

function standingIn({ sections, links }: Omit<TabParts, "groups">, group: string | null): GroupPart[] {
  const within = ({ group_id }: Section | ExternalLink): boolean => group_id === group;
  return [
    ...sections.filter(within).map((part): GroupPart => ({ kind: "site-section", part })),
    ...links.filter(within).map((part): GroupPart => ({ kind: "site-external-link", part })),
  ].toSorted(byPosition);
}

function byPosition({ part: a }: TopPart, { part: b }: TopPart): number {
  if (a.position !== b.position) return a.position < b.position ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

export function sectionsIn({ sections }: Pick<SiteParts, "sections">, group: string): Section[] {
  return sections.filter(({ group_id }) => group_id === group);
}

/** All sections as a reader meets them: those of a group where the group stands. */
export function sectionsInOrder(parts: Pick<SiteParts, "groups" | "sections">): Section[] {
  return topOf({ ...parts, links: [] }).flatMap(({ kind, part }) => {
    if (kind === "site-section-group") return sectionsIn(parts, part.id);
    return kind === "site-section" ? [part] : [];
  });
}

/** The site-spaces of a section, or of a site without sections. */
export function siteSpacesIn<Place extends Pick<SiteSpacePlace, "section_id">>(
  siteSpaces: readonly Place[],
  section: string | null,
): Place[] {
  return siteSpaces.filter(({ section_id }) => section_id === section);
}
