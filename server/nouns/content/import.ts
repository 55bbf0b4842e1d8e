import { readRevision } from "../../content/commit.ts";
import { ImportNotApplied } from "../../content/import/importDeps.ts";
import { type Imported, importWith, keepRedirects } from "../../content/import/importInto.ts";
import type { ImportRequest } from "../../content/import/prepareImport.ts";
import { MissingContent } from "../../content/write.ts";
import type { Deps } from "../../deps.ts";
import type { Change } from "../../http/change.ts";
import { conflict, invalid } from "../../http/errors.ts";
import type { Outcome } from "../../http/operation.ts";
import { ImportRefused } from "../../importers/refusal.ts";
import { freshSpace, publishContent } from "./commands.ts";

type RunChange = <R extends Outcome>(work: (change: Change) => Promise<R>) => Promise<R>;

/**
 * Imports a source into a space that takes direct writes, as a change of its caller's.
 * @param change the transaction of the caller's request or command
 * @param answer what the caller answers, kept with the change
 * @throws 400 for a source that can't be used, 404, 409
 */
export async function importContent<R extends Outcome>(
  deps: Deps,
  request: ImportRequest,
  change: RunChange,
  answer: (imported: Imported) => R,
): Promise<R> {
  const readSpace = () => freshSpace(deps, request.space);
  const readBase = async () => {
    const space = await readSpace();
    const base = await readRevision(deps.db.read, space.id, space.head);
    if (base === undefined) throw new Error(`space ${space.id} has no head`);
    return base;
  };
  try {
    return await importWith(deps, request, readBase, async (ready) => {
      const { base, changed, content, imported } = ready;
      const space = await readSpace();
      return change(async (running) => {
        const revision = changed ? running.newId() : base.id;
        if (changed) await publishContent(running, space, base, revision, content);
        await keepRedirects(running.tx, space.id, ready, running.now);
        return answer(imported(revision));
      });
    });
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  if (error instanceof ImportRefused || error instanceof ImportNotApplied) return invalid(error.message);
  if (error instanceof MissingContent)
    return conflict("content-missing", "A file of the import was removed meanwhile; import it again.");
  return error;
}
