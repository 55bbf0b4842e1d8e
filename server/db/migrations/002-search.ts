/** The full-text index: what is searched, the terms it is found by, and the words that typos are corrected to. */
import { sql } from "kysely";
import type { Migration, MigrationContext } from "./columns.ts";
import { emptyList, index, key, refers, required, startsAt, table } from "./columns.ts";

async function pages(context: MigrationContext): Promise<void> {
  const { text, int } = context;
  await table(context, "search_pages")
    .addColumn("number", int, key)
    .addColumn("space_id", text, refers("spaces.id", "cascade"))
    .addColumn("page_id", text, required)
    .addColumn("hash", text, required)
    .addColumn("title", text, required)
    .addColumn("description", text, required)
    .addColumn("title_terms", text, required)
    .addColumn("heading_terms", text, required)
    .addColumn("size", int, required)
    .addColumn("conditional", int, required)
    .addUniqueConstraint("search_pages_of_space", ["space_id", "page_id"])
    .execute();
  await table(context, "search_sections")
    .addColumn("page_number", int, refers("search_pages.number", "cascade"))
    .addColumn("position", int, required)
    .addColumn("anchor", text, required)
    .addColumn("title", text, required)
    .addColumn("title_terms", text, required)
    .addColumn("level", int, required)
    .addColumn("body", text, required)
    .addColumn("terms", text, required)
    .addColumn("conditions", text, emptyList)
    .addPrimaryKeyConstraint("search_sections_key", ["page_number", "position"])
    .execute();
  await table(context, "search_state")
    .addColumn("space_id", text, (column) => key(column).references("spaces.id").onDelete("cascade"))
    .addColumn("root", text, required)
    .addColumn("tokenizer", int, required)
    .addColumn("indexed_at", int, startsAt(0))
    .execute();
  await table(context, "search_vocabulary")
    .addColumn("space_id", text, refers("spaces.id", "cascade"))
    .addColumn("term", text, required)
    .addColumn("backwards", text, required)
    .addPrimaryKeyConstraint("search_vocabulary_key", ["space_id", "term"])
    .execute();
  await index(context, "search_vocabulary_backwards", "search_vocabulary", ["space_id", "backwards"]);
}

/**
 * The index holds terms and no text: which columns a term is in, not where. The tokenizer is told that what our
 * terms are made of belongs to terms, so that it takes them as they come. A page's row leaves with its page.
 */
const sqliteIndex = [
  sql`create virtual table search_index using fts5(scope, title, headings, body, content='', contentless_delete=1,
      detail=column, prefix='1 2 3', tokenize="ascii tokenchars '-._/@:#+$='")`,
  sql`create trigger search_index_forgets after delete on search_pages
      begin delete from search_index where rowid = old.number; end`,
];

/**
 * `headings` holds the title's terms too, and `body` all of them. Vectors are kept outside the row, so that reading
 * many matching numbers reads few pages of the table; entries are merged into the indexes at once, since a list of
 * pending ones would be scanned by every search.
 */
const postgresIndex = [
  sql`create table search_index (
      number bigint primary key references search_pages (number) on delete cascade,
      title tsvector not null, headings tsvector not null, body tsvector not null
    ) with (toast_tuple_target = 128)`,
  sql`create index search_index_title on search_index using gin (title) with (fastupdate = off)`,
  sql`create index search_index_headings on search_index using gin (headings) with (fastupdate = off)`,
  sql`create index search_index_body on search_index using gin (body) with (fastupdate = off)`,
];

export const search: Migration = {
  name: "002-search",
  async up(context) {
    await pages(context);
    for (const statement of context.dialect === "sqlite" ? sqliteIndex : postgresIndex) {
      await statement.execute(context.db);
    }
  },
};
