/** Share links of sites, their sections, and the groups of these. */
import type { Migration, MigrationContext } from "./columns.ts";
import { index, key, mayRefer, refers, required, startsAt, table, unique } from "./columns.ts";

async function shareLinks(context: MigrationContext): Promise<void> {
  const { text, int } = context;
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
  await index(context, "share_links_in_order", "share_links", ["site_id", "created_at", "id"]);
}

async function sections(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await table(context, "site_section_groups")
    .addColumn("id", text, key)
    .addColumn("site_id", text, refers("sites.id", "cascade"))
    .addColumn("title", text, required)
    .addColumn("icon", text)
    .addColumn("position", text, required)
    .addColumn("created_at", int, required)
    .addColumn("version", int, startsAt(1))
    .execute();
  await index(context, "site_section_groups_of_site", "site_section_groups", ["site_id"]);
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
  await index(context, "site_sections_of_group", "site_sections", ["group_id"]);
}

export const shareLinksAndSections: Migration = {
  name: "006-sections",
  async up(context) {
    await shareLinks(context);
    await sections(context);
  },
};
