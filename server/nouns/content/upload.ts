import { recordBlob } from "../../content/write.ts";
import type { Deps } from "../../deps.ts";
import { applyChanges } from "../../../engine/change.ts";
import type { FileEntry } from "../../../engine/page.ts";
import { FILE_NAME_MAX } from "../../../engine/changeResource.ts";
import type { RunChange } from "../../http/change.ts";
import { invalid, invalidField } from "../../http/errors.ts";
import type { UploadPart } from "../../http/operation.ts";
import { storeFile } from "./files.ts";
import type { ContentTarget } from "./target.ts";
import { takeTurn } from "./turn.ts";

/**
 * Streams a file into the store, then adds it to the content in a revision of its own.
 * @throws 400 for a name that isn't one, 413 over the limit
 */
export async function takeUpload<R>(
  deps: Deps,
  target: ContentTarget,
  part: UploadPart,
  change: RunChange<R>,
  answer: (file: FileEntry) => R,
): Promise<R> {
  const name = part.name.replace(/^.*[/\\]/, "");
  if (name === "" || [...name].length > FILE_NAME_MAX) {
    part.content.resume();
    throw invalidField("/file", `needs a name of 1 to ${FILE_NAME_MAX} characters.`);
  }
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
  if (upload === undefined) throw invalid("Send the file as multipart/form-data, in a part named file.");
  const part = await upload();
  if (part === undefined) throw invalidField("/file", "is required: a part with a file name.");
  return part;
}
