/** What spaces name of other spaces, so that it is known from both sides. */
import type { Migration } from "./columns.ts";
import { index, refers, required, table } from "./columns.ts";

export const referencesOfSpaces: Migration = {
  name: "022-references",
  async up(context) {
    const { db, text, int } = context;
    await table(context, "space_references")
      // What is named may be gone, or never have been there.
      .addColumn("space_id", text, required)
      .addColumn("target", text, required)
      .addColumn("source_id", text, refers("spaces.id", "cascade"))
      .addColumn("sources", int, required)
      .addPrimaryKeyConstraint("space_references_key", ["space_id", "target", "source_id"])
      .execute();
    await index(context, "space_references_of", "space_references", ["source_id"]);
    // The job that brings an index to its content writes these rows as well: it runs once for every space.
    await db.updateTable("search_state").set({ root: "" }).execute();
  },
};
