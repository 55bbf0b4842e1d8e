import type { Write } from "../../db/database.ts";
import type { RequestKey, ReviewStatus, Row } from "../../db/schema.ts";
import { forbidden } from "../../http/errors.ts";
import {
  countStatus,
  lockChangeRequest,
  refuseClosed,
  takeChangeRequest,
} from "../change-requests/commands.ts";
import { refuseOtherRevision } from "../content/target.ts";
import { findRequest } from "./queries.ts";

interface NewReview {
  readonly id: string;
  readonly request: RequestKey;
  readonly reviewer: string;
  /** Whether they may review without being asked. */
  readonly mayReview: boolean;
  readonly status: ReviewStatus;
  readonly now: number;
  /** The revisions that the reviewer relies on. */
  readonly expected: readonly string[] | undefined;
}

/**
 * Adds a review of what the change request holds now; earlier ones of the same reviewer no longer count.
 * @throws 403 for somebody who may not and is not asked any more, 409 once it is closed, 412
 */
export async function submitReview(tx: Write, input: NewReview): Promise<Row<"reviews">> {
  const request = await lockChangeRequest(tx, input.request);
  refuseOtherRevision(request.head, input.expected);
  refuseClosed(request);
  const asked = await findRequest(tx, request, input.reviewer);
  if (asked === undefined && !input.mayReview) {
    throw forbidden("Only people who can review in this space, or were asked to review, can review it.");
  }
  await outdate(tx, request, [input.reviewer], input.now);
  return tx
    .insertInto("reviews")
    .values({
      organization_id: request.organization_id,
      id: input.id,
      change_request_id: request.id,
      revision: request.head,
      reviewer_id: input.reviewer,
      requested_by: asked?.requested_by ?? null,
      status: input.status,
      comment_id: null,
      created_at: input.now,
      updated_at: input.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Joins a review with the comment that came with it. */
export async function joinComment(
  tx: Write,
  review: Pick<Row<"reviews">, "organization_id" | "id">,
  comment: string,
): Promise<Row<"reviews">> {
  return tx
    .updateTable("reviews")
    .set({ comment_id: comment })
    .where("organization_id", "=", review.organization_id)
    .where("id", "=", review.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** What these people said so far no longer counts. */
async function outdate(
  tx: Write,
  { organization_id, id }: RequestKey,
  reviewers: readonly string[],
  now: number,
): Promise<void> {
  if (reviewers.length === 0) return;
  await tx
    .updateTable("reviews")
    .set({ outdated: 1, updated_at: now })
    .where("organization_id", "=", organization_id)
    .where("change_request_id", "=", id)
    .where("reviewer_id", "in", reviewers)
    .where("outdated", "=", 0)
    .execute();
}

interface ReviewRequest {
  readonly request: RequestKey;
  readonly users: readonly string[];
  readonly subject: string | undefined;
  readonly by: string;
  readonly now: number;
  readonly expected: number | undefined;
}

/**
 * Asks for reviews, and opens a draft. Who is asked again has to review again.
 * @throws 409 once it is closed, 412
 */
export async function requestReviewers(
  tx: Write,
  { request: key, users, subject, by, now, expected }: ReviewRequest,
): Promise<{ request: Row<"change_requests">; rows: Row<"requested_reviewers">[] }> {
  const before = await takeChangeRequest(tx, key, expected);
  refuseClosed(before);
  const { organization_id, id } = before;
  await countStatus(tx, before, "open");
  const request = await tx
    .updateTable("change_requests")
    .set({ status: "open", updated_at: now, ...(subject === undefined ? {} : { subject }) })
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await outdate(tx, request, users, now);
  const rows: Row<"requested_reviewers">[] = [];
  for (const user of users) {
    const asked = { revision: request.head, requested_by: by, created_at: now };
    const row = await tx
      .insertInto("requested_reviewers")
      .values({ organization_id, change_request_id: id, user_id: user, ...asked })
      .onConflict((known) =>
        known.columns(["organization_id", "change_request_id", "user_id"]).doUpdateSet(asked),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    rows.push(row);
  }
  return { request, rows };
}

/**
 * Takes back that somebody was asked; what they said already stays. Gives whether they had been asked.
 * @throws 409 once it is closed, 412
 */
export async function removeRequestedReviewer(
  tx: Write,
  request: RequestKey,
  user: string,
  expected: number | undefined,
): Promise<boolean> {
  refuseClosed(await takeChangeRequest(tx, request, expected));
  const gone = await tx
    .deleteFrom("requested_reviewers")
    .where("organization_id", "=", request.organization_id)
    .where("change_request_id", "=", request.id)
    .where("user_id", "=", user)
    .returning("user_id")
    .executeTakeFirst();
  return gone !== undefined;
}
