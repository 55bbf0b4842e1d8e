import type { Comment } from "../comments/schema.ts";
import type { PresentedShape } from "../../http/operation.ts";
import type { RequestedReviewer, Review } from "./schema.ts";
import type { Row } from "../../db/schema.ts";
import type { Addresses } from "../../deps.ts";
import { given, timestamp } from "../../http/shapes.ts";
import { presentUser, type ShownUser } from "../users/present.ts";

type Users = ReadonlyMap<string, ShownUser>;

/** What is told beside the rows of reviews. */
interface AroundReviews {
  /** Everybody whom they name. */
  readonly users: Users;
  /** Their comments as they are answered, by id. */
  readonly comments: ReadonlyMap<string, PresentedShape<typeof Comment> | undefined>;
  readonly addresses: Addresses;
}

export function presentReview(
  review: Row<"reviews">,
  { space_id: space, id: request }: Pick<Row<"change_requests">, "space_id" | "id">,
  { users, comments, addresses }: AroundReviews,
): PresentedShape<typeof Review> {
  const requestedBy = users.get(review.requested_by ?? "");
  return {
    object: "change-request-review" as const,
    id: review.id,
    revision: review.revision,
    reviewer: presentUser(users.get(review.reviewer_id) as ShownUser, addresses),
    ...(requestedBy === undefined ? {} : { requestedBy: presentUser(requestedBy, addresses) }),
    status: review.status,
    outdated: review.outdated === 1,
    ...given("comment", comments.get(review.comment_id ?? "")),
    createdAt: timestamp(review.created_at),
    updatedAt: timestamp(review.updated_at),
    urls: {
      location: `${addresses.app}/v1/spaces/${space}/change-requests/${request}/reviews/${review.id}`,
    },
  };
}

/** @param users everybody whom the row names; who asked and is gone since is shown as who was asked */
export function presentRequestedReviewer(
  row: Row<"requested_reviewers">,
  users: Users,
  addresses: Addresses,
): PresentedShape<typeof RequestedReviewer> {
  const user = users.get(row.user_id) as ShownUser;
  return {
    object: "change-request-requested-reviewer" as const,
    kind: "user" as const,
    user: presentUser(user, addresses),
    revision: row.revision,
    requestedBy: presentUser(users.get(row.requested_by ?? "") ?? user, addresses),
    createdAt: timestamp(row.created_at),
  };
}
