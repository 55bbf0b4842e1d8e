/** Change requests, and what their merging could not decide. */
import type { Migration, MigrationContext } from "./columns.ts";
import { index, key, mayRefer, refers, required, startsAt, table } from "./columns.ts";

async function changeRequests(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  // Revisions are kept as long as their space: what is named here goes with the space, and not before.
  await table(context, "change_requests")
    .addColumn("id", text, key)
    .addColumn("space_id", text, refers("spaces.id", "cascade"))
    .addColumn("number", int, required)
    .addColumn("status", text, required)
    .addColumn("subject", text, required)
    .addColumn("description", text)
    .addColumn("agent_task_id", text)
    .addColumn("created_by", text, mayRefer("users.id", "set null"))
    .addColumn("created_at", int, required)
    .addColumn("updated_at", int, required)
    .addColumn("head", text, required)
    .addColumn("revision_initial", text, required)
    .addColumn("merged_ancestor", text)
    .addColumn("revision_merged", text)
    .addColumn("comments", int, startsAt(0))
    .addColumn("conflicts", int, startsAt(0))
    .addColumn("version", int, startsAt(1))
    .addUniqueConstraint("change_request_numbers", ["space_id", "number"])
    .execute();
  await index(context, "change_requests_by_status", "change_requests", ["space_id", "status", "number"]);
  await index(context, "change_requests_of_creator", "change_requests", ["created_by"]);
}

async function conflicts(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await table(context, "conflicts")
    .addColumn("id", text, key)
    .addColumn("change_request_id", text, refers("change_requests.id", "cascade"))
    .addColumn("position", int, required)
    .addColumn("kind", text, required)
    .addColumn("source", text, required)
    .addColumn("detail", text, required)
    .addColumn("resolution", text)
    .addColumn("created_at", int, required)
    .addColumn("resolved_at", int)
    .addUniqueConstraint("conflicts_in_order", ["change_request_id", "position"])
    .execute();
  await table(context, "conflicting_bodies")
    .addColumn("change_request_id", text, refers("change_requests.id", "cascade"))
    .addColumn("source", text, required)
    .addColumn("parts", text, required)
    .addPrimaryKeyConstraint("conflicting_bodies_key", ["change_request_id", "source"])
    .execute();
}

export const changeRequestsAndConflicts: Migration = {
  name: "005-change-requests",
  async up(context) {
    await changeRequests(context);
    await conflicts(context);
  },
};
