/** What a site is divided into, in the order in which it is shown. */
import type { Read } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import type { SiteKey } from "../site/present.ts";

export type Section = Row<"site_sections">;
export type SectionGroup = Row<"site_section_groups">;
export type SiteSpacePlace = Row<"site_spaces">;

/** Everything that a site consists of, each kind by its positions. There are at most a few hundred. */
export interface SiteParts {
  readonly groups: readonly SectionGroup[];
  readonly sections: readonly Section[];
  readonly siteSpaces: readonly SiteSpacePlace[];
}

/** What stands beside each other at the top of a site that has sections. */
type TopPart =
  | { readonly kind: "site-section"; readonly part: Section }
  | { readonly kind: "site-section-group"; readonly part: SectionGroup };

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

/** Groups and the sections that are in none, in their order. */
export function topOf({ groups, sections }: Pick<SiteParts, "groups" | "sections">): TopPart[] {
  const alone = sections.filter(({ group_id }) => group_id === null);
  return [
    ...groups.map((part): TopPart => ({ kind: "site-section-group", part })),
    ...alone.map((part): TopPart => ({ kind: "site-section", part })),
  ].toSorted((a, b) => {
    if (a.part.position !== b.part.position) return a.part.position < b.part.position ? -1 : 1;
    return a.part.id < b.part.id ? -1 : 1;
  });
}

export function sectionsIn({ sections }: Pick<SiteParts, "sections">, group: string): Section[] {
  return sections.filter(({ group_id }) => group_id === group);
}

/** All sections as a reader meets them: those of a group where the group stands. */
export function sectionsInOrder(parts: Pick<SiteParts, "groups" | "sections">): Section[] {
  return topOf(parts).flatMap(({ kind, part }) =>
    kind === "site-section" ? [part] : sectionsIn(parts, part.id),
  );
}

/** The site-spaces of a section, or of a site without sections. */
export function siteSpacesIn<Place extends Pick<SiteSpacePlace, "section_id">>(
  siteSpaces: readonly Place[],
  section: string | null,
): Place[] {
  return siteSpaces.filter(({ section_id }) => section_id === section);
}
