/** Integrations with their scripts and pictures, where they are installed, and the tokens of installations. */
import { sql } from "kysely";
import type { Migration, MigrationContext } from "./columns.ts";
import { index, key, mayRefer, refers, required, startsAt, table, unique } from "./columns.ts";

async function published(context: MigrationContext): Promise<void> {
  const { text, int, bytes } = context;
  await table(context, "integrations")
    .addColumn("id", text, key)
    .addColumn("name", text, unique)
    .addColumn("organization_id", text, refers("organizations.id", "cascade"))
    .addColumn("title", text, required)
    .addColumn("search_text", text, required)
    .addColumn("description", text, required)
    .addColumn("summary", text)
    .addColumn("visibility", text, required)
    .addColumn("target", text, required)
    .addColumn("scopes", text, required)
    .addColumn("categories", text, required)
    .addColumn("block_domains", text, required)
    .addColumn("details", text, required)
    .addColumn("has_blocks", int, required)
    .addColumn("has_content_sources", int, required)
    .addColumn("icon", text)
    .addColumn("secrets", text)
    .addColumn("tunnel_url", text)
    .addColumn("tunnel_all", int, startsAt(0))
    .addColumn("created_at", int, required)
    .addColumn("updated_at", int, required)
    .addColumn("version", int, startsAt(1))
    .execute();
  await index(context, "integrations_in_order", "integrations", ["created_at", "id"]);
  await index(context, "integrations_of_owner", "integrations", ["organization_id"]);
  await table(context, "integration_versions")
    .addColumn("integration_id", text, refers("integrations.id", "cascade"))
    .addColumn("version", int, required)
    .addColumn("runtime", text, required)
    .addColumn("script", text, required)
    .addColumn("created_by", text, mayRefer("users.id", "set null"))
    .addColumn("created_at", int, required)
    .addPrimaryKeyConstraint("integration_versions_key", ["integration_id", "version"])
    .execute();
  await table(context, "integration_images")
    .addColumn("integration_id", text, refers("integrations.id", "cascade"))
    .addColumn("hash", text, required)
    .addColumn("content_type", text, required)
    .addColumn("data", bytes, required)
    .addPrimaryKeyConstraint("integration_images_key", ["integration_id", "hash"])
    .execute();
}

async function installed(context: MigrationContext): Promise<void> {
  const { schema, text, int } = context;
  await table(context, "installations")
    .addColumn("id", text, key)
    .addColumn("integration_id", text, refers("integrations.id", "cascade"))
    .addColumn("organization_id", text, refers("organizations.id", "cascade"))
    .addColumn("owner_id", text, refers("users.id", "cascade"))
    .addColumn("status", text, required)
    .addColumn("scopes", text, required)
    .addColumn("space_selection", text, required)
    .addColumn("site_selection", text, required)
    .addColumn("configuration", text, required)
    .addColumn("external_ids", text, required)
    .addColumn("created_at", int, required)
    .addColumn("updated_at", int, required)
    .addColumn("deleted_at", int)
    .addColumn("version", int, startsAt(1))
    .execute();
  await schema
    .createIndex("installations_once")
    .unique()
    .on("installations")
    .columns(["integration_id", "organization_id"])
    .where(sql.ref("deleted_at"), "is", sql.lit(null))
    .execute();
  await index(context, "installations_of_organization", "installations", [
    "organization_id",
    "created_at",
    "id",
  ]);
  await index(context, "installations_by_end", "installations", ["deleted_at"]);
  await table(context, "content_installations")
    .addColumn("id", text, key)
    .addColumn("installation_id", text, refers("installations.id", "cascade"))
    .addColumn("space_id", text, mayRefer("spaces.id", "cascade"))
    .addColumn("site_id", text, mayRefer("sites.id", "cascade"))
    .addColumn("status", text, required)
    .addColumn("configuration", text, required)
    .addColumn("external_ids", text, required)
    .addColumn("created_at", int, required)
    .addColumn("updated_at", int, required)
    .addColumn("version", int, startsAt(1))
    .addUniqueConstraint("content_installations_space", ["installation_id", "space_id"])
    .addUniqueConstraint("content_installations_site", ["installation_id", "site_id"])
    .execute();
  for (const column of ["space_id", "site_id"]) {
    await index(context, `content_installations_by_${column}`, "content_installations", [column]);
  }
  await table(context, "installation_tokens")
    .addColumn("id", text, key)
    .addColumn("installation_id", text, refers("installations.id", "cascade"))
    .addColumn("hash", text, unique)
    .addColumn("created_at", int, required)
    .addColumn("expires_at", int, required)
    .execute();
  await index(context, "installation_tokens_by_expiry", "installation_tokens", ["expires_at"]);
  // What happens on sites is told by the site, not by the space that it happened in.
  await schema.alterTable("event_targets").addColumn("sites", text).execute();
}

export const integrations: Migration = {
  name: "018-integrations",
  async up(context) {
    await published(context);
    await installed(context);
  },
};
