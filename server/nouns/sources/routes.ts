import { lookAtSources } from "../../content/computed/contentSources.ts";
import { invalidField } from "../../http/errors.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { chapter, empty, holding, op } from "../../http/operation.ts";
import { pageBy } from "../../http/pageBy.ts";
import { timestamp } from "../../http/shapes.ts";
import type { PresentedShape } from "../../http/operation.ts";
import { loadSpace } from "../spaces/queries.ts";
import type { SourceRow } from "./queries.ts";
import * as schema from "./schema.ts";

type SourceListing = Omit<SourceRow, "basis" | "vouched_by">;

/** All that is told. */
const COLUMNS = [
  "organization_id",
  "space_id",
  "key",
  "seed",
  "integration",
  "source",
  "reads",
  "result_id",
  "pages",
  "made_at",
  "asked_at",
  "failures",
  "problem",
  "due_at",
  "created_at",
] as const;

function presentSource(row: SourceListing): PresentedShape<typeof schema.ComputedSource> {
  const state = row.problem !== null ? "failed" : row.asked_at === null ? "waiting" : "ready";
  return {
    object: "computed-source" as const,
    page: row.seed,
    integration: row.integration,
    source: JSON.parse(row.source) as unknown,
    state,
    ...(row.problem === null ? {} : { problem: row.problem }),
    pages: row.pages,
    ...(row.made_at === null ? {} : { computedAt: timestamp(row.made_at) }),
    ...(row.asked_at === null ? {} : { askedAt: timestamp(row.asked_at) }),
  };
}

export const sourceOperations = chapter("Content", [
  op({
    method: "GET",
    url: "/spaces/:spaceId/content/computed",
    operationId: "listComputedSources",
    call: "spaces.computed.list",
    summary: "List what integrations make pages of",
    description:
      "The content sources that computed pages of the space and of its change requests name, oldest first, with what came of the last attempt. For everybody who can edit the space.",
    scopes: ["space:read", "space:content:read"],
    access: holding("The space", loadSpace, "edit"),
    shapes: { params: schema.SpaceParams, query: schema.ListQuery },
    answers: { 200: listOf(schema.ComputedSource) },
    handler: async ({ deps, thing: { space }, paging }) => {
      const query = deps.db.read
        .selectFrom("content_sources")
        .select(COLUMNS)
        .where("organization_id", "=", space.organization_id)
        .where("space_id", "=", space.id);
      return pageOf(await pageBy(query, ["created_at", "key"], paging), presentSource);
    },
  }),
  op({
    method: "POST",
    url: "/spaces/:spaceId/content/computed/refresh",
    operationId: "refreshComputedSources",
    call: "spaces.computed.refresh",
    summary: "Have integrations make pages anew",
    description:
      "Their scripts are asked again, also where nothing has changed that their pages depend on. The pages of before stay until there are new ones.",
    scopes: ["space:write", "space:content:write"],
    access: holding("The space", loadSpace, "edit"),
    shapes: { params: schema.SpaceParams, body: schema.Refresh },
    answers: { 204: null },
    points: 20,
    handler: ({ thing: { space }, body: { page }, change }) =>
      change(async ({ tx, now, trace }) => {
        const { organization_id: organization, id } = space;
        const concerned = { organization, spaces: [id], ...(page === undefined ? {} : { seed: page }) };
        const count = await lookAtSources(tx, concerned, now, { anew: true });
        if (count === 0 && page !== undefined)
          throw invalidField("/page", "is no page of this space that an integration makes pages for.");
        await trace({
          action: "space.content.refresh",
          organization,
          target: { type: "space", id, label: space.title },
        });
        return empty(204);
      }),
  }),
]);
