import { listOf, pageOf } from "../../http/list.ts";
import { chapter, holding, op, type Operation } from "../../http/operation.ts";
import { Id } from "../../http/shapes.ts";
import { loadSpace } from "../spaces/queries.ts";
import { SpaceParams } from "../spaces/schema.ts";
import { presentRevisionEntry } from "./present.ts";
import { listRevisions, listRevisionsOfPage, loadHead, loadRevision } from "./queries.ts";
import { documentOperations, getDocumentById } from "./documents.ts";
import { contentOperations, type MergeOrigin } from "./reading.ts";
import * as schema from "./schema.ts";

const ofRevision = {
  of: "a revision",
  prefix: "/spaces/:spaceId/revisions/:revisionId",
  resource: "revisions",
  params: { spaceId: Id, revisionId: Id },
  access: holding("The revision", loadRevision, "view"),
  shown: true,
} as const;

/**
 * The operations that read the content of spaces and their history.
 * @param mergedFrom of change requests, which come after revisions
 */
export const revisionOperations = (mergedFrom: MergeOrigin): readonly Operation[] =>
  chapter("Revisions", [
    ...chapter(
      "Content",
      contentOperations({
        of: "a space's content",
        prefix: "/spaces/:spaceId/content",
        resource: "spaces",
        params: { spaceId: Id },
        access: holding("The space", loadHead, "view"),
        mergedFrom,
        shown: true,
        ids: {
          revision: "getCurrentRevision",
          pages: "listPages",
          page: "getPageById",
          path: "getPageByPath",
          files: "listFiles",
          file: "getFileById",
          reusable: "getReusableContentById",
          reusables: "listReusableContents",
          variables: "getVariables",
          tags: "getTags",
        },
      }),
    ),
    op({
      method: "GET",
      url: "/spaces/:spaceId/revisions",
      operationId: "listSpaceRevisions",
      call: "revisions.list",
      summary: "List the history of a space",
      description: "Newest first.",
      scopes: ["space:read", "space:content:read"],
      access: holding("The space", loadSpace, "view"),
      shapes: { params: SpaceParams, query: schema.ListRevisionsQuery },
      answers: { 200: listOf(schema.RevisionEntry) },
      handler: async ({ deps, thing, query, paging }) => {
        const { targetPage } = query;
        const page = await (targetPage === undefined
          ? listRevisions(deps.db.read, thing.space, paging)
          : listRevisionsOfPage(deps.db.read, thing.space, targetPage, paging));
        return pageOf(page, (row) => presentRevisionEntry(row, thing, deps.addresses));
      },
    }),
    getDocumentById,
    ...documentOperations(ofRevision),
    ...contentOperations({
      ...ofRevision,
      mergedFrom,
      ids: {
        revision: "getRevisionById",
        pages: "listPagesInRevisionById",
        page: "getPageInRevisionById",
        path: "getPageInRevisionByPath",
        files: "listFilesInRevisionById",
        file: "getFileInRevisionById",
        reusable: "getReusableContentInRevisionById",
        reusables: "listReusableContentsInRevision",
        variables: "getVariablesInRevision",
        tags: "getTagsInRevision",
      },
    }),
  ]);
