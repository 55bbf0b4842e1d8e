import { Type } from "typebox";
import { recordBlob } from "../../content/write.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { applyChanges } from "../../../engine/change.ts";
import type { FileEntry } from "../../../engine/page.ts";
import { FILE_NAME_MAX } from "../../../engine/changeResource.ts";
import type { RunChange } from "../../http/change.ts";
import { invalid, invalidField } from "../../http/errors.ts";
import { closed, named } from "../../http/named.ts";
import type { Call, UploadPart } from "../../http/operation.ts";
import { openUpload } from "../uploads/bytes.ts";
import { takingUpload } from "../uploads/commands.ts";
import { ownUpload } from "../uploads/queries.ts";
import { uploadFields } from "../uploads/schema.ts";
import { storeFile } from "./files.ts";
import type { ContentTarget } from "./target.ts";
import { takeTurn } from "./turn.ts";

/** In place of the file itself. */
export const TakeUpload = named("TakeUpload", closed(uploadFields));
export const fileShapes = { body: Type.Optional(TakeUpload) };

type UploadCall = Pick<Call<unknown, Record<never, never>>, "deps" | "identity" | "upload"> & {
  readonly body: { readonly upload: string; readonly name: string } | undefined;
};

/**
 * Takes the file of a request, which came with it or in parts before.
 * @throws 400 when there is neither, and what `takeFile` throws
 */
export async function takeUpload<R>(
  call: UploadCall & { readonly change: RunChange<R> },
  target: ContentTarget,
  answer: (file: FileEntry) => R,
): Promise<R> {
  const { deps, body, change } = call;
  if (body === undefined) {
    const { name, content } = await uploadedPart(call.upload);
    // A file whose name is refused is read away, so that its connection stays whole.
    const part = { name: fileName(name, "/file", () => content.resume()), content };
    return takeFile(deps, target, part, change, answer);
  }
  const name = fileName(body.name, "/name");
  const upload = await namedUpload(call, target.organization, body.upload);
  const part = { name, content: await openUpload(deps, upload) };
  return takeFile(deps, target, part, takingUpload(deps, upload, change), answer);
}

/** What a client calls its file, without folders. @throws 400 naming the field */
function fileName(given: string, field: string, refuse?: () => unknown): string {
  const name = given.replace(/^.*[/\\]/, "");
  if (name !== "" && [...name].length <= FILE_NAME_MAX) return name;
  refuse?.();
  throw invalidField(field, `needs a name of 1 to ${FILE_NAME_MAX} characters.`);
}

/**
 * The caller's upload that a body names.
 * @param path of the field, as a JSON pointer
 * @throws 400 when the organization has no such upload of theirs
 */
export async function namedUpload(
  { deps, identity }: Pick<UploadCall, "deps" | "identity">,
  organization: string,
  id: string,
  path = "/upload",
): Promise<Row<"file_uploads">> {
  const upload = await ownUpload(deps, identity, id);
  if (upload !== undefined && upload.organization_id === organization) return upload;
  throw invalidField(
    path,
    "is no upload of yours in this organization, or not any more: it was taken, deleted or is older than a day.",
  );
}

/**
 * Streams a file into the store, then adds it to the content in a revision of its own.
 * @throws 400 for a name that isn't one, 413 over the limit
 */
async function takeFile<R>(
  deps: Deps,
  target: ContentTarget,
  part: Pick<UploadPart, "name" | "content">,
  change: RunChange<R>,
  answer: (file: FileEntry) => R,
): Promise<R> {
  const { name } = part;
  const file = await storeFile(
    deps,
    target.organization,
    { id: deps.newId(), name },
    part.content,
    deps.clock.now(),
  );
  return takeTurn(target.turn, async () => {
    const open = await target.open();
    const applied = await applyChanges(
      deps.content.of(target.organization).nodes,
      open.base.root,
      [{ operation: "put_file", file }],
      {
        now: deps.clock.now(),
      },
    );
    if (!applied.ok) throw invalid(applied.refusal.message);
    return change(async (running) => {
      await recordBlob(running.tx, {
        organization: target.organization,
        hash: file.hash,
        size: file.size,
        at: running.now,
      });
      await open.publish(running, running.newId(), applied);
      return answer(file);
    });
  });
}

/** The one file of an upload. @throws 400 when the request has none */
export async function uploadedPart(
  upload: (() => Promise<UploadPart | undefined>) | undefined,
): Promise<UploadPart> {
  if (upload === undefined)
    throw invalid(
      "Send the file as multipart/form-data, in a part named file, or the id of an upload as JSON.",
    );
  const part = await upload();
  if (part === undefined) throw invalidField("/file", "is required: a part with a file name.");
  return part;
}
