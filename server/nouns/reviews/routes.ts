import { type Static, Type } from "typebox";
import { roleUnder } from "../../access/scope.ts";
import { spaceRights } from "../../access/table.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { readText } from "../../http/document.ts";
import { invalid } from "../../http/errors.ts";
import { listOf, pageOf, pageWith } from "../../http/list.ts";
import { chapter, created, empty, holding, ok, op } from "../../http/operation.ts";
import { loadChangeRequest } from "../change-requests/queries.ts";
import { ChangeRequestParams } from "../change-requests/schema.ts";
import { traced } from "../change-requests/trail.ts";
import { BODY_MAX } from "../comments/body.ts";
import { postComment } from "../comments/commands.ts";
import { traced as tracedComment } from "../comments/trail.ts";
import { answerReviews } from "./answer.ts";
import { joinComment, removeRequestedReviewer, requestReviewers, submitReview } from "./commands.ts";
import { presentRequestedReviewer } from "./present.ts";
import { listRequestedReviewers, listReviews, loadReview, loadReviewed, usersById } from "./queries.ts";
import {
  ListReviewersQuery,
  ListReviewsQuery,
  RequestedReviewer,
  RequestReviewers,
  Review,
  ReviewQuery,
  ReviewerParams,
  ReviewParams,
  SubmitReview,
} from "./schema.ts";

const prefix = "/spaces/:spaceId/change-requests/:changeRequestId";
const reading = holding("The change request", loadChangeRequest, "view");
const asking = holding("The change request", loadChangeRequest, "edit");

/** What is said with a review; undefined: nothing. */
function commentOf({ comment = {} }: Static<typeof SubmitReview>): string | undefined {
  const said = readText(comment, "/comment", BODY_MAX);
  return said?.trim() === "" ? undefined : said;
}

/** @throws 400 naming those who don't see the space, and those who are nobody here: the same answer */
async function refuseBlind(deps: Deps, space: Row<"spaces">, users: readonly string[]): Promise<void> {
  const seeing = await Promise.all(
    users.map(async (user) => {
      const member = await deps.members.ofUser(space.organization_id, user);
      return member !== undefined && spaceRights(await roleUnder(deps.members, space, member)).view;
    }),
  );
  const problems = users.flatMap((_, index) =>
    seeing[index] ? [] : [{ path: `/users/${index}`, message: "is nobody who sees this space." }],
  );
  const first = problems[0];
  if (first !== undefined) throw invalid(`${first.path}: ${first.message}`, problems);
}

