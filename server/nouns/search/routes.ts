import { Type } from "typebox";
import { listOf } from "../../http/list.ts";
import { chapter, holding, ok, op } from "../../http/operation.ts";
import { Id } from "../../http/shapes.ts";
import { loadOrganization } from "../orgs/queries.ts";
import { loadSpace } from "../spaces/queries.ts";
import { SpaceParams } from "../spaces/schema.ts";
import { presentFound, presentFoundSpace } from "./present.ts";
import { searchInOrganization, searchInSpace } from "./queries.ts";
import { findThings } from "./find.ts";
import { FindQuery, FoundPage, FoundSpace, FoundThings, SearchQuery, typesOf } from "./schema.ts";

const points = 20;
/** Searches of one kind that an organization may have under way at once. */
const atOnce = 4;

export const searchOperations = chapter("Search", [
  op({
    method: "GET",
    url: "/spaces/:spaceId/search",
    operationId: "searchSpaceContent",
    call: "spaces.search",
    summary: "Search a space",
    description:
      "Searches the content that readers see, best pages first: words in titles count more than words in headings, and these more than words in the text. A change is found within a second. `count` counts at most 500 pages.",
    scopes: ["space:read"],
    access: holding("The space", loadSpace, "view"),
    shapes: { params: SpaceParams, query: SearchQuery },
    answers: { 200: listOf(FoundPage) },
    points,
    perOrganization: { atOnce, of: ({ space }) => space.organization_id },
    handler: async ({ deps, thing, query, paging }) => {
      const { pages, count, next } = await searchInSpace(deps, thing.space, query.query, paging);
      const items = pages.map((page) => presentFound(page, deps.addresses));
      return ok({ items, count, ...(next && { nextKeys: next }) });
    },
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId/search",
    operationId: "searchOrganizationContent",
    call: "organizations.search",
    summary: "Search an organization",
    description:
      "The spaces that you can read and that have matching pages, the one with the best page first, each with its best ten pages.",
    scopes: ["organization:search"],
    access: holding("The organization", loadOrganization, "view"),
    shapes: { params: Type.Object({ organizationId: Id }), query: SearchQuery },
    answers: { 200: listOf(FoundSpace) },
    points,
    perOrganization: { atOnce, of: ({ organization }) => organization.id },
    handler: async ({ deps, thing, query, paging }) => {
      const { organization, member } = thing;
      const answer = await searchInOrganization(deps, organization.id, member, query.query, paging);
      const items = answer.spaces.map((space) => presentFoundSpace(space, deps.addresses));
      return ok({ items, count: answer.count, ...(answer.next && { nextKeys: answer.next }) });
    },
  }),
  op({
    method: "GET",
    url: "/orgs/:organizationId/find",
    operationId: "findInOrganization",
    call: "organizations.find",
    summary: "Find things in an organization by name",
    description:
      "At most eight things of each type that you can see; titles that begin with the text come first. Pages are also found by their words, and open change requests and drafts by their numbers.",
    scopes: ["organization:search"],
    access: holding("The organization", loadOrganization, "view"),
    shapes: { params: Type.Object({ organizationId: Id }), query: FindQuery },
    answers: { 200: FoundThings },
    points: 5,
    perOrganization: { atOnce, of: ({ organization }) => organization.id },
    handler: async ({ deps, thing, query: { query, types } }) =>
      ok({ items: await findThings(deps, thing, { query, types: typesOf(types) }) }),
  }),
]);
