/** Descriptions of APIs, their versions, and the pieces these are stored in. */
import type { TableDescription } from "../table.ts";

export const openapi = [
  {
    name: "openapi_specs",
    of: "organization",
    columns: {
      id: "text",
      slug: "text",
      /** null: its source is a text. */
      source_url: "text?",
      /** Counts up when the source is set: what was read of an earlier one is not taken any more. */
      source: "int = 1",
      visibility: "text: private | public",
      state: "text: pending | progress | complete",
      last_version_id: "text?",
      processed_at: "int?",
      error_code: "text?: FETCH_TIMEOUT | FETCH_ERROR | PARSE_ERROR",
      /** JSON: {message}[] of the last processing. */
      errors: "text = []",
      /** How many there were, also those that are not kept. */
      error_count: "int = 0",
      /** When it is read again; null: never by itself. */
      due_at: "int?",
      created_at: "int",
      updated_at: "int",
      version: "int = 1",
    },
    key: ["id"],
    unique: [["slug"]],
    indexes: {
      openapi_specs_due: ["due_at"],
      openapi_specs_in_order: ["organization_id", "created_at", "id"],
    },
  },
  {
    name: "openapi_versions",
    of: "organization",
    columns: {
      id: "text",
      spec_id: "text",
      /** Of the content. */
      hash: "text",
      /** Where it was read; null for a text. */
      url: "text?",
      /** Of the first file. */
      format: "text: json | yaml",
      /** "3.1.0" */
      openapi: "text",
      /** Hash of the outline's piece. */
      outline: "text",
      /** JSON: hashes of pieces. */
      filesystem: "text",
      /** JSON: hashes of pieces. */
      raw: "text",
      /** The hashes of all its pieces, 20 bytes each. */
      pieces: "bytes",
      created_at: "int",
    },
    key: ["id"],
    refers: { spec_id: "openapi_specs cascade" },
    indexes: {
      openapi_versions_in_order: ["organization_id", "spec_id", "created_at", "id"],
    },
  },
  {
    name: "openapi_sources",
    of: "organization",
    columns: {
      spec_id: "text",
      text: "text",
    },
    key: ["spec_id"],
    refers: { spec_id: "openapi_specs cascade" },
  },
  /** A part of a version, by the hash of its bytes: versions share what they have in common. */
  {
    name: "openapi_pieces",
    of: "organization, outliving it",
    parted: "organization_id",
    columns: {
      hash: "text",
      data: "bytes",
      touched_at: "int",
    },
    key: ["hash"],
  },
] as const satisfies readonly TableDescription[];
