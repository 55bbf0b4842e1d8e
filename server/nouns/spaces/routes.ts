import { Type } from "typebox";
import { lockOrganization } from "../../access/intern.ts";
import { SITE_READER } from "../../access/scopes.ts";
import { roleWithin } from "../../access/scope.ts";
import type { Member } from "../../access/policy.ts";
import { spaceRights } from "../../access/table.ts";
import type { Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { type ListBody, listOf, pageOf } from "../../http/list.ts";
import {
  chapter,
  created,
  type DeclaredAnswer,
  empty,
  holding,
  ok,
  op,
  type Paging,
  type PresentedShape,
} from "../../http/operation.ts";
import { Id } from "../../http/shapes.ts";
import { reachParent } from "../collections/parents.ts";
import { loadCollection } from "../collections/queries.ts";
import { CollectionParams } from "../collections/schema.ts";
import { loadMembership } from "../orgs/queries.ts";
import { createSpace, patchSpace } from "./commands.ts";
import { listSpaces, rightsIn, type SpaceSelection } from "./lists.ts";
import { presentSpace } from "./present.ts";
import {
  loadSettings,
  loadSpace,
  loadSpaceOrTrash,
  publishedIn,
  type SpaceThing,
  withPublished,
} from "./queries.ts";
import {
  CreateSpace,
  GetSpaceQuery,
  ListSpacesInCollectionQuery,
  ListSpacesQuery,
  Space,
  SpaceParams,
  UpdateSpace,
} from "./schema.ts";
import { deleteSpace } from "./trash.ts";

type SpaceList = DeclaredAnswer<200, ListBody<PresentedShape<typeof Space>>>;

interface ListCall {
  readonly deps: Deps;
  readonly again: (of: readonly object[], make: () => Promise<SpaceList>) => Promise<SpaceList>;
}

async function answerList(
  { deps, again }: ListCall,
  organization: string,
  member: Member,
  paging: Paging & { readonly which: SpaceSelection },
) {
  const page = await listSpaces(deps, organization, member, paging);
  return again([page, member], async () => {
    const rightsOf = await rightsIn(deps, member, page.rows);
    return pageOf(page, (row) => presentSpace(row, rightsOf(row), deps.addresses));
  });
}

/** A space as it stands in a transaction, with what the member may do with it there. */
export async function presentWithin(tx: Read, deps: Deps, row: Row<"spaces">, member: Member) {
  const [[shown], role] = await Promise.all([
    withPublished(tx, deps.addresses, [row]),
    roleWithin(tx, row, member),
  ]);
  return presentSpace(shown ?? row, spaceRights(role), deps.addresses);
}

/** What the audit log says about a space. */
export const target = (row: Row<"spaces">) => ({
  organization: row.organization_id,
  target: { type: "space", id: row.id, label: row.title },
});

async function answer(deps: Deps, { space, rights, reader }: SpaceThing, shareKey = reader?.shareKey) {
  const published = await publishedIn(deps, space, shareKey, reader);
  return ok(presentSpace({ ...space, published }, rights, deps.addresses), space.version);
}

export const spaceOperations = chapter("Spaces", [
  op({
    method: "GET",
    url: "/orgs/:organizationId/spaces",
    operationId: "listSpacesInOrganizationById",
    call: "spaces.list",
    summary: "List the spaces of an organization",
    description:
      "The spaces that you can see, in the order of their positions; with `deleted=true` the trash.",
    scopes: ["organization:read"],
    access: holding("The organization", loadMembership, "view"),
    shapes: { params: Type.Object({ organizationId: Id }), query: ListSpacesQuery },
    answers: { 200: listOf(Space) },
    handler: ({ deps, thing, query, paging, again }) =>
      answerList({ deps, again }, thing.organizationId, thing.member, {
        ...paging,
        which: { kind: query.deleted === true ? "trash" : "all" },
      }),
  }),
  op({
    method: "POST",
    url: "/orgs/:organizationId/spaces",
    operationId: "createSpace",
    call: "spaces.create",
    summary: "Create a space",
    description:
      "At the top of the organization it needs the permission `createContent`, in a collection `create` on that one.",
    scopes: ["organization:write"],
    access: holding("The organization", loadMembership, "view"),
    shapes: { params: Type.Object({ organizationId: Id }), body: Type.Optional(CreateSpace) },
    answers: { 201: Space },
    tagged: true,
    handler: ({ deps, identity, thing, body, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        const { parent: parentId, ...fields } = body ?? {};
        const organization = thing.organizationId;
        // Where it lies in a collection, that one stays until it is there.
        if (parentId !== undefined && parentId !== null) await lockOrganization(tx, organization);
        const parent = await reachParent(tx, organization, thing.member, parentId ?? null);
        const made = {
          id: newId(),
          revision: newId(),
          organization,
          createdBy: identity.userId,
          now,
          parent,
        };
        const row = await createSpace(tx, { ...fields, ...made });
        const [presented] = await Promise.all([
          presentWithin(tx, deps, row, thing.member),
          trace({ action: "space.create", ...target(row) }),
        ]);
        return created(presented, row.version);
      }),
  }),
  op({
    method: "GET",
    url: "/collections/:collectionId/spaces",
    operationId: "listSpacesInCollectionById",
    call: "collections.listSpaces",
    tag: "Collections",
    summary: "List the spaces of a collection",
    description: "The spaces directly in it that you can see, in the order of their positions.",
    scopes: ["organization:read"],
    access: holding("The collection", loadCollection, "view"),
    shapes: { params: CollectionParams, query: ListSpacesInCollectionQuery },
    answers: { 200: listOf(Space) },
    handler: ({ deps, thing, paging, again }) =>
      answerList({ deps, again }, thing.collection.organization_id, thing.member, {
        ...paging,
        which: { kind: "in", collection: thing.collection.id },
      }),
  }),
  op({
    method: "GET",
    url: "/spaces/:spaceId",
    operationId: "getSpaceById",
    call: "spaces.get",
    summary: "Get a space",
    description:
      "People who can restore a deleted space get it, with `deletedAt`. With the `shareKey` of a site's share link, `urls.published` is the address that opens it.",
    scopes: ["space:read", "space:metadata:read", SITE_READER],
    access: holding("The space", loadSpaceOrTrash, "view"),
    shapes: { params: SpaceParams, query: GetSpaceQuery },
    answers: { 200: Space },
    tagged: true,
    handler: async ({ deps, thing, query: { shareKey }, again }) => {
      const { space, rights, reader } = thing;
      if (shareKey !== undefined && shareKey !== reader?.shareKey) return answer(deps, thing, shareKey);
      return again([space, reader ?? rights, await deps.spaces.sites(space)], () => answer(deps, thing));
    },
  }),
  op({
    method: "PATCH",
    url: "/spaces/:spaceId",
    operationId: "updateSpaceById",
    call: "spaces.update",
    summary: "Change a space",
    description:
      "Changes title, emoji, edit mode, default level and merge rules. Needs the permission `admin` on it.",
    scopes: ["space:write", "space:metadata:write"],
    access: holding("The space", loadSettings, "admin"),
    shapes: { params: SpaceParams, body: UpdateSpace },
    answers: { 200: Space },
    tagged: true,
    handler: ({ deps, thing, body, change, expectedVersion }) =>
      change(async ({ tx, now, newId, trace }) => {
        const row = await patchSpace({ tx, now, newId }, thing.space, body, expectedVersion);
        await trace({ action: "space.update", ...target(row), after: body });
        return ok(await presentWithin(tx, deps, row, thing.member), row.version);
      }),
  }),
  op({
    method: "DELETE",
    url: "/spaces/:spaceId",
    operationId: "deleteSpaceById",
    call: "spaces.delete",
    summary: "Delete a space",
    description:
      "It disappears from every site at once. You can restore it for seven days; then it is deleted for good.",
    scopes: ["space:write"],
    access: holding("The space", loadSpace, "admin"),
    shapes: { params: SpaceParams },
    answers: { 205: null },
    handler: ({ thing, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        await deleteSpace(tx, thing.space, now, newId);
        await trace({ action: "space.delete", ...target(thing.space) });
        return empty(205);
      }),
  }),
]);
