/** Collections, and who was given which role on collections and spaces. */
import type { Migration, MigrationContext } from "./columns.ts";
import { index, key, mayRefer, refers, required, startsAt, table } from "./columns.ts";

async function collections(context: MigrationContext): Promise<void> {
  const { schema, text, int } = context;
  // A parent is kept true by the commands, as it is for spaces.
  await table(context, "collections")
    .addColumn("id", text, key)
    .addColumn("organization_id", text, refers("organizations.id", "cascade"))
    .addColumn("parent_id", text)
    .addColumn("position", text, required)
    .addColumn("title", text, required)
    .addColumn("description", text)
    .addColumn("default_level", text)
    .addColumn("level_owner", text)
    .addColumn("created_by", text, mayRefer("users.id", "set null"))
    .addColumn("created_at", int, required)
    .addColumn("acl", text, required)
    .addColumn("version", int, startsAt(1))
    .execute();
  await index(context, "collections_in_order", "collections", ["organization_id", "position", "id"]);
  await index(context, "collections_among_siblings", "collections", [
    "organization_id",
    "parent_id",
    "position",
    "id",
  ]);
  await index(context, "collections_of_parent", "collections", ["parent_id"]);
  await index(context, "collections_by_acl", "collections", ["organization_id", "acl"]);
  await index(context, "collections_of_creator", "collections", ["created_by"]);
  await index(context, "spaces_among_siblings", "spaces", ["organization_id", "parent_id", "position", "id"]);
  await schema.alterTable("spaces").addColumn("level_owner", text).execute();
  // Counting what a member sees reads this index and no row.
  await index(context, "spaces_counted", "spaces", ["organization_id", "deleted_at", "acl"]);
}

async function grants(context: MigrationContext): Promise<void> {
  const { schema, text, int } = context;
  // What is granted on is a space or a collection, who it is granted to a user or a team: commands keep both true.
  await table(context, "grants")
    .addColumn("content_id", text, required)
    .addColumn("content_kind", text, required)
    .addColumn("organization_id", text, refers("organizations.id", "cascade"))
    .addColumn("grantee_kind", text, required)
    .addColumn("grantee_id", text, required)
    .addColumn("role", text, required)
    .addColumn("created_at", int, required)
    .addPrimaryKeyConstraint("grants_key", ["content_id", "grantee_kind", "grantee_id"])
    .execute();
  await index(context, "grants_of_grantee", "grants", ["organization_id", "grantee_kind", "grantee_id"]);
  await schema.alterTable("policies").addColumn("unused_at", int).execute();
}

export const collectionsAndGrants: Migration = {
  name: "003-collections",
  async up(context) {
    await collections(context);
    await grants(context);
  },
};
