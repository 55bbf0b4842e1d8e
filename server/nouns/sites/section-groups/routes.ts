import type { Action } from "../../../access/actions.ts";
import type { Deps } from "../../../deps.ts";
import type { RunningChange } from "../../../http/change.ts";
import { notFound } from "../../../http/errors.ts";
import { listOf } from "../../../http/list.ts";
import { chapter, empty, holding, ok, op } from "../../../http/operation.ts";
import type { SitePart } from "../site/partOfSite.ts";
import { loadSite, type SiteThing } from "../site/queries.ts";
import { SiteParams } from "../site/schema.ts";
import { pageOfParts } from "../structure/page.ts";
import type { SiteParts } from "../structure/parts.ts";
import { placeAmong, type Pointer, topSiblings } from "../structure/place.ts";
import { presentGroup } from "../structure/present.ts";
import { readStructure, type Structure } from "../structure/queries.ts";
import { rearrange } from "../structure/rearrange.ts";
import { SiteSectionGroup } from "../structure/schema.ts";
import { addGroup, deleteGroup, patchGroup, putIntoGroup, takeOutOfGroup } from "./commands.ts";
import { loadGroup } from "./queries.ts";
import * as schema from "./schema.ts";

const noun = "The section group";
const all = "/orgs/:organizationId/sites/:siteId/section-groups";

const target = ({ site }: Pick<SiteThing, "site">, id: string, label: string) => ({
  organization: site.organization_id,
  site: site.id,
  target: { type: "site-section-group", id, label },
});

function found({ addresses }: Deps, structure: Structure, id: string) {
  const group = structure.parts.groups.find((each) => each.id === id);
  if (group === undefined) throw notFound(noun);
  return { group, body: presentGroup(structure, group, addresses) };
}

/** Changes a group, traces it, and gives the group as it stands after it. */
async function regroup(
  deps: Deps,
  running: RunningChange,
  thing: SitePart<"group", "site_section_groups">,
  trace: { readonly action: Action; readonly after?: Record<string, unknown> },
  work: (parts: SiteParts) => Promise<void>,
) {
  const structure = await rearrange(deps, running, thing, work);
  const changed = found(deps, structure, thing.group.id);
  await running.trace({ ...trace, ...target(thing, thing.group.id, changed.group.title) });
  return changed;
}