export const reviewOperations = chapter("Reviews", [
  op({
    method: "GET",
    url: `${prefix}/reviews`,
    operationId: "getReviewsByChangeRequestId",
    call: "changeRequests.reviews.list",
    summary: "List the reviews of a change request",
    description:
      "The newest first. A review belongs to the revision that was reviewed, even when the content changes later. With `outdated=false` you get only the last review of each reviewer.",
    scopes: ["space:read"],
    access: reading,
    shapes: { params: ChangeRequestParams, query: ListReviewsQuery },
    answers: { 200: listOf(Review) },
    handler: async ({ deps, thing, query, paging }) => {
      const { read } = deps.db;
      const which = { ...paging, outdated: query.outdated };
      const page = await listReviews(read, thing.request, which);
      const items = await answerReviews({ deps, read, place: thing, format: query.format }, page.rows);
      return pageWith(page, items);
    },
  }),
  op({
    method: "POST",
    url: `${prefix}/reviews`,
    operationId: "submitChangeRequestReview",
    call: "changeRequests.reviews.submit",
    summary: "Review a change request",
    description:
      "For people who can review in the space or were asked to. The review is about the current content and replaces your earlier one. Its text becomes a comment on the change request. A merged or archived change request answers 409. `If-Match` takes the ETag of the content that you read.",
    scopes: ["space:write"],
    access: holding("The change request", loadReviewed, "review"),
    shapes: { params: ChangeRequestParams, body: SubmitReview },
    answers: { 201: Review },
    ifMatch: "content",
    handler: async ({ deps, identity, thing, body, change, expectedRevisions: expected }) => {
      const { space, request } = thing;
      const said = commentOf(body);
      const { review: mayReview } = spaceRights(await roleUnder(deps.members, space, thing.member));
      return change(async ({ tx, now, newId, trace }) => {
        const made = { id: newId(), request, reviewer: identity.userId, mayReview, now, expected };
        const review = await submitReview(tx, { ...made, status: body.status });
        const { revision, status } = review;
        const after = { review: review.id, status, revision };
        await trace({ action: "change-request.review.submit", ...traced(space, request), after });
        const answering = { deps, read: tx, place: thing };
        if (said === undefined) {
          const [shown] = await answerReviews(answering, [review]);
          return created(shown);
        }
        const kept = { revision_id: revision, page_id: null, node_id: null, page_body: null };
        const comment = { id: newId(), body: said, by: identity.userId, now };
        await postComment(tx, thing, kept, comment);
        await trace(tracedComment(thing, { comment: comment.id }, "create", { review: review.id }));
        const joined = await joinComment(tx, review, comment.id);
        const [shown] = await answerReviews(answering, [joined], { revision });
        return created(shown);
      });
    },
  }),
  op({
    method: "GET",
    url: `${prefix}/reviews/:reviewId`,
    operationId: "getChangeRequestReviewById",
    call: "changeRequests.reviews.get",
    summary: "Get a review of a change request",
    scopes: ["space:read"],
    access: holding("The review", loadReview, "view"),
    shapes: { params: ReviewParams, query: ReviewQuery },
    answers: { 200: Review },
    handler: async ({ deps, thing, query: { format } }) => {
      const [review] = await answerReviews({ deps, read: deps.db.read, place: thing, format }, [
        thing.review,
      ]);
      return ok(review);
    },
  }),
  op({
    method: "GET",
    url: `${prefix}/requested-reviewers`,
    operationId: "getRequestedReviewersByChangeRequestId",
    call: "changeRequests.reviewers.list",
    summary: "List the requested reviewers of a change request",
    description: "In the order of the requests, whether or not they have reviewed since.",
    scopes: ["space:read"],
    access: reading,
    shapes: { params: ChangeRequestParams, query: ListReviewersQuery },
    answers: { 200: listOf(RequestedReviewer) },
    handler: async ({ deps, thing: { request, member }, paging }) => {
      const page = await listRequestedReviewers(deps.db.read, request, paging);
      const users = await usersById(
        deps.db.read,
        page.rows.flatMap((row) => [row.user_id, row.requested_by]),
        member,
      );
      return pageOf(page, (row) => presentRequestedReviewer(row, users, deps.addresses));
    },
  }),
  op({
    method: "POST",
    url: `${prefix}/requested-reviewers`,
    operationId: "requestReviewersForChangeRequest",
    call: "changeRequests.reviewers.request",
    summary: "Ask for reviews of a change request",
    description:
      "Asks people who can see the space, whatever their role; a draft becomes `open`. If you ask somebody again, their earlier review no longer counts.",
    scopes: ["space:write"],
    access: asking,
    shapes: { params: ChangeRequestParams, body: RequestReviewers },
    answers: { 200: Type.Object({ users: Type.Array(RequestedReviewer) }) },
    handler: async ({
      deps,
      identity,
      thing: { space, request, member },
      body,
      change,
      expectedVersion: expected,
    }) => {
      const { users, subject } = body;
      await refuseBlind(deps, space, users);
      return change(async ({ tx, now, trace }) => {
        const asked = { request, users, subject, by: identity.userId, now, expected };
        const { request: current, rows } = await requestReviewers(tx, asked);
        await trace({ action: "change-request.review.request", ...traced(space, current), after: body });
        const people = await usersById(tx, [identity.userId, ...users], member);
        return ok({ users: rows.map((row) => presentRequestedReviewer(row, people, deps.addresses)) });
      });
    },
  }),
  op({
    method: "DELETE",
    url: `${prefix}/requested-reviewers/:userId`,
    operationId: "removeRequestedReviewerFromChangeRequest",
    call: "changeRequests.reviewers.remove",
    summary: "Withdraw a review request",
    description: "Earlier reviews stay. The answer is 204 even if they had not been asked.",
    scopes: ["space:write"],
    access: asking,
    shapes: { params: ReviewerParams },
    answers: { 204: null, 205: null },
    handler: ({ thing: { space, request }, params, change, expectedVersion }) =>
      change(async ({ tx, trace }) => {
        const wasAsked = await removeRequestedReviewer(tx, request, params.userId, expectedVersion);
        if (!wasAsked) return empty(204);
        await trace({
          action: "change-request.review.withdraw",
          ...traced(space, request),
          before: { user: params.userId },
        });
        return empty(205);
      }),
  }),
]);
