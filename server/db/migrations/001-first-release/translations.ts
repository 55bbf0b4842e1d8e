/** Which languages content is written in, which spaces translate which, and the words for it. */
import type { TableDescription } from "../table.ts";

export const translations = [
  {
    name: "translation_settings",
    of: "organization",
    columns: {
      id: "text",
      title: "text",
      /** JSON: string[], codes of languages. */
      languages: "text = []",
      created_at: "int",
      updated_at: "int",
      version: "int = 1",
    },
    key: ["id"],
    indexes: {
      translation_settings_in_order: ["organization_id", "created_at", "id"],
    },
  },
  /** A space that says in another language what its source says. A page has the same id in both. */
  {
    name: "translated_spaces",
    of: "organization",
    columns: {
      space_id: "text",
      settings_id: "text",
      source_id: "text",
      language: "text",
      /** Whether the translator writes what is missing or outdated as soon as it is. */
      automatic: "flag = 0",
      /** Markdown for the translator. */
      instructions: "text?",
      /** The hash of the source's root that the translation has taken in. */
      source_root: "text",
      /** The hash of the translation's own root that was looked at. */
      target_root: "text",
      /** JSON: both roots before, null for none, while the pages' rows don't yet stand for these. */
      pending: "text?",
      created_at: "int",
      version: "int = 1",
    },
    key: ["space_id"],
    unique: [["source_id", "settings_id", "language"]],
    refers: {
      source_id: "spaces cascade",
      settings_id: "translation_settings cascade",
      space_id: "spaces cascade",
    },
    indexes: {
      translated_spaces_of_settings: ["organization_id", "settings_id", "created_at", "space_id"],
    },
  },
  /** A page of a translation or of its source. */
  {
    name: "translated_pages",
    of: "organization",
    columns: {
      space_id: "text",
      page_id: "text",
      /** Of what the source says on the page; null: it has no such page. */
      source_hash: "text?",
      /** Of what the translation says on it; null: it has no such page. */
      target_hash: "text?",
      /** What the source said when the translation was written; null: nobody has. */
      from_hash: "text?",
      /** 'hand' or 'translator'; null: nobody. */
      written_by: "text?: hand | translator",
      written_at: "int?",
      /** JSON: string[], what looks wrong in what the translator wrote. */
      problems: "text = []",
      /** Follows from the hashes. */
      status: "text: missing | outdated | current | extra",
    },
    key: ["space_id", "page_id"],
    refers: { space_id: "translated_spaces cascade" },
    indexes: {
      translated_pages_by_status: ["organization_id", "space_id", "status", "page_id"],
    },
  },
  /** A term of an organization, as each language has it. */
  {
    name: "glossary_entries",
    of: "organization",
    columns: {
      id: "text",
      /** JSON: Record<string, string>, terms by the codes of their languages. */
      translations: "text",
      created_at: "int",
      updated_at: "int",
      version: "int = 1",
    },
    key: ["id"],
    indexes: {
      glossary_entries_in_order: ["organization_id", "created_at", "id"],
    },
  },
] as const satisfies readonly TableDescription[];
