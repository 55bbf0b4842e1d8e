import { created, holding, ok, op, type Operation } from "../../http/operation.ts";
import { invalid, invalidField } from "../../http/errors.ts";
import { presentFile } from "../revisions/present.ts";
import { File } from "../revisions/schema.ts";
import { loadSpace } from "../spaces/queries.ts";
import { SpaceParams } from "../spaces/schema.ts";
import { type Changed, changeContent, refuseLocked } from "./commands.ts";
import { ChangeContent, ContentChanged } from "./schema.ts";
import { exportOperations } from "./exportRoutes.ts";
import { importOperations } from "./importRoutes.ts";
import { takeUpload } from "./upload.ts";
import type { Deps } from "../../deps.ts";

const tag = "Content";

/** Content writes carry whole pages: a request may hold 32 MiB. */
const CONTENT_BODY = 32 * 1024 * 1024;

function answer(deps: Deps, space: string, { revision, done, files }: Changed) {
  const how = { deps, space, metadata: true };
  return ok({
    revision,
    changes: done,
    ...(files.length === 0
      ? {}
      : {
          insertedFiles: files.map(({ file, ref }) => ({
            ...presentFile(file, how),
            ...(ref === undefined ? {} : { ref }),
          })),
        }),
  });
}

const changeSpaceContent = op({
  method: "POST",
  url: "/spaces/:spaceId/content",
  operationId: "updateSpaceContent",
  tag,
  summary: "Change the content of a space",
  description:
    "Up to 50 changes, in order and all or none: one new revision. Links in the Markdown may name pages by id " +
    "(`/pages/<id>`), by path (`/pages/<path>`, relative `.md`) and pages and files of the same request by their " +
    "`ref`; what they name is stored by id and survives moves. A locked space answers 409.",
  access: holding("The space", loadSpace, "edit"),
  shapes: { params: SpaceParams, body: ChangeContent },
  answers: { 200: ContentChanged },
  bodyLimit: CONTENT_BODY,
  handler: ({ deps, thing, body, change }) =>
    changeContent(deps, thing.space.id, body.changes, change, (changed) =>
      answer(deps, thing.space.id, changed),
    ),
});

const uploadFile = op({
  method: "POST",
  url: "/spaces/:spaceId/content/files",
  operationId: "uploadFile",
  tag,
  summary: "Upload a file to a space",
  description:
    "As `multipart/form-data` with one part `file`, up to 100 MB, streamed. Link to it as `/files/<id>`.",
  access: holding("The space", loadSpace, "edit"),
  shapes: { params: SpaceParams },
  answers: { 201: File },
  upload: true,
  handler: async ({ deps, thing, upload, change }) => {
    if (upload === undefined) throw invalid("Send the file as multipart/form-data, in a part named file.");
    refuseLocked(thing.space);
    const part = await upload();
    if (part === undefined) throw invalidField("/file", "is required: a part with a file name.");
    return takeUpload(deps, thing.space.id, part, change, (file) => {
      const presented = presentFile(file, { deps, space: thing.space.id, metadata: true });
      const location = `${deps.addresses.app}/v1/spaces/${thing.space.id}/content/files/${file.id}`;
      return { ...created({ ...presented, urls: { location } }), body: presented };
    });
  },
});

export const contentWriteOperations: readonly Operation[] = [
  changeSpaceContent,
  uploadFile,
  ...importOperations,
  ...exportOperations,
];
