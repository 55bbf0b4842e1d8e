import type { Deps } from "../../../deps.ts";
import { Type } from "typebox";
import { forbidden, notFound } from "../../../http/errors.ts";
import { listOf } from "../../../http/list.ts";
import { chapter, empty, holding, ok, op } from "../../../http/operation.ts";
import { duplicateSpace } from "../../spaces/duplicate.ts";
import { seeSpace } from "../../spaces/queries.ts";
import { ownSpace } from "../structure/ownSpace.ts";
import { presentSiteSpace } from "../site/present.ts";
import { loadSite, type SiteThing } from "../site/queries.ts";
import { SiteParams } from "../site/schema.ts";
import { withShareKey } from "../site/shareKey.ts";
import { placeAmong, siblingsOf } from "../structure/place.ts";
import { pageOfParts } from "../structure/page.ts";
import { sectionsInOrder, siteSpacesIn } from "../structure/parts.ts";
import { readStructure, type Structure } from "../structure/queries.ts";
import { rearrange } from "../structure/rearrange.ts";
import { SiteSpace } from "../structure/schema.ts";
import { addToSite, patchSiteSpace, removeSiteSpace } from "./commands.ts";
import { loadSiteSpace } from "./queries.ts";
import * as schema from "./schema.ts";

const noun = "The site-space";
const all = "/orgs/:organizationId/sites/:siteId/site-spaces";

const target = ({ site }: Pick<SiteThing, "site">, id: string, label: string) => ({
  organization: site.organization_id,
  site: site.id,
  target: { type: "site-space", id, label },
});

function found({ addresses }: Deps, { site, siteSpaces }: Structure, id: string) {
  const row = siteSpaces.find((each) => each.id === id);
  if (row === undefined) throw notFound(noun);
  return { row, body: presentSiteSpace(row, site, addresses) };
}

/** What is answered of one that was added. */
function added(
  deps: Deps,
  structure: Structure,
  { organization_id, id: site }: SiteThing["site"],
  id: string,
) {
  const { row, body } = found(deps, structure, id);
  const location = `${deps.addresses.app}/v1/orgs/${organization_id}/sites/${site}/site-spaces/${id}`;
  return { status: 201, body, version: row.version, headers: { location } } as const;
}

/** The site-spaces that a member sees, section by section. */
function inOrder({ parts, siteSpaces }: Structure) {
  const sections = sectionsInOrder(parts);
  return [null, ...sections.map(({ id }) => id)].flatMap((section) => siteSpacesIn(siteSpaces, section));
}

