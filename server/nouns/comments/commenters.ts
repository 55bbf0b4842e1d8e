/** Who takes part in a discussion. */
import { Type } from "typebox";
import { organizationRights } from "../../access/table.ts";
import type { Read } from "../../db/database.ts";
import { listOf, pageOf } from "../../http/list.ts";
import { holding, op, type LooseOperation, type Paging } from "../../http/operation.ts";
import { pageBy } from "../../http/pageBy.ts";
import { type MemberCounts, presentMember } from "../members/present.ts";
import { countsOf } from "../members/reach.ts";
import type { Discussion } from "./place.ts";
import { commentsOf, type PlaceThing } from "./queries.ts";
import { ListCommentersQuery } from "./schema.ts";
import { Member } from "../members/schema.ts";

/** The members who wrote comments or replies, as far as the caller may see members: guests see themselves. */
function listCommenters(read: Read, place: PlaceThing, paging: Paging) {
  const { space, member } = place;
  const comments = commentsOf(read, place);
  let query = read
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .where("members.organization_id", "=", space.organization_id)
    .where((eb) =>
      eb.or([
        eb("members.user_id", "in", comments.select("posted_by").where("posted_by", "is not", null) as never),
        eb(
          "members.user_id",
          "in",
          read
            .selectFrom("comment_replies")
            .select("posted_by")
            .where("organization_id", "=", space.organization_id)
            .where("posted_by", "is not", null)
            .where("comment_id", "in", comments.select("id")) as never,
        ),
      ]),
    );
  if (!organizationRights(member.role).listMembers) {
    query = query.where("members.user_id", "=", member.userId);
  }
  return pageBy(
    query.selectAll("members").select(["users.display_name", "users.email", "users.photo_url"]),
    ["members.joined_at", "members.user_id"],
    paging,
  );
}

/** The operation that lists the people of the discussion of one kind of place. */
export function commenterOperation({
  noun,
  load,
  of,
  suffix,
  resource,
  url,
  params,
}: Discussion): LooseOperation {
  return op({
    method: "GET",
    url: `${url}/commenters`,
    operationId: `listCommentersIn${suffix}`,
    call: `${resource}.comments.listCommenters`,
    summary: `List the authors of comments on ${of}`,
    description:
      "The members who wrote its comments or replies, in the order in which they joined the organization. Guests see " +
      "only themselves.",
    scopes: ["space:read"],
    access: holding(noun, load, "view"),
    shapes: { params: Type.Object(params), query: ListCommentersQuery },
    answers: { 200: listOf(Member) },
    handler: async ({ deps, thing: place, paging }) => {
      const page = await listCommenters(deps.db.read, place, paging);
      const counted = await countsOf(deps, place.space.organization_id, place.member, page.rows);
      const counts = new Map(page.rows.map((row, index) => [row.user_id, counted[index] as MemberCounts]));
      return pageOf(page, (row) =>
        presentMember(row, counts.get(row.user_id) as MemberCounts, deps.addresses),
      );
    },
  });
}
