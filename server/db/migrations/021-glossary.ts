/** The words of organizations, and what they are called in other languages. */
import type { Migration } from "./columns.ts";
import { index, key, refers, required, startsAt, table } from "./columns.ts";

export const glossary: Migration = {
  name: "021-glossary",
  async up(context) {
    const { text, int } = context;
    await table(context, "glossary_entries")
      .addColumn("id", text, key)
      .addColumn("organization_id", text, refers("organizations.id", "cascade"))
      .addColumn("translations", text, required)
      .addColumn("created_at", int, required)
      .addColumn("updated_at", int, required)
      .addColumn("version", int, startsAt(1))
      .execute();
    await index(context, "glossary_entries_in_order", "glossary_entries", [
      "organization_id",
      "created_at",
      "id",
    ]);
  },
};
