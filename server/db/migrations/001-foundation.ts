/** Users, organizations, spaces, content, sites, and the tables that the server's own work needs. */
import { sql } from "kysely";
import type { Migration, MigrationContext } from "./columns.ts";
import {
  emptyList,
  index,
  key,
  mayRefer,
  refers,
  required,
  sequence,
  startsAt,
  table,
  unique,
} from "./columns.ts";

async function people(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await table(context, "meta").addColumn("key", text, key).addColumn("value", text, required).execute();
  await table(context, "users")
    .addColumn("id", text, key)
    .addColumn("email", text, required)
    .addColumn("email_folded", text, unique)
    .addColumn("email_verified", int, startsAt(0))
    .addColumn("display_name", text, required)
    .addColumn("photo_url", text)
    .addColumn("password_hash", text)
    .addColumn("created_at", int, required)
    .addColumn("version", int, startsAt(1))
    .execute();
  await table(context, "tokens")
    .addColumn("id", text, key)
    .addColumn("user_id", text, refers("users.id", "cascade"))
    .addColumn("label", text, required)
    .addColumn("hash", text, unique)
    .addColumn("scopes", text)
    .addColumn("created_at", int, required)
    .addColumn("last_used_at", int)
    .addColumn("expires_at", int)
    .addColumn("revoked_at", int)
    .execute();
  await index(context, "tokens_of_user", "tokens", ["user_id", "created_at", "id"]);
}

async function organizations(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await table(context, "organizations")
    .addColumn("id", text, key)
    .addColumn("title", text, required)
    .addColumn("hostname", text, unique)
    .addColumn("type", text, required)
    .addColumn("use_case", text)
    .addColumn("community_type", text)
    .addColumn("email_domains", text, emptyList)
    .addColumn("default_role", text)
    .addColumn("default_content", text)
    .addColumn("sso", int, startsAt(0))
    .addColumn("ai", int, startsAt(0))
    .addColumn("invite_links", int, startsAt(0))
    .addColumn("logo", text)
    .addColumn("plan", text, required)
    .addColumn("created_at", int, required)
    .addColumn("version", int, startsAt(1))
    .execute();
  await table(context, "members")
    .addColumn("organization_id", text, refers("organizations.id", "cascade"))
    .addColumn("user_id", text, refers("users.id", "cascade"))
    .addColumn("role", text)
    .addColumn("disabled", int, startsAt(0))
    .addColumn("sso", int, startsAt(0))
    .addColumn("joined_at", int, required)
    .addColumn("last_seen_at", int)
    .addColumn("version", int, startsAt(1))
    .addPrimaryKeyConstraint("members_key", ["organization_id", "user_id"])
    .execute();
  await index(context, "members_of_user", "members", ["user_id", "organization_id"]);
  await index(context, "members_by_joining", "members", ["organization_id", "joined_at", "user_id"]);
  await table(context, "policies")
    .addColumn("id", text, key)
    .addColumn("organization_id", text, refers("organizations.id", "cascade"))
    .addColumn("body", text, required)
    .execute();
  await index(context, "policies_of_organization", "policies", ["organization_id"]);
}

