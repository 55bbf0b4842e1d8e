import { importDeps } from "../../content/import/importDeps.ts";
import { StaleHead } from "../../content/commit.ts";
import { ImportNotApplied } from "../../content/import/importDeps.ts";
import { type ImportOutcome, importWith, keepOrigin } from "../../content/import/importInto.ts";
import type { ImportRequest } from "../../content/import/prepareImport.ts";
import { MissingContent } from "../../content/write.ts";
import type { Deps } from "../../deps.ts";
import type { RunChange } from "../../http/change.ts";
import { conflict, invalid } from "../../http/errors.ts";
import { ImportRefused } from "../../importers/refusal.ts";
import type { ContentTarget } from "./target.ts";
import { refusedTurn } from "./turn.ts";

/**
 * Imports a source into a space or change request that takes writes, as a change of its caller's.
 * @param change the transaction of the caller's request or command
 * @param answer what the caller answers, kept with the change
 * @throws 400 for a source that can't be used, 404, 409
 */
export async function importContent<R>(
  deps: Deps,
  target: ContentTarget,
  request: Omit<ImportRequest, "space">,
  change: RunChange<R>,
  answer: (imported: ImportOutcome) => R,
): Promise<R> {
  const readBase = async () => (await target.open()).base;
  try {
    const here = importDeps(deps, target.organization);
    return await importWith(here, { ...request, space: target.space }, readBase, async (ready) => {
      const { changed, content, imported } = ready;
      const open = await target.open();
      if (open.base.id !== ready.base.id) throw new StaleHead(target.space);
      return change(async (running) => {
        const revision = changed ? running.newId() : open.base.id;
        if (changed) await open.publish(running, revision, content);
        const space = { organization_id: target.organization, id: target.space };
        if (target.isPublished) await keepOrigin(running.tx, space, ready, running.now);
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
  return refusedTurn(error);
}
