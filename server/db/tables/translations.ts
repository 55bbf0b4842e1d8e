/** Which languages content is written in, which spaces translate which, and the words for it. */
import type { Generated } from "kysely";
import type { Flag } from "./flag.ts";

interface TranslationSettingsRow {
  id: string;
  organization_id: string;
  title: string;
  /** JSON: string[], codes of languages. */
  languages: Generated<string>;
  created_at: number;
  updated_at: number;
  version: Generated<number>;
}

/** A space that says in another language what its source says. A page has the same id in both. */
interface TranslatedSpaceRow {
  space_id: string;
  settings_id: string;
  source_id: string;
  language: string;
  /** Whether the translator writes what is missing or outdated as soon as it is. */
  automatic: Generated<Flag>;
  /** Markdown for the translator. */
  instructions: string | null;
  /** The hash of the source's root that the translation has taken in. */
  source_root: string;
  /** The hash of the translation's own root that was looked at. */
  target_root: string;
  /** JSON: both roots before, null for none, while the pages' rows don't yet stand for these. */
  pending: string | null;
  created_at: number;
  version: Generated<number>;
}

/** A page of a translation or of its source. */
interface TranslatedPageRow {
  space_id: string;
  page_id: string;
  /** Of what the source says on the page; null: it has no such page. */
  source_hash: string | null;
  /** Of what the translation says on it; null: it has no such page. */
  target_hash: string | null;
  /** What the source said when the translation was written; null: nobody has. */
  from_hash: string | null;
  /** 'hand' or 'translator'; null: nobody. */
  written_by: "hand" | "translator" | null;
  written_at: number | null;
  /** JSON: string[], what looks wrong in what the translator wrote. */
  problems: Generated<string>;
  /** Follows from the hashes. */
  status: "missing" | "outdated" | "current" | "extra";
}

/** A term of an organization, as each language has it. */
interface GlossaryEntryRow {
  id: string;
  organization_id: string;
  /** JSON: Record<string, string>, terms by the codes of their languages. */
  translations: string;
  created_at: number;
  updated_at: number;
  version: Generated<number>;
}

export interface TranslationsTables {
  translation_settings: TranslationSettingsRow;
  translated_spaces: TranslatedSpaceRow;
  translated_pages: TranslatedPageRow;
  glossary_entries: GlossaryEntryRow;
}
