/** What readers get and give beside pages: smaller copies of pictures, and their feedback. */
import type { Migration } from "./columns.ts";
import { index, key, mayRefer, refers, required, table } from "./columns.ts";

export const readers: Migration = {
  name: "019-readers",
  async up(context) {
    const { text, int } = context;
    await table(context, "image_copies")
      // The picture's hash, the width in pixels and the format.
      .addColumn("key", text, key)
      // Collected with its file, a day after it was last asked for.
      .addColumn("hash", text, refers("blobs.hash", "cascade"))
      .addColumn("created_at", int, required)
      .execute();
    await index(context, "image_copies_of_file", "image_copies", ["hash"]);
    await table(context, "page_feedback")
      .addColumn("id", text, key)
      .addColumn("site_id", text, refers("sites.id", "cascade"))
      .addColumn("site_space_id", text, mayRefer("site_spaces.id", "set null"))
      .addColumn("space_id", text, required)
      // Pages live in revisions: it may be gone.
      .addColumn("page_id", text, required)
      .addColumn("page_title", text, required)
      .addColumn("url", text, required)
      .addColumn("rating", text, required)
      .addColumn("comment", text)
      .addColumn("created_at", int, required)
      .execute();
    await index(context, "page_feedback_of_site", "page_feedback", ["site_id", "created_at", "id"]);
    await index(context, "page_feedback_of_site_space", "page_feedback", ["site_space_id"]);
  },
};