async function spaces(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  // A parent is a collection and a head a revision written in the same transaction; both are kept true by the
  // commands, since a reference here would make deleting a collection or inserting a pair depend on the order.
  await table(context, "spaces")
    .addColumn("id", text, key)
    .addColumn("organization_id", text, refers("organizations.id", "cascade"))
    .addColumn("parent_id", text)
    .addColumn("position", text, required)
    .addColumn("title", text, required)
    .addColumn("emoji", text)
    .addColumn("edit_mode", text, required)
    .addColumn("default_level", text)
    .addColumn("created_by", text, mayRefer("users.id", "set null"))
    .addColumn("created_at", int, required)
    .addColumn("updated_at", int, required)
    .addColumn("deleted_at", int)
    .addColumn("acl", text, required)
    .addColumn("head", text, required)
    .addColumn("language", text)
    .addColumn("comments", int, startsAt(0))
    .addColumn("change_requests", int, startsAt(0))
    .addColumn("change_requests_open", int, startsAt(0))
    .addColumn("change_requests_draft", int, startsAt(0))
    .addColumn("next_change_request", int, startsAt(1))
    .addColumn("version", int, startsAt(1))
    .execute();
  await index(context, "spaces_in_order", "spaces", ["organization_id", "deleted_at", "position", "id"]);
  await index(context, "spaces_by_acl", "spaces", ["organization_id", "acl", "position", "id"]);
  await index(context, "spaces_of_parent", "spaces", ["parent_id", "position", "id"]);
  await index(context, "spaces_of_creator", "spaces", ["created_by"]);
  await table(context, "revisions")
    .addColumn("id", text, key)
    .addColumn("space_id", text, refers("spaces.id", "cascade"))
    .addColumn("type", text, required)
    .addColumn("root", text, required)
    .addColumn("parents", text, emptyList)
    .addColumn("created_at", int, required)
    .addColumn("created_by", text, mayRefer("users.id", "set null"))
    .addColumn("change_request_id", text)
    .addColumn("merged_from", text)
    .addColumn("message", text)
    .addColumn("git", text)
    .execute();
  await index(context, "revisions_of_space", "revisions", ["space_id", "created_at", "id"]);
  await index(context, "revisions_of_change_request", "revisions", ["change_request_id", "created_at", "id"]);
  await index(context, "revisions_of_creator", "revisions", ["created_by"]);
  await table(context, "former_slugs")
    .addColumn("space_id", text, refers("spaces.id", "cascade"))
    .addColumn("parent_id", text, required)
    .addColumn("slug", text, required)
    .addColumn("page_id", text, required)
    .addColumn("at", int, required)
    .addPrimaryKeyConstraint("former_slugs_key", ["space_id", "parent_id", "slug"])
    .execute();
}

async function content(context: MigrationContext): Promise<void> {
  const { text, int, bytes } = context;
  await table(context, "nodes")
    .addColumn("hash", text, key)
    .addColumn("data", bytes, required)
    .addColumn("touched_at", int, required)
    .execute();
  await table(context, "bodies")
    .addColumn("hash", text, key)
    .addColumn("text", text, required)
    .addColumn("touched_at", int, required)
    .execute();
  await table(context, "blobs")
    .addColumn("hash", text, key)
    .addColumn("size", int, required)
    .addColumn("touched_at", int, required)
    .execute();
  for (const name of ["nodes", "bodies", "blobs"])
    await index(context, `${name}_by_touch`, name, ["touched_at"]);
}

async function sites(context: MigrationContext): Promise<void> {
  const { schema, text, int } = context;
  await table(context, "sites")
    .addColumn("id", text, key)
    .addColumn("organization_id", text, refers("organizations.id", "cascade"))
    .addColumn("type", text, required)
    .addColumn("title", text, required)
    .addColumn("title_folded", text, required)
    .addColumn("basename", text, required)
    .addColumn("hostname", text, (column) => column.unique())
    .addColumn("proxy", text)
    .addColumn("visibility", text, required)
    .addColumn("published", int, startsAt(0))
    .addColumn("icon", text)
    .addColumn("adaptive_content", int, startsAt(0))
    .addColumn("agents_context", text)
    .addColumn("default_site_space_id", text)
    .addColumn("default_site_section_id", text)
    .addColumn("customization", text)
    .addColumn("created_at", int, required)
    .addColumn("version", int, startsAt(1))
    .addUniqueConstraint("sites_basename", ["organization_id", "basename"])
    .execute();
  await index(context, "sites_in_order", "sites", ["organization_id", "created_at", "id"]);
  await table(context, "site_spaces")
    .addColumn("id", text, key)
    .addColumn("site_id", text, refers("sites.id", "cascade"))
    .addColumn("section_id", text)
    .addColumn("space_id", text, refers("spaces.id", "cascade"))
    .addColumn("path", text, required)
    .addColumn("title", text)
    .addColumn("condition", text)
    .addColumn("position", text, required)
    .addColumn("created_at", int, required)
    .addColumn("version", int, startsAt(1))
    .execute();
  // Two rows without a section would not count as equal, so they have a rule of their own.
  await schema
    .createIndex("site_spaces_path")
    .unique()
    .on("site_spaces")
    .columns(["site_id", "section_id", "path"])
    .where(sql.ref("section_id"), "is not", null)
    .execute();
  await schema
    .createIndex("site_spaces_path_without_section")
    .unique()
    .on("site_spaces")
    .columns(["site_id", "path"])
    .where(sql.ref("section_id"), "is", null)
    .execute();
  await index(context, "site_spaces_in_order", "site_spaces", ["site_id", "position", "id"]);
  await index(context, "site_spaces_of_space", "site_spaces", ["space_id", "site_id"]);
}

