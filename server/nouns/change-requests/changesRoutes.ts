import type { Row } from "../../db/schema.ts";
import { type TSchema, Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { keptText } from "../../content/kept.ts";
import { contentHash } from "../../../engine/hash.ts";
import { EMPTY_ROOT } from "../../../engine/revision.ts";
import { NextPage, pageQuery } from "../../http/list.ts";
import { closed, asIs, named } from "../../http/named.ts";
import {
  chapter,
  holding,
  type KeptAnswer,
  keptBytes,
  type KeptRepresentation,
  op,
  type Paging,
} from "../../http/operation.ts";
import { compileAnswer } from "../../http/schemas.ts";
import { given, Id } from "../../http/shapes.ts";
import { invalidField } from "../../http/errors.ts";
import { readRevision } from "../../content/commit.ts";
import { semanticChanges } from "../revisions/changes.ts";
import { loadRevision } from "../revisions/queries.ts";
import { File, NamedTag, ReusableEntry, RevisionParams } from "../revisions/schema.ts";
import { ancestorOf, presentOne } from "./present.ts";
import { findChangeRequest, loadChangeRequest } from "./queries.ts";
import { ChangeRequest, ChangeRequestParams } from "./schema.ts";

/** How many are told unless said. */
const FEW = 10;

const limit = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: 1000,
    default: FEW,
    description: `The number of items in the answer; the default is ${FEW}.`,
  }),
);

const ChangesQuery = closed({ page: pageQuery.page, limit });
const RevisionChangesQuery = closed({
  page: pageQuery.page,
  limit,
  with: Type.Optional({
    ...Id,
    description: "The revision to compare with. The default is the one before it.",
  }),
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
          "tag_created",
          "tag_edited",
          "tag_deleted",
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
        tag: Type.Optional(NamedTag),
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
    more: Type.Optional(Type.Integer({ description: "How many changes follow on later pages." })),
    next: Type.Optional(NextPage),
  }),
);

/** Two revisions of a space by their ids, and the first change between them that is told. */
interface ComparedRevisions {
  readonly before: string | undefined;
  readonly after: string;
  readonly from: number;
}

/** What is compared on a later page is what was on the first one, whatever was written since. */
function comparedBy(paging: Paging, now: Omit<ComparedRevisions, "from">): ComparedRevisions {
  if (paging.after === undefined) return { ...now, from: 0 };
  const [before, after, from] = paging.after as [string | null, string, number];
  return { before: before ?? undefined, after, from };
}

async function rootOf(deps: Deps, space: Row<"spaces">, revision: string | undefined): Promise<string> {
  if (revision === undefined) return EMPTY_ROOT;
  return (await deps.content.of(space.organization_id).revision(space.id, revision))?.root ?? EMPTY_ROOT;
}

const writeChanges = (value: object): string => compileAnswer(Changes)(value);

/**
 * What changed, kept under the two roots and what signs the ids of texts: while none is another, nothing is compared
 * again.
 * @param mergedFrom the change request that it came from, as it is answered: what is said of that changes
 */
async function changesAnswer(
  deps: Deps,
  space: Row<"spaces">,
  { before, after, from }: ComparedRevisions,
  limit: number,
  mergedFrom?: object,
): Promise<KeptAnswer<typeof Changes>> {
  const roots = { before: await rootOf(deps, space, before), after: await rootOf(deps, space, after) };
  const content = deps.content.of(space.organization_id);
  const origin = mergedFrom === undefined ? "" : contentHash(JSON.stringify(mergedFrom));
  const key = `${space.id} ${roots.before} ${roots.after} ${from} ${limit} ${deps.secrets.id} ${origin}`;
  const read = () =>
    content.derived("changes", key, async () => {
      const { changes, more = 0 } = await semanticChanges(deps, space, roots, { from, limit });
      const told = { ...given("mergedFrom", mergedFrom), changes, ...(more > 0 ? { more } : {}) };
      return `${more}\n${writeChanges(told)}`;
    });
  const text = await read();
  const line = text.indexOf("\n");
  const bytesAfter = (start: string, name: string): KeptRepresentation<typeof Changes> => ({
    schema: Changes,
    key: `changes ${name}`,
    bytes: keptText(content, "changes.bytes", name, async () => start + (await read()).slice(line + 2)),
  });
  if (text.startsWith("0\n")) return keptBytes(bytesAfter("{", key));
  const continued = (page: string): KeptRepresentation<typeof Changes> =>
    bytesAfter(`{"next":${JSON.stringify({ page })},`, `${key} ${page}`);
  const nextKeys = [before ?? null, after, from + limit];
  return { ...keptBytes({ ...bytesAfter("{", key), continued }), body: { nextKeys } };
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
    summary: "List the changes of a change request",
    description:
      "Compared with the content of the space that it last took in. Later pages go on between the two revisions that the " +
      "first one compared. Texts are named by their ids, which `getDocumentById` reads.",
    scopes: ["space:read", "space:content:read"],
    access: holding("The change request", loadChangeRequest, "view"),
    shapes: { params: ChangeRequestParams, query: ChangesQuery },
    answers: { 200: Changes },
    perOrganization,
    handler: ({ deps, thing: { space, request }, query, paging }) => {
      const compared = comparedBy(paging, { before: ancestorOf(request), after: request.head });
      return changesAnswer(deps, space, compared, query.limit ?? FEW);
    },
  }),
  op({
    method: "GET",
    url: "/spaces/:spaceId/revisions/:revisionId/changes",
    operationId: "getRevisionSemanticChanges",
    call: "revisions.listChanges",
    tag: "Revisions",
    summary: "List the changes of a revision",
    description:
      "Compared with the revision before it, or `with` another of the space; a merge names the change request that it came from. Texts are named by " +
      "their ids, which `getDocumentById` reads.",
    scopes: ["space:read", "space:content:read"],
    access: holding("The revision", loadRevision, "view"),
    shapes: { params: RevisionParams, query: RevisionChangesQuery },
    answers: { 200: Changes },
    perOrganization,
    handler: async ({ deps, thing: { space, revision, member }, query, paging }) => {
      const [parent] = JSON.parse(revision.parents) as string[];
      const before = query.with ?? parent;
      if (query.with !== undefined && (await readRevision(deps.db.read, space, query.with)) === undefined)
        throw invalidField("/with", "is not a revision of this space.");
      const compared = comparedBy(paging, { before, after: revision.id });
      const { merged_from: from } = revision;
      const request = from === null ? undefined : await findChangeRequest(deps.db.read, space, from);
      const mergedFrom = request && (await presentOne(deps.db.read, request, deps.addresses, member));
      return changesAnswer(deps, space, compared, query.limit ?? FEW, mergedFrom);
    },
  }),
]);
