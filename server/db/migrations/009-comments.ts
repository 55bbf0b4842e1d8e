/** Comments on spaces and on change requests, their replies, and reactions to both. */
import type { Migration, MigrationContext } from "./columns.ts";
import { index, key, mayRefer, refers, required, startsAt, table } from "./columns.ts";

async function comments(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await table(context, "comments")
    .addColumn("id", text, key)
    .addColumn("space_id", text, refers("spaces.id", "cascade"))
    .addColumn("change_request_id", text, mayRefer("change_requests.id", "cascade"))
    .addColumn("revision_id", text, required)
    .addColumn("page_id", text)
    .addColumn("node_id", text)
    .addColumn("page_body", text)
    .addColumn("body", text, required)
    .addColumn("posted_by", text, mayRefer("users.id", "set null"))
    .addColumn("posted_at", int, required)
    .addColumn("edited_at", int)
    .addColumn("resolved_by", text, mayRefer("users.id", "set null"))
    .addColumn("resolved_at", int)
    .addColumn("version", int, startsAt(1))
    .execute();
  await index(context, "comments_in_order", "comments", ["space_id", "change_request_id", "posted_at", "id"]);
  await index(context, "comments_of_change_request", "comments", ["change_request_id"]);
  await index(context, "comments_of_author", "comments", ["posted_by"]);
  await index(context, "comments_of_resolver", "comments", ["resolved_by"]);
}

async function replies(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await table(context, "comment_replies")
    .addColumn("id", text, key)
    .addColumn("comment_id", text, refers("comments.id", "cascade"))
    .addColumn("body", text, required)
    .addColumn("posted_by", text, mayRefer("users.id", "set null"))
    .addColumn("posted_at", int, required)
    .addColumn("edited_at", int)
    .addColumn("version", int, startsAt(1))
    .execute();
  await index(context, "comment_replies_in_order", "comment_replies", ["comment_id", "posted_at", "id"]);
  await index(context, "comment_replies_of_author", "comment_replies", ["posted_by"]);
}

async function reactions(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await table(context, "comment_reactions")
    // The comment or the reply that was reacted to; the references beside it are for their deletion.
    .addColumn("subject_id", text, required)
    .addColumn("emoji", text, required)
    .addColumn("user_id", text, refers("users.id", "cascade"))
    .addColumn("comment_id", text, refers("comments.id", "cascade"))
    .addColumn("reply_id", text, mayRefer("comment_replies.id", "cascade"))
    .addColumn("reacted_at", int, required)
    .addPrimaryKeyConstraint("comment_reactions_key", ["subject_id", "emoji", "user_id"])
    .execute();
  await index(context, "comment_reactions_of_comment", "comment_reactions", ["comment_id"]);
  await index(context, "comment_reactions_of_reply", "comment_reactions", ["reply_id"]);
  await index(context, "comment_reactions_of_user", "comment_reactions", ["user_id"]);
}

export const commentsAndReactions: Migration = {
  name: "009-comments",
  async up(context) {
    await comments(context);
    await replies(context);
    await reactions(context);
  },
};
