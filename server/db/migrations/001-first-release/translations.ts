/** Which languages content is written in, which spaces translate which, and the words for it. */
import type { TableDescription } from "../table.ts";

export const translations: readonly TableDescription[] = [
  {
    name: "translation_settings",
    columns: {
      id: "text",
      organization_id: "text",
      title: "text",
      languages: "text = []",
      created_at: "int",
      updated_at: "int",
      version: "int = 1",
    },
    key: ["id"],
    refers: { organization_id: "organizations cascade" },
    indexes: {
      translation_settings_in_order: ["organization_id", "created_at", "id"],
    },
  },
  {
    name: "translated_spaces",
    columns: {
      space_id: "text",
      settings_id: "text",
      source_id: "text",
      language: "text",
      automatic: "int = 0",
      instructions: "text?",
      source_root: "text",
      target_root: "text",
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
      translated_spaces_of_settings: ["settings_id", "created_at", "space_id"],
    },
  },
  {
    name: "translated_pages",
    columns: {
      space_id: "text",
      page_id: "text",
      source_hash: "text?",
      target_hash: "text?",
      from_hash: "text?",
      written_by: "text?",
      written_at: "int?",
      problems: "text = []",
      status: "text",
    },
    key: ["space_id", "page_id"],
    refers: { space_id: "translated_spaces cascade" },
    indexes: {
      translated_pages_by_status: ["space_id", "status", "page_id"],
    },
  },
  {
    name: "glossary_entries",
    of: "organization",
    columns: {
      id: "text",
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
];
