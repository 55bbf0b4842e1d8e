import { Type } from "typebox";
import type { Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { chapter, holding, ok, op } from "../../http/operation.ts";
import { Timestamp, timestamp } from "../../http/shapes.ts";
import { named } from "../../http/named.ts";
import { presentUser, seenBy } from "../users/present.ts";
import { User } from "../users/schema.ts";
import { loadChangeRequest } from "./queries.ts";
import { ChangeRequestParams } from "./schema.ts";

/** Who made revisions of a change request, or began it, and when last; the most recent first. */
async function listContributors(read: Read, request: Row<"change_requests">) {
  const made = await read
    .selectFrom("revisions")
    .select((eb) => ["created_by", eb.fn.max("created_at").as("last"), eb.fn.countAll<number>().as("count")])
    .where("organization_id", "=", request.organization_id)
    .where("change_request_id", "=", request.id)
    .where("created_by", "is not", null)
    .where("superseded_by", "is", null)
    .groupBy("created_by")
    .execute();
  const known = new Map(made.map(({ created_by: by, last, count }) => [by as string, { last, count }]));
  const { created_by: author, created_at: last } = request;
  if (author !== null && !known.has(author)) known.set(author, { last, count: 0 });
  if (known.size === 0) return [];
  const users = await read
    .selectFrom("users")
    .selectAll()
    .where("id", "in", [...known.keys()])
    .execute();
  return users
    .map((user) => ({ user, ...(known.get(user.id) as { last: number; count: number }) }))
    .toSorted((a, b) => b.last - a.last || (a.user.id < b.user.id ? -1 : 1));
}

const Contributor = named(
  "UserContributor",
  Type.Object({
    user: User,
    updatedAt: Timestamp,
    count: Type.Integer({ description: "How many revisions of it they made." }),
  }),
);

export const contributorOperations = chapter("Change requests", [
  op({
    method: "GET",
    url: "/spaces/:spaceId/change-requests/:changeRequestId/contributors",
    operationId: "getContributorsByChangeRequestId",
    call: "changeRequests.listContributors",
    summary: "List the contributors of a change request",
    description: "Its author and everybody who wrote in it, the most recent first, all at once.",
    scopes: ["space:read", "space:content:read"],
    access: holding("The change request", loadChangeRequest, "view"),
    shapes: { params: ChangeRequestParams },
    answers: { 200: Type.Object({ items: Type.Array(Contributor), count: Type.Integer() }) },
    handler: async ({ deps, thing: { request, member } }) => {
      const found = await listContributors(deps.db.read, request);
      const items = found.map(({ user, last, count }) => {
        return { user: presentUser(seenBy(member, user), deps.addresses), updatedAt: timestamp(last), count };
      });
      return ok({ items, count: items.length });
    },
  }),
]);
