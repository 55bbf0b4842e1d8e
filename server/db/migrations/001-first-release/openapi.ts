/** Descriptions of APIs, their versions, and the pieces these are stored in. */
import type { TableDescription } from "../table.ts";

export const openapi: readonly TableDescription[] = [
  {
    name: "openapi_specs",
    of: "organization",
    columns: {
      id: "text",
      slug: "text",
      source_url: "text?",
      source: "int = 1",
      visibility: "text",
      state: "text",
      last_version_id: "text?",
      processed_at: "int?",
      error_code: "text?",
      errors: "text = []",
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
      hash: "text",
      url: "text?",
      format: "text",
      openapi: "text",
      outline: "text",
      filesystem: "text",
      raw: "text",
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
  {
    name: "openapi_pieces",
    of: "organization, outliving it",
    parted: true,
    columns: {
      hash: "text",
      data: "bytes",
      touched_at: "int",
    },
    key: ["hash"],
  },
];
