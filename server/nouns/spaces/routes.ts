import { Type } from "typebox";
import type { SpaceRights } from "../../access/table.ts";
import { spaceRights } from "../../access/table.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { created, holding, ok, op, type Operation, type Outcome } from "../../http/operation.ts";
import { IdParam } from "../../http/shapes.ts";
import { loadOrganization } from "../orgs/queries.ts";
import { createSpace, patchSpace, refuseParent } from "./commands.ts";
import { presentSpace } from "./present.ts";
import { listSpaces, loadSpace, loadSpaceOrTrash, withPublished } from "./queries.ts";
import { CreateSpace, GetSpaceQuery, ListSpacesQuery, Space, SpaceParams, UpdateSpace } from "./schema.ts";

const tag = "Spaces";

const listSpacesInOrganizationById = op({
  method: "GET",
  url: "/orgs/:organizationId/spaces",
  operationId: "listSpacesInOrganizationById",
  tag,
  summary: "List the spaces of an organization",
  description: "Those that you may see, in the order of their positions; with `deleted=true` the trash.",
  access: holding("The organization", loadOrganization, "view"),
  shapes: { params: Type.Object({ organizationId: IdParam }), query: ListSpacesQuery },
  answers: { 200: listOf(Space) },
  handler: async ({ deps, thing, query, paging }) => {
    const { rows, count, rightsOf } = await listSpaces(deps, thing.organization.id, thing.member, {
      ...paging,
      deleted: query.deleted ?? false,
    });
    const shown = await withPublished(deps.db.read, deps.addresses, rows);
    return pageOf(
      shown,
      paging.limit,
      count,
      (row) => [row.position, row.id],
      (row) => presentSpace(row, rightsOf(row), deps.addresses),
    );
  },
});

const createSpaceInOrganization = op({
  method: "POST",
  url: "/orgs/:organizationId/spaces",
  operationId: "createSpace",
  tag,
  summary: "Create a space",
  access: holding("The organization", loadOrganization, "createContent"),
  shapes: { params: Type.Object({ organizationId: IdParam }), body: Type.Optional(CreateSpace) },
  answers: { 201: Space },
  handler: ({ deps, identity, thing, body, change }) => {
    refuseParent(body?.parent);
    return change(async ({ tx, now, newId, trace }) => {
      const row = await createSpace(tx, {
        id: newId(),
        revision: newId(),
        organization: thing.organization.id,
        createdBy: identity.userId,
        now,
        title: body?.title,
        emoji: body?.emoji,
        language: body?.language,
        editMode: body?.editMode,
      });
      await trace({
        action: "space.create",
        organization: thing.organization.id,
        target: { type: "space", id: row.id, label: row.title },
      });
      return created(presentSpace(row, spaceRights(thing.member.role), deps.addresses), row.version);
    });
  },
});

async function answer(deps: Deps, row: Row<"spaces">, rights: SpaceRights): Promise<Outcome> {
  const [shown] = await withPublished(deps.db.read, deps.addresses, [row]);
  return ok(presentSpace(shown ?? row, rights, deps.addresses), row.version);
}

const getSpaceById = op({
  method: "GET",
  url: "/spaces/:spaceId",
  operationId: "getSpaceById",
  tag,
  summary: "Get a space",
  description: "A deleted space is answered, with `deletedAt`, to those who may restore it.",
  access: holding("The space", loadSpaceOrTrash, "view"),
  shapes: { params: SpaceParams, query: GetSpaceQuery },
  answers: { 200: Space },
  handler: ({ deps, thing }) => answer(deps, thing.space, thing.rights),
});

const updateSpaceById = op({
  method: "PATCH",
  url: "/spaces/:spaceId",
  operationId: "updateSpaceById",
  tag,
  summary: "Change a space",
  description:
    "Title, emoji, whether it is edited live, and its default level. Takes the right `admin` on it.",
  access: holding("The space", loadSpace, "admin"),
  shapes: { params: SpaceParams, body: UpdateSpace },
  answers: { 200: Space },
  handler: async ({ deps, thing, body, expectedVersion, change }) => {
    const row = await change(async ({ tx, now, trace }) => {
      const patched = await patchSpace(tx, thing.space, body, now, expectedVersion);
      await trace({
        action: "space.update",
        organization: patched.organization_id,
        target: { type: "space", id: patched.id, label: patched.title },
        after: body,
      });
      return { status: 200, row: patched };
    });
    return answer(deps, row.row, thing.rights);
  },
});

export const spaceOperations: readonly Operation[] = [
  listSpacesInOrganizationById,
  createSpaceInOrganization,
  getSpaceById,
  updateSpaceById,
];
