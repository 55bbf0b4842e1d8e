/** How variants look otherwise than their site, and copies of the pictures and fonts that a look names. */
import type { Migration } from "./columns.ts";
import { key, refers, required, table } from "./columns.ts";

export const customization: Migration = {
  name: "014-customization",
  async up(context) {
    const { schema, text, int } = context;
    await schema.alterTable("site_spaces").addColumn("customization", text).execute();
    await table(context, "site_copies")
      .addColumn("id", text, key)
      .addColumn("site_id", text, refers("sites.id", "cascade"))
      .addColumn("url", text, required)
      .addColumn("content_type", text)
      .addColumn("base64", text)
      .addColumn("hash", text)
      .addColumn("width", int)
      .addColumn("height", int)
      .addColumn("read_at", int, required)
      .addUniqueConstraint("site_copies_url", ["site_id", "url"])
      .execute();
  },
};
