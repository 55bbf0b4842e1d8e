import { Type } from "typebox";
import { chapter, type Call, holding, op } from "../../http/operation.ts";
import { Id } from "../../http/shapes.ts";
import { type ContentThing, loadContent } from "../revisions/queries.ts";
import { SpaceParams } from "../spaces/schema.ts";
import { MOST_ARRIVING } from "../uploads/schema.ts";
import { IMPORT_POINTS, type ImportAnswer, importAnswers, importShapes } from "./importRequest.ts";
import { refuseLocked } from "./publish.ts";
import { importInto, type QueueCall } from "./queuedImport.ts";
import { spaceTarget } from "./target.ts";

const description =
  "Adds and updates pages by their paths, in one new revision: links between them become links between pages, ids " +
  "stay. A source that changes nothing makes no revision. `source` says what `url` holds; or send the file as " +
  "`multipart/form-data` in a part named `file`, up to 100 MB, and what it is with `?source=`, where its name does not " +
  "tell. Images come along. The answer comes when all of it is there, which takes minutes for a large website; with " +
  "`Prefer: respond-async` it is a job, whose report is the same, and so it is after ten minutes, or when the server " +
  "stops meanwhile. A locked space answers 409.";

type SpaceCall = QueueCall & Pick<Call<ContentThing, typeof importShapes, typeof importAnswers>, "thing">;

async function importHere(call: SpaceCall, parentPage?: string): Promise<ImportAnswer> {
  const { space } = call.thing;
  refuseLocked(space);
  return importInto(call, {
    space,
    target: spaceTarget(call.deps, space, call.expectedRevisions),
    parentPage,
  });
}

export const importOperations = chapter("Content", [
  op({
    method: "POST",
    url: "/spaces/:spaceId/content/import",
    operationId: "importContent",
    call: "spaces.content.import",
    summary: "Import content into a space",
    description,
    scopes: ["space:write", "space:content:write"],
    access: holding("The space", loadContent, "edit"),
    shapes: { params: SpaceParams, ...importShapes },
    answers: importAnswers,
    points: IMPORT_POINTS,
    upload: "form",
    perOrganization: { atOnce: MOST_ARRIVING, of: ({ space }) => space.organization_id },
    ifMatch: "content",
    handler: (call) => importHere(call),
  }),
  op({
    method: "POST",
    url: "/spaces/:spaceId/content/page/:pageId/import",
    operationId: "importContentInPageById",
    call: "spaces.pages.import",
    summary: "Import content under a page",
    description: "The same as importing into the space, but below a page.",
    scopes: ["space:write", "space:content:write"],
    access: holding("The space", loadContent, "edit"),
    shapes: { params: Type.Object({ ...SpaceParams.properties, pageId: Id }), ...importShapes },
    answers: importAnswers,
    points: IMPORT_POINTS,
    upload: "form",
    perOrganization: { atOnce: MOST_ARRIVING, of: ({ space }) => space.organization_id },
    ifMatch: "content",
    handler: (call) => importHere(call, call.params.pageId),
  }),
]);
