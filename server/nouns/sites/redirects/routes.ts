import { SITE_READER } from "../../../access/scopes.ts";
import type { Static } from "typebox";
import type { Deps } from "../../../deps.ts";
import { capturedBy, sourceKey } from "../../../../engine/redirectSource.ts";
import { HttpError, notFound } from "../../../http/errors.ts";
import { listOf, pageOf } from "../../../http/list.ts";
import { chapter, empty, holding, ok, op } from "../../../http/operation.ts";
import type { SiteKey } from "../site/present.ts";
import { loadSite, type SiteThing } from "../site/queries.ts";
import { SiteParams } from "../site/schema.ts";
import { withShareKey } from "../site/shareKey.ts";
import { readStructure } from "../structure/queries.ts";
import {
  applyBulk,
  type BulkChange,
  type BulkResult,
  createRedirect,
  deleteRedirect,
  lockRedirects,
  writeRedirect,
} from "./commands.ts";
import { addressOfDestination, checkedDestination } from "./destination.ts";
import { presentRedirect } from "./present.ts";
import { listRedirects, loadRedirect, matchRedirect } from "./queries.ts";
import * as schema from "./schema.ts";

const noun = "The redirect";
const all = "/orgs/:organizationId/sites/:siteId/redirects";

const target = ({ site }: Pick<SiteThing, "site">, id: string, label: string) => ({
  organization: site.organization_id,
  site: site.id,
  target: { type: "site-redirect", id, label },
});

const at = ({ addresses }: Deps, { site }: SiteThing, id: string) => ({
  location: `${addresses.app}/v1/orgs/${site.organization_id}/sites/${site.id}/redirects/${id}`,
});

type BulkItem = Static<typeof schema.BulkRedirects>["redirects"][number];

async function checkedItem(deps: Deps, site: SiteKey, item: BulkItem): Promise<BulkChange | BulkResult> {
  const { source, intent = "live", captureWildcard = false, permanent } = item;
  const refused = (error: string): BulkResult => ({
    status: "error",
    source,
    draft: intent === "draft",
    error,
  });
  if (intent !== "publish" && item.destination === undefined)
    return refused("/destination: is missing; give null to delete the redirect.");
  try {
    const destination = item.destination
      ? await checkedDestination(deps, site, item.destination, "/destination")
      : item.destination;
    return { source, intent, destination, captureWildcard, permanent };
  } catch (error) {
    if (error instanceof HttpError) return refused(error.message);
    throw error;
  }
}

