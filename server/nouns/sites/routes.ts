import type { Action } from "../../access/actions.ts";
import { roleUnder, roleWithin } from "../../access/scope.ts";
import { SITE_READER } from "../../access/scopes.ts";
import { siteRights, type SiteRights } from "../../access/table.ts";
import { Type } from "typebox";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { RunningChange } from "../../http/change.ts";
import { conflict, forbidden, notFound } from "../../http/errors.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { chapter, created, empty, holding, type LooseOperation, ok, op } from "../../http/operation.ts";
import { Id } from "../../http/shapes.ts";
import { loadOrganization } from "../orgs/queries.ts";
import { createSpace } from "../spaces/commands.ts";
import { createSite, patchSite, setPublished } from "./commands.ts";
import { addSiteSpace } from "./structure/siteSpaces.ts";
import { claimUntilProved, contestHostname } from "./hostnames/claim.ts";
import { refuseOwnHost, releaseHostname } from "./hostnames/commands.ts";
import { ownSpace, type PublishableSpace } from "./structure/ownSpace.ts";
import { presentSite, type SiteRow } from "./site/present.ts";
import { looksFor } from "./looksFor.ts";
import { toldScripts } from "./site/integrations.ts";
import { presentPublished } from "./present.ts";
import { findSite, listSites, loadSite, loadSiteOrTrash, type SiteThing } from "./site/queries.ts";
import { addPages, writeSample } from "./sample.ts";
import { PublishedContentSite, PublishedQuery } from "./schema.ts";
import * as schema from "./site/schema.ts";
import { withShareKey } from "./site/shareKey.ts";
import { presentStructure } from "./structure/present.ts";
import { readStructure } from "./structure/queries.ts";
import { deleteSite, purgeSite, restoreSite } from "./trash.ts";

const organizationParams = Type.Object({ organizationId: Id });

async function newSpace(
  running: RunningChange,
  organization: string,
  title: string,
  pages: Awaited<ReturnType<typeof writeSample>>,
): Promise<Row<"spaces">> {
  const { tx, now, newId, by } = running;
  const space = await createSpace(tx, {
    id: newId(),
    revision: newId(),
    organization,
    createdBy: by as string,
    now,
    title: [...title].slice(0, 50).join(""),
  });
  if (pages.length > 0) await addPages(running, space, pages);
  return space;
}

const target = (site: SiteRow) => ({
  organization: site.organization_id,
  target: { type: "site", id: site.id, label: site.title },
});

/** The site after a change, as its transaction sees it. */
async function changed(
  deps: Deps,
  running: RunningChange,
  { site, member }: SiteThing,
  action: Action,
  after?: object,
) {
  await running.trace({
    action,
    ...target(site),
    ...(after ? { after: after as Record<string, unknown> } : {}),
  });
  const row = await findSite(running.tx, site.organization_id, site.id);
  if (row === undefined) throw notFound("The site");
  const rights = siteRights(await roleWithin(running.tx, row, member), member);
  return ok(presentSite(row, rights, deps.addresses), row.version);
}

function publishing(name: "publish" | "unpublish"): LooseOperation {
  const published = name === "publish";
  return op({
    method: "POST",
    url: `/orgs/:organizationId/sites/:siteId/${name}`,
    operationId: `${name}Site`,
    call: `sites.${name}`,
    summary: published ? "Publish a site" : "Unpublish a site",
    description: published
      ? "Its audience can read it from now on, at `urls.published`."
      : "Nobody can read it from now on; nothing is deleted.",
    scopes: ["site:publish"],
    access: holding("The site", loadSite, "publish"),
    shapes: { params: schema.SiteParams },
    answers: { 200: schema.Site },
    tagged: true,
    handler: ({ deps, thing, change }) =>
      change(async (running) => {
        await setPublished(running.tx, thing.site, published);
        return changed(deps, running, thing, `site.${name}`);
      }),
  });
}

