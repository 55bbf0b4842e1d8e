/** Share links of sites, their sections, and the groups of these. */
import type { Migration, MigrationContext } from "./columns.ts";
import { key, mayRefer, refers, required, startsAt, table, unique } from "./columns.ts";

async function shareLinks(context: MigrationContext): Promise<void> {
  const { schema, text, int } = context;
  await table(context, "share_links")
    .addColumn("id", text, key)
    .addColumn("site_id", text, refers("sites.id", "cascade"))
    .addColumn("hash", text, unique)
    .addColumn("sealed", text, required)
    .addColumn("name", text, required)
    .addColumn("active", int, startsAt(1))
    .addColumn("created_at", int, required)
    .addColumn("version", int, startsAt(1))
    .execute();
  await schema
    .createIndex("share_links_in_order")
    .on("share_links")
    .columns(["site_id", "created_at", "id"])
    .execute();
}

async function sections(context: MigrationContext): Promise<void> {
  const { schema, text, int } = context;
  await table(context, "site_section_groups")
    .addColumn("id", text, key)
    .addColumn("site_id", text, refers("sites.id", "cascade"))
    .addColumn("title", text, required)
    .addColumn("icon", text)
    .addColumn("position", text, required)
    .addColumn("created_at", int, required)
    .addColumn("version", int, startsAt(1))
    .execute();
  await schema
    .createIndex("site_section_groups_of_site")
    .on("site_section_groups")
    .columns(["site_id"])
    .execute();
  await table(context, "site_sections")
    .addColumn("id", text, key)
    .addColumn("site_id", text, refers("sites.id", "cascade"))
    .addColumn("group_id", text, mayRefer("site_section_groups.id", "set null"))
    .addColumn("title", text, required)
    .addColumn("description", text)
    .addColumn("icon", text)
    .addColumn("path", text, required)
    .addColumn("condition", text)
    .addColumn("default_site_space_id", text)
    .addColumn("position", text, required)
    .addColumn("created_at", int, required)
    .addColumn("version", int, startsAt(1))
    .addUniqueConstraint("site_sections_path", ["site_id", "path"])
    .execute();
  await schema.createIndex("site_sections_of_group").on("site_sections").columns(["group_id"]).execute();
}

export const shareLinksAndSections: Migration = {
  name: "006-sections",
  async up(context) {
    await shareLinks(context);
    await sections(context);
  },
};
