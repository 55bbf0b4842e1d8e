import { readSpace } from "../../access/spaces.ts";
import { publishHead } from "../../content/head.ts";
import type { Row, SpaceKey } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { NewRevision } from "../../../engine/change.ts";
import type { RunningChange } from "../../http/change.ts";
import { conflict, notFound } from "../../http/errors.ts";

/** @throws 409 when the space takes no direct writes */
export function refuseLocked(space: Row<"spaces">): void {
  if (space.edit_mode !== "locked") return;
  throw conflict("space-locked", "This space is locked: its content changes through change requests alone.");
}

/**
 * The space as it is at this moment, which is not when the request began: whoever was let in by the organization that
 * had it then has no right in another.
 * @throws 404 also when it has left the organization, 409
 */
export async function freshSpace(deps: Deps, { id, organization_id }: SpaceKey): Promise<Row<"spaces">> {
  const space = await readSpace(deps.db.read, { organization_id, id });
  if (space?.deleted_at !== null) throw notFound("The space");
  refuseLocked(space);
  return space;
}

/** One new revision as the head of its space, with its trail. @throws StaleHead */
export async function publishContent(
  { tx, now, newId, by, through, coalesces, trace }: RunningChange,
  space: Row<"spaces">,
  base: Row<"revisions">,
  revision: string,
  content: NewRevision,
  type: "edits" | "rollback" = "edits",
): Promise<void> {
  const note = {
    organization: space.organization_id,
    id: revision,
    space: space.id,
    type,
    parents: [base.id],
    createdAt: now,
    createdBy: by,
    writtenThrough: through,
    ...(coalesces && type === "edits" ? { inPlaceOf: base } : {}),
  };
  await publishHead(tx, { expectedHead: base.id, note, content }, newId);
  await trace({
    action: "space.content.update",
    organization: space.organization_id,
    target: { type: "space", id: space.id, label: space.title },
    before: { revision: base.id },
    after: { revision },
    written: { pages: content.pages.map(({ id }) => id), coalesces },
    event: {
      kind: "space_content_updated",
      space: space.id,
      payload: { spaceId: space.id, revisionId: revision },
    },
  });
}
