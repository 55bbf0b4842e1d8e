import { readRevision } from "../../content/commit.ts";
import { inTurn } from "../../content/turns.ts";
import { recordBlob } from "../../content/write.ts";
import type { Deps } from "../../deps.ts";
import { applyChanges } from "../../engine/change.ts";
import type { FileEntry } from "../../engine/page.ts";
import { FILE_NAME_MAX } from "../../engine/changeResource.ts";
import type { Change } from "../../http/change.ts";
import { invalid, invalidField } from "../../http/errors.ts";
import type { Outcome, UploadPart } from "../../http/operation.ts";
import { freshSpace, publishContent } from "./commands.ts";
import { storeFile } from "./files.ts";

/**
 * Streams a file into the store, then adds it to the space in a revision of its own.
 * @throws 400 for a name that isn't one, 413 over the limit
 */
export async function takeUpload(
  deps: Deps,
  spaceId: string,
  part: UploadPart,
  change: <R extends Outcome>(work: (change: Change) => Promise<R>) => Promise<R>,
  answer: (file: FileEntry) => Outcome,
): Promise<Outcome> {
  const name = part.name.replace(/^.*[/\\]/, "");
  if (name === "" || [...name].length > FILE_NAME_MAX) {
    part.content.resume();
    throw invalidField("/file", `needs a name of 1 to ${FILE_NAME_MAX} characters.`);
  }
  const file = await storeFile(deps, { id: deps.newId(), name }, part.content, deps.clock.now());
  return inTurn(spaceId, async () => {
    const space = await freshSpace(deps, spaceId);
    const base = await readRevision(deps.db.read, spaceId, space.head);
    if (base === undefined) throw new Error(`space ${spaceId} has no head`);
    const applied = await applyChanges(deps.content.nodes, base.root, [{ operation: "put_file", file }], {
      now: deps.clock.now(),
    });
    if (!applied.ok) throw invalid(applied.refusal.message);
    return change(async (running) => {
      await recordBlob(running.tx, { hash: file.hash, size: file.size, at: running.now });
      await publishContent(running, space, base, running.newId(), applied);
      return answer(file);
    });
  });
}
