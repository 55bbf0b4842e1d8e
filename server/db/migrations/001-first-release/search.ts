/** The full-text index. */
import type { Dialect } from "../../link.ts";
import type { TableDescription } from "../table.ts";

export const search = [
  /** One page of a space, as it is searched. */
  {
    name: "search_pages",
    of: "organization",
    parted: "organization_id",
    columns: {
      /** Made from space and page, so that both databases number pages alike. */
      number: "int",
      space_id: "text",
      page_id: "text",
      /** Of everything indexed: a page whose hash stays is left alone. */
      hash: "text",
      title: "text",
      description: "text",
      title_terms: "text",
      heading_terms: "text",
      /** UTF-16 units of its sections' terms. */
      size: "int",
      /** Whether some section has conditions. */
      conditional: "flag",
      /** Whether the page does little but name others. */
      is_index: "flag",
    },
    key: ["number"],
    unique: [["space_id", "page_id"]],
    refers: { space_id: "spaces cascade" },
  },
  {
    name: "search_sections",
    of: "organization",
    parted: "organization_id",
    columns: {
      page_number: "int",
      position: "int",
      anchor: "text",
      title: "text",
      title_terms: "text",
      /** 0 before the first heading. */
      level: "int",
      body: "text",
      terms: "text",
      /** JSON: expressions, all of which must hold for whoever is to find the section. */
      conditions: "text = []",
    },
    key: ["page_number", "position"],
    refers: { page_number: "search_pages cascade" },
  },
  /** Which root of a space the index stands for, and by which tokenizer it was made. */
  {
    name: "search_state",
    of: "organization",
    columns: {
      space_id: "text",
      root: "text",
      /** What made it: the tokenizer's name, which has the language of the space. */
      tokenizer: "text",
      indexed_at: "int = 0",
    },
    key: ["space_id"],
    refers: { space_id: "spaces cascade" },
  },
  /** A word that some page of a space has, or had. */
  {
    name: "search_vocabulary",
    of: "organization",
    columns: {
      space_id: "text",
      term: "text",
      backwards: "text",
    },
    key: ["space_id", "term"],
    refers: { space_id: "spaces cascade" },
    indexes: {
      search_vocabulary_backwards: ["organization_id", "space_id", "backwards"],
    },
  },
] as const satisfies readonly TableDescription[];

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
 * It is one for the installation, and so are the numbers, which it keeps apart: what a search asks of it it narrows by
 * terms that name spaces. `headings` holds the title's terms too, and `body` all of them. Vectors are kept outside the row, so that reading
 * many matching numbers reads few pages of the table; entries are merged into the indexes at once, since a list of
 * pending ones would be scanned by every search.
 */
const postgresIndex = [
  `create table search_index (
      number bigint primary key, organization_id text collate "C" not null,
      foreign key (organization_id, number) references search_pages on update cascade on delete cascade,
      title tsvector not null, headings tsvector not null, body tsvector not null
    ) with (toast_tuple_target = 128)`,
  `create index search_index_title on search_index using gin (title) with (fastupdate = off)`,
  `create index search_index_headings on search_index using gin (headings) with (fastupdate = off)`,
  `create index search_index_body on search_index using gin (body) with (fastupdate = off)`,
];

/** What makes the index itself, in which the databases differ. */
export const searchIndex: Readonly<Record<Dialect, readonly string[]>> = {
  sqlite: sqliteIndex,
  postgres: postgresIndex,
};
