/** Syncs that somebody else drives: an integration that hears of pushes itself says when to import, and when to export. */
import { deleteInstallation } from "../../content/git/leave.ts";
import { isSyncAsked, queueSync } from "../../content/git/queue.ts";
import type { Row } from "../../db/schema.ts";
import { conflict } from "../../http/errors.ts";
import {
  createInstallation,
  forgetOnce,
  refusePaused,
  updateInstallation,
  type SeesSpace,
} from "./commands.ts";
import type { GitChange } from "../../content/git/queue.ts";
import { createConnection } from "./connectionCommands.ts";
import { queueForget } from "./hosts/work.ts";
import { installationOf } from "./queries.ts";
import { queueAlone } from "./reviews/noteReview.ts";

interface DrivenSync {
  readonly space: Row<"spaces">;
  readonly provider: Row<"git_installations">["provider"];
  readonly url: string;
  readonly branch: string;
  readonly directory: string;
  readonly direction: "import" | "export";
  /** Credentials for this run alone; the token is sealed for the connection of that id. */
  readonly connection:
    | { readonly id: string; readonly username: string; readonly secret: string }
    | undefined;
  /** What the commit of an export says. */
  readonly message: string | null;
  /** Whether to look although nothing seems to have changed. */
  readonly isForced: boolean;
  readonly by: string;
  readonly sees: SeesSpace;
}

/**
 * Imports a branch into a space, or exports the space to it, soon. What both agreed on last is kept for as long as the
 * repository, the branch and the folder are the same.
 * @throws 409 for a space that is kept in step with another place, or whose syncs are paused
 */
export async function driveSync(change: GitChange, asked: DrivenSync): Promise<Row<"git_installations">> {
  const { tx, now, newId } = change;
  const { space, direction, message, isForced, by } = asked;
  const { organization_id } = space;
  const known = await installationOf(tx, space);
  if (known !== undefined) refusePaused(known);
  const isSame =
    known?.remote_url === asked.url &&
    known.branch === asked.branch &&
    known.project_directory === asked.directory;
  if (known !== undefined && !isSame && known.driven === 0)
    throw conflict(
      "git-connected",
      "The space is synced with another repository, branch or folder. Disconnect it first.",
    );
  if (known !== undefined && isSame && known.driven === 0) {
    await queueSync(tx, known, { cause: "user", now, newId });
    return known;
  }
  // What was asked for before and is under way is done as well: an import takes no export back.
  const isUnderWay = known !== undefined && isSame && (await isSyncAsked(tx, known));
  const isLent = isUnderWay && asked.connection === undefined;
  if (known !== undefined && !isLent) await forgetOnce(tx, known);
  if (known !== undefined && !isSame) await deleteInstallation(change, known);
  const connection = isLent ? known.connection_id : await keepOnce(change, asked);
  const isExport = direction === "export" || (isUnderWay && known.outgoing === "push");
  const outgoing = isExport ? ("push" as const) : ("off" as const);
  if (known === undefined || !isSame)
    return createInstallation(change, {
      organization_id,
      id: newId(),
      of: { space_id: space.id },
      connection_id: connection,
      provider: asked.provider,
      remote_url: asked.url,
      branch: asked.branch,
      project_directory: asked.directory,
      template: message,
      outgoing,
      direction: direction === "import" ? "git" : "lectern",
      isConfirmed: true,
      driven: 1,
      owner: by,
      sees: asked.sees,
    });
  const isOther = known.outgoing !== outgoing;
  const row = await updateInstallation(tx, known)
    .set({
      outgoing,
      connection_id: connection,
      owner_id: by,
      ...(message === null ? {} : { commit_message_template: message }),
      ...(isOther || isForced ? { base_revision: null } : {}),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await queueSync(tx, row, { cause: "user", now, newId });
  return row;
}

/** Refs under which hosts have the pull requests of others. */
const PULL_REQUEST = /^refs\/(?:pull|merge-requests)\/\d+\/(?:head|merge)$/;

/**
 * Has what is at a ref shown, beside what was imported: a pull request, for one. Without credentials of its own it is
 * read by those of the connection where the connection shows as much by itself, and by none elsewhere: whoever may
 * start a sync doesn't read every branch of the repository by them.
 * @throws 409 for a space that nothing was imported into from that repository and folder
 */
export async function driveAlone(
  change: GitChange,
  asked: Omit<DrivenSync, "direction" | "message" | "isForced" | "sees" | "branch"> & {
    readonly ref: string;
  },
): Promise<void> {
  const known = await installationOf(change.tx, asked.space);
  const isSame = known?.remote_url === asked.url && known.project_directory === asked.directory;
  if (known === undefined || !isSame || known.base_commit === null)
    throw conflict(
      "git-not-imported",
      "Nothing of this repository and folder is in the space yet. Import the branch first, then what is to be compared with it.",
    );
  const isConnected = known.driven === 0;
  const isShown = asked.ref === known.branch || (known.forks === 1 && PULL_REQUEST.test(asked.ref));
  const connection = (await keepOnce(change, asked)) ?? (isConnected && isShown ? known.connection_id : null);
  await queueAlone(change.tx, known, { ref: asked.ref, connection }, change);
}

async function keepOnce(
  change: GitChange,
  {
    space,
    provider,
    url,
    connection,
    by,
  }: Pick<DrivenSync, "space" | "provider" | "url" | "connection" | "by">,
) {
  if (connection === undefined) return null;
  const made = await createConnection(change, {
    organization_id: space.organization_id,
    provider,
    origin: new URL(url).origin,
    ...connection,
    createdBy: by,
    once: 1,
  });
  await queueForget(change.tx, made, change);
  return made.id;
}
