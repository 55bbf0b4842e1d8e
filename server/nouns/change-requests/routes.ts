import { type Static, Type } from "typebox";
import type { Deps } from "../../deps.ts";
import { forbidden } from "../../http/errors.ts";
import { listOf, pageWith } from "../../http/list.ts";
import { chapter, created, holding, ok, op } from "../../http/operation.ts";
import { aclsWithin } from "../../access/scope.ts";
import { Id } from "../../http/shapes.ts";
import { loadMembership } from "../orgs/queries.ts";
import { loadSpace } from "../spaces/queries.ts";
import { SpaceParams } from "../spaces/schema.ts";
import { changesOperations } from "./changesRoutes.ts";
import { requestContentOperations } from "./contentRoutes.ts";
import { contributorOperations } from "./contributors.ts";
import { createChangeRequest, patchChangeRequest, refuseHosted } from "./commands.ts";
import { requestMergeOperations } from "./mergeRoutes.ts";
import { presentAll, presentOne, presentWithSpaces } from "./present.ts";
import {
  type ChangeRequestThing,
  listChangeRequests,
  listInOrganization,
  loadChangeRequest,
} from "./queries.ts";
import {
  ChangeRequest,
  ChangeRequestInSpace,
  ChangeRequestParams,
  CreateChangeRequest,
  ListQuery,
  OrganizationListQuery,
  UpdateChangeRequest,
} from "./schema.ts";
import { traced } from "./trail.ts";
import { numbersTouching } from "./touching.ts";

/** 200 with a change request as it is now. */
async function answerRequest(
  deps: Deps,
  { request: row, member }: Pick<ChangeRequestThing, "request" | "member">,
) {
  return ok(await presentOne(deps.db.read, row, deps.addresses, member), row.version);
}

/** Whether it is archived or reopened and nothing else: people do that also where its host has missed to. */
function isOnlyPutAway({ status, ...rest }: Static<typeof UpdateChangeRequest>): boolean {
  return (status === "archived" || status === "open") && Object.keys(rest).length === 0;
}

export const changeRequestOperations = chapter("Change requests", [
  op({
    method: "GET",
    url: "/orgs/:organizationId/change-requests",
    operationId: "listChangeRequestsInOrganization",
    call: "changeRequests.listInOrganization",
    summary: "List the change requests of an organization",
    description:
      "The change requests of all spaces that you can see, in all statuses unless you choose one, the last changed first.",
    scopes: [],
    access: holding("The organization", loadMembership, "view"),
    shapes: { params: Type.Object({ organizationId: Id }), query: OrganizationListQuery },
    answers: { 200: listOf(ChangeRequestInSpace) },
    handler: async ({ deps, identity, thing, query, paging }) => {
      const { organizationId: organization, member } = thing;
      const acls = await aclsWithin(deps.members, organization, member);
      const which = { ...query, ...paging, organization, acls, user: identity.userId };
      const page = await listInOrganization(deps.db.read, which);
      return pageWith(page, await presentWithSpaces(deps.db.read, page.rows, deps.addresses, member));
    },
  }),
  op({
    method: "GET",
    url: "/spaces/:spaceId/change-requests",
    operationId: "listChangeRequestsForSpace",
    call: "changeRequests.list",
    summary: "List the change requests of a space",
    description: "The change requests in one status, `open` by default, the newest first.",
    scopes: ["space:read", "space:content:read"],
    access: holding("The space", loadSpace, "view"),
    shapes: { params: SpaceParams, query: ListQuery },
    answers: { 200: listOf(ChangeRequest) },
    handler: async ({ deps, thing: { space, member }, query, paging }) => {
      const { status = "open", contributor, pageId } = query;
      const content = deps.content.of(space.organization_id);
      const numbers =
        pageId === undefined
          ? undefined
          : await numbersTouching(deps.db.read, content, space, status, pageId);
      const which = { ...paging, status, contributor, numbers };
      const page = await listChangeRequests(deps.db.read, space, which);
      const items = await presentAll(deps.db.read, page.rows, space.head, deps.addresses, member);
      return pageWith(page, items);
    },
  }),
  op({
    method: "POST",
    url: "/spaces/:spaceId/change-requests",
    operationId: "createChangeRequest",
    call: "changeRequests.create",
    summary: "Create a change request",
    description:
      "It is a draft with the current content of the space. Locked spaces accept change requests, too.",
    scopes: ["space:write", "space:content:write"],
    access: holding("The space", loadSpace, "edit"),
    shapes: { params: SpaceParams, body: Type.Optional(CreateChangeRequest) },
    answers: { 201: ChangeRequest },
    tagged: true,
    handler: ({ deps, identity, thing: { space, member }, body, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        const made = { ...body, id: newId(), space, createdBy: identity.userId, now };
        const row = await createChangeRequest(tx, made);
        await trace({ action: "change-request.create", ...traced(space, row) });
        return created(await presentOne(tx, row, deps.addresses, member), row.version);
      }),
  }),
  op({
    method: "GET",
    url: "/spaces/:spaceId/change-requests/:changeRequestId",
    operationId: "getChangeRequestById",
    call: "changeRequests.get",
    summary: "Get a change request",
    description: "By its id, or by its number in the space.",
    scopes: ["space:read", "space:content:read"],
    access: holding("The change request", loadChangeRequest, "view"),
    shapes: { params: ChangeRequestParams },
    answers: { 200: ChangeRequest },
    tagged: true,
    handler: ({ deps, thing }) => answerRequest(deps, thing),
  }),
  op({
    method: "PATCH",
    url: "/spaces/:spaceId/change-requests/:changeRequestId",
    operationId: "updateChangeRequestById",
    call: "changeRequests.update",
    summary: "Change a change request",
    description:
      "Sets the status to draft, open or archived. Its author and reviewers can archive and reopen it. A merged one answers 409.",
    scopes: ["space:write", "space:content:write"],
    access: holding("The change request", loadChangeRequest, "edit"),
    shapes: { params: ChangeRequestParams, body: UpdateChangeRequest },
    answers: { 200: ChangeRequest },
    tagged: true,
    handler: ({ deps, identity, thing, body, change, expectedVersion }) => {
      const { space, request, rights, member } = thing;
      const archives =
        body.status !== undefined && (body.status === "archived") !== (request.status === "archived");
      if (archives && !rights.review && request.created_by !== identity.userId) {
        throw forbidden(
          "Only its author and people who can review can archive a change request or reopen it.",
        );
      }
      return change(async ({ tx, now, trace }) => {
        if (!isOnlyPutAway(body)) refuseHosted(request);
        const row = await patchChangeRequest(tx, request, body, now, expectedVersion);
        await trace({ action: "change-request.update", ...traced(space, row), after: body });
        return ok(await presentOne(tx, row, deps.addresses, member), row.version);
      });
    },
  }),
  ...requestMergeOperations,
  ...changesOperations,
  ...contributorOperations,
  ...requestContentOperations,
]);
