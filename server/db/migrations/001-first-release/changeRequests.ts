/** Change requests, what their merging could not decide, and their reviews. */
import type { TableDescription } from "../table.ts";

export const changeRequests = [
  {
    name: "change_requests",
    of: "organization",
    parted: "organization_id",
    columns: {
      id: "text",
      space_id: "text",
      /** Counts up within the space, without gaps. */
      number: "int",
      status: "text: draft | open | archived | merged",
      subject: "text",
      description: "text?",
      agent_task_id: "text?",
      /** JSON: the pull request that it shows, by which alone it is changed and ended. */
      git: "text?",
      /** null once that user is gone. */
      created_by: "text?",
      created_at: "int",
      updated_at: "int",
      /** Id of the revision with its content. */
      head: "text",
      /** The revision of the space that it began from. */
      revision_initial: "text",
      /** The last revision of the space that was taken in; null: none since it began. */
      merged_ancestor: "text?",
      /** What its merge made of the space; null until then. */
      revision_merged: "text?",
      comments: "int = 0",
      /** How many of its conflicts nobody has decided. */
      conflicts: "int = 0",
      version: "int = 1",
    },
    key: ["id"],
    unique: [["space_id", "number"]],
    refers: { created_by: "users set null", space_id: "spaces cascade" },
    indexes: {
      change_requests_of_creator: ["created_by", "id"],
      change_requests_by_status: ["space_id", "status", "number"],
      change_requests_in_order: ["organization_id", "updated_at", "id"],
      // Asked before a revision is superseded, and before it goes.
      change_requests_from: ["revision_initial"],
      change_requests_taking_in: ["merged_ancestor"],
      change_requests_merged_as: ["revision_merged"],
    },
  },
  {
    name: "conflicts",
    of: "organization",
    columns: {
      id: "text",
      change_request_id: "text",
      position: "int",
      kind: "text: body | page-field | page-position | page-removed | file | variable | tag | reusable",
      /** What it is about: a page's id, "reusable:<id>", or the key of a file, variable, tag or reusable content. */
      source: "text",
      /** JSON: the versions, and where in the source. */
      detail: "text",
      /** JSON; null: undecided. */
      resolution: "text?",
      created_at: "int",
      resolved_at: "int?",
    },
    key: ["id"],
    unique: [["change_request_id", "position"]],
    refers: { change_request_id: "change_requests cascade" },
  },
  /** A body that was merged with conflicts: its certain parts, and the conflicts between them. */
  {
    name: "conflicting_bodies",
    of: "organization",
    columns: {
      change_request_id: "text",
      source: "text",
      /** JSON: MergedPart[] */
      parts: "text",
    },
    key: ["change_request_id", "source"],
    refers: { change_request_id: "change_requests cascade" },
  },
] as const satisfies readonly TableDescription[];
