import type { Deps } from "../../../deps.ts";
import { notFound } from "../../../http/errors.ts";
import { listOf } from "../../../http/list.ts";
import { chapter, empty, holding, ok, op } from "../../../http/operation.ts";
import { ownSpace } from "../structure/ownSpace.ts";
import { loadSite, type SiteThing } from "../site/queries.ts";
import { SiteParams } from "../site/schema.ts";
import { pageOfParts } from "../structure/page.ts";
import { sectionsInOrder } from "../structure/parts.ts";
import { placeAmong, type Pointer, siblingsOf } from "../structure/place.ts";
import { withShareKey } from "../site/shareKey.ts";
import { presentSection } from "../structure/present.ts";
import { readStructure, type Structure } from "../structure/queries.ts";
import { rearrange } from "../structure/rearrange.ts";
import { SiteSection } from "../structure/schema.ts";
import { addSection, deleteSection, patchSection } from "./commands.ts";
import { loadSection } from "./queries.ts";
import * as schema from "./schema.ts";

const noun = "The section";
const all = "/orgs/:organizationId/sites/:siteId/sections";

const target = ({ site }: Pick<SiteThing, "site">, id: string, label: string) => ({
  organization: site.organization_id,
  site: site.id,
  target: { type: "site-section", id, label },
});

/** One section of a site as it stands, with its version. */
function found({ addresses }: Deps, structure: Structure, id: string) {
  const section = structure.parts.sections.find((each) => each.id === id);
  if (section === undefined) throw notFound(noun);
  return { section, body: presentSection(structure, section, addresses) };
}

function pointer(named: { readonly siteSection: string } | undefined): Pointer | undefined {
  return named && { type: "site-section", id: named.siteSection };
}

export const sectionOperations = chapter("Sites", [
  op({
    method: "GET",
    url: all,
    operationId: "listSiteSections",
    call: "sites.sections.list",
    summary: "List the sections of a site",
    description: "In the order of its tabs; the sections of a group are at the place of the group.",
    scopes: ["site:read", "site:metadata:read"],
    access: holding("The site", loadSite, "view"),
    shapes: { params: SiteParams, query: schema.ListSectionsQuery },
    answers: { 200: listOf(SiteSection) },
    handler: async ({ deps, thing, query, paging }) => {
      const site = await withShareKey(deps.db.read, thing.site, query.shareKey);
      const structure = await readStructure(deps, site, thing);
      return pageOfParts(sectionsInOrder(structure.parts), paging, (section) =>
        presentSection(structure, section, deps.addresses),
      );
    },
  }),
  op({
    method: "POST",
    url: all,
    operationId: "addSectionToSite",
    call: "sites.sections.add",
    summary: "Add a section with a space to a site",
    description:
      "With the first section, the existing site-spaces become a section of their own, the default one.",
    scopes: ["site:write"],
    access: holding("The site", loadSite, "edit"),
    shapes: { params: SiteParams, body: schema.CreateSection },
    answers: { 201: SiteSection },
    tagged: true,
    handler: async ({ deps, identity, thing, body, change }) => {
      const { site } = thing;
      const space = await ownSpace(deps, identity, site.organization_id, body.spaceId, "/spaceId");
      return change(async (running) => {
        const id = running.newId();
        const structure = await rearrange(deps, running, thing, (parts) =>
          addSection(running, parts, { id, site, space, title: body.title, icon: body.icon }),
        );
        const made = found(deps, structure, id);
        await running.trace({
          action: "site-section.create",
          ...target(thing, id, made.section.title),
          after: body,
        });
        const location = `${deps.addresses.app}/v1/orgs/${site.organization_id}/sites/${site.id}/sections/${id}`;
        return { status: 201, body: made.body, version: made.section.version, headers: { location } };
      });
    },
  }),
  op({
    method: "PATCH",
    url: `${all}/:siteSectionId`,
    operationId: "updateSiteSectionById",
    call: "sites.sections.update",
    summary: "Change a section",
    description: "A new path changes the addresses of its pages.",
    scopes: ["site:write"],
    access: holding(noun, loadSection, "edit"),
    shapes: { params: schema.SectionParams, body: schema.UpdateSection },
    answers: { 200: SiteSection },
    tagged: true,
    unchanged: async ({ deps, thing: { site, member, section } }) => {
      const { body } = found(deps, await readStructure(deps, site, { member }), section.id);
      return ok(body, section.version);
    },
    handler: ({ deps, thing, body, change }) =>
      change(async (running) => {
        const structure = await rearrange(deps, running, thing, () =>
          patchSection(running.tx, thing.section, body),
        );
        const changed = found(deps, structure, thing.section.id);
        await running.trace({
          action: "site-section.update",
          ...target(thing, thing.section.id, changed.section.title),
          after: body,
        });
        return ok(changed.body, changed.section.version);
      }),
  }),
  op({
    method: "DELETE",
    url: `${all}/:siteSectionId`,
    operationId: "deleteSiteSectionById",
    call: "sites.sections.delete",
    summary: "Delete a section",
    description:
      "Its spaces stay. If it is the default section, the next one becomes the default. The site-spaces of the last section stay on the site. Its external links rest: they are in no answer until the site has a section again, and count towards the 100 that a site can have.",
    scopes: ["site:write"],
    access: holding(noun, loadSection, "edit"),
    shapes: { params: schema.SectionParams },
    answers: { 205: null },
    handler: ({ deps, thing, change }) =>
      change(async (running) => {
        const { id, title } = thing.section;
        await rearrange(deps, running, thing, (parts) => deleteSection(running.tx, parts, id));
        await running.trace({
          action: "site-section.delete",
          ...target(thing, id, title),
          before: { title },
        });
        return empty(205);
      }),
  }),
  op({
    method: "POST",
    url: `${all}/:siteSectionId/move`,
    operationId: "moveSiteSection",
    call: "sites.sections.move",
    summary: "Move a section among its siblings",
    deprecatedFor: "sortSiteStructure",
    scopes: ["site:write"],
    access: holding(noun, loadSection, "edit"),
    shapes: { params: schema.SectionParams, body: schema.MoveSection },
    answers: { 200: SiteSection },
    tagged: true,
    handler: ({ deps, thing, body: { position }, change }) =>
      change(async (running) => {
        const { id, title } = thing.section;
        const item: Pointer = { type: "site-section", id };
        const beside = { before: pointer(position?.before), after: pointer(position?.after) };
        const structure = await rearrange(deps, running, thing, async (parts) => {
          const siblings = siblingsOf(parts, item);
          if (siblings === undefined) throw notFound(noun);
          await placeAmong(running.tx, siblings, item, beside);
        });
        await running.trace({ action: "site-section.move", ...target(thing, id, title) });
        const moved = found(deps, structure, id);
        return ok(moved.body, moved.section.version);
      }),
  }),
]);
