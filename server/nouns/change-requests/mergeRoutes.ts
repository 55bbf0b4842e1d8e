import { Type } from "typebox";
import type { ConflictDetail } from "../../content/mergeContent.ts";
import type { Row } from "../../db/schema.ts";
import { given, Id, timestamp } from "../../http/shapes.ts";
import { chapter, type PresentedShape, holding, ok, op } from "../../http/operation.ts";
import { presentField } from "../revisions/present.ts";
import { conflictsOf } from "./conflicts.ts";
import { mergeRulesOf } from "./mergeability.ts";
import { mergeIntoSpace, updateFromSpace } from "./merging.ts";
import { loadChangeRequest, loadWritable } from "./queries.ts";
import { resolveConflict } from "./resolving.ts";
import { ChangeRequestParams, Conflict, MergeRuleState, ResolveConflict } from "./schema.ts";

const url = "/spaces/:spaceId/change-requests/:changeRequestId";

const doneWith = (result: "merge" | "update") =>
  Type.Object({
    revision: Type.String({ description: "The resulting revision." }),
    result: Type.Enum([result, "conflicts"]),
  });

function presentConflict(row: Row<"conflicts">): PresentedShape<typeof Conflict> {
  const { removedBy, field, block, base, primary, changed } = JSON.parse(row.detail) as ConflictDetail;
  const isPage = row.kind.startsWith("page-") || (row.kind === "body" && !row.source.includes(":"));
  return {
    object: "conflict",
    id: row.id,
    kind: row.kind,
    ...(isPage ? { page: row.source } : { key: row.source.replace(/^reusable:/, "") }),
    ...given("block", block),
    ...given("field", field),
    ...given("removedBy", removedBy),
    ...given("base", presentField(field, base)),
    ...given("primary", presentField(field, primary)),
    ...given("changed", presentField(field, changed)),
    ...given("resolution", row.resolution === null ? undefined : JSON.parse(row.resolution)),
    ...given("resolvedAt", row.resolved_at === null ? undefined : timestamp(row.resolved_at)),
  };
}

export const requestMergeOperations = chapter("Change requests", [
  op({
    method: "GET",
    url: `${url}/merge-rules`,
    operationId: "listChangeRequestMergeRules",
    call: "changeRequests.listMergeRules",
    summary: "List the state of a change request's merge rules",
    description:
      "The merge rules of its space, or those of its organization, in order, with their results for you: a rule that makes Lectern refuse your merge is `unmet`. Empty if there are no rules.",
    scopes: ["space:read", "space:content:read"],
    access: holding("The change request", loadChangeRequest, "view"),
    shapes: { params: ChangeRequestParams },
    answers: { 200: Type.Object({ items: Type.Array(MergeRuleState) }) },
    handler: async ({ deps, identity, thing: { space, request } }) => {
      const attempt = { request, head: space.head, actor: identity.userId };
      return ok({ items: await mergeRulesOf(deps.db.read, attempt) });
    },
  }),
  op({
    method: "POST",
    url: `${url}/merge`,
    operationId: "mergeChangeRequest",
    call: "changeRequests.merge",
    summary: "Merge a change request into its space",
    description:
      "Pages are merged by id, their text block by block, files, variables and tags by key. Where both sides changed the same " +
      "the answer has `result: conflicts`: nothing is published, the change request carries both sides and lists its " +
      "conflicts. While any is undecided, or once it is merged or archived, the answer is 409; so it is while the merge " +
      "rules of the space are not met, with what is missing in `details` (`merge-rules-unmet`). `If-Match` takes the ETag " +
      "of its content: what is merged is then what you read.",
    scopes: ["change-request:merge"],
    access: holding("The change request", loadWritable, "merge"),
    shapes: { params: ChangeRequestParams },
    answers: { 200: doneWith("merge") },
    points: 10,
    ifMatch: "content",
    handler: ({ deps, thing: { space, request }, change, ending, expectedRevisions: expected }) => {
      const names = { space, request: request.id, ending: ending() };
      return mergeIntoSpace(deps, { ...names, expected, change, answer: ok });
    },
  }),
  op({
    method: "POST",
    url: `${url}/update`,
    operationId: "updateChangeRequest",
    call: "changeRequests.updateFromPrimary",
    summary: "Update a change request from its space",
    description:
      "With conflicts the answer has `result: conflicts`; the new revision then carries both sides, until each conflict " +
      "is decided. `If-Match` takes the ETag of its content.",
    scopes: ["space:write", "space:content:write"],
    access: holding("The change request", loadWritable, "edit"),
    shapes: { params: ChangeRequestParams },
    answers: { 200: doneWith("update") },
    points: 10,
    ifMatch: "content",
    handler: ({ deps, thing: { space, request }, change, ending, expectedRevisions: expected }) => {
      const names = { space, request: request.id, ending: ending() };
      return updateFromSpace(deps, { ...names, expected, change, answer: ok });
    },
  }),
  op({
    method: "GET",
    url: `${url}/conflicts`,
    operationId: "listChangeRequestConflicts",
    call: "changeRequests.conflicts.list",
    summary: "List the conflicts of a change request",
    description: "Those of its latest merge or update, decided or not, all at once.",
    scopes: ["space:read", "space:content:read"],
    access: holding("The change request", loadChangeRequest, "view"),
    shapes: { params: ChangeRequestParams },
    answers: { 200: Type.Object({ items: Type.Array(Conflict) }) },
    handler: async ({ deps, thing }) => {
      const rows = await conflictsOf(deps.db.read, thing.request);
      return ok({ items: rows.map(presentConflict) });
    },
  }),
  op({
    method: "PUT",
    url: `${url}/conflicts/:conflictId`,
    operationId: "resolveChangeRequestConflict",
    call: "changeRequests.conflicts.resolve",
    summary: "Decide a conflict of a change request",
    description:
      "For the space's side (`primary`), the change request's (`changed`), or, in the text of a page, for Markdown of " +
      "your own. Editing what is contested decides it too. `If-Match` takes the ETag of its content.",
    scopes: ["space:write", "space:content:write"],
    access: holding("The change request", loadWritable, "edit"),
    shapes: {
      params: Type.Object({ ...ChangeRequestParams.properties, conflictId: Id }),
      body: ResolveConflict,
    },
    answers: { 200: Conflict },
    ifMatch: "content",
    handler: ({ deps, thing: { space, request }, params, body, change, expectedRevisions: expected }) => {
      const names = { space, request: request.id, conflict: params.conflictId, expected };
      return resolveConflict(deps, names, body.resolution, change, (row) => ok(presentConflict(row)));
    },
  }),
]);
