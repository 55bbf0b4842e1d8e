import { notFound } from "../../../http/errors.ts";
import { chapter, empty, holding, ok, op } from "../../../http/operation.ts";
import { loadSite, type SiteThing } from "../site/queries.ts";
import { SiteParams } from "../site/schema.ts";
import { presentExternalLink } from "../structure/present.ts";
import type { Structure } from "../structure/queries.ts";
import { rearrange } from "../structure/rearrange.ts";
import { SiteExternalLink } from "../structure/schema.ts";
import { addExternalLink, deleteExternalLink, patchExternalLink } from "./commands.ts";
import { loadExternalLink } from "./queries.ts";
import * as schema from "./schema.ts";

const noun = "The external link";
const all = "/orgs/:organizationId/sites/:siteId/external-links";

const target = ({ site }: Pick<SiteThing, "site">, id: string, label: string) => ({
  organization: site.organization_id,
  site: site.id,
  target: { type: "site-external-link", id, label },
});

function found({ parts }: Structure, id: string) {
  const link = parts.links.find((each) => each.id === id);
  if (link === undefined) throw notFound(noun);
  return link;
}

export const externalLinkOperations = chapter("Sites", [
  op({
    method: "POST",
    url: all,
    operationId: "addExternalLinkToSite",
    call: "sites.externalLinks.add",
    summary: "Add an external link to the navigation of a site",
    description:
      "The site must have sections. The link comes after everything else at the top level, or in the group that is named. Readers see it among the tabs, unless it is a draft or its condition doesn't hold for them.",
    scopes: ["site:write"],
    access: holding("The site", loadSite, "edit"),
    shapes: { params: SiteParams, body: schema.AddExternalLink },
    answers: { 201: SiteExternalLink },
    tagged: true,
    handler: ({ deps, thing, body, change }) =>
      change(async (running) => {
        const { site } = thing;
        const id = running.newId();
        const structure = await rearrange(deps, running, thing, (parts) =>
          addExternalLink(running, parts, { id, site, body }),
        );
        const made = found(structure, id);
        await running.trace({
          action: "site-external-link.create",
          ...target(thing, id, made.title),
          after: body,
        });
        const location = `${deps.addresses.app}/v1/orgs/${site.organization_id}/sites/${site.id}/external-links/${id}`;
        return { status: 201, body: presentExternalLink(made), version: made.version, headers: { location } };
      }),
  }),
  op({
    method: "PATCH",
    url: `${all}/:siteExternalLinkId`,
    operationId: "updateSiteExternalLinkById",
    call: "sites.externalLinks.update",
    summary: "Change an external link",
    description: "Another `parent` has it as its last; `structure/sort` puts it elsewhere there.",
    scopes: ["site:write"],
    access: holding(noun, loadExternalLink, "edit"),
    shapes: { params: schema.ExternalLinkParams, body: schema.UpdateExternalLink },
    answers: { 200: SiteExternalLink },
    tagged: true,
    unchanged: ({ thing: { link } }) => ok(presentExternalLink(link), link.version),
    handler: ({ deps, thing, body, change }) =>
      change(async (running) => {
        const structure = await rearrange(deps, running, thing, (parts) =>
          patchExternalLink(running.tx, parts, thing.link, body),
        );
        const changed = found(structure, thing.link.id);
        await running.trace({
          action: "site-external-link.update",
          ...target(thing, changed.id, changed.title),
          after: body,
        });
        return ok(presentExternalLink(changed), changed.version);
      }),
  }),
  op({
    method: "DELETE",
    url: `${all}/:siteExternalLinkId`,
    operationId: "deleteSiteExternalLinkById",
    call: "sites.externalLinks.delete",
    summary: "Delete an external link",
    scopes: ["site:write"],
    access: holding(noun, loadExternalLink, "edit"),
    shapes: { params: schema.ExternalLinkParams },
    answers: { 205: null },
    handler: ({ deps, thing, change }) =>
      change(async (running) => {
        const { id, title, url } = thing.link;
        await rearrange(deps, running, thing, () => deleteExternalLink(running.tx, thing.link));
        await running.trace({
          action: "site-external-link.delete",
          ...target(thing, id, title),
          before: { title, url },
        });
        return empty(205);
      }),
  }),
]);
