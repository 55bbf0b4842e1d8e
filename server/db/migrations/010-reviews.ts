/** Reviews of change requests, who is asked for them, and what a merge takes. */
import type { Migration, MigrationContext } from "./columns.ts";
import { index, key, mayRefer, refers, required, startsAt, table } from "./columns.ts";

async function reviews(context: MigrationContext): Promise<void> {
  const { text, int } = context;
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
  await index(context, "reviews_in_order", "reviews", ["change_request_id", "created_at", "id"]);
  await index(context, "reviews_of_comment", "reviews", ["comment_id"]);
  await index(context, "reviews_of_reviewer", "reviews", ["reviewer_id"]);
}

async function requestedReviewers(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await table(context, "requested_reviewers")
    .addColumn("change_request_id", text, refers("change_requests.id", "cascade"))
    .addColumn("user_id", text, refers("users.id", "cascade"))
    .addColumn("revision", text, required)
    .addColumn("requested_by", text, mayRefer("users.id", "set null"))
    .addColumn("created_at", int, required)
    .addPrimaryKeyConstraint("requested_reviewers_key", ["change_request_id", "user_id"])
    .execute();
  await index(context, "requested_reviewers_of_user", "requested_reviewers", ["user_id"]);
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
