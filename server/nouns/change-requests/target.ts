import { readSpace } from "../../access/spaces.ts";
import { isStanding } from "../../content/coalesce.ts";
import { putRevision, readRevision, StaleHead } from "../../content/commit.ts";
import type { Write } from "../../db/database.ts";
import type { Row, SpaceKey } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { NewRevision } from "../../../engine/change.ts";
import type { RunningChange } from "../../http/change.ts";
import { notFound } from "../../http/errors.ts";
import { type ContentTarget, refuseOtherRevision } from "../content/target.ts";
import { lockChangeRequest, refuseClosed, refuseHosted } from "./commands.ts";
import { decideEdited } from "./conflicts.ts";
import { ancestorOf } from "./present.ts";
import { findChangeRequest } from "./queries.ts";
import { traced } from "./trail.ts";

export interface OpenRequest {
  readonly space: Row<"spaces">;
  readonly request: Row<"change_requests">;
  readonly base: Row<"revisions">;
}

/**
 * A change request as it is at this moment.
 * @param expected the revisions that the caller relies on
 * @throws 404 also when its space has left the organization, 409 when its content can't be changed, 412 when it is at
 *   none of those revisions
 */
export async function openRequest(
  deps: Deps,
  within: SpaceKey,
  id: string,
  expected: readonly string[] | undefined,
): Promise<OpenRequest> {
  const open = await loadRequest(deps, within, id);
  refuseClosed(open.request);
  refuseHosted(open.request);
  refuseOtherRevision(open.request.head, expected);
  return open;
}

/** A change request with what it holds, however it stands. @throws 404 */
export async function loadRequest(deps: Deps, within: SpaceKey, id: string): Promise<OpenRequest> {
  const { read } = deps.db;
  const [space, request] = [await readSpace(read, within), await findChangeRequest(read, within, id)];
  if (space?.deleted_at !== null) throw notFound("The space");
  if (request === undefined) throw notFound("The change request");
  const base = await readRevision(read, space, request.head);
  if (base === undefined) throw new Error(`change request ${id} has no head`);
  return { space, request, base };
}

/**
 * The content of a change request, locked space or not.
 * @param expected the revisions that the caller relies on: 412 when it is at none of them
 */
export function requestTarget(
  deps: Deps,
  within: SpaceKey,
  id: string,
  expected?: readonly string[],
): ContentTarget {
  return {
    space: within.id,
    organization: within.organization_id,
    turn: id,
    isPublished: false,
    async open() {
      const open = await openRequest(deps, within, id, expected);
      return {
        base: open.base,
        revertTo: ancestorOf(open.request),
        publish: async (running, revision, content) => {
          await commitToRequest(running, open, { revision, content, type: "edits" });
          if (open.request.conflicts > 0) {
            await decideEdited(running.tx, open.request, content, running.now);
          }
          await running.trace({
            action: "change-request.content.update",
            ...traced(open.space, open.request),
            before: { revision: open.base.id },
            after: { revision },
            written: { pages: content.pages.map(({ id }) => id), coalesces: running.coalesces },
          });
        },
      };
    },
  };
}

interface RequestCommit {
  readonly revision: string;
  readonly content: NewRevision;
  readonly type: "edits" | "update";
  /** The revision of the space that it takes in. */
  readonly takesIn?: string | undefined;
}

/**
 * Takes an open change request for this transaction, with the content that it was opened with.
 * @throws StaleHead when its content is no longer that of `base`; 409 when it was closed meanwhile
 */
export async function holdRequest(
  tx: Write,
  { request, base }: OpenRequest,
): Promise<Row<"change_requests">> {
  const current = await lockChangeRequest(tx, request);
  refuseClosed(current);
  if (current.head !== base.id || current.merged_ancestor !== request.merged_ancestor) {
    throw new StaleHead(request.space_id);
  }
  return current;
}

/**
 * Gives a change request a new revision.
 * @throws StaleHead when its content is no longer that of `base`; 409 when it was closed meanwhile
 */
export async function commitToRequest(
  { tx, now, by, through, coalesces }: RunningChange,
  open: OpenRequest,
  { revision, content, type, takesIn }: RequestCommit,
): Promise<Row<"change_requests">> {
  const { request, base } = open;
  await holdRequest(tx, open);
  if (takesIn !== undefined && !(await isStanding(tx, base.organization_id, takesIn)))
    throw new StaleHead(request.space_id);
  const note = {
    organization: base.organization_id,
    id: revision,
    space: request.space_id,
    type,
    parents: takesIn === undefined ? [base.id] : [base.id, takesIn],
    createdAt: now,
    createdBy: by,
    changeRequest: request.id,
    writtenThrough: through,
    ...(coalesces ? { inPlaceOf: base } : {}),
  };
  const current = await tx
    .updateTable("change_requests")
    .set({ head: revision, updated_at: now, ...(takesIn === undefined ? {} : { merged_ancestor: takesIn }) })
    .where("organization_id", "=", request.organization_id)
    .where("id", "=", request.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  // After the head has moved: what it was may be superseded then.
  await putRevision(tx, note, content);
  return current;
}
