import type { Deps } from "../../deps.ts";
import type { FileEntry } from "../../../engine/page.ts";
import { created } from "../../http/operation.ts";
import { presentFile } from "../revisions/present.ts";
import type { CommittedBatch } from "./commands.ts";

/** Content writes carry whole pages: a request may hold 32 MiB. */
export const CONTENT_BODY = 32 * 1024 * 1024;

/** What each change of a batch did, and the files that it brought. */
export function answerChanged(deps: Deps, space: string, { changes, files }: CommittedBatch) {
  const how = { deps, space, metadata: true };
  const inserted = files
    .filter(({ at }) => at !== undefined)
    .map(({ file, ref }) => ({
      ...presentFile(file, how),
      ...(ref === undefined ? {} : { ref }),
    }));
  return { changes, ...(inserted.length === 0 ? {} : { insertedFiles: inserted }) };
}

/** 201 with an uploaded file. @param contents the address of the content that it was added to */
export function answerUploaded(deps: Deps, space: string, file: FileEntry, contents: string) {
  const presented = presentFile(file, { deps, space, metadata: true });
  return {
    ...created({ ...presented, urls: { location: `${contents}/files/${file.id}` } }),
    body: presented,
  };
}
