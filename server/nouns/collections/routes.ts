import { copyContent } from "../../content/handOver.ts";
import { Type } from "typebox";
import { roleWithin } from "../../access/scope.ts";
import { collectionRights } from "../../access/table.ts";
import type { Member } from "../../access/policy.ts";
import type { Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../http/errors.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { chapter, created, empty, holding, ok, op } from "../../http/operation.ts";
import { Id } from "../../http/shapes.ts";
import { loadOrganization } from "../orgs/queries.ts";
import { createCollection, moveCollection, patchCollection } from "./commands.ts";
import { presentCollection } from "./present.ts";
import { listCollections, loadCollection, loadCollectionOrTrash } from "./queries.ts";
import {
  Collection,
  CollectionParams,
  CreateCollection,
  ListCollectionsQuery,
  MoveContent,
  TransferContent,
  UpdateCollection,
} from "./schema.ts";
import {
  refuseTarget,
  spacesBelow,
  TRANSFER_POINTS,
  transferCollection,
  transferUntouched,
} from "./transfer.ts";
import { deleteCollection, purgeCollection, restoreCollection } from "./trash.ts";

/** A collection as it stands in a transaction, with what the member may do with it there. */
async function presentWithin(tx: Read, row: Row<"collections">, member: Member, deps: Deps) {
  return presentCollection(row, collectionRights(await roleWithin(tx, row, member)), deps.addresses);
}

const target = (row: Row<"collections">) => ({
  organization: row.organization_id,
  target: { type: "collection", id: row.id, label: row.title },
});

export const collectionOperations = chapter("Collections", [
  op({
    method: "GET",
    url: "/orgs/:organizationId/collections",
    operationId: "listCollectionsInOrganizationById",
    call: "collections.list",
    summary: "List the collections of an organization",
    description:
      "The collections that you can see, in the order of their positions; with `deleted=true` the trash.",
    scopes: ["organization:read"],
    access: holding("The organization", loadOrganization, "view"),
    shapes: { params: Type.Object({ organizationId: Id }), query: ListCollectionsQuery },
    answers: { 200: listOf(Collection) },
    handler: async ({ deps, thing, query, paging }) => {
      const { page, rightsOf } = await listCollections(deps, thing.organization.id, thing.member, {
        ...paging,
        which: query.deleted === true ? "trash" : query.nested === false ? "topmost" : "all",
      });
      return pageOf(page, (row) => presentCollection(row, rightsOf(row), deps.addresses));
    },
  }),
  op({
    method: "POST",
    url: "/orgs/:organizationId/collections",
    operationId: "createCollection",
    call: "collections.create",
    summary: "Create a collection",
    description:
      "At the top of the organization it needs the permission `createContent`, in another collection `create` on that one.",
    scopes: ["organization:write"],
    access: holding("The organization", loadOrganization, "view"),
    shapes: { params: Type.Object({ organizationId: Id }), body: Type.Optional(CreateCollection) },
    answers: { 201: Collection },
    tagged: true,
    handler: ({ deps, thing, body, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        const row = await createCollection(tx, {
          id: newId(),
          organization: thing.organization.id,
          member: thing.member,
          now,
          title: body?.title,
          parent: body?.parent,
        });
        await trace({ action: "collection.create", ...target(row) });
        return created(await presentWithin(tx, row, thing.member, deps), row.version);
      }),
  }),
  op({
    method: "GET",
    url: "/collections/:collectionId",
    operationId: "getCollectionById",
    call: "collections.get",
    summary: "Get a collection",
    scopes: ["organization:read"],
    access: holding("The collection", loadCollection, "view"),
    shapes: { params: CollectionParams },
    answers: { 200: Collection },
    tagged: true,
    handler: ({ deps, thing }) =>
      ok(presentCollection(thing.collection, thing.rights, deps.addresses), thing.collection.version),
  }),
  op({
    method: "PATCH",
    url: "/collections/:collectionId",
    operationId: "updateCollectionById",
    call: "collections.update",
    summary: "Change a collection",
    description:
      "Changes title, description and default level. The default level applies to everything in it that inherits.",
    scopes: ["organization:write"],
    access: holding("The collection", loadCollection, "admin"),
    shapes: { params: CollectionParams, body: UpdateCollection },
    answers: { 200: Collection },
    tagged: true,
    handler: ({ deps, thing, body, change }) =>
      change(async ({ tx, now, trace }) => {
        const row = await patchCollection(tx, thing.collection, body, now);
        await trace({ action: "collection.update", ...target(row), after: body });
        return ok(await presentWithin(tx, row, thing.member, deps), row.version);
      }),
  }),
  op({
    method: "POST",
    url: "/collections/:collectionId/move",
    operationId: "moveCollection",
    call: "collections.move",
    summary: "Move a collection",
    description:
      "Moves it into another collection or to the top, and to a place among its siblings. Needs `admin` on it and `create` on its new place.",
    scopes: ["organization:write"],
    access: holding("The collection", loadCollection, "admin"),
    shapes: { params: CollectionParams, body: MoveContent },
    answers: { 200: Collection },
    tagged: true,
    handler: ({ deps, thing, body, change }) =>
      change(async ({ tx, now, trace }) => {
        const { id, organization_id, parent_id } = thing.collection;
        const row = await moveCollection(tx, id, {
          organization: organization_id,
          to: body,
          member: thing.member,
          now,
        });
        await trace({
          action: "collection.move",
          ...target(row),
          before: { parent: parent_id },
          after: { parent: row.parent_id },
        });
        return ok(await presentWithin(tx, row, thing.member, deps), row.version);
      }),
  }),
  op({
    method: "POST",
    url: "/collections/:collectionId/transfer",
    operationId: "transferCollection",
    call: "collections.transfer",
    summary: "Transfer a collection to another organization",
    description:
      "Transfers it with everything in it. Needs `admin` on all of that and `createContent` in the other organization. People and teams outside that organization lose their access. Refused while a space in it is in a site, is a translation, or is the source of one.",
    scopes: ["organization:write"],
    access: holding("The collection", loadCollection, "admin"),
    points: TRANSFER_POINTS,
    slow: true,
    perOrganization: { atOnce: 1, of: ({ collection }) => collection.organization_id },
    shapes: { params: CollectionParams, body: TransferContent },
    answers: { 200: Collection },
    tagged: true,
    handler: async ({ deps, identity, thing, body, change }) => {
      const from = thing.collection.organization_id;
      const to = body.organization;
      await refuseTarget(deps, identity, { from, to });
      const { id } = thing.collection;
      return transferUntouched(id, async () => {
        const spaces = await spacesBelow(deps.db.read, from, id);
        const content = await copyContent(deps, { spaces, from, to }, deps.clock.now());
        return change(async ({ tx, now, newId, trace }) => {
          const { row, there } = await transferCollection(tx, id, {
            content,
            caller: identity,
            from,
            to,
            now,
            newId,
          });
          const transfer = {
            action: "collection.transfer" as const,
            ...target(row),
            before: { organization: from },
            after: body,
          };
          await trace({ ...transfer, organization: from });
          await trace(transfer);
          return ok(await presentWithin(tx, row, there, deps), row.version);
        });
      });
    },
  }),
  op({
    method: "DELETE",
    url: "/collections/:collectionId",
    operationId: "deleteCollectionById",
    call: "collections.delete",
    summary: "Delete a collection",
    description:
      "Its spaces and collections move up to its place and keep their permissions: those that inherited get the collection's default level and grants. You can restore the collection for seven days.",
    scopes: ["organization:write"],
    access: holding("The collection", loadCollection, "admin"),
    shapes: { params: CollectionParams },
    answers: { 205: null },
    handler: ({ thing, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        const row = await deleteCollection(tx, thing.collection, now, newId);
        await trace({ action: "collection.delete", ...target(row) });
        return empty(205);
      }),
  }),
  op({
    method: "POST",
    url: "/collections/:collectionId/restore",
    operationId: "restoreCollection",
    call: "collections.restore",
    summary: "Restore a deleted collection",
    description:
      "Possible for seven days after the deletion. Its former content comes back into it, except what somebody has moved since and what you can't `admin`.",
    scopes: ["organization:write"],
    access: holding("The collection", loadCollectionOrTrash, "admin"),
    shapes: { params: CollectionParams },
    answers: { 200: Collection },
    tagged: true,
    handler: ({ deps, thing, change }) =>
      change(async ({ tx, now, trace }) => {
        const row = await restoreCollection(tx, thing.collection, thing.member, now);
        await trace({ action: "collection.restore", ...target(row) });
        return ok(await presentWithin(tx, row, thing.member, deps), row.version);
      }),
  }),
  op({
    method: "POST",
    url: "/collections/:collectionId/purge",
    operationId: "purgeCollection",
    call: "collections.purge",
    summary: "Delete a collection in the trash for good",
    scopes: ["organization:write"],
    sensitive: true,
    access: holding("The collection", loadCollectionOrTrash, "admin"),
    shapes: { params: CollectionParams },
    answers: { 205: null },
    handler: ({ thing, change }) =>
      change(async ({ tx, now, trace }) => {
        if (!(await purgeCollection(tx, thing.collection, now)))
          throw conflict("not-deleted", "The collection is not in the trash.");
        await trace({ action: "collection.purge", ...target(thing.collection) });
        return empty(205);
      }),
  }),
]);
