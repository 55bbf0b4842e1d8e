/** Descriptions of APIs, their versions, and the pieces these are stored in. */
import type { Migration } from "./columns.ts";
import { emptyList, index, key, refers, required, startsAt, table } from "./columns.ts";

export const openapiSpecs: Migration = {
  name: "012-openapi",
  async up(context) {
    const { text, int, bytes } = context;
    await table(context, "openapi_specs")
      .addColumn("id", text, key)
      .addColumn("organization_id", text, refers("organizations.id", "cascade"))
      .addColumn("slug", text, required)
      .addColumn("source_url", text)
      .addColumn("source", int, startsAt(1))
      .addColumn("visibility", text, required)
      .addColumn("state", text, required)
      .addColumn("last_version_id", text)
      .addColumn("processed_at", int)
      .addColumn("error_code", text)
      .addColumn("errors", text, emptyList)
      .addColumn("due_at", int)
      .addColumn("created_at", int, required)
      .addColumn("updated_at", int, required)
      .addColumn("version", int, startsAt(1))
      .addUniqueConstraint("openapi_specs_slug", ["organization_id", "slug"])
      .execute();
    await index(context, "openapi_specs_in_order", "openapi_specs", ["organization_id", "created_at", "id"]);
    await index(context, "openapi_specs_due", "openapi_specs", ["due_at"]);
    await table(context, "openapi_versions")
      .addColumn("id", text, key)
      .addColumn("spec_id", text, refers("openapi_specs.id", "cascade"))
      .addColumn("hash", text, required)
      .addColumn("url", text)
      .addColumn("format", text, required)
      .addColumn("openapi", text, required)
      .addColumn("outline", text, required)
      .addColumn("filesystem", text, required)
      .addColumn("raw", text, required)
      .addColumn("pieces", bytes, required)
      .addColumn("created_at", int, required)
      .execute();
    await index(context, "openapi_versions_in_order", "openapi_versions", ["spec_id", "created_at", "id"]);
    // The text that somebody gave, until it is read.
    await table(context, "openapi_sources")
      .addColumn("spec_id", text, (column) =>
        column.primaryKey().notNull().references("openapi_specs.id").onDelete("cascade"),
      )
      .addColumn("text", text, required)
      .execute();
    await table(context, "openapi_pieces")
      .addColumn("hash", text, key)
      .addColumn("data", bytes, required)
      .addColumn("touched_at", int, required)
      .execute();
    await index(context, "openapi_pieces_by_touch", "openapi_pieces", ["touched_at"]);
  },
};
