/** An import into the installation of this machine, which no server has meanwhile. */
import type { ImportOutcome } from "../content/import/importInto.ts";
import type { ImportSource } from "../importers/files.ts";
import { readSource } from "../importers/source.ts";
import { importContent } from "../nouns/content/import.ts";
import { fetchSource } from "../nouns/content/importSource.ts";
import { spaceTarget } from "../nouns/content/target.ts";
import { withInstallationAlone } from "./alone.ts";
import { addSpace, findSpace, removeSpace } from "./findSpace.ts";
import { cameToNothing, type ImportResult, type ImportRun, isAddress } from "./importRun.ts";

/** @throws ImportRefused, HttpError and StartRefused, with what to do; the signal's reason */
export async function importHere(run: ImportRun): Promise<ImportResult> {
  const { path, kind, bars, signal } = run;
  const reading = {
    signal,
    onProgress: (done: number, total: number): void => bars.show("fetching", done, total),
  };
  // What is on disk is looked at before the installation is: a mistake in a path costs nothing.
  const local = isAddress(path) ? undefined : await readSource(path, kind, reading);
  try {
    return await importOpened(run, local, reading);
  } finally {
    await local?.close();
  }
}

/** @param local what is on disk; undefined for an address */
function importOpened(
  { path, kind = "website", space, new: title = "", org, prune, console, bars, signal }: ImportRun,
  local: ImportSource | undefined,
  reading: Parameters<typeof fetchSource>[2],
): Promise<ImportResult> {
  return withInstallationAlone(console, async (here) => {
    const { deps, change } = here;
    const known = space === undefined ? undefined : await findSpace(deps.db.read, space, org);
    const source = local ?? (await fetchSource(deps, { url: path, kind }, reading));
    try {
      signal.throwIfAborted();
      // Only now: what can't be fetched leaves no empty space behind.
      const target = known ?? (await addSpace(here, title, org));
      const request = { source, prune, onProgress: bars.show, signal };
      const answer = (imported: ImportOutcome) => ({ status: 201, imported });
      const importing = importContent(deps, spaceTarget(deps, target), request, change, answer);
      let isKept = known !== undefined;
      try {
        const { imported } = await importing;
        isKept ||= !cameToNothing(imported);
        return { ...imported, space: target.id };
      } finally {
        if (!isKept) await removeSpace(here, target.id);
      }
    } finally {
      if (local === undefined) await source.close();
    }
  });
}
