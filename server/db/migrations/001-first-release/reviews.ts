/** Reviews of change requests, and who is asked for them. */
import type { TableDescription } from "../table.ts";

export const reviews: readonly TableDescription[] = [
  {
    name: "reviews",
    of: "organization",
    columns: {
      id: "text",
      change_request_id: "text",
      revision: "text",
      reviewer_id: "text",
      requested_by: "text?",
      status: "text",
      comment_id: "text?",
      outdated: "int = 0",
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
      reviews_of_reviewer: ["reviewer_id"],
      reviews_of_comment: ["comment_id"],
      reviews_in_order: ["change_request_id", "created_at", "id"],
    },
  },
  {
    name: "requested_reviewers",
    of: "organization",
    columns: {
      change_request_id: "text",
      user_id: "text",
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
    },
  },
];
