import { Type } from "typebox";
import type { Row } from "../../../db/schema.ts";
import { listOf, pageOf, pageQuery } from "../../../http/list.ts";
import { chapter, holding, op } from "../../../http/operation.ts";
import { Id, Timestamp, timestamp } from "../../../http/shapes.ts";
import { closed, named } from "../../../http/named.ts";
import { loadSite } from "../site/queries.ts";
import { SiteParams } from "../site/schema.ts";
import { listFeedback } from "./queries.ts";

const Rating = named(
  "PageFeedbackRating",
  Type.Enum(["bad", "ok", "good"], { description: "Whether the page was helpful." }),
);

const PageFeedback = named(
  "PageFeedback",
  Type.Object(
    {
      object: Type.Literal("page-feedback"),
      id: Type.String(),
      rating: Rating,
      comment: Type.Optional(Type.String()),
      page: Type.Object({
        id: Type.String(),
        title: Type.String({ description: "As it was when the reader said it." }),
      }),
      space: Type.String({ description: "The space that the page is in." }),
      siteSpace: Type.Optional(Type.String({ description: "Where it was read; absent once that is gone." })),
      url: Type.String(),
      createdAt: Timestamp,
    },
    { description: "What a reader said of a page. Who it was is not kept." },
  ),
);

function presentFeedback(row: Row<"page_feedback">) {
  return {
    object: "page-feedback" as const,
    id: row.id,
    rating: row.rating,
    ...(row.comment === null ? {} : { comment: row.comment }),
    page: { id: row.page_id, title: row.page_title },
    space: row.space_id,
    ...(row.site_space_id === null ? {} : { siteSpace: row.site_space_id }),
    url: row.url,
    createdAt: timestamp(row.created_at),
  };
}

export const feedbackOperations = chapter("Sites", [
  op({
    method: "GET",
    url: "/orgs/:organizationId/sites/:siteId/page-feedback",
    operationId: "listSitePageFeedback",
    call: "sites.pageFeedback.list",
    summary: "List the page feedback of a site",
    description:
      "The newest first, for people who can change the site. Readers are asked if `feedback.enabled` is on in the site's customization.",
    scopes: ["site:read", "site:views:read", "page:feedback:read"],
    access: holding("The site", loadSite, "edit"),
    shapes: {
      params: SiteParams,
      query: closed({
        ...pageQuery,
        rating: Type.Optional(Rating),
        pageId: Type.Optional({ ...Id, description: "Only of this page." }),
      }),
    },
    answers: { 200: listOf(PageFeedback) },
    handler: async ({ deps, thing: { site }, query, paging }) => {
      const page = await listFeedback(deps.db.read, site, query, paging);
      return pageOf(page, presentFeedback);
    },
  }),
]);
