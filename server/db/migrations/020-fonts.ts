/** Fonts of organizations, and the files that were uploaded for them. */
import type { Migration } from "./columns.ts";
import { key, refers, required, startsAt, table } from "./columns.ts";

export const fonts: Migration = {
  name: "020-fonts",
  async up(context) {
    const { schema, text, int, bytes } = context;
    await table(context, "uploads")
      .addColumn("id", text, key)
      .addColumn("organization_id", text, refers("organizations.id", "cascade"))
      .addColumn("content_type", text, required)
      .addColumn("hash", text, required)
      .addColumn("data", bytes, required)
      .addColumn("created_at", int, required)
      .execute();
    await schema.createIndex("uploads_of").on("uploads").columns(["organization_id"]).execute();
    await schema.createIndex("uploads_by_age").on("uploads").columns(["created_at"]).execute();
    await table(context, "fonts")
      .addColumn("id", text, key)
      .addColumn("organization_id", text, refers("organizations.id", "cascade"))
      .addColumn("family", text, required)
      .addColumn("created_at", int, required)
      .addColumn("version", int, startsAt(1))
      .execute();
    await schema
      .createIndex("fonts_of")
      .on("fonts")
      .columns(["organization_id", "created_at", "id"])
      .execute();
    await table(context, "font_faces")
      .addColumn("font_id", text, refers("fonts.id", "cascade"))
      .addColumn("weight", int, required)
      .addColumn("upload_id", text, refers("uploads.id", "cascade"))
      .addPrimaryKeyConstraint("font_faces_key", ["font_id", "weight"])
      .execute();
    await schema.createIndex("font_faces_of").on("font_faces").columns(["upload_id"]).execute();
  },
};
