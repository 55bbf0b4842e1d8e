import { listOf, pageOf } from "../../../http/list.ts";
import { chapter, empty, holding, ok, op } from "../../../http/operation.ts";
import { loadSite, type SiteThing } from "../site/queries.ts";
import { SiteParams } from "../site/schema.ts";
import { createShareLink, deleteShareLink, patchShareLink } from "./commands.ts";
import { presentShareLink } from "./present.ts";
import { listShareLinks, loadShareLink } from "./queries.ts";
import * as schema from "./schema.ts";

const noun = "The share link";
const all = "/orgs/:organizationId/sites/:siteId/share-links";

const target = ({ site }: Pick<SiteThing, "site">, id: string, label: string) => ({
  organization: site.organization_id,
  site: site.id,
  target: { type: "share-link", id, label },
});

export const shareLinkOperations = chapter("Sites", [
  op({
    method: "GET",
    url: all,
    operationId: "listSiteShareLinks",
    call: "sites.shareLinks.list",
    summary: "List the share links of a site",
    description: "The oldest first. Needs permission to change the site, because the addresses are secrets.",
    scopes: ["site:permissions:read"],
    access: holding("The site", loadSite, "edit"),
    shapes: { params: SiteParams, query: schema.ListShareLinksQuery },
    answers: { 200: listOf(schema.ShareLink) },
    handler: async ({ deps, thing: { site }, paging }) => {
      const page = await listShareLinks(deps.db.read, site, paging);
      return pageOf(page, (row) => presentShareLink(row, site, deps));
    },
  }),
  op({
    method: "POST",
    url: all,
    operationId: "createSiteShareLink",
    call: "sites.shareLinks.create",
    summary: "Create a share link",
    description:
      "Anybody who has its address, `urls.published`, can read the site, once the site is published with the visibility share-link.",
    scopes: ["site:permissions:write"],
    access: holding("The site", loadSite, "edit"),
    shapes: { params: SiteParams, body: schema.CreateShareLink },
    answers: { 201: schema.ShareLink },
    tagged: true,
    handler: ({ deps, thing, body: { name }, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        const { site } = thing;
        const [id, key] = [newId(), newId()];
        const row = await createShareLink(tx, deps.secrets, { id, key, site, name, now });
        await trace({ action: "share-link.create", ...target(thing, id, name), after: { name } });
        return {
          status: 201,
          body: presentShareLink(row, site, deps),
          version: row.version,
          headers: {
            location: `${deps.addresses.app}/v1/orgs/${site.organization_id}/sites/${site.id}/share-links/${id}`,
          },
        };
      }),
  }),
  op({
    method: "PATCH",
    url: `${all}/:shareLinkId`,
    operationId: "updateSiteShareLinkById",
    call: "sites.shareLinks.update",
    summary: "Change a share link",
    description: "`active: false` closes its address at once, true opens it again.",
    scopes: ["site:permissions:write"],
    access: holding(noun, loadShareLink, "edit"),
    shapes: { params: schema.ShareLinkParams, body: schema.UpdateShareLink },
    answers: { 200: schema.ShareLink },
    tagged: true,
    unchanged: ({ deps, thing: { link, site } }) => ok(presentShareLink(link, site, deps), link.version),
    handler: ({ deps, thing, body, change }) =>
      change(async ({ tx, trace }) => {
        const { link, site } = thing;
        const row = await patchShareLink(tx, link, body);
        await trace({
          action: "share-link.update",
          ...target(thing, row.id, row.name),
          before: { name: link.name, active: link.active === 1 },
          after: body,
        });
        return ok(presentShareLink(row, site, deps), row.version);
      }),
  }),
  op({
    method: "DELETE",
    url: `${all}/:shareLinkId`,
    operationId: "deleteSiteShareLinkById",
    call: "sites.shareLinks.delete",
    summary: "Delete a share link",
    description: "Its address never opens the site again.",
    scopes: ["site:permissions:write"],
    access: holding(noun, loadShareLink, "edit"),
    shapes: { params: schema.ShareLinkParams },
    answers: { 205: null },
    handler: ({ thing, change }) =>
      change(async ({ tx, trace }) => {
        const { id, name } = thing.link;
        await deleteShareLink(tx, thing.link);
        await trace({ action: "share-link.delete", ...target(thing, id, name), before: { name } });
        return empty(205);
      }),
  }),
]);
