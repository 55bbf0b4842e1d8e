/** The full-text index. */
import { run } from "../table.ts";
import type { MigrationContext, TableDescription } from "../table.ts";

export const search: readonly TableDescription[] = [
  {
    name: "search_pages",
    columns: {
      number: "int",
      space_id: "text",
      page_id: "text",
      hash: "text",
      title: "text",
      description: "text",
      title_terms: "text",
      heading_terms: "text",
      size: "int",
      conditional: "int",
    },
    key: ["number"],
    unique: [["space_id", "page_id"]],
    refers: { space_id: "spaces cascade" },
  },
  {
    name: "search_sections",
    columns: {
      page_number: "int",
      position: "int",
      anchor: "text",
      title: "text",
      title_terms: "text",
      level: "int",
      body: "text",
      terms: "text",
      conditions: "text = []",
    },
    key: ["page_number", "position"],
    refers: { page_number: "search_pages cascade" },
  },
  {
    name: "search_state",
    columns: {
      space_id: "text",
      root: "text",
      tokenizer: "int",
      indexed_at: "int = 0",
    },
    key: ["space_id"],
    refers: { space_id: "spaces cascade" },
  },
  {
    name: "search_vocabulary",
    columns: {
      space_id: "text",
      term: "text",
      backwards: "text",
    },
    key: ["space_id", "term"],
    refers: { space_id: "spaces cascade" },
    indexes: {
      search_vocabulary_backwards: ["space_id", "backwards"],
    },
  },
];

/**
 * The index holds terms and no text: which columns a term is in, not where. The tokenizer is told that what our
 * terms are made of belongs to terms, so that it takes them as they come. A page's row leaves with its page.
 */
const sqliteIndex = [
  `create virtual table search_index using fts5(scope, title, headings, body, content='', contentless_delete=1,
      detail=column, prefix='1 2 3', tokenize="ascii tokenchars '-._/@:#+$='")`,
  `create trigger search_index_forgets after delete on search_pages
      begin delete from search_index where rowid = old.number; end`,
];

/**
 * `headings` holds the title's terms too, and `body` all of them. Vectors are kept outside the row, so that reading
 * many matching numbers reads few pages of the table; entries are merged into the indexes at once, since a list of
 * pending ones would be scanned by every search.
 */
const postgresIndex = [
  `create table search_index (
      number bigint primary key references search_pages (number) on delete cascade,
      title tsvector not null, headings tsvector not null, body tsvector not null
    ) with (toast_tuple_target = 128)`,
  `create index search_index_title on search_index using gin (title) with (fastupdate = off)`,
  `create index search_index_headings on search_index using gin (headings) with (fastupdate = off)`,
  `create index search_index_body on search_index using gin (body) with (fastupdate = off)`,
];

/** Makes the index itself, in which the databases differ. */
export async function createSearchIndex(context: MigrationContext): Promise<void> {
  for (const statement of context.dialect === "sqlite" ? sqliteIndex : postgresIndex) {
    await run(context, statement);
  }
}
