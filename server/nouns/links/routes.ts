import { Type } from "typebox";
import {
  chapter,
  type Access,
  holding,
  type LoadCall,
  type LooseOperation,
  ok,
  op,
} from "../../http/operation.ts";
import { Id } from "../../http/shapes.ts";
import { loadChangeRequest, pagesOfRequest } from "../change-requests/queries.ts";
import { loadHead } from "../revisions/queries.ts";
import { type LinkQuestion, backlinksAnswer, linksAnswer } from "./answers.ts";
import { deletionOf } from "./deletion.ts";
import * as schema from "./schema.ts";

async function loadRequestLinks(call: LoadCall): Promise<LinkQuestion | undefined> {
  const thing = await loadChangeRequest(call);
  if (thing === undefined) return undefined;
  const { space, member, rights, request } = thing;
  const revision = await call.deps.content.of(space.organization_id).revision(space.id, request.head);
  return revision && { space, member, rights, revision, request, pagesAt: pagesOfRequest(request) };
}

interface Names {
  readonly of: string;
  readonly prefix: string;
  /** In calls. */
  readonly resource: "spaces" | "changeRequests";
  readonly params: Record<string, typeof Id>;
  readonly access: Access<LinkQuestion>;
  readonly query: typeof schema.LinksQuery | typeof schema.RequestLinksQuery;
  readonly ids: Record<
    "links" | "deletion" | "pageLinks" | "pageBacklinks" | "fileBacklinks" | "reusableBacklinks",
    string
  >;
}

const LINKS =
  "One item for each thing that is linked to, with the places where it is: a page, a place in a page, a file, reusable " +
  "content, an address, an OpenAPI specification, and what is in other spaces as far as you may see it. Users that are " +
  "no members count as broken; so do collections and things of other spaces that you may not see, as if they weren't " +
  "there. The first 20,000 things in 1,000 other spaces are looked into, the others count as ok. `stats` counts the " +
  "whole revision, whatever the filter. A page of the list ends early when its items are in very many places.";

const BACKLINKS =
  "Each page and reusable content that links to it, from its text, its cover or as a link in the navigation: those of " +
  "the same content first, then those of the organization's other spaces as they are now, as far as you may see these " +
  "spaces. What another space links to is known here within a second.";

const points = 5;
const perOrganization = { atOnce: 8, of: ({ space }: LinkQuestion) => space.organization_id };

/** The operations on the links of one revision, whichever way it is named. Points: they read many pages. */
function linkOperations(names: Names): LooseOperation[] {
  const { of, prefix, resource, params, access, query, ids } = names;
  const page = Type.Object({ ...params, pageId: Id });
  return [
    op({
      method: "GET",
      url: `${prefix}/links`,
      operationId: ids.links,
      call: `${resource}.links.list`,
      summary: `List the links of ${of}`,
      description: resource === "spaces" ? LINKS : "Told as the links of a space.",
      scopes: ["space:read"],
      access,
      shapes: { params: Type.Object(params), query },
      answers: { 200: schema.Links },
      points,
      perOrganization,
      handler: (call) => linksAnswer(call, call.query),
    }),
    op({
      method: "GET",
      url: `${prefix}/content/page/:pageId/links`,
      operationId: ids.pageLinks,
      call: `${resource}.pages.listLinks`,
      summary: `List the links of a page of ${of}`,
      description: "The links in its text, its cover and, for a link in the navigation, its target.",
      scopes: ["space:read"],
      access,
      shapes: { params: page, query: schema.LinksQuery },
      answers: { 200: schema.Links },
      points,
      perOrganization,
      handler: (call) => linksAnswer(call, call.query, call.params.pageId),
    }),
    op({
      method: "GET",
      url: `${prefix}/links/deletion`,
      operationId: ids.deletion,
      call: `${resource}.links.ofDeletion`,
      summary: `Count the links that deleting pages of ${of} breaks`,
      description: "Includes links from other spaces that you can see.",
      scopes: ["space:read"],
      access,
      shapes: { params: Type.Object(params), query: schema.DeletionQuery },
      answers: { 200: schema.Deletion },
      points,
      perOrganization,
      handler: async ({ deps, thing, query: { pages } }) => ok(await deletionOf(deps, thing, pages)),
    }),
    ...backlinkOperations(names),
  ];
}

/** The operations on what links to one thing of a revision. */
function backlinkOperations({ of, prefix, resource, params, access, ids }: Names): LooseOperation[] {
  const shared = {
    access,
    answers: { 200: schema.Backlinks },
    points,
    perOrganization,
  };
  const query = schema.BacklinksQuery;
  return [
    op({
      ...shared,
      method: "GET",
      url: `${prefix}/content/page/:pageId/backlinks`,
      operationId: ids.pageBacklinks,
      call: `${resource}.pages.listBacklinks`,
      scopes: ["space:read"],
      summary: `List the backlinks of a page of ${of}`,
      description: resource === "spaces" ? BACKLINKS : "Told as what links to a page of a space.",
      shapes: { params: Type.Object({ ...params, pageId: Id }), query },
      handler: (call) => backlinksAnswer(call, "page", call.params.pageId),
    }),
    op({
      ...shared,
      method: "GET",
      url: `${prefix}/content/files/:fileId/backlinks`,
      operationId: ids.fileBacklinks,
      call: `${resource}.files.listBacklinks`,
      scopes: ["space:read"],
      summary: `List the backlinks of a file of ${of}`,
      description: "In the same form as the backlinks of a page.",
      shapes: { params: Type.Object({ ...params, fileId: Id }), query },
      handler: (call) => backlinksAnswer(call, "file", call.params.fileId),
    }),
    op({
      ...shared,
      method: "GET",
      url: `${prefix}/content/reusable-contents/:reusableContentId/backlinks`,
      operationId: ids.reusableBacklinks,
      call: `${resource}.reusableContents.listBacklinks`,
      scopes: ["space:read"],
      summary: `List the backlinks of a reusable content of ${of}`,
      description: "In the same form as the backlinks of a page.",
      shapes: { params: Type.Object({ ...params, reusableContentId: Id }), query },
      handler: (call) => backlinksAnswer(call, "reusable", call.params.reusableContentId),
    }),
  ];
}

export const linksOperations = chapter("Links", [
  ...linkOperations({
    of: "a space",
    prefix: "/spaces/:spaceId",
    resource: "spaces",
    params: { spaceId: Id },
    access: holding<LinkQuestion>("The space", loadHead, "view"),
    query: schema.LinksQuery,
    ids: {
      links: "listSpaceLinks",
      deletion: "countDeletionInSpace",
      pageLinks: "listPageLinksInSpace",
      pageBacklinks: "listSpacePageBacklinks",
      fileBacklinks: "listSpaceFileBacklinks",
      reusableBacklinks: "listSpaceReusableContentBacklinks",
    },
  }),
  ...linkOperations({
    of: "a change request",
    prefix: "/spaces/:spaceId/change-requests/:changeRequestId",
    resource: "changeRequests",
    params: { spaceId: Id, changeRequestId: Id },
    access: holding<LinkQuestion>("The change request", loadRequestLinks, "view"),
    query: schema.RequestLinksQuery,
    ids: {
      links: "listChangeRequestLinks",
      deletion: "countDeletionInChangeRequest",
      pageLinks: "listPageLinksInChangeRequest",
      pageBacklinks: "listChangeRequestPageBacklinks",
      fileBacklinks: "listChangeRequestFileBacklinks",
      reusableBacklinks: "listChangeRequestReusableContentBacklinks",
    },
  }),
]);