export const sectionGroupOperations = chapter("Sites", [
  op({
    method: "GET",
    url: all,
    operationId: "listSiteSectionGroups",
    call: "sites.sectionGroups.list",
    summary: "List the section groups of a site",
    description: "In the order of its tabs.",
    scopes: ["site:read", "site:metadata:read"],
    access: holding("The site", loadSite, "view"),
    shapes: { params: SiteParams, query: schema.ListGroupsQuery },
    answers: { 200: listOf(SiteSectionGroup) },
    handler: async ({ deps, thing: { site, member }, paging }) => {
      const structure = await readStructure(deps, site, { member });
      return pageOfParts(structure.parts.groups, paging, (group) =>
        presentGroup(structure, group, deps.addresses),
      );
    },
  }),
  op({
    method: "POST",
    url: all,
    operationId: "addSectionGroupToSite",
    call: "sites.sectionGroups.add",
    summary: "Create a section group",
    description: "The group comes after everything else. It is shown when it has sections.",
    scopes: ["site:write"],
    access: holding("The site", loadSite, "edit"),
    shapes: { params: SiteParams, body: schema.CreateGroup },
    answers: { 201: SiteSectionGroup },
    tagged: true,
    handler: ({ deps, thing, body, change }) =>
      change(async (running) => {
        const { site } = thing;
        const id = running.newId();
        const structure = await rearrange(deps, running, thing, (parts) =>
          addGroup(running, parts, { id, site, ...body }),
        );
        await running.trace({
          action: "site-section-group.create",
          ...target(thing, id, body.title),
          after: body,
        });
        const made = found(deps, structure, id);
        const location = `${deps.addresses.app}/v1/orgs/${site.organization_id}/sites/${site.id}/section-groups/${id}`;
        return { status: 201, body: made.body, version: made.group.version, headers: { location } };
      }),
  }),
  op({
    method: "PATCH",
    url: `${all}/:siteSectionGroupId`,
    operationId: "updateSiteSectionGroupById",
    call: "sites.sectionGroups.update",
    summary: "Change a section group",
    scopes: ["site:write"],
    access: holding(noun, loadGroup, "edit"),
    shapes: { params: schema.GroupParams, body: schema.UpdateGroup },
    answers: { 200: SiteSectionGroup },
    tagged: true,
    unchanged: async ({ deps, thing: { site, member, group } }) => {
      const { body } = found(deps, await readStructure(deps, site, { member }), group.id);
      return ok(body, group.version);
    },
    handler: ({ deps, thing, body, change }) =>
      change(async (running) => {
        const trace = { action: "site-section-group.update" as const, after: body };
        const { group, body: shown } = await regroup(deps, running, thing, trace, () =>
          patchGroup(running.tx, thing.group, body),
        );
        return ok(shown, group.version);
      }),
  }),
  op({
    method: "DELETE",
    url: `${all}/:siteSectionGroupId`,
    operationId: "deleteSiteSectionGroupById",
    call: "sites.sectionGroups.delete",
    summary: "Delete a section group",
    description: "Its sections and external links stay and take its place.",
    scopes: ["site:write"],
    access: holding(noun, loadGroup, "edit"),
    shapes: { params: schema.GroupParams },
    answers: { 205: null },
    handler: ({ deps, thing, change }) =>
      change(async (running) => {
        const { id, title } = thing.group;
        await rearrange(deps, running, thing, (parts) => deleteGroup(running.tx, parts, id));
        await running.trace({
          action: "site-section-group.delete",
          ...target(thing, id, title),
          before: { title },
        });
        return empty(205);
      }),
  }),
  op({
    method: "POST",
    url: `${all}/:siteSectionGroupId/sections`,
    operationId: "addSectionToGroup",
    call: "sites.sectionGroups.addSection",
    summary: "Add a section to a group",
    description: "The section becomes the last of the group. It leaves its former group.",
    scopes: ["site:write"],
    access: holding(noun, loadGroup, "edit"),
    shapes: { params: schema.GroupParams, body: schema.AddSectionToGroup },
    answers: { 201: SiteSectionGroup },
    tagged: true,
    handler: ({ deps, thing, body, change }) =>
      change(async (running) => {
        const { id } = thing.group;
        const { site } = thing;
        const trace = { action: "site-section-group.add" as const, after: body };
        const changed = await regroup(deps, running, thing, trace, (parts) =>
          putIntoGroup(running.tx, parts, body.sectionId, id),
        );
        const location = `${deps.addresses.app}/v1/orgs/${site.organization_id}/sites/${site.id}/section-groups/${id}`;
        return { status: 201, body: changed.body, version: changed.group.version, headers: { location } };
      }),
  }),
  op({
    method: "DELETE",
    url: `${all}/:siteSectionGroupId/sections/:siteSectionId`,
    operationId: "removeSectionFromGroup",
    call: "sites.sectionGroups.removeSection",
    summary: "Remove a section from a group",
    description: "It stays on the site, after the group.",
    scopes: ["site:write"],
    access: holding(noun, loadGroup, "edit"),
    shapes: { params: schema.GroupSectionParams },
    answers: { 205: null },
    handler: ({ deps, thing, params: { siteSectionId }, change }) =>
      change(async (running) => {
        const { id } = thing.group;
        const trace = { action: "site-section-group.remove" as const, after: { sectionId: siteSectionId } };
        await regroup(deps, running, thing, trace, async (parts) => {
          const section = parts.sections.find((each) => each.id === siteSectionId && each.group_id === id);
          if (section === undefined) throw notFound("The section in this group");
          await takeOutOfGroup(running.tx, parts, [{ kind: "site-section", part: section }], id);
        });
        return empty(205);
      }),
  }),
  op({
    method: "POST",
    url: `${all}/:siteSectionGroupId/move`,
    operationId: "moveSiteSectionGroup",
    call: "sites.sectionGroups.move",
    summary: "Move a section group among its siblings",
    deprecatedFor: "sortSiteStructure",
    scopes: ["site:write"],
    access: holding(noun, loadGroup, "edit"),
    shapes: { params: schema.GroupParams, body: schema.MoveGroup },
    answers: { 200: SiteSectionGroup },
    tagged: true,
    handler: ({ deps, thing, body: { position }, change }) =>
      change(async (running) => {
        const item: Pointer = { type: "site-section-group", id: thing.group.id };
        const trace = { action: "site-section-group.move" as const };
        const moved = await regroup(deps, running, thing, trace, (parts) =>
          placeAmong(running.tx, topSiblings(parts), item, position),
        );
        return ok(moved.body, moved.group.version);
      }),
  }),
]);
