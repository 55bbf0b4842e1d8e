import { Type } from "typebox";
import { pageQuery } from "../../http/list.ts";
import { Id, ResourceUrls, Timestamp } from "../../http/shapes.ts";
import { closed, named } from "../../http/named.ts";
import { ChangeRequestParams } from "../change-requests/schema.ts";
import { Comment, CommentBody, FormatQuery } from "../comments/schema.ts";
import { User } from "../users/schema.ts";

const Status = named("ChangeRequestReviewStatus", Type.Enum(["approved", "changes-requested"]));

export const Review = named(
  "ChangeRequestReview",
  Type.Object(
    {
      object: Type.Literal("change-request-review"),
      id: Type.String(),
      revision: Type.String({ description: "The revision of the change request that was reviewed." }),
      reviewer: User,
      requestedBy: Type.Optional(User),
      status: Status,
      outdated: Type.Boolean({
        description:
          "Whether its reviewer has reviewed again since, or was asked to. Outdated reviews don't count for merge rules.",
      }),
      comment: Type.Optional(Comment),
      createdAt: Timestamp,
      updatedAt: Timestamp,
      urls: ResourceUrls,
    },
    { description: "The review of one revision of a change request." },
  ),
);

export const RequestedReviewer = named(
  "ChangeRequestRequestedReviewer",
  Type.Object({
    object: Type.Literal("change-request-requested-reviewer"),
    kind: Type.Literal("user"),
    user: User,
    revision: Type.String({ description: "The revision of the change request at that time." }),
    requestedBy: User,
    createdAt: Timestamp,
  }),
);

export const ReviewParams = Type.Object({ ...ChangeRequestParams.properties, reviewId: Id });
export const ReviewerParams = Type.Object({ ...ChangeRequestParams.properties, userId: Id });

export const ListReviewsQuery = closed({
  ...pageQuery,
  ...FormatQuery.properties,
  outdated: Type.Optional(
    Type.Boolean({ description: "true: only outdated reviews. false: only the others." }),
  ),
});

/** Reading one review: only how its comment is written. */
export const ReviewQuery = FormatQuery;

export const ListReviewersQuery = closed(pageQuery);

export const SubmitReview = named(
  "SubmitReview",
  closed({
    status: Status,
    comment: Type.Optional(CommentBody),
  }),
);

export const RequestReviewers = named(
  "RequestReviewers",
  closed({
    users: Type.Array(Id, {
      maxItems: 100,
      uniqueItems: true,
      description: "The ids of people who can see the space. Empty: nobody in particular.",
    }),
    subject: Type.Optional(
      Type.String({ maxLength: 100, description: "A new subject of the change request." }),
    ),
  }),
);
