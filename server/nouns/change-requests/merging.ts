import { readRevision } from "../../content/commit.ts";
import { publishHead } from "../../content/head.ts";
import { type MergedContent, mergeContent } from "../../content/mergeContent.ts";
import type { Row, SpaceKey } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { RunningChange, RunChange } from "../../http/change.ts";
import { takeTurn } from "../content/turn.ts";
import { countStatus } from "./commands.ts";
import { recordConflicts, refuseUndecided } from "./conflicts.ts";
import { refuseUnmetRules } from "./mergeability.ts";
import { ancestorOf } from "./present.ts";
import { commitToRequest, holdRequest, type OpenRequest, openRequest } from "./target.ts";
import { traced } from "./trail.ts";

/** What came of a merge or an update. */
interface MergeDone {
  /** The new revision: of the space after a merge, else of the change request. */
  readonly revision: string;
  readonly result: "merge" | "update" | "conflicts";
}

/** Which change request is merged or brought up to date, and how that is answered. */
interface Merging<R> {
  readonly space: SpaceKey;
  readonly request: string;
  /** The revisions of the change request that the caller relies on. */
  readonly expected: readonly string[] | undefined;
  /** Aborted when nobody waits for the answer any more: then nothing is merged. */
  readonly ending?: AbortSignal;
  readonly change: RunChange<R>;
  readonly answer: (done: MergeDone) => R;
}

interface JoinedContent {
  readonly primary: Row<"revisions">;
  readonly merged: MergedContent;
}

/**
 * Takes the space's content into a change request. Conflicts are recorded, and its content then carries both sides.
 * @throws 409 when it is closed or has conflicts already; 412
 */
export function updateFromSpace<R>(deps: Deps, merging: Merging<R>): Promise<R> {
  const { space, request, expected, ending, change, answer } = merging;
  return takeTurn(request, async () => {
    const open = await openRequest(deps, space, request, expected);
    refuseUndecided(open.request);
    if (ancestorOf(open.request) === open.space.head) {
      // An answer under an idempotency key is kept with a change, whether or not there is anything to change.
      return change(() => Promise.resolve(answer({ revision: open.base.id, result: "update" })));
    }
    const joined = await join(deps, open, ending);
    return change(async (running) => answer(await takeIn(running, open, joined)));
  });
}

/**
 * Merges a change request into its space, in one transaction. With conflicts nothing is published: they are recorded
 * as by an update.
 * @throws 409 when it is closed, has conflicts that nobody has decided, or doesn't meet the merge rules; 412
 */
export function mergeIntoSpace<R>(deps: Deps, merging: Merging<R>): Promise<R> {
  const { space, request, expected, ending, change, answer } = merging;
  return takeTurn(space.id, async () => {
    const open = await openRequest(deps, space, request, expected);
    refuseUndecided(open.request);
    const joined = await join(deps, open, ending);
    const publish = joined.merged.conflicts.length > 0 ? takeInForMerge : publishMerged;
    return change(async (running) => answer(await publish(running, open, joined)));
  });
}

async function join(
  deps: Deps,
  { space, request, base }: OpenRequest,
  ending: AbortSignal | undefined,
): Promise<JoinedContent> {
  const [ancestor, primary] = await Promise.all([
    readRevision(deps.db.read, space, ancestorOf(request)),
    readRevision(deps.db.read, space, space.head),
  ]);
  if (ancestor === undefined || primary === undefined) {
    throw new Error(`change request ${request.id} names a revision that is not there`);
  }
  const roots = { base: ancestor.root, primary: primary.root, changed: base.root };
  return { primary, merged: await mergeContent(deps.content.of(space.organization_id), roots, ending) };
}

/** What comes of a merge with conflicts: nothing but an update, and that only where a merge was allowed. */
async function takeInForMerge(
  running: RunningChange,
  open: OpenRequest,
  joined: JoinedContent,
): Promise<MergeDone> {
  const current = await holdRequest(running.tx, open);
  await refuseUnmetRules(running.tx, { request: current, head: joined.primary.id, actor: running.by });
  return takeIn(running, open, joined);
}

/** The merged content as a revision of the change request. */
async function takeIn(running: RunningChange, open: OpenRequest, joined: JoinedContent): Promise<MergeDone> {
  const { tx, newId, now, trace } = running;
  const { primary, merged } = joined;
  const revision = newId();
  const content = merged.revision;
  const takesIn = primary.id;
  await commitToRequest(running, open, { revision, content, type: "update", takesIn });
  await recordConflicts(tx, open.request, merged, newId, now);
  const conflicts = merged.conflicts.length;
  await trace({
    action: "change-request.content.update",
    ...traced(open.space, open.request),
    before: { revision: open.base.id },
    after: { revision, takesIn: primary.id, conflicts },
    written: { pages: content.pages.map(({ id }) => id) },
  });
  return { revision, result: conflicts > 0 ? "conflicts" : "update" };
}

/** The merged content as the head of the space, and the change request closed for good. */
async function publishMerged(
  running: RunningChange,
  open: OpenRequest,
  joined: JoinedContent,
): Promise<MergeDone> {
  const { tx, newId, now, by, trace } = running;
  const { space, request, base } = open;
  const { primary, merged } = joined;
  const current = await holdRequest(tx, open);
  refuseUndecided(current);
  await refuseUnmetRules(tx, { request: current, head: primary.id, actor: by });
  const revision = newId();
  const note = {
    organization: space.organization_id,
    id: revision,
    space: space.id,
    type: "merge" as const,
    parents: [primary.id, base.id],
    createdAt: now,
    createdBy: by,
    mergedFrom: request.id,
  };
  await publishHead(tx, { expectedHead: primary.id, note, content: merged.revision }, newId);
  await tx
    .updateTable("change_requests")
    .set({
      status: "merged",
      revision_merged: revision,
      updated_at: now,
      version: current.version + 1,
    })
    .where("organization_id", "=", request.organization_id)
    .where("id", "=", request.id)
    .execute();
  await countStatus(tx, current, "merged");
  await trace({
    action: "change-request.merge",
    ...traced(space, request),
    before: { revision: primary.id },
    after: { revision },
    written: { pages: merged.revision.pages.map(({ id }) => id) },
    event: {
      kind: "space_content_updated",
      space: space.id,
      payload: { spaceId: space.id, revisionId: revision, changeRequestId: request.id },
    },
  });
  return { revision, result: "merge" };
}
