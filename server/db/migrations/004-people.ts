/** Teams, invite links, and what lists of people and of the audit log are found by. */
import type { Migration, MigrationContext } from "./columns.ts";
import { index, key, mayRefer, refers, required, startsAt, table, unique } from "./columns.ts";

async function names(context: MigrationContext): Promise<void> {
  const { schema, db, text } = context;
  await schema
    .alterTable("users")
    .addColumn("name_folded", text, (column) => column.notNull().defaultTo(""))
    .execute();
  for (const { id, display_name } of await db.selectFrom("users").select(["id", "display_name"]).execute()) {
    const name_folded = String(display_name).normalize("NFKC").toLowerCase();
    await db.updateTable("users").set({ name_folded }).where("id", "=", id).execute();
  }
  await index(context, "members_by_last_seen", "members", ["organization_id", "last_seen_at", "user_id"]);
}

async function teams(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await table(context, "teams")
    .addColumn("id", text, key)
    .addColumn("organization_id", text, refers("organizations.id", "cascade"))
    .addColumn("title", text, required)
    .addColumn("title_folded", text, required)
    .addColumn("created_at", int, required)
    .addColumn("version", int, startsAt(1))
    .execute();
  await index(context, "teams_in_order", "teams", ["organization_id", "created_at", "id"]);
  await table(context, "team_members")
    .addColumn("team_id", text, refers("teams.id", "cascade"))
    .addColumn("organization_id", text, required)
    .addColumn("user_id", text, required)
    .addColumn("role", text, required)
    .addColumn("added_at", int, required)
    .addPrimaryKeyConstraint("team_members_key", ["team_id", "user_id"])
    // Whoever leaves the organization leaves its teams, whichever statement removes them.
    .addForeignKeyConstraint(
      "team_members_are_members",
      ["organization_id", "user_id"],
      "members",
      ["organization_id", "user_id"],
      (constraint) => constraint.onDelete("cascade"),
    )
    .execute();
  await index(context, "team_members_in_order", "team_members", ["team_id", "added_at", "user_id"]);
  await index(context, "teams_of_member", "team_members", ["organization_id", "user_id", "team_id"]);
}

async function invites(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await table(context, "invite_links")
    .addColumn("id", text, key)
    .addColumn("organization_id", text, refers("organizations.id", "cascade"))
    .addColumn("hash", text, unique)
    .addColumn("sealed", text, required)
    .addColumn("target_kind", text, required)
    .addColumn("target_id", text, required)
    .addColumn("role", text)
    .addColumn("created_by", text, mayRefer("users.id", "set null"))
    .addColumn("created_at", int, required)
    .addColumn("expires_at", int, required)
    .addColumn("version", int, startsAt(1))
    .execute();
  await index(context, "invite_links_in_order", "invite_links", ["organization_id", "created_at", "id"]);
  await index(context, "invite_links_of_creator", "invite_links", ["created_by"]);
  await table(context, "invite_uses")
    .addColumn("invite_id", text, refers("invite_links.id", "cascade"))
    .addColumn("user_id", text, refers("users.id", "cascade"))
    .addColumn("used_at", int, required)
    .addPrimaryKeyConstraint("invite_uses_key", ["invite_id", "user_id"])
    .execute();
  await index(context, "invite_uses_of_user", "invite_uses", ["user_id"]);
}

async function audit(context: MigrationContext): Promise<void> {
  await index(context, "audit_by_time", "audit", ["organization_id", "occurred_at", "seq"]);
  await index(context, "audit_by_action", "audit", ["organization_id", "action", "occurred_at", "seq"]);
  await index(context, "audit_by_actor", "audit", ["organization_id", "actor_id", "occurred_at", "seq"]);
  await index(context, "audit_by_target", "audit", ["organization_id", "target_id", "occurred_at", "seq"]);
}

export const peopleAndTeams: Migration = {
  name: "004-people",
  async up(context) {
    for (const step of [names, teams, invites, audit]) await step(context);
  },
};
