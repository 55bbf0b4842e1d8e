/** Fonts of organizations with the files uploaded for them, and files that are made of content and kept. */
import type { TableDescription } from "../table.ts";

export const files: readonly TableDescription[] = [
  {
    name: "uploads",
    columns: {
      id: "text",
      organization_id: "text",
      content_type: "text",
      hash: "text",
      data: "bytes",
      created_at: "int",
    },
    key: ["id"],
    refers: { organization_id: "organizations cascade" },
    indexes: {
      uploads_by_age: ["created_at"],
      uploads_of: ["organization_id"],
    },
  },
  {
    name: "file_uploads",
    of: "organization, outliving it",
    columns: {
      id: "text",
      created_by: "text",
      installation_id: "text?",
      size: "int",
      sha256: "text?",
      created_at: "int",
      ended_at: "int?",
      emptied_at: "int?",
    },
    key: ["id"],
    indexes: {
      file_uploads_by_id: ["id"],
      file_uploads_by_age: ["created_at"],
    },
  },
  {
    name: "file_upload_parts",
    of: "organization, outliving it",
    columns: {
      upload_id: "text",
      number: "int",
      hash: "text",
      size: "int",
    },
    key: ["upload_id", "number"],
    refers: { upload_id: "file_uploads cascade" },
  },
  {
    name: "fonts",
    of: "organization",
    columns: {
      id: "text",
      family: "text",
      created_at: "int",
      version: "int = 1",
    },
    key: ["id"],
    indexes: {
      fonts_of: ["organization_id", "created_at", "id"],
    },
  },
  {
    name: "font_faces",
    of: "organization",
    columns: {
      font_id: "text",
      weight: "int",
      upload_id: "text",
    },
    key: ["font_id", "weight"],
    refers: { upload_id: "uploads cascade", font_id: "fonts cascade" },
    indexes: {
      font_faces_of: ["organization_id", "upload_id"],
    },
  },
  {
    name: "prints",
    of: "organization",
    parted: true,
    columns: {
      key: "text",
      space_id: "text",
      hash: "text",
      sheets: "int",
      created_at: "int",
    },
    key: ["key", "space_id"],
    refers: { hash: "blobs cascade", space_id: "spaces cascade" },
    indexes: {
      prints_of_file: ["organization_id", "hash"],
      prints_of_space: ["space_id"],
    },
  },
  {
    name: "image_copies",
    of: "organization",
    columns: {
      key: "text",
      hash: "text",
      created_at: "int",
    },
    key: ["key"],
    refers: { hash: "blobs cascade" },
    indexes: {
      image_copies_of_file: ["organization_id", "hash"],
    },
  },
];
