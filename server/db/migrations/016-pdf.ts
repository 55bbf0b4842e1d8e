/** PDFs that were made: kept as files while somebody asks for them. */
import type { Migration } from "./columns.ts";
import { index, refers, required, table } from "./columns.ts";

export const keptPdfs: Migration = {
  name: "016-pdf",
  async up(context) {
    const { text, int } = context;
    await table(context, "prints")
      // A hash of all that the document depends on.
      .addColumn("key", text, required)
      .addColumn("space_id", text, refers("spaces.id", "cascade"))
      // Collected with its file, a day after it was last asked for.
      .addColumn("hash", text, refers("blobs.hash", "cascade"))
      .addColumn("sheets", int, required)
      .addColumn("created_at", int, required)
      .addPrimaryKeyConstraint("prints_pk", ["key", "space_id"])
      .execute();
    await index(context, "prints_of_space", "prints", ["space_id"]);
    await index(context, "prints_of_file", "prints", ["hash"]);
  },
};
