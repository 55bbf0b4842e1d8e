/** A space's way through its life: copied, restored, moved and handed over. */
import { copyContent } from "../../content/handOver.ts";
import { chapter, created, empty, holding, ok, op } from "../../http/operation.ts";
import { MoveContent, TransferContent } from "../collections/schema.ts";
import { refuseTarget, TRANSFER_POINTS, transferUntouched } from "../collections/transfer.ts";
import { moveSpace, transferSpace } from "./commands.ts";
import { duplicateSpace } from "./duplicate.ts";
import { loadSpace, loadSpaceOrTrash } from "./queries.ts";
import { presentWithin, target } from "./routes.ts";
import { Space, SpaceParams } from "./schema.ts";
import { purgeSpace, restoreSpace } from "./trash.ts";

export const spaceLifeOperations = chapter("Spaces", [
  op({
    method: "POST",
    url: "/spaces/:spaceId/duplicate",
    operationId: "duplicateSpace",
    call: "spaces.duplicate",
    summary: "Duplicate a space",
    description:
      "The copy is next to it, is open to the same people, and has its content without its history. Needs `admin` on it and `create` in its place.",
    scopes: ["space:write"],
    access: holding("The space", loadSpace, "admin"),
    shapes: { params: SpaceParams },
    answers: { 201: Space },
    tagged: true,
    handler: ({ deps, thing, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        const row = await duplicateSpace(tx, thing.space, thing.member, now, newId);
        await trace({ action: "space.duplicate", ...target(row), after: { source: thing.space.id } });
        return created(await presentWithin(tx, deps, row, thing.member), row.version);
      }),
  }),
  op({
    method: "POST",
    url: "/spaces/:spaceId/restore",
    operationId: "restoreSpace",
    call: "spaces.restore",
    summary: "Restore a deleted space",
    description: "Within seven days after its deletion, for people who can administrate it.",
    scopes: ["space:write"],
    access: holding("The space", loadSpaceOrTrash, "admin"),
    shapes: { params: SpaceParams },
    answers: { 200: Space },
    tagged: true,
    handler: ({ deps, thing, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        const row = await restoreSpace(tx, thing.space, now, newId);
        await trace({ action: "space.restore", ...target(row) });
        return ok(await presentWithin(tx, deps, row, thing.member), row.version);
      }),
  }),
  op({
    method: "POST",
    url: "/spaces/:spaceId/purge",
    operationId: "purgeSpace",
    call: "spaces.purge",
    summary: "Delete a space in the trash for good",
    scopes: ["space:write"],
    sensitive: true,
    access: holding("The space", loadSpaceOrTrash, "admin"),
    shapes: { params: SpaceParams },
    answers: { 205: null },
    handler: ({ thing, change }) =>
      change(async ({ tx, now, newId, trace }) => {
        await purgeSpace(tx, thing.space, now, newId);
        await trace({ action: "space.purge", ...target(thing.space) });
        return empty(205);
      }),
  }),
  op({
    method: "POST",
    url: "/spaces/:spaceId/move",
    operationId: "moveSpace",
    call: "spaces.move",
    summary: "Move a space",
    description:
      "Into a collection or to the top, and to a place among its siblings. Takes `admin` on it and `create` where it goes.",
    scopes: ["space:write"],
    access: holding("The space", loadSpace, "admin"),
    shapes: { params: SpaceParams, body: MoveContent },
    answers: { 200: Space },
    tagged: true,
    handler: ({ deps, thing, body, change }) =>
      change(async ({ tx, now, trace }) => {
        const { id, organization_id, parent_id } = thing.space;
        const row = await moveSpace(tx, id, {
          organization: organization_id,
          to: body,
          member: thing.member,
          now,
        });
        const parents = { before: { parent: parent_id }, after: { parent: row.parent_id } };
        await trace({ action: "space.move", ...target(row), ...parents });
        return ok(await presentWithin(tx, deps, row, thing.member), row.version);
      }),
  }),
  op({
    method: "POST",
    url: "/spaces/:spaceId/transfer",
    operationId: "transferSpace",
    call: "spaces.transfer",
    summary: "Transfer a space to another organization",
    description:
      "With its history. Takes `admin` on it and `createContent` in the other organization; people outside it lose their access, and teams theirs. Refused while it is in a site, or is a translation or the source of one.",
    scopes: ["space:write"],
    access: holding("The space", loadSpace, "admin"),
    points: TRANSFER_POINTS,
    slow: true,
    perOrganization: { atOnce: 1, of: ({ space }) => space.organization_id },
    shapes: { params: SpaceParams, body: TransferContent },
    answers: { 200: Space },
    tagged: true,
    handler: async ({ deps, identity, thing, body, change }) => {
      const from = thing.space.organization_id;
      const to = body.organization;
      await refuseTarget(deps, identity, { from, to });
      const { id } = thing.space;
      return transferUntouched(id, async () => {
        const content = await copyContent(deps, { spaces: [id], from, to }, deps.clock.now());
        return change(async ({ tx, now, newId, trace }) => {
          const asked = { content, caller: identity, from, to, now, newId };
          const { row, there } = await transferSpace(tx, id, asked);
          const transfer = {
            action: "space.transfer" as const,
            ...target(row),
            before: { organization: from },
            after: body,
          };
          await trace({ ...transfer, organization: from });
          await trace(transfer);
          return ok(await presentWithin(tx, deps, row, there), row.version);
        });
      });
    },
  }),
]);
