/** What a site consists of: as lists, and as a tree whose parts are moved like pages. */
import type {
  Page,
  SiteExternalLink,
  SiteSection,
  SiteSectionGroup,
  SiteSpace,
  SiteStructure,
} from "../../../sdk/src/index.ts";
import type { LineIconName } from "../../ui/Icon.tsx";
import type { IndexEntry, PageIndex } from "../../app/pageIndex.ts";

export type StructurePart = SiteSection | SiteSectionGroup | SiteExternalLink | SiteSpace;

/** A site whose redirects lead to its parts: ids, and what it consists of. */
export interface RedirectsOf {
  readonly organization: string;
  readonly site: string;
  readonly structure: SiteStructure;
}

/** The places of spaces on a site, in the order in which readers meet them. */
export function siteSpacesOf({ structure }: SiteStructure): readonly SiteSpace[] {
  return (structure as readonly StructurePart[]).flatMap(spacesIn);
}

/** The places of spaces on a site with what tells them apart: id, and title, with that of its section where it has others. */
export function namedPlacesOf(structure: SiteStructure): readonly (readonly [id: string, title: string])[] {
  const sections = new Map(sectionsOf(structure).map((section) => [section.id, section]));
  return siteSpacesOf(structure).map(({ id, title, section }) => {
    const within = sections.get(section ?? "");
    if (within === undefined) return [id, title];
    const isAlone = within.siteSpaces.length === 1;
    return [id, isAlone ? within.title : `${within.title} / ${title}`];
  });
}

/** The sections of a site, those of groups where the groups stand. */
export function sectionsOf({ structure }: SiteStructure): readonly SiteSection[] {
  return (structure as readonly StructurePart[]).flatMap((part) =>
    part.object === "site-section" ? [part] : part.object === "site-section-group" ? part.sections : [],
  );
}

function spacesIn(part: StructurePart): readonly SiteSpace[] {
  return part.object === "site-space" ? [part] : childrenOf(part).flatMap(spacesIn);
}

function childrenOf(part: StructurePart): readonly StructurePart[] {
  if (part.object === "site-section-group") return part.children;
  return part.object === "site-section" ? part.siteSpaces : [];
}

const SIGNS: Readonly<Record<StructurePart["object"], LineIconName>> = {
  "site-section-group": "folder",
  "site-section": "record",
  "site-external-link": "external",
  "site-space": "space",
};

export interface SiteTree extends PageIndex {
  readonly parts: ReadonlyMap<string, StructurePart>;
}

/** The parts of a site as a tree. Groups stand at the top, sections and links there or in a group, and spaces stay where they are. */
export function treeOf({ structure }: SiteStructure): SiteTree {
  const parts = new Map<string, StructurePart>();
  const entries = new Map<string, IndexEntry>();
  const add = (part: StructurePart, parent: string | undefined): void => {
    parts.set(part.id, part);
    const below = childrenOf(part);
    entries.set(part.id, {
      page: rowOf(part),
      parent,
      children: below.map(({ id }) => id),
      sign: SIGNS[part.object],
    });
    for (const one of below) add(one, part.id);
  };
  const top = structure as readonly StructurePart[];
  for (const part of top) add(part, undefined);
  const fits = (id: string, into: string | null): boolean => {
    const part = parts.get(id);
    switch (part?.object) {
      case "site-section-group":
        return into === null;
      case "site-section":
      case "site-external-link":
        return into === null || parts.get(into)?.object === "site-section-group";
      default:
        return (entries.get(id)?.parent ?? null) === into;
    }
  };
  return {
    parts,
    entries,
    top: top.map(({ id }) => id),
    mayStand: (ids, into) => ids.every((id) => fits(id, into)),
  };
}

/** A part as the tree shows it. */
function rowOf(part: StructurePart): Page {
  const icon = part.object === "site-space" ? undefined : part.icon;
  const emoji = part.object === "site-space" ? part.space.emoji : undefined;
  return {
    id: part.id,
    type: "document",
    title: part.title,
    ...(icon === undefined ? {} : { icon }),
    ...(emoji === undefined ? {} : { emoji }),
    ...(("condition" in part && part.condition !== undefined) || part.draft ? { hidden: true } : {}),
  } as unknown as Page;
}