export const redirectOperations = chapter("Sites", [
  op({
    method: "GET",
    url: all,
    operationId: "listSiteRedirects",
    call: "sites.redirects.list",
    summary: "List the redirects of a site",
    description: "The live redirects, or with `draft` those that wait to be published.",
    scopes: ["site:read"],
    access: holding("The site", loadSite, "view"),
    shapes: { params: SiteParams, query: schema.ListRedirectsQuery },
    answers: { 200: listOf(schema.SiteRedirect) },
    handler: async ({ deps, thing: { site }, query, paging }) => {
      const page = await listRedirects(deps.db.read, site, query, paging);
      return pageOf(page, presentRedirect);
    },
  }),
  op({
    method: "POST",
    url: all,
    operationId: "createSiteRedirect",
    call: "sites.redirects.create",
    summary: "Create a redirect",
    description:
      "It applies only to paths without a page: pages, and former addresses of pages, come first. If several match, the one without a wildcard counts, then the longest.",
    scopes: ["site:write"],
    access: holding("The site", loadSite, "edit"),
    shapes: { params: SiteParams, body: schema.CreateRedirect },
    answers: { 201: schema.SiteRedirect },
    tagged: true,
    handler: async ({ deps, thing, body, change }) => {
      const { site } = thing;
      const destination = await checkedDestination(deps, site, body.destination, "/destination");
      const { source, captureWildcard = false, draft = false, permanent = false } = body;
      return change(async (running) => {
        await lockRedirects(running.tx, site);
        const book = { site, addresses: deps.addresses };
        const rule = { source, destination, captureWildcard, draft, permanent };
        const row = await createRedirect(running, book, rule);
        await running.trace({
          action: "site-redirect.create",
          ...target(thing, row.id, source),
          after: rule,
        });
        return {
          status: 201,
          body: presentRedirect(row),
          version: row.version,
          headers: at(deps, thing, row.id),
        };
      });
    },
  }),
  op({
    method: "PUT",
    url: all,
    operationId: "bulkUpsertSiteRedirects",
    call: "sites.redirects.putMany",
    summary: "Change many redirects at once",
    description:
      "Up to 500, in their order, by source: creates, replaces, deletes (with null as destination), or publishes drafts. Each one succeeds or fails alone; `results` has the outcome of each.",
    scopes: ["site:write"],
    access: holding("The site", loadSite, "edit"),
    shapes: { params: SiteParams, body: schema.BulkRedirects },
    answers: { 200: schema.BulkResults },
    points: 20,
    handler: async ({ deps, thing, body, change }) => {
      const { site } = thing;
      const items: (BulkChange | BulkResult)[] = [];
      for (const item of body.redirects) items.push(await checkedItem(deps, site, item));
      return change(async (running) => {
        await lockRedirects(running.tx, site);
        const book = { site, addresses: deps.addresses };
        const results: BulkResult[] = [];
        for (const item of items) {
          results.push("status" in item ? item : await applyBulk(running, book, item));
        }
        const done = results
          .filter(({ status }) => status !== "error")
          .map(({ status, source }) => [status, source]);
        if (done.length > 0) {
          await running.trace({
            action: "site-redirect.bulk",
            organization: site.organization_id,
            target: { type: "site", id: site.id, label: site.title },
            after: { redirects: done },
          });
        }
        return ok({ results });
      });
    },
  }),
  op({
    method: "PATCH",
    url: `${all}/:siteRedirectId`,
    operationId: "updateSiteRedirectById",
    call: "sites.redirects.update",
    summary: "Change a redirect",
    description: "`draft: false` publishes a draft.",
    scopes: ["site:write"],
    access: holding(noun, loadRedirect, "edit"),
    shapes: { params: schema.RedirectParams, body: schema.UpdateRedirect },
    answers: { 200: schema.SiteRedirect },
    tagged: true,
    unchanged: ({ thing: { redirect } }) => ok(presentRedirect(redirect), redirect.version),
    handler: async ({ deps, thing, body, change }) => {
      const { site, redirect } = thing;
      const given =
        body.destination && (await checkedDestination(deps, site, body.destination, "/destination"));
      const former = presentRedirect(redirect);
      const rule = {
        source: body.source ?? former.source,
        destination: given ?? former.destination,
        captureWildcard: body.captureWildcard ?? former.captureWildcard,
        permanent: body.permanent ?? former.permanent,
        draft: body.draft ?? former.draft,
      };
      return change(async (running) => {
        await lockRedirects(running.tx, site);
        const row = await writeRedirect(running, { site, addresses: deps.addresses }, redirect.id, rule);
        await running.trace({
          action: "site-redirect.update",
          ...target(thing, row.id, row.source),
          before: { source: former.source, destination: former.destination },
          after: body,
        });
        return ok(presentRedirect(row), row.version);
      });
    },
  }),
  op({
    method: "DELETE",
    url: `${all}/:siteRedirectId`,
    operationId: "deleteSiteRedirectById",
    call: "sites.redirects.delete",
    summary: "Delete a redirect",
    scopes: ["site:write"],
    access: holding(noun, loadRedirect, "edit"),
    shapes: { params: schema.RedirectParams },
    answers: { 205: null },
    handler: ({ thing, change }) =>
      change(async ({ tx, trace }) => {
        const { id, source } = thing.redirect;
        await deleteRedirect(tx, thing.redirect);
        await trace({ action: "site-redirect.delete", ...target(thing, id, source), before: { source } });
        return empty(205);
      }),
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId/sites/:siteId/redirect",
    operationId: "getSiteRedirectBySource",
    call: "sites.redirects.getBySource",
    summary: "Find the redirect of a path",
    description:
      "The live redirect that applies to a path, and its target. It doesn't check whether a page has the path, which readers would get first.",
    scopes: ["site:read", SITE_READER],
    access: holding("The site", loadSite, "view"),
    shapes: { params: SiteParams, query: schema.LookupQuery },
    answers: { 200: schema.FoundRedirect },
    handler: async ({ deps, thing, query }) => {
      const { read } = deps.db;
      const key = sourceKey(query.source);
      const row = await matchRedirect(read, thing.site, key);
      if (row === undefined) throw notFound(noun);
      const redirect = presentRedirect(row);
      const site = await withShareKey(read, thing.site, query.shareKey);
      const structure = await readStructure(deps, site, thing);
      const captured = redirect.captureWildcard ? capturedBy(row.source_key, key) : "";
      const found = await addressOfDestination(deps, structure, redirect.destination, captured, thing.reader);
      if (found === undefined) throw notFound(noun);
      return ok({ redirect, target: found });
    },
  }),
]);
