/** Reviews of change requests, and who is asked for them. */
import type { TableDescription } from "../table.ts";

export const reviews = [
  {
    name: "reviews",
    of: "organization",
    columns: {
      id: "text",
      change_request_id: "text",
      /** The revision of the change request that was looked at. */
      revision: "text",
      reviewer_id: "text",
      /** Who had asked for it; null: nobody, or they are gone. */
      requested_by: "text?",
      status: "text: approved | changes-requested",
      /** The comment that came with it; null: none, or it is deleted. */
      comment_id: "text?",
      /** Whether its reviewer reviewed again since, or was asked to. */
      outdated: "flag = 0",
      created_at: "int",
      updated_at: "int",
    },
    key: ["id"],
    refers: {
      comment_id: "comments set null",
      requested_by: "users set null",
      reviewer_id: "users cascade",
      change_request_id: "change_requests cascade",
    },
    indexes: {
      reviews_of_reviewer: ["reviewer_id", "id"],
      reviews_of_comment: ["comment_id"],
      reviews_at_revision: ["revision"],
      reviews_in_order: ["change_request_id", "created_at", "id"],
    },
  },
  {
    name: "requested_reviewers",
    of: "organization",
    columns: {
      change_request_id: "text",
      user_id: "text",
      /** The revision of the change request at that time. */
      revision: "text",
      requested_by: "text?",
      created_at: "int",
    },
    key: ["change_request_id", "user_id"],
    refers: {
      requested_by: "users set null",
      user_id: "users cascade",
      change_request_id: "change_requests cascade",
    },
    indexes: {
      requested_reviewers_of_user: ["user_id"],
      requested_reviewers_at_revision: ["revision"],
    },
  },
] as const satisfies readonly TableDescription[];
