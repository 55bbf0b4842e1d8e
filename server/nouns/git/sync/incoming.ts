/**
 * What the branch brings, where the space wants it reviewed: one change request, which follows the branch until somebody
 * merges it. The space stays as it is meanwhile, and what is written there goes out as ever.
 */
import type { NewRevision } from "../../../../engine/change.ts";
import { isSameButTimes } from "../../../content/git/sides.ts";
import { type MergedContent, mergeContent } from "../../../content/mergeContent.ts";
import type { Write } from "../../../db/database.ts";
import type { Row } from "../../../db/schema.ts";
import { patchChangeRequest } from "../../change-requests/commands.ts";
import { findChangeRequest } from "../../change-requests/queries.ts";
import { type OpenRequest, openRequest } from "../../change-requests/target.ts";
import { traced } from "../../change-requests/trail.ts";
import { updateInstallation } from "../commands.ts";
import { staged } from "./commonBase.ts";
import { followRequest, openGitRequest } from "./held.ts";
import { shortBranch } from "../place.ts";
import { changeBy, type Installation, type SyncRun } from "./syncRun.ts";

/** What waits for somebody to take it in. */
export interface PendingContent {
  /** What the space would say with it. */
  readonly content: NewRevision;
  readonly merged: Pick<MergedContent, "conflicts" | "bodies">;
  /** What the branch says. */
  readonly theirs: string;
}

/** How its change request follows. */
export interface RequestUpdate {
  /** The one that is open; undefined: there is none. */
  readonly open: OpenRequest | undefined;
  /** What it is to say; undefined: it stays as it is. */
  readonly next: (Omit<PendingContent, "theirs"> & { readonly shown: string }) | undefined;
}

/** The one that was begun, unless it is closed by now. */
async function openIncoming(
  { deps, space }: SyncRun,
  { incoming_request_id: id }: Installation,
): Promise<{ readonly open: OpenRequest | undefined; readonly isDeclined: boolean }> {
  const request = id === null ? undefined : await findChangeRequest(deps.db.read, space, id);
  const isOpen = request !== undefined && request.status !== "merged" && request.status !== "archived";
  return {
    open: isOpen ? await openRequest(deps, space, request.id, undefined) : undefined,
    isDeclined: request?.status === "archived",
  };
}

export const NO_CONFLICTS: PendingContent["merged"] = { conflicts: [], bodies: new Map() };

/**
 * Whether the change request that is open says something that neither the branch has brought nor the space says: who has
 * only brought it up to date has written nothing.
 * @param inSpace hash of the root that the space has
 */
export async function isWrittenIn(
  sync: SyncRun,
  installation: Installation,
  inSpace: string,
): Promise<boolean> {
  const { content, run } = sync;
  const { open } = await openIncoming(sync, installation);
  const brought = installation.incoming_content;
  if (open === undefined || open.base.root === brought) return false;
  if (brought === null) return true;
  const sides = { base: brought, primary: open.base.root, changed: inSpace };
  const { root } = await staged(sync, (await mergeContent(content, sides, run.signal)).revision);
  return !(await isSameButTimes(content, root, inSpace));
}

/** Works out what the change request is to say: what somebody has written in it stays. */
export async function followBranch(
  sync: SyncRun,
  installation: Installation,
  { content, merged, theirs }: PendingContent,
): Promise<RequestUpdate> {
  const { open, isDeclined } = await openIncoming(sync, installation);
  const isShown = installation.incoming_root === theirs;
  const next = { content, merged, shown: content.root };
  // Who has declined it is asked again when the branch says something else.
  if (open === undefined) return { open, next: isDeclined && isShown ? undefined : next };
  const [written, there] = [installation.incoming_content, open.base.root];
  // Where somebody has begun to decide, all is decided first.
  if (isShown || (open.request.conflicts > 0 && written !== there)) return { open, next: undefined };
  if (written === null || written === there) return { open, next };
  const sides = { base: written, primary: there, changed: content.root };
  const joined = await mergeContent(sync.content, sides, sync.run.signal);
  const both = await staged(sync, joined.revision);
  return { open, next: { content: both, merged: joined, shown: content.root } };
}

/** Writes what the change request is to say. @returns its id; undefined where there is none. @throws StaleHead */
export async function keepIncoming(
  tx: Write,
  sync: SyncRun,
  installation: Installation,
  {
    update: { open, next },
    theirs,
    head,
  }: {
    readonly update: RequestUpdate;
    readonly theirs: string;
    readonly head: Row<"revisions">;
  },
): Promise<string | undefined> {
  if (next === undefined) return open?.request.id;
  const branch = shortBranch(installation.branch);
  const request =
    open === undefined
      ? await openGitRequest(tx, sync, installation, {
          merged: { ...next.merged, revision: next.content },
          head,
          subject: `Git: ${branch}`,
          description: "What the branch brings. It follows the branch until it is merged.",
        })
      : open.request;
  if (open !== undefined)
    await followRequest(tx, sync, open, { merged: next.merged, content: next.content, head });
  await updateInstallation(tx, installation)
    .set({ incoming_request_id: request.id, incoming_root: theirs, incoming_content: next.shown })
    .execute();
  return request.id;
}

/** Nothing waits any more: it was merged, or the branch has taken it back. */
export async function endIncoming(tx: Write, sync: SyncRun, installation: Installation): Promise<void> {
  const { incoming_request_id: id } = installation;
  if (id === null) return;
  const { organization_id } = installation;
  const change = changeBy(sync, tx);
  const request = await findChangeRequest(tx, sync.space, id);
  if (request !== undefined && request.status !== "merged" && request.status !== "archived") {
    await patchChangeRequest(tx, { organization_id, id }, { status: "archived" }, change.now, undefined);
    await change.trace({
      action: "change-request.update",
      ...traced(sync.space, request),
      before: { status: request.status },
      after: { status: "archived" },
    });
  }
  await updateInstallation(tx, installation)
    .set({ incoming_request_id: null, incoming_root: null, incoming_content: null })
    .execute();
}
