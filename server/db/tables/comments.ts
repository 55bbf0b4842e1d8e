/** Comments, their replies and the reactions to both. */
import type { Generated } from "kysely";

interface CommentRow {
  organization_id: string;
  id: string;
  space_id: string;
  /** null: it is about the space itself. */
  change_request_id: string | null;
  /** The revision that its author looked at. */
  revision_id: string;
  /** null: it is about no single page. */
  page_id: string | null;
  /** The block, by its id in the body `page_body`; null: about the whole page. */
  node_id: string | null;
  /** Hash of the page's body in `revision_id`. */
  page_body: string | null;
  /** Markdown, as it was sent. */
  body: string;
  /** null once that user is gone. */
  posted_by: string | null;
  posted_at: number;
  edited_at: number | null;
  resolved_by: string | null;
  /** null: open. */
  resolved_at: number | null;
  version: Generated<number>;
}

/** What names a comment or a reply to the database. */
export type PostKey = Pick<CommentRow, "organization_id" | "id">;

interface CommentReplyRow {
  organization_id: string;
  id: string;
  comment_id: string;
  /** Markdown, as it was sent. */
  body: string;
  /** null once that user is gone. */
  posted_by: string | null;
  posted_at: number;
  edited_at: number | null;
  version: Generated<number>;
}

interface CommentReactionRow {
  organization_id: string;
  /** The id of the comment, or of the reply. */
  subject_id: string;
  emoji: string;
  user_id: string;
  comment_id: string;
  /** null: to the comment itself. */
  reply_id: string | null;
  reacted_at: number;
}

export interface CommentsTables {
  comments: CommentRow;
  comment_replies: CommentReplyRow;
  comment_reactions: CommentReactionRow;
}
