import { chapter, holding, ok, op } from "../../http/operation.ts";
import { presentRevisionEntry } from "../revisions/present.ts";
import { loadFormerContent, loadHead } from "../revisions/queries.ts";
import { RevisionEntry, RevisionParams } from "../revisions/schema.ts";
import { SpaceParams } from "../spaces/schema.ts";
import { deletedPages } from "./deletedPages.ts";
import { restoreRevision } from "./restore.ts";
import { DeletedPages } from "./deletedSchema.ts";
import { spaceTarget } from "./target.ts";

/** What was, and its way back. */
export const restoreOperations = chapter("Revisions", [
  op({
    method: "POST",
    url: "/spaces/:spaceId/revisions/:revisionId/restore",
    operationId: "restoreRevision",
    call: "revisions.restore",
    summary: "Restore a space to a revision",
    description: "As one new revision, of the type `rollback`. A locked space answers 409.",
    scopes: ["space:write", "space:content:write"],
    access: holding("The revision", loadFormerContent, "edit"),
    shapes: { params: RevisionParams },
    answers: { 200: RevisionEntry },
    tagged: true,
    ifMatch: "content",
    handler: ({ deps, thing, change, expectedRevisions }) => {
      const target = spaceTarget(deps, thing.space, expectedRevisions);
      return restoreRevision(deps, target, thing.revision, change, (row) =>
        ok(
          presentRevisionEntry(row, { space: { head: row.id }, rights: thing.rights }, deps.addresses),
          row.id,
        ),
      );
    },
  }),
  op({
    method: "GET",
    url: "/spaces/:spaceId/deleted-pages",
    operationId: "listDeletedPages",
    call: "spaces.pages.listDeleted",
    summary: "List deleted pages of a space",
    description:
      "The last 200 of the last 1,000 revisions. `revert_page` with `revision` brings one back, and those below it one by one.",
    scopes: ["space:read", "space:content:read"],
    access: holding("The space", loadHead, "view"),
    shapes: { params: SpaceParams },
    answers: { 200: DeletedPages },
    perOrganization: { atOnce: 4, of: ({ space }) => space.organization_id },
    handler: async ({ deps, thing }) => ok({ items: await deletedPages(deps, thing) }),
  }),
]);
