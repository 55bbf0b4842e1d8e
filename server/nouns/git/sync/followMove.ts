/** A repository that its host has given another name is known by that from then on. */
import type { Write } from "../../../db/database.ts";
import { HttpError } from "../../../http/errors.ts";
import { refuseOverlap } from "../commands.ts";
import { bareAddress, repositoryAddress, repositoryName } from "../place.ts";
import { gitSyncOf, tracedInstallation } from "../present.ts";
import type { RemoteRefs } from "../../../ports/git/refs.ts";
import { changeBy, type Installation, type SyncRun } from "./syncRun.ts";

/**
 * Notes where the host has led for good: whoever links to the repository, and what asks the host's API, has its name from
 * there. To another host nothing is followed for good: credentials are for the one that they were given for.
 * @returns what there is to say of it
 */
export async function followMove(
  sync: Pick<SyncRun, "deps" | "run">,
  installation: Installation,
  { url, lasting }: Pick<RemoteRefs, "url" | "lasting">,
): Promise<string | undefined> {
  if (bareAddress(url) === bareAddress(installation.remote_url)) return undefined;
  const isNear = new URL(lasting).origin === new URL(installation.remote_url).origin;
  const isLasting = bareAddress(lasting) !== bareAddress(installation.remote_url);
  const moved = isNear && isLasting ? addressAt(sync, lasting) : undefined;
  if (moved === undefined)
    return "The host leads to another address. Connect the repository there, if it has moved for good.";
  return sync.run.write(async (tx) => {
    if (await isTaken(tx, installation, moved))
      return `The repository is now ${repositoryName(moved)}, where another space is kept already.`;
    await rename(tx, sync, installation, moved);
    return `The repository is now ${repositoryName(moved)}.`;
  });
}

function addressAt({ deps }: Pick<SyncRun, "deps">, url: string): string | undefined {
  try {
    return repositoryAddress(deps, url);
  } catch (error) {
    if (error instanceof HttpError) return undefined;
    throw error;
  }
}

async function isTaken(tx: Write, installation: Installation, remote_url: string): Promise<boolean> {
  if (installation.space_id === null) return false;
  try {
    await refuseOverlap(tx, { ...installation, remote_url, sees: () => Promise.resolve(false) });
    return false;
  } catch (error) {
    if (error instanceof HttpError && error.status === 409) return true;
    throw error;
  }
}

async function rename(
  tx: Write,
  sync: Pick<SyncRun, "deps">,
  { organization_id, id, ...before }: Installation,
  remote_url: string,
): Promise<void> {
  const rows = await tx
    .updateTable("git_installations")
    .set({ remote_url })
    .where("organization_id", "=", organization_id)
    .where((eb) => eb.or([eb("id", "=", id), eb("parent_id", "=", id)]))
    .returningAll()
    .execute();
  for (const row of rows) {
    if (row.space_id !== null)
      await tx
        .updateTable("spaces")
        .set((eb) => ({ git_sync: JSON.stringify(gitSyncOf(row)), version: eb("version", "+", 1) }))
        .where("organization_id", "=", organization_id)
        .where("id", "=", row.space_id)
        .execute();
    if (row.id !== id) continue;
    await changeBy(sync, tx).trace({
      action: "git.update",
      ...tracedInstallation(row),
      before: { url: before.remote_url },
      after: { url: remote_url },
    });
  }
}
