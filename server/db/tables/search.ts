/** The full-text index. */
import type { Flag } from "./flag.ts";

/** One page of a space, as it is searched. */
interface SearchPageRow {
  /** Made from space and page, so that both databases number pages alike. */
  number: number;
  space_id: string;
  page_id: string;
  /** Of everything indexed: a page whose hash stays is left alone. */
  hash: string;
  title: string;
  description: string;
  title_terms: string;
  heading_terms: string;
  /** UTF-16 units of its sections' terms. */
  size: number;
  /** Whether some section has conditions. */
  conditional: Flag;
}

interface SearchSectionRow {
  page_number: number;
  position: number;
  anchor: string;
  title: string;
  title_terms: string;
  /** 0 before the first heading. */
  level: number;
  body: string;
  terms: string;
  /** JSON: expressions, all of which must hold for whoever is to find the section. */
  conditions: string;
}

/** Which root of a space the index stands for, and by which tokenizer it was made. */
interface SearchStateRow {
  space_id: string;
  root: string;
  tokenizer: number;
  indexed_at: number;
}

/** A word that some page of a space has, or had. */
interface SearchVocabularyRow {
  space_id: string;
  term: string;
  backwards: string;
}

export interface SearchTables {
  search_pages: SearchPageRow;
  search_sections: SearchSectionRow;
  search_state: SearchStateRow;
  search_vocabulary: SearchVocabularyRow;
}
