/** What renderers tell of their readers, and how often pages were read. */
import { SITE_READER } from "../../../access/scopes.ts";
import { chapter, empty, holding, ok, op } from "../../../http/operation.ts";
import { loadSite } from "../site/queries.ts";
import { SiteParams } from "../site/schema.ts";
import { countViews } from "./commands.ts";
import { aggregateViews, viewsOf } from "./queries.ts";
import { AggregatedEvents, AggregateEvents, TrackEvents } from "./schema.ts";

export const insightsOperations = chapter("Sites", [
  op({
    method: "POST",
    url: "/orgs/:organizationId/sites/:siteId/insights/events",
    operationId: "trackEventsInSiteById",
    call: "sites.insights.track",
    summary: "Record what readers of a site do",
    description:
      "For renderers of your own. Counts page views of the site by day. All other events are accepted and not kept, and nothing about the reader is.",
    scopes: ["site:write", SITE_READER],
    access: holding("The site", loadSite, "view"),
    shapes: { params: SiteParams, body: TrackEvents },
    answers: { 204: null },
    points: 5,
    handler: async ({ deps, thing, body }) => {
      const places = body.events.flatMap(({ type, location }) => {
        const { siteSpace, page } = location ?? {};
        return type === "page_view" && siteSpace && page ? [{ siteSpace, page }] : [];
      });
      const views = await viewsOf(deps, thing, places);
      if (views.length > 0)
        await deps.db.transact((tx) => countViews(tx, thing.site, views, deps.clock.now()));
      return empty(204);
    },
  }),
  op({
    method: "POST",
    url: "/orgs/:organizationId/sites/:siteId/insights/events/aggregate",
    operationId: "aggregateSiteEvents",
    call: "sites.insights.aggregate",
    summary: "Get the page views of a site",
    description:
      "As reported by renderers of your own, by day, site-space and page, for 400 days. Lectern's own pages count no views.",
    scopes: ["site:read", "site:views:read"],
    access: holding("The site", loadSite, "edit"),
    shapes: { params: SiteParams, body: AggregateEvents },
    answers: { 200: AggregatedEvents },
    points: 5,
    handler: async ({ deps, thing, body }) =>
      ok({ columns: await aggregateViews(deps.db.read, thing, body, deps.clock.now()) }),
  }),
]);
