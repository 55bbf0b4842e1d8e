import type { Row } from "../../db/schema.ts";
import { keptJson } from "../../http/keptJson.ts";
import { type TSchema, Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { EMPTY_ROOT } from "../../../engine/revision.ts";
import { closed, asIs, named } from "../../http/named.ts";
import { chapter, holding, type KeptAnswer, ok, op } from "../../http/operation.ts";
import { semanticChanges } from "../revisions/changes.ts";
import { loadRevision } from "../revisions/queries.ts";
import { File, ReusableEntry, RevisionParams } from "../revisions/schema.ts";
import { ancestorOf, presentOne } from "./present.ts";
import { findChangeRequest, loadChangeRequest } from "./queries.ts";
import { ChangeRequest, ChangeRequestParams } from "./schema.ts";

const limit = Type.Optional(
  Type.Integer({ minimum: 1, maximum: 1000, default: 10, description: "How many are told; 10 unless said." }),
);

const ChangesQuery = closed({ limit });
const RevisionChangesQuery = closed({
  limit,
  metadata: Type.Optional(Type.Boolean()),
  computed: Type.Optional(Type.Boolean()),
});

const Stub = named(
  "PageStub",
  Type.Object({
    id: Type.String(),
    type: Type.String(),
    title: Type.String(),
    path: Type.Optional(Type.String()),
  }),
);
const beforeAndAfter = <T extends TSchema>(side: T) =>
  Type.Object(
    { before: Type.Optional(side), after: Type.Optional(side) },
    { description: "A side where there was none is absent." },
  );
const Attributes = named(
  "ChangedAttributes",
  Type.Record(Type.String(), beforeAndAfter(Type.Unknown()), { description: "What changed, by field." }),
);
const SemanticChange = named(
  "SemanticChange",
  asIs<object>(
    Type.Object(
      {
        type: Type.Enum([
          "page_created",
          "page_edited",
          "page_deleted",
          "page_moved",
          "file_created",
          "file_edited",
          "file_deleted",
          "variables_edited",
          "reusable_content_created",
          "reusable_content_edited",
          "reusable_content_deleted",
        ]),
        page: Type.Optional(Stub),
        parent: Type.Optional(beforeAndAfter(Stub)),
        file: Type.Optional(File),
        reusableContent: Type.Optional(ReusableEntry),
        attributes: Type.Optional(Attributes),
        variables: Type.Optional(Attributes),
      },
      { description: "A change, with what it is about." },
    ),
  ),
);

const Changes = named(
  "RevisionSemanticChanges",
  Type.Object({
    mergedFrom: Type.Optional(ChangeRequest),
    changes: Type.Array(SemanticChange),
    more: Type.Optional(Type.Integer({ description: "How many changes were left out." })),
  }),
);

async function rootOf(deps: Deps, space: Row<"spaces">, revision: string | undefined): Promise<string> {
  if (revision === undefined) return EMPTY_ROOT;
  return (await deps.content.of(space.organization_id).revision(space.id, revision))?.root ?? EMPTY_ROOT;
}

/**
 * What changed, kept under the two roots and what signs the ids of texts: while none is another, nothing is compared
 * again.
 */
function changesAnswer(
  deps: Deps,
  space: Row<"spaces">,
  roots: { readonly before: string; readonly after: string },
  limit: number,
): KeptAnswer<typeof Changes> {
  const key = `${space.id} ${roots.before} ${roots.after} ${limit} ${deps.secrets.id}`;
  return keptJson(deps.content.of(space.organization_id), Changes, "changes", key, () =>
    semanticChanges(deps, space, roots, limit),
  );
}

/** Two revisions of a large space have much to compare. */
const perOrganization = {
  atOnce: 4,
  of: ({ space }: { readonly space: { readonly organization_id: string } }) => space.organization_id,
};

export const changesOperations = chapter("Change requests", [
  op({
    method: "GET",
    url: "/spaces/:spaceId/change-requests/:changeRequestId/changes",
    operationId: "getChangeRequestChanges",
    call: "changeRequests.listChanges",
    summary: "List what a change request changes",
    description: "Compared with the content of the space that it last took in.",
    scopes: ["space:read", "space:content:read"],
    access: holding("The change request", loadChangeRequest, "view"),
    shapes: { params: ChangeRequestParams, query: ChangesQuery },
    answers: { 200: Changes },
    perOrganization,
    handler: async ({ deps, thing: { space, request }, query }) => {
      const [before, after] = await Promise.all([
        rootOf(deps, space, ancestorOf(request)),
        rootOf(deps, space, request.head),
      ]);
      return changesAnswer(deps, space, { before, after }, query.limit ?? 10);
    },
  }),
  op({
    method: "GET",
    url: "/spaces/:spaceId/revisions/:revisionId/changes",
    operationId: "getRevisionSemanticChanges",
    call: "revisions.listChanges",
    tag: "Revisions",
    summary: "List what a revision changed",
    description: "Compared with the revision before it; a merge names the change request that it came from.",
    scopes: ["space:read", "space:content:read"],
    access: holding("The revision", loadRevision, "view"),
    shapes: { params: RevisionParams, query: RevisionChangesQuery },
    answers: { 200: Changes },
    perOrganization,
    handler: async ({ deps, thing: { space, revision }, query }) => {
      const [parent] = JSON.parse(revision.parents) as string[];
      const before = await rootOf(deps, space, parent);
      const roots = { before, after: revision.root };
      const limit = query.limit ?? 10;
      const { merged_from: from } = revision;
      const request = from === null ? undefined : await findChangeRequest(deps.db.read, space, from);
      if (request === undefined) return changesAnswer(deps, space, roots, limit);
      const changes = await semanticChanges(deps, space, roots, limit);
      return ok({ mergedFrom: await presentOne(deps.db.read, request, deps.addresses), ...changes });
    },
  }),
]);
