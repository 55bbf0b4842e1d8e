import type { Read } from "../../db/database.ts";
import type { Flag, RequestKey, Row } from "../../db/schema.ts";
import { newestFirst, pageBy } from "../../http/pageBy.ts";
import type { LoadCall, Paging } from "../../http/operation.ts";
import {
  aboutContent,
  loadChangeRequest,
  type ChangeRequestThing,
  type RequestContentThing,
} from "../change-requests/queries.ts";
import { type Beholder, seenBy, type ShownUser } from "../users/present.ts";

/** A review of the change request that the path names. */
interface ReviewThing extends ChangeRequestThing {
  readonly review: Row<"reviews">;
}

/** Who was asked to review a change request; undefined when this user wasn't. */
export function findRequest(
  read: Read,
  { organization_id, id }: RequestKey,
  user: string,
): Promise<Row<"requested_reviewers"> | undefined> {
  return read
    .selectFrom("requested_reviewers")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("change_request_id", "=", id)
    .where("user_id", "=", user)
    .executeTakeFirst();
}

/** The change request that the path names; whoever was asked for a review has the right to it. */
export async function loadReviewed(call: LoadCall): Promise<RequestContentThing | undefined> {
  const loaded = await loadChangeRequest(call);
  if (loaded === undefined) return undefined;
  const thing = aboutContent(loaded);
  if (thing.rights.review) return thing;
  const asked = await findRequest(call.deps.db.read, thing.request, call.identity.userId);
  return asked === undefined ? thing : { ...thing, rights: { ...thing.rights, review: true } };
}

/** The review that the path names, of the change request that the path names. */
export async function loadReview(call: LoadCall): Promise<ReviewThing | undefined> {
  const thing = await loadChangeRequest(call);
  if (thing === undefined) return undefined;
  const review = await call.deps.db.read
    .selectFrom("reviews")
    .selectAll()
    .where("organization_id", "=", thing.request.organization_id)
    .where("id", "=", call.params["reviewId"] ?? "")
    .where("change_request_id", "=", thing.request.id)
    .executeTakeFirst();
  return review && { ...thing, review };
}

/** Reviews of a change request, newest first. */
export async function listReviews(
  read: Read,
  { organization_id, id }: RequestKey,
  { outdated, ...paging }: { readonly outdated: boolean | undefined } & Paging,
) {
  let found = read
    .selectFrom("reviews")
    .where("organization_id", "=", organization_id)
    .where("change_request_id", "=", id);
  if (outdated !== undefined) found = found.where("outdated", "=", (outdated ? 1 : 0) as Flag);
  return newestFirst(found, paging);
}

/** Who was asked to review a change request, in the order of the asking. */
export function listRequestedReviewers(read: Read, { organization_id, id }: RequestKey, paging: Paging) {
  const found = read
    .selectFrom("requested_reviewers")
    .where("organization_id", "=", organization_id)
    .where("change_request_id", "=", id);
  return pageBy(found.selectAll(), ["created_at", "user_id"], paging);
}

/** The users with these ids, as a member sees them. */
export async function usersById(
  read: Read,
  ids: readonly (string | null)[],
  member: Beholder,
): Promise<ReadonlyMap<string, ShownUser>> {
  const named = [...new Set(ids.flatMap((id) => id ?? []))];
  if (named.length === 0) return new Map();
  const users = await read.selectFrom("users").selectAll().where("id", "in", named).execute();
  return new Map(users.map((user) => [user.id, seenBy(member, user)]));
}
