/** Reviews of change requests, who is asked for them, and what a merge takes. */
import type { Migration, MigrationContext } from "./columns.ts";
import { key, mayRefer, refers, required, startsAt, table } from "./columns.ts";

async function reviews(context: MigrationContext): Promise<void> {
  const { schema, text, int } = context;
  await table(context, "reviews")
    .addColumn("id", text, key)
    .addColumn("change_request_id", text, refers("change_requests.id", "cascade"))
    .addColumn("revision", text, required)
    .addColumn("reviewer_id", text, refers("users.id", "cascade"))
    .addColumn("requested_by", text, mayRefer("users.id", "set null"))
    .addColumn("status", text, required)
    .addColumn("comment_id", text, mayRefer("comments.id", "set null"))
    .addColumn("outdated", int, startsAt(0))
    .addColumn("created_at", int, required)
    .addColumn("updated_at", int, required)
    .execute();
  await schema
    .createIndex("reviews_in_order")
    .on("reviews")
    .columns(["change_request_id", "created_at", "id"])
    .execute();
  await schema.createIndex("reviews_of_comment").on("reviews").columns(["comment_id"]).execute();
  await schema.createIndex("reviews_of_reviewer").on("reviews").columns(["reviewer_id"]).execute();
}

async function requestedReviewers(context: MigrationContext): Promise<void> {
  const { schema, text, int } = context;
  await table(context, "requested_reviewers")
    .addColumn("change_request_id", text, refers("change_requests.id", "cascade"))
    .addColumn("user_id", text, refers("users.id", "cascade"))
    .addColumn("revision", text, required)
    .addColumn("requested_by", text, mayRefer("users.id", "set null"))
    .addColumn("created_at", int, required)
    .addPrimaryKeyConstraint("requested_reviewers_key", ["change_request_id", "user_id"])
    .execute();
  await schema
    .createIndex("requested_reviewers_of_user")
    .on("requested_reviewers")
    .columns(["user_id"])
    .execute();
}

export const reviewsAndMergeRules: Migration = {
  name: "010-reviews",
  async up(context) {
    await reviews(context);
    await requestedReviewers(context);
    await context.schema.alterTable("organizations").addColumn("merge_rules", context.text).execute();
    await context.schema.alterTable("spaces").addColumn("merge_rules", context.text).execute();
  },
};