async function work(context: MigrationContext): Promise<void> {
  const { schema, text, int } = context;
  await table(context, "jobs")
    .addColumn("id", text, key)
    .addColumn("kind", text, required)
    .addColumn("key", text)
    .addColumn("payload", text, required)
    .addColumn("state", text, (column) => column.notNull().defaultTo("queued"))
    .addColumn("progress", text)
    .addColumn("report", text)
    .addColumn("attempts", int, startsAt(0))
    .addColumn("due_at", int, required)
    .addColumn("lease_until", int)
    .addColumn("fence", int, startsAt(0))
    .addColumn("created_by", text)
    .addColumn("organization_id", text)
    .addColumn("space_id", text)
    .addColumn("created_at", int, required)
    .addColumn("finished_at", int)
    .addColumn("error", text)
    .execute();
  await schema
    .createIndex("jobs_key")
    .unique()
    .on("jobs")
    .column("key")
    .where(sql.ref("state"), "in", ["queued", "running"])
    .execute();
  await index(context, "jobs_due", "jobs", ["state", "due_at", "id"]);
  await index(context, "jobs_of_organization", "jobs", ["organization_id", "created_at", "id"]);
  await index(context, "jobs_of_space", "jobs", ["space_id", "created_at", "id"]);
  await sequence(context, "outbox")
    .addColumn("id", text, unique)
    .addColumn("kind", text, required)
    .addColumn("organization_id", text)
    .addColumn("space_id", text)
    .addColumn("payload", text, required)
    .addColumn("created_at", int, required)
    .execute();
  await table(context, "idempotency")
    .addColumn("user_id", text, refers("users.id", "cascade"))
    .addColumn("key", text, required)
    .addColumn("operation", text, required)
    .addColumn("request_hash", text, required)
    .addColumn("state", text, required)
    .addColumn("status", int)
    .addColumn("headers", text)
    .addColumn("body", text)
    .addColumn("created_at", int, required)
    .addPrimaryKeyConstraint("idempotency_key", ["user_id", "key"])
    .execute();
  await index(context, "idempotency_by_age", "idempotency", ["created_at"]);
}

async function audit(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await sequence(context, "audit")
    .addColumn("id", text, unique)
    .addColumn("organization_id", text)
    .addColumn("occurred_at", int, required)
    .addColumn("action", text, required)
    .addColumn("actor_type", text, required)
    .addColumn("actor_id", text, required)
    .addColumn("actor_label", text)
    .addColumn("token_id", text)
    .addColumn("ip", text)
    .addColumn("source", text, required)
    .addColumn("target_type", text, required)
    .addColumn("target_id", text, required)
    .addColumn("target_label", text)
    .addColumn("before", text)
    .addColumn("after", text)
    .addColumn("hash", text)
    .execute();
  await index(context, "audit_of_organization", "audit", ["organization_id", "seq"]);
}

export const foundation: Migration = {
  name: "001-foundation",
  async up(context) {
    for (const step of [people, organizations, spaces, content, sites, work, audit]) await step(context);
  },
};
