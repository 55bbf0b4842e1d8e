/** Comments, their replies and the reactions to both. */
import type { TableDescription } from "../table.ts";

export const comments = [
  {
    name: "comments",
    of: "organization",
    parted: "organization_id",
    columns: {
      id: "text",
      space_id: "text",
      /** null: it is about the space itself. */
      change_request_id: "text?",
      /** The revision that its author looked at. */
      revision_id: "text",
      /** null: it is about no single page. */
      page_id: "text?",
      /** The block, by its id in the body `page_body`; null: about the whole page. */
      node_id: "text?",
      /** Hash of the page's body in `revision_id`. */
      page_body: "text?",
      /** Markdown, as it was sent. */
      body: "text",
      /** null once that user is gone. */
      posted_by: "text?",
      posted_at: "int",
      edited_at: "int?",
      resolved_by: "text?",
      /** null: open. */
      resolved_at: "int?",
      version: "int = 1",
    },
    key: ["id"],
    refers: {
      resolved_by: "users set null",
      posted_by: "users set null",
      change_request_id: "change_requests cascade",
      space_id: "spaces cascade",
    },
    indexes: {
      comments_of_resolver: ["resolved_by"],
      comments_of_author: ["posted_by", "id"],
      comments_at_revision: ["revision_id"],
      comments_of_change_request: ["change_request_id"],
      comments_in_order: ["space_id", "change_request_id", "posted_at", "id"],
    },
  },
  {
    name: "comment_replies",
    of: "organization",
    columns: {
      id: "text",
      comment_id: "text",
      /** Markdown, as it was sent. */
      body: "text",
      /** null once that user is gone. */
      posted_by: "text?",
      posted_at: "int",
      edited_at: "int?",
      version: "int = 1",
    },
    key: ["id"],
    refers: { posted_by: "users set null", comment_id: "comments cascade" },
    indexes: {
      comment_replies_of_author: ["posted_by", "id"],
      comment_replies_in_order: ["comment_id", "posted_at", "id"],
    },
  },
  {
    name: "comment_reactions",
    of: "organization",
    columns: {
      /** The id of the comment, or of the reply. */
      subject_id: "text",
      emoji: "text",
      user_id: "text",
      comment_id: "text",
      /** null: to the comment itself. */
      reply_id: "text?",
      reacted_at: "int",
    },
    key: ["subject_id", "emoji", "user_id"],
    refers: { reply_id: "comment_replies cascade", comment_id: "comments cascade", user_id: "users cascade" },
    indexes: {
      comment_reactions_of_user: ["user_id"],
      comment_reactions_of_reply: ["reply_id"],
      comment_reactions_of_comment: ["comment_id"],
    },
  },
] as const satisfies readonly TableDescription[];