export const siteOperations = chapter("Sites", [
  op({
    method: "GET",
    url: "/orgs/:organizationId/sites",
    operationId: "listSites",
    call: "sites.list",
    summary: "List the sites of an organization",
    description: "The sites that you can see, the oldest first; with `deleted=true` the trash.",
    scopes: ["site:read"],
    access: holding("The organization", loadOrganization, "view"),
    shapes: { params: organizationParams, query: schema.ListSitesQuery },
    answers: { 200: listOf(schema.Site) },
    handler: async ({ deps, thing, query, paging }) => {
      const page = await listSites(deps, thing.organization.id, thing.member, query, paging);
      const rights = await Promise.all(
        page.rows.map(async (row) =>
          siteRights(await roleUnder(deps.members, row, thing.member), thing.member),
        ),
      );
      return pageOf(page, (row, index) => presentSite(row, rights[index] as SiteRights, deps.addresses));
    },
  }),
  op({
    method: "POST",
    url: "/orgs/:organizationId/sites",
    operationId: "createSite",
    call: "sites.create",
    summary: "Create a site",
    description:
      "`spaces` names the spaces of the site, or creates one: `sample` with pages to start from, `empty` without. A new site is not published yet.",
    scopes: ["site:write"],
    access: holding("The organization", loadOrganization, "createSite"),
    shapes: { params: organizationParams, body: Type.Optional(schema.CreateSite) },
    answers: { 201: schema.Site },
    tagged: true,
    handler: async ({ deps, identity, thing, body, change }) => {
      const organization = thing.organization.id;
      const named = Array.isArray(body?.spaces) ? body.spaces : [];
      const chosen: PublishableSpace[] = [];
      for (const [index, spaceId] of named.entries()) {
        chosen.push(await ownSpace(deps, identity, organization, spaceId, `/spaces/${index}`));
      }
      const title = body?.title ?? chosen[0]?.title ?? "Documentation";
      const pages = body?.spaces === "sample" ? await writeSample(deps.newId) : [];
      return change(async (running) => {
        const { tx, now, newId, trace } = running;
        const id = newId();
        await createSite(tx, {
          id,
          organization,
          title,
          type: body?.type,
          visibility: body?.visibility,
          by: identity.userId,
          now,
        });
        const isAsked = typeof body?.spaces === "string";
        const made = isAsked ? [await newSpace(running, organization, title, pages)] : chosen;
        for (const space of made)
          await addSiteSpace(tx, { id: newId(), site: { organization_id: organization, id }, space, now });
        await trace({ action: "site.create", organization, target: { type: "site", id, label: title } });
        const site = (await findSite(tx, organization, id)) as SiteRow;
        const rights = siteRights(thing.member.role, thing.member);
        return created(presentSite(site, rights, deps.addresses), site.version);
      });
    },
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId/sites/:siteId",
    operationId: "getSiteById",
    call: "sites.get",
    summary: "Get a site",
    scopes: ["site:read", "site:metadata:read"],
    access: holding("The site", loadSite, "view"),
    shapes: { params: schema.SiteParams },
    answers: { 200: schema.Site },
    tagged: true,
    handler: ({ deps, thing: { site, rights } }) =>
      ok(presentSite(site, rights, deps.addresses), site.version),
  }),
  op({
    method: "PATCH",
    url: "/orgs/:organizationId/sites/:siteId",
    operationId: "updateSiteById",
    call: "sites.update",
    summary: "Change a site",
    description:
      "A narrower visibility takes effect at once. A new basename changes the site's address; the former one redirects to it. A `hostname` needs an administrator of the organization, and works once it is proved: see the custom hostname.",
    scopes: ["site:write"],
    access: holding("The site", loadSite, "edit"),
    shapes: { params: schema.SiteParams, body: schema.UpdateSite },
    answers: { 200: schema.Site },
    tagged: true,
    handler: async ({ deps, thing, body, change }) => {
      const { site } = thing;
      const { hostname, ...patch } = body;
      if (hostname !== undefined && !thing.rights.claimHostname)
        throw forbidden("Only an administrator of the organization can set a hostname.");
      if (hostname) refuseOwnHost(deps.addresses, hostname);
      return change(async (running) => {
        const { tx, now } = running;
        await patchSite(tx, site, patch, now);
        if (hostname === null && (site.hostname ?? site.claimed) !== null) await releaseHostname(tx, site);
        if (hostname) await claimUntilProved(deps, running, site, hostname);
        return changed(deps, running, thing, "site.update", body);
      }).catch((refusal: unknown) => {
        if (!hostname) throw refusal;
        return contestHostname(deps, site, { hostname, refusal });
      });
    },
  }),
  op({
    method: "DELETE",
    url: "/orgs/:organizationId/sites/:siteId",
    operationId: "deleteSiteById",
    call: "sites.delete",
    summary: "Delete a site",
    description:
      "Nobody can read it from now on, and other sites can take its hostname. You can restore it for seven days. Its spaces stay.",
    scopes: ["site:write"],
    sensitive: true,
    access: holding("The site", loadSite, "edit"),
    shapes: { params: schema.SiteParams },
    answers: { 205: null },
    handler: ({ thing: { site }, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        await deleteSite(tx, site, now, newId);
        await trace({ action: "site.delete", ...target(site) });
        return empty(205);
      }),
  }),
  op({
    method: "POST",
    url: "/orgs/:organizationId/sites/:siteId/restore",
    operationId: "restoreSite",
    call: "sites.restore",
    summary: "Restore a deleted site",
    description:
      "Possible for seven days after the deletion. It comes back unpublished, with its structure, look, redirects and share links, and with its name and hostname if no other site has taken them.",
    scopes: ["site:write"],
    access: holding("The site", loadSiteOrTrash, "edit"),
    shapes: { params: schema.SiteParams },
    answers: { 200: schema.Site },
    tagged: true,
    handler: ({ deps, thing, change }) =>
      change(async (running) => {
        await restoreSite(deps, running, thing.site);
        return changed(deps, running, thing, "site.restore");
      }),
  }),
  op({
    method: "POST",
    url: "/orgs/:organizationId/sites/:siteId/purge",
    operationId: "purgeSite",
    call: "sites.purge",
    summary: "Delete a site in the trash for good",
    scopes: ["site:write"],
    sensitive: true,
    access: holding("The site", loadSiteOrTrash, "edit"),
    shapes: { params: schema.SiteParams },
    answers: { 205: null },
    handler: ({ thing: { site }, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        if (!(await purgeSite({ tx, now, newId }, site)))
          throw conflict("not-deleted", "The site is not in the trash.");
        await trace({ action: "site.purge", ...target(site) });
        return empty(205);
      }),
  }),
  publishing("publish"),
  publishing("unpublish"),
  op({
    method: "GET",
    url: "/orgs/:organizationId/sites/:siteId/published",
    operationId: "getPublishedContentSite",
    call: "sites.getPublished",
    summary: "Get a published site with its structure and look",
    scopes: ["site:read", SITE_READER],
    access: holding("The site", loadSite, "view"),
    shapes: { params: schema.SiteParams, query: PublishedQuery },
    answers: { 200: PublishedContentSite },
    handler: async ({ deps, thing, query }) => {
      const found = await withShareKey(deps.db.read, thing.site, query.shareKey);
      const structure = await readStructure(deps, found, thing);
      const { site } = structure;
      const shown = presentStructure(structure, deps.addresses);
      const { siteSpaces } = structure;
      const lookFor = thing.reader && (await looksFor(deps, thing.reader, siteSpaces));
      const scripts = await toldScripts(deps.db.read, site, deps.addresses);
      return ok(presentPublished({ ...thing, site }, shown, siteSpaces, deps.addresses, scripts, lookFor));
    },
  }),
]);