export const siteSpaceOperations = chapter("Sites", [
  op({
    method: "GET",
    url: all,
    operationId: "listSiteSpaces",
    call: "sites.siteSpaces.list",
    summary: "List the spaces of a site",
    description: "The site-spaces that you can see, section by section.",
    scopes: ["site:read", "site:metadata:read"],
    access: holding("The site", loadSite, "view"),
    shapes: { params: SiteParams, query: schema.ListSiteSpacesQuery },
    answers: { 200: listOf(SiteSpace) },
    handler: async ({ deps, thing, query, paging }) => {
      const site = await withShareKey(deps.db.read, thing.site, query.shareKey);
      const rows = inOrder(await readStructure(deps, site, thing)).filter(
        ({ isDefault }) => query.default === undefined || query.default === isDefault,
      );
      return pageOfParts(rows, paging, (row) => presentSiteSpace(row, site, deps.addresses));
    },
  }),
  op({
    method: "POST",
    url: all,
    operationId: "addSpaceToSite",
    call: "sites.siteSpaces.add",
    summary: "Add a space to a site",
    description: "Needs permission to administer the space, because publishing shows it to others.",
    scopes: ["site:write"],
    access: holding("The site", loadSite, "edit"),
    shapes: { params: SiteParams, body: schema.AddSiteSpace },
    answers: { 201: SiteSpace },
    tagged: true,
    handler: async ({ deps, identity, thing, body, change }) => {
      const { site } = thing;
      const space = await ownSpace(deps, identity, site.organization_id, body.spaceId, "/spaceId");
      return change(async (running) => {
        const id = running.newId();
        const structure = await rearrange(deps, running, thing, (parts) => {
          const first = sectionsInOrder(parts)[0]?.id ?? null;
          const standard = parts.sections.find((each) => each.id === site.default_site_section_id)?.id;
          const section = body.sectionId ?? standard ?? first;
          return addToSite(running, parts, { id, site, space, section });
        });
        await running.trace({ action: "site-space.create", ...target(thing, id, space.title), after: body });
        return added(deps, structure, site, id);
      });
    },
  }),
  op({
    method: "PATCH",
    url: `${all}/:siteSpaceId`,
    operationId: "updateSiteSpaceById",
    call: "sites.siteSpaces.update",
    summary: "Change a space of a site",
    description: "Changes its path, its condition, or its space.",
    scopes: ["site:write"],
    access: holding(noun, loadSiteSpace, "edit"),
    shapes: { params: schema.SiteSpaceParams, body: schema.UpdateSiteSpace },
    answers: { 200: SiteSpace },
    tagged: true,
    unchanged: async ({ deps, thing: { site, member, place } }) => {
      const { body } = found(deps, await readStructure(deps, site, { member }), place.id);
      return ok(body, place.version);
    },
    handler: async ({ deps, identity, thing, body, change }) => {
      const { place, site } = thing;
      const { spaceId, ...patch } = body;
      if (spaceId !== undefined) await ownSpace(deps, identity, site.organization_id, spaceId, "/spaceId");
      return change(async (running) => {
        const structure = await rearrange(deps, running, thing, () =>
          patchSiteSpace(running.tx, place, { ...patch, space_id: spaceId }),
        );
        const { row, body: shown } = found(deps, structure, place.id);
        await running.trace({
          action: "site-space.update",
          ...target(thing, place.id, row.space.title),
          after: body,
        });
        return ok(shown, row.version);
      });
    },
  }),
  op({
    method: "DELETE",
    url: `${all}/:siteSpaceId`,
    operationId: "deleteSiteSpaceById",
    call: "sites.siteSpaces.delete",
    summary: "Remove a space from a site",
    description: "The space stays. If it is the default, the next one becomes the default.",
    scopes: ["site:write"],
    access: holding(noun, loadSiteSpace, "edit"),
    shapes: { params: schema.SiteSpaceParams },
    answers: { 205: null },
    handler: ({ deps, thing, change }) =>
      change(async (running) => {
        const { id, path } = thing.place;
        await rearrange(deps, running, thing, (parts) => removeSiteSpace(running.tx, parts, id));
        await running.trace({ action: "site-space.delete", ...target(thing, id, path), before: { path } });
        return empty(205);
      }),
  }),
  op({
    method: "POST",
    url: `${all}/:siteSpaceId/duplicate`,
    operationId: "duplicateSiteSpace",
    call: "sites.siteSpaces.duplicate",
    summary: "Duplicate a space of a site",
    description:
      "Copies the space and adds the copy after its siblings, for the same visitors and in the same look. Needs permission to administer the space, and to create one beside it.",
    scopes: [],
    access: holding(noun, loadSiteSpace, "edit"),
    shapes: { params: schema.SiteSpaceParams },
    answers: { 201: SiteSpace },
    tagged: true,
    handler: async ({ deps, identity, thing, change }) => {
      const { site, place, member } = thing;
      const source = await seeSpace({ deps, identity }, place.space_id);
      if (source === undefined) throw notFound(noun);
      if (!source.rights.admin)
        throw forbidden('Duplicating takes the right "admin" on the space that it shows.');
      return change(async (running) => {
        const { tx, now, newId, trace } = running;
        const id = newId();
        const space = await duplicateSpace(tx, source.space, member, now, newId);
        const copy = { type: "space", id: space.id, label: space.title };
        await trace({
          action: "space.duplicate",
          organization: site.organization_id,
          target: copy,
          after: { source: source.space.id },
        });
        const structure = await rearrange(deps, running, thing, (parts) => {
          // As it is now: a copy of what only some see is shown to nobody else.
          const like = parts.siteSpaces.find((each) => each.id === place.id);
          if (like === undefined) throw notFound(noun);
          return addToSite(running, parts, { id, site, space, section: like.section_id, like });
        });
        await trace({
          action: "site-space.create",
          ...target(thing, id, space.title),
          after: { spaceId: space.id },
        });
        return added(deps, structure, site, id);
      });
    },
  }),
  op({
    method: "POST",
    url: `${all}/:siteSpaceId/move`,
    operationId: "moveSiteSpace",
    call: "sites.siteSpaces.move",
    summary: "Move a space of a site among its siblings",
    description: "To the end unless `position` names a sibling.",
    deprecatedFor: "sortSiteStructure",
    scopes: ["site:write"],
    access: holding(noun, loadSiteSpace, "edit"),
    shapes: { params: schema.SiteSpaceParams, body: Type.Optional(schema.MoveSiteSpace) },
    answers: { 200: SiteSpace },
    tagged: true,
    handler: ({ deps, thing, body, change }) =>
      change(async (running) => {
        const item = { type: "site-space" as const, id: thing.place.id };
        const beside = (id: string | undefined) => id && { type: "site-space" as const, id };
        const { before, after } = body?.position ?? {};
        const structure = await rearrange(deps, running, thing, async (parts) => {
          const siblings = siblingsOf(parts, item);
          if (siblings === undefined) throw notFound(noun);
          const position = {
            before: beside(before?.siteSpace) || undefined,
            after: beside(after?.siteSpace) || undefined,
          };
          await placeAmong(running.tx, siblings, item, position);
        });
        const { row, body: shown } = found(deps, structure, item.id);
        await running.trace({
          action: "site-space.move",
          ...target(thing, item.id, row.space.title),
          after: { position: body?.position ?? null },
        });
        return ok(shown, row.version);
      }),
  }),
]);
