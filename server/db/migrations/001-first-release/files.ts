/** Fonts of organizations with the files uploaded for them, and files that are made of content and kept. */
import type { TableDescription } from "../table.ts";

export const files = [
  /** A file that was sent to a signed address. What nothing names goes after a day. */
  {
    name: "uploads",
    of: "organization",
    columns: {
      id: "text",
      /** As its bytes say. */
      content_type: "text",
      /** SHA-256 of the bytes. */
      hash: "text",
      data: "bytes",
      created_at: "int",
    },
    key: ["id"],
    indexes: {
      uploads_by_age: ["created_at"],
    },
  },
  /** A file that arrives in parts, whose bytes are an owner of their own in the store of files. */
  {
    name: "file_uploads",
    of: "organization, outliving it",
    columns: {
      id: "text",
      /** Who alone reaches it: a user, or their installation. */
      created_by: "text",
      installation_id: "text?",
      /** In bytes. */
      size: "int",
      /** What its bytes have to come to, in hexadecimal digits. */
      sha256: "text?",
      created_at: "int",
      /** When it was taken or given up. */
      ended_at: "int?",
      /** When its bytes were removed: until then it counts. */
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
      /** From 1. */
      number: "int",
      /** SHA-256 of its bytes. */
      hash: "text",
      size: "int",
    },
    key: ["upload_id", "number"],
    refers: { upload_id: "file_uploads cascade" },
  },
  /** A font of an organization's own. */
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
      /** 1 to 1000. */
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
    parted: "organization_id",
    columns: {
      key: "text",
      space_id: "text",
      /** Of the blob that has its bytes. */
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
  /** A smaller copy of a picture. */
  {
    name: "image_copies",
    of: "organization",
    columns: {
      key: "text",
      /** Of the blob that has its bytes. */
      hash: "text",
      created_at: "int",
    },
    key: ["key"],
    refers: { hash: "blobs cascade" },
    indexes: {
      image_copies_of_file: ["organization_id", "hash"],
    },
  },
] as const satisfies readonly TableDescription[];
