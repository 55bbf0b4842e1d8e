import { chapter, holding, ok, op } from "../../http/operation.ts";
import { loadContent } from "../revisions/queries.ts";
import { File } from "../revisions/schema.ts";
import { SpaceParams } from "../spaces/schema.ts";
import { MOST_ARRIVING } from "../uploads/schema.ts";
import { answerChanged, answerUploaded, CONTENT_BODY } from "./answer.ts";
import { changeContent } from "./commands.ts";
import { refuseLocked } from "./publish.ts";
import { ChangeContent, ContentChanged } from "./schema.ts";
import { exportOperations } from "./exportRoutes.ts";
import { importOperations } from "./importRoutes.ts";
import { restoreOperations } from "./restoreRoutes.ts";
import { spaceTarget } from "./target.ts";
import { fileShapes, takeUpload } from "./upload.ts";
import { WriteConflicts } from "./writeConflict.ts";

export const contentWriteOperations = chapter("Content", [
  op({
    method: "POST",
    url: "/spaces/:spaceId/content",
    operationId: "updateSpaceContent",
    call: "spaces.content.update",
    summary: "Change the content of a space",
    description:
      "Up to 50 changes, or 200 that only move pages, in order and all or none: one new revision. Links in the Markdown may name pages by id " +
      "(`/pages/<id>`), by path (`/pages/<path>`, relative `.md`) and pages and files of the same request by their " +
      "`ref`; what they name is stored by id and survives moves. A locked space answers 409. The answer says of each change " +
      "which text its page has now (`documentId`), which `version` the page is at, and has the text as `markdown` where " +
      "it is stored in another form than it was sent. `If-Match` takes the ETag of the content. An update that names its `base` is " +
      "merged with what others wrote since, or answers 409 with the conflicts and writes nothing.",
    scopes: ["space:write", "space:content:write"],
    access: holding("The space", loadContent, "edit"),
    shapes: { params: SpaceParams, body: ChangeContent },
    answers: { 200: ContentChanged, 409: WriteConflicts },
    bodyLimit: CONTENT_BODY,
    tagged: true,
    ifMatch: "content",
    coalesces: true,
    handler: (call) => {
      const { deps, thing, expectedRevisions } = call;
      const { space } = thing;
      return changeContent(call, spaceTarget(deps, space, expectedRevisions), (changed) =>
        ok(
          { revision: changed.revision, before: changed.before, ...answerChanged(deps, space.id, changed) },
          changed.revision,
        ),
      );
    },
  }),
  op({
    method: "POST",
    url: "/spaces/:spaceId/content/files",
    operationId: "uploadFile",
    call: "spaces.files.upload",
    summary: "Upload a file to a space",
    description:
      "As `multipart/form-data` with one part `file`, up to 100 MB, streamed; or `upload`, which was sent in parts. Link to it as `/files/<id>`.",
    scopes: ["space:write", "space:content:write"],
    access: holding("The space", loadContent, "edit"),
    shapes: { params: SpaceParams, ...fileShapes },
    answers: { 201: File },
    upload: "form",
    perOrganization: { atOnce: MOST_ARRIVING, of: ({ space }) => space.organization_id },
    ifMatch: "content",
    coalesces: true,
    handler: async (call) => {
      const { deps, thing, expectedRevisions } = call;
      refuseLocked(thing.space);
      const space = thing.space.id;
      const contents = `${deps.addresses.app}/v1/spaces/${space}/content`;
      return takeUpload(call, spaceTarget(deps, thing.space, expectedRevisions), (file) =>
        answerUploaded(deps, space, file, contents),
      );
    },
  }),
  ...importOperations,
  ...exportOperations,
  ...restoreOperations,
]);
