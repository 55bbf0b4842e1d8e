/** Which languages content is written in, which spaces translate which, and what of them is up to date. */
import type { Migration } from "./columns.ts";
import { emptyList, index, key, refers, required, startsAt, table } from "./columns.ts";

export const translations: Migration = {
  name: "017-translations",
  async up(context) {
    const { text, int } = context;
    await table(context, "translation_settings")
      .addColumn("id", text, key)
      .addColumn("organization_id", text, refers("organizations.id", "cascade"))
      .addColumn("title", text, required)
      .addColumn("languages", text, emptyList)
      .addColumn("created_at", int, required)
      .addColumn("updated_at", int, required)
      .addColumn("version", int, startsAt(1))
      .execute();
    await index(context, "translation_settings_in_order", "translation_settings", [
      "organization_id",
      "created_at",
      "id",
    ]);
    await table(context, "translated_spaces")
      .addColumn("space_id", text, (column) =>
        column.primaryKey().notNull().references("spaces.id").onDelete("cascade"),
      )
      .addColumn("settings_id", text, refers("translation_settings.id", "cascade"))
      // What is left of a translation whose source is gone for good is a space like any other.
      .addColumn("source_id", text, refers("spaces.id", "cascade"))
      .addColumn("language", text, required)
      .addColumn("automatic", int, startsAt(0))
      .addColumn("instructions", text)
      // Up to where the pages below were compared, and from where while that is not finished.
      .addColumn("source_root", text, required)
      .addColumn("target_root", text, required)
      .addColumn("pending", text)
      .addColumn("created_at", int, required)
      .addColumn("version", int, startsAt(1))
      .addUniqueConstraint("translated_spaces_language", ["source_id", "settings_id", "language"])
      .execute();
    await index(context, "translated_spaces_of_settings", "translated_spaces", [
      "settings_id",
      "created_at",
      "space_id",
    ]);
    await table(context, "translated_pages")
      .addColumn("space_id", text, refers("translated_spaces.space_id", "cascade"))
      .addColumn("page_id", text, required)
      .addColumn("source_hash", text)
      .addColumn("target_hash", text)
      .addColumn("from_hash", text)
      .addColumn("written_by", text)
      .addColumn("written_at", int)
      .addColumn("problems", text, emptyList)
      .addColumn("status", text, required)
      .addPrimaryKeyConstraint("translated_pages_pk", ["space_id", "page_id"])
      .execute();
    await index(context, "translated_pages_by_status", "translated_pages", ["space_id", "status", "page_id"]);
  },
};
