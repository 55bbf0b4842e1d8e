import { Type } from "typebox";
import { chapter, holding, ok, op } from "../../http/operation.ts";
import type { Share } from "../../http/perOrganization.ts";
import { Id } from "../../http/shapes.ts";
import { answerChanged, answerUploaded, CONTENT_BODY } from "../content/answer.ts";
import { changeContent } from "../content/commands.ts";
import { IMPORT_POINTS, importAnswers, importShapes } from "../content/importRequest.ts";
import { importInto } from "../content/queuedImport.ts";
import { ChangeContent, ContentChanged } from "../content/schema.ts";
import { fileShapes, takeUpload } from "../content/upload.ts";
import { WriteConflicts } from "../content/writeConflict.ts";
import { contentOperations } from "../revisions/reading.ts";
import { File } from "../revisions/schema.ts";
import { MOST_ARRIVING } from "../uploads/schema.ts";
import { mergedFrom } from "./mergedFrom.ts";
import { presentOne } from "./present.ts";
import { findChangeRequest, loadRequestContent, loadWritable, type RequestContentThing } from "./queries.ts";
import { ChangeRequest, ChangeRequestParams } from "./schema.ts";
import { requestTarget } from "./target.ts";
import { closed } from "../../http/named.ts";

const prefix = "/spaces/:spaceId/change-requests/:changeRequestId/content";
const access = holding("The change request", loadWritable, "edit");

const WriteQuery = closed({
  compat: Type.Optional(
    Type.Boolean({
      description: "false answers what each change did beside the change request.",
      default: true,
    }),
  ),
});

const { before, changes, insertedFiles } = ContentChanged.properties;

const arriving: Share<RequestContentThing> = {
  atOnce: MOST_ARRIVING,
  of: ({ space }) => space.organization_id,
};
const importing = {
  method: "POST",
  access,
  answers: importAnswers,
  points: IMPORT_POINTS,
  upload: "form",
  perOrganization: arriving,
} as const;
const importDescription =
  "As importing into the space: adds and updates pages by their paths, in one new revision of the change request, and " +
  "answers when that is done, or with a job.";

export const requestContentOperations = chapter("Content of change requests", [
  ...contentOperations({
    of: "a change request",
    prefix,
    resource: "changeRequests",
    params: { spaceId: Id, changeRequestId: Id },
    access: holding("The change request", loadRequestContent, "view"),
    mergedFrom,
    shown: false,
    ids: {
      revision: "getRevisionOfChangeRequestById",
      pages: "listPagesInChangeRequest",
      page: "getPageInChangeRequestById",
      path: "getPageInChangeRequestByPath",
      files: "listFilesInChangeRequestById",
      file: "getFileInChangeRequestById",
      reusable: "getReusableContentInChangeRequestById",
      reusables: "listReusableContentsInChangeRequest",
      variables: "getVariablesInChangeRequest",
      tags: "getTagsInChangeRequest",
    },
  }),
  op({
    method: "POST",
    url: prefix,
    operationId: "updateChangeRequestContent",
    call: "changeRequests.content.update",
    summary: "Change the content of a change request",
    description:
      "Takes the same changes as the content of a space, in order and all or none. `revert_page` without a " +
      "revision goes back to the space's own page. A merged or archived change request answers 409. `If-Match` takes " +
      "the ETag of its content.",
    scopes: ["space:write", "space:content:write"],
    access,
    shapes: { params: ChangeRequestParams, query: WriteQuery, body: ChangeContent },
    answers: {
      200: Type.Union([
        ChangeRequest,
        Type.Object({ changeRequest: ChangeRequest, before, changes, insertedFiles }),
      ]),
      409: WriteConflicts,
    },
    bodyLimit: CONTENT_BODY,
    tagged: true,
    ifMatch: "content",
    coalesces: true,
    handler: (call) => {
      const { deps, thing, query, expectedRevisions } = call;
      const { space, request, member } = thing;
      const target = requestTarget(deps, space, request.id, expectedRevisions);
      return changeContent(call, target, async (changed, { tx }) => {
        const row = (await findChangeRequest(tx, space, request.id)) ?? request;
        const changeRequest = await presentOne(tx, row, deps.addresses, member);
        if (query.compat !== false) return ok(changeRequest, changed.revision);
        const { before, revision } = changed;
        return ok({ changeRequest, before, ...answerChanged(deps, space.id, changed) }, revision);
      });
    },
  }),
  op({
    method: "POST",
    url: `${prefix}/files`,
    operationId: "uploadFileToChangeRequest",
    call: "changeRequests.files.upload",
    summary: "Upload a file to a change request",
    description: "As uploading to the space.",
    scopes: ["space:write", "space:content:write"],
    access,
    shapes: { params: ChangeRequestParams, ...fileShapes },
    answers: { 201: File },
    upload: "form",
    perOrganization: arriving,
    ifMatch: "content",
    coalesces: true,
    handler: async (call) => {
      const { deps, expectedRevisions } = call;
      const { space, request } = call.thing;
      const target = requestTarget(deps, space, request.id, expectedRevisions);
      await target.open();
      const contents = `${deps.addresses.app}/v1/spaces/${space.id}/change-requests/${request.id}/content`;
      return takeUpload(call, target, (file) => answerUploaded(deps, space.id, file, contents));
    },
  }),
  op({
    ...importing,
    url: `${prefix}/import`,
    operationId: "importContentInChangeRequest",
    call: "changeRequests.content.import",
    scopes: ["space:write", "space:content:write"],
    summary: "Import content into a change request",
    description: importDescription,
    shapes: { params: ChangeRequestParams, ...importShapes },
    ifMatch: "content",
    handler: async (call) => {
      const { space, request } = call.thing;
      const target = requestTarget(call.deps, space, request.id, call.expectedRevisions);
      return importInto(call, { space, target, changeRequest: request.id });
    },
  }),
  op({
    ...importing,
    url: `${prefix}/page/:pageId/import`,
    operationId: "importContentInChangeRequestPageById",
    call: "changeRequests.pages.import",
    scopes: ["space:write", "space:content:write"],
    summary: "Import content under a page of a change request",
    description: "The same as importing into the change request, but below a page.",
    shapes: { params: Type.Object({ ...ChangeRequestParams.properties, pageId: Id }), ...importShapes },
    ifMatch: "content",
    handler: async (call) => {
      const { space, request } = call.thing;
      const target = requestTarget(call.deps, space, request.id, call.expectedRevisions);
      return importInto(call, { space, target, changeRequest: request.id, parentPage: call.params.pageId });
    },
  }),
]);
