/** Revisions, and what they are made of. */
import type { TableDescription } from "../table.ts";

export const content = [
  {
    name: "revisions",
    of: "organization",
    parted: "organization_id",
    columns: {
      id: "text",
      space_id: "text",
      type: "text: edits | merge | rollback | update | computed",
      /** Hash of the root node. */
      root: "text",
      /** JSON: revision ids */
      parents: "text = []",
      created_at: "int",
      created_by: "text?",
      change_request_id: "text?",
      merged_from: "text?",
      message: "text?",
      /** JSON */
      git: "text?",
      /** The session or token that it was written through; null: a job, or the installation. */
      written_through: "text?",
      /** The revision that took its place in lists, and when: it goes a while later. */
      superseded_by: "text?",
      superseded_at: "int?",
    },
    key: ["id"],
    refers: { created_by: "users set null", space_id: "spaces cascade" },
    indexes: {
      revisions_of_creator: ["created_by", "id"],
      revisions_of_change_request: ["change_request_id", "created_at", "id"],
      revisions_of_space: ["space_id", "created_at", "id"],
      revisions_superseded: {
        columns: ["superseded_at"],
        unique: false,
        where: "superseded_at is not null",
      },
    },
  },
  /** Which revisions of a space itself changed a page, or took it away. */
  {
    name: "page_revisions",
    of: "organization",
    parted: "organization_id",
    columns: {
      space_id: "text",
      page_id: "text",
      /** That of the revision. */
      created_at: "int",
      revision_id: "text",
    },
    key: ["space_id", "page_id", "created_at", "revision_id"],
    refers: { space_id: "spaces cascade" },
    indexes: { page_revisions_of_revision: ["revision_id"] },
  },
  {
    name: "nodes",
    of: "organization, outliving it",
    parted: "organization_id",
    columns: {
      hash: "text",
      data: "bytes",
      touched_at: "int",
    },
    key: ["hash"],
  },
  {
    name: "bodies",
    of: "organization, outliving it",
    parted: "organization_id",
    columns: {
      hash: "text",
      text: "text",
      touched_at: "int",
    },
    key: ["hash"],
  },
  {
    name: "blobs",
    of: "organization, outliving it",
    columns: {
      hash: "text",
      /** bytes */
      size: "int",
      touched_at: "int",
    },
    key: ["hash"],
  },
] as const satisfies readonly TableDescription[];
