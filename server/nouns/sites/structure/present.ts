import type { PresentedShape } from "../../../http/operation.ts";
import type { SiteExternalLink, SiteSection, SiteSectionGroup, SiteStructure } from "./schema.ts";
import type { Addresses } from "../../../deps.ts";
import { given } from "../../../http/shapes.ts";
import { addressOf, presentSiteSpace } from "../site/present.ts";
import { type ExternalLink, partsIn, type Section, type SectionGroup, siteSpacesIn, topOf } from "./parts.ts";
import type { Structure } from "./queries.ts";

export function presentSection(
  { site, siteSpaces }: Structure,
  section: Section,
  addresses: Addresses,
): PresentedShape<typeof SiteSection> {
  const isDefault = site.default_site_section_id === section.id;
  return {
    object: "site-section" as const,
    id: section.id,
    title: section.title,
    ...given("description", section.description),
    default: isDefault,
    draft: false as const,
    path: section.path,
    ...given("condition", section.condition),
    ...given("sectionGroup", section.group_id),
    ...given("icon", section.icon),
    siteSpaces: siteSpacesIn(siteSpaces, section.id).map((row) => presentSiteSpace(row, site, addresses)),
    urls:
      site.published === 1
        ? { published: addressOf(site, addresses) + (isDefault ? "" : `${section.path}/`) }
        : {},
  };
}

export function presentExternalLink(link: ExternalLink): PresentedShape<typeof SiteExternalLink> {
  return {
    object: "site-external-link" as const,
    id: link.id,
    title: link.title,
    ...given("description", link.description),
    ...given("icon", link.icon),
    url: link.url,
    ...given("sectionGroup", link.group_id),
    draft: link.draft === 1,
    ...given("condition", link.condition),
  };
}

export function presentGroup(
  structure: Structure,
  group: SectionGroup,
  addresses: Addresses,
): PresentedShape<typeof SiteSectionGroup> {
  const children = partsIn(structure.parts, group.id).map(({ kind, part }) =>
    kind === "site-section" ? presentSection(structure, part, addresses) : presentExternalLink(part),
  );
  return {
    object: "site-section-group" as const,
    id: group.id,
    title: group.title,
    ...given("icon", group.icon),
    draft: false as const,
    sections: children.filter((child) => child.object === "site-section"),
    children,
  };
}

/** Sections, their groups and external links, or the site-spaces of a site that has none. */
export function presentStructure(
  structure: Structure,
  addresses: Addresses,
): PresentedShape<typeof SiteStructure> {
  const { site, parts, siteSpaces } = structure;
  if (parts.sections.length === 0) {
    return {
      type: "siteSpaces" as const,
      structure: siteSpaces.map((row) => presentSiteSpace(row, site, addresses)),
    };
  }
  return {
    type: "sections" as const,
    structure: topOf(parts).map(({ kind, part }) => {
      if (kind === "site-external-link") return presentExternalLink(part);
      return kind === "site-section"
        ? presentSection(structure, part, addresses)
        : presentGroup(structure, part, addresses);
    }),
  };
}
