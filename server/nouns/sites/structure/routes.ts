import { notFound } from "../../../http/errors.ts";
import { chapter, holding, ok, op } from "../../../http/operation.ts";
import type { Deps } from "../../../deps.ts";
import { Type } from "typebox";
import { presentSiteSpace } from "../site/present.ts";
import { loadSite } from "../site/queries.ts";
import { SiteParams } from "../site/schema.ts";
import { withShareKey } from "../site/shareKey.ts";
import { placeAmong, type Pointer, siblingsOf } from "./place.ts";
import { presentExternalLink, presentGroup, presentSection, presentStructure } from "./present.ts";
import { readStructure, type Structure } from "./queries.ts";
import { rearrange } from "./rearrange.ts";
import * as schema from "./schema.ts";

function presentPart({ addresses }: Deps, structure: Structure, { type, id }: Pointer) {
  const { site, parts, siteSpaces } = structure;
  if (type === "site-space") {
    const row = siteSpaces.find((each) => each.id === id);
    if (row !== undefined) return presentSiteSpace(row, site, addresses);
  } else if (type === "site-section") {
    const section = parts.sections.find((each) => each.id === id);
    if (section !== undefined) return presentSection(structure, section, addresses);
  } else if (type === "site-external-link") {
    const link = parts.links.find((each) => each.id === id);
    if (link !== undefined) return presentExternalLink(link);
  } else {
    const group = parts.groups.find((each) => each.id === id);
    if (group !== undefined) return presentGroup(structure, group, addresses);
  }
  throw notFound("The part of the site");
}

export const structureOperations = chapter("Sites", [
  op({
    method: "GET",
    url: "/orgs/:organizationId/sites/:siteId/structure",
    operationId: "getSiteStructure",
    call: "sites.structure.get",
    summary: "Get the structure of a site",
    description:
      "Its sections, their groups and external links in order, or its site-spaces when it has no sections.",
    scopes: ["site:read", "site:metadata:read"],
    access: holding("The site", loadSite, "view"),
    shapes: { params: SiteParams, query: schema.StructureQuery },
    answers: { 200: schema.SiteStructure },
    handler: async ({ deps, thing, query }) => {
      const site = await withShareKey(deps.db.read, thing.site, query.shareKey);
      return ok(presentStructure(await readStructure(deps, site, thing), deps.addresses));
    },
  }),
  op({
    method: "PATCH",
    url: "/orgs/:organizationId/sites/:siteId/structure/sort",
    operationId: "sortSiteStructure",
    call: "sites.structure.sort",
    summary: "Reorder the structure of a site",
    description:
      "Moves a site-space within its section, a section or an external link within its group, or one of them or a group at the top level.",
    scopes: ["site:write"],
    access: holding("The site", loadSite, "edit"),
    shapes: { params: SiteParams, body: schema.SortStructure },
    answers: {
      200: Type.Union([
        schema.SiteSpace,
        schema.SiteSection,
        schema.SiteSectionGroup,
        schema.SiteExternalLink,
      ]),
    },
    handler: ({ deps, thing, body: { item, position }, change }) =>
      change(async (running) => {
        const structure = await rearrange(deps, running, thing, async (parts) => {
          const siblings = siblingsOf(parts, item);
          if (siblings === undefined) throw notFound("The part of the site");
          await placeAmong(running.tx, siblings, item, position);
        });
        await running.trace({
          action: `${item.type}.move`,
          organization: thing.site.organization_id,
          target: { type: item.type, id: item.id, label: thing.site.title },
          after: { position: position ?? null },
        });
        return ok(presentPart(deps, structure, item));
      }),
  }),
]);
