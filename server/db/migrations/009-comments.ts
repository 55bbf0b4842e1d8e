/** Comments on spaces and on change requests, their replies, and reactions to both. */
import type { Migration, MigrationContext } from "./columns.ts";
import { key, mayRefer, refers, required, startsAt, table } from "./columns.ts";

async function comments(context: MigrationContext): Promise<void> {
  const { schema, text, int } = context;
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
  const index = (name: string, columns: string[]) =>
    schema.createIndex(name).on("comments").columns(columns).execute();
  await index("comments_in_order", ["space_id", "change_request_id", "posted_at", "id"]);
  await index("comments_of_change_request", ["change_request_id"]);
  await index("comments_of_author", ["posted_by"]);
  await index("comments_of_resolver", ["resolved_by"]);
}

async function replies(context: MigrationContext): Promise<void> {
  const { schema, text, int } = context;
  await table(context, "comment_replies")
    .addColumn("id", text, key)
    .addColumn("comment_id", text, refers("comments.id", "cascade"))
    .addColumn("body", text, required)
    .addColumn("posted_by", text, mayRefer("users.id", "set null"))
    .addColumn("posted_at", int, required)
    .addColumn("edited_at", int)
    .addColumn("version", int, startsAt(1))
    .execute();
  const index = (name: string, columns: string[]) =>
    schema.createIndex(name).on("comment_replies").columns(columns).execute();
  await index("comment_replies_in_order", ["comment_id", "posted_at", "id"]);
  await index("comment_replies_of_author", ["posted_by"]);
}

async function reactions(context: MigrationContext): Promise<void> {
  const { schema, text, int } = context;
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
  const index = (name: string, columns: string[]) =>
    schema.createIndex(name).on("comment_reactions").columns(columns).execute();
  await index("comment_reactions_of_comment", ["comment_id"]);
  await index("comment_reactions_of_reply", ["reply_id"]);
  await index("comment_reactions_of_user", ["user_id"]);
}

export const commentsAndReactions: Migration = {
  name: "009-comments",
  async up(context) {
    await comments(context);
    await replies(context);
    await reactions(context);
  },
};
