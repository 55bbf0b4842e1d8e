/** Fonts of organizations, and the files that were uploaded for them. */
import type { Migration } from "./columns.ts";
import { index, key, refers, required, startsAt, table } from "./columns.ts";

export const fonts: Migration = {
  name: "020-fonts",
  async up(context) {
    const { text, int, bytes } = context;
    await table(context, "uploads")
      .addColumn("id", text, key)
      .addColumn("organization_id", text, refers("organizations.id", "cascade"))
      .addColumn("content_type", text, required)
      .addColumn("hash", text, required)
      .addColumn("data", bytes, required)
      .addColumn("created_at", int, required)
      .execute();
    await index(context, "uploads_of", "uploads", ["organization_id"]);
    await index(context, "uploads_by_age", "uploads", ["created_at"]);
    await table(context, "fonts")
      .addColumn("id", text, key)
      .addColumn("organization_id", text, refers("organizations.id", "cascade"))
      .addColumn("family", text, required)
      .addColumn("created_at", int, required)
      .addColumn("version", int, startsAt(1))
      .execute();
    await index(context, "fonts_of", "fonts", ["organization_id", "created_at", "id"]);
    await table(context, "font_faces")
      .addColumn("font_id", text, refers("fonts.id", "cascade"))
      .addColumn("weight", int, required)
      .addColumn("upload_id", text, refers("uploads.id", "cascade"))
      .addPrimaryKeyConstraint("font_faces_key", ["font_id", "weight"])
      .execute();
    await index(context, "font_faces_of", "font_faces", ["upload_id"]);
  },
};
