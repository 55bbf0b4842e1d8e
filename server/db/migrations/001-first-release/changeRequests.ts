/** Change requests, what their merging could not decide, and their reviews. */
import type { TableDescription } from "../table.ts";

export const changeRequests: readonly TableDescription[] = [
  {
    name: "change_requests",
    of: "organization",
    columns: {
      id: "text",
      space_id: "text",
      number: "int",
      status: "text",
      subject: "text",
      description: "text?",
      agent_task_id: "text?",
      created_by: "text?",
      created_at: "int",
      updated_at: "int",
      head: "text",
      revision_initial: "text",
      merged_ancestor: "text?",
      revision_merged: "text?",
      comments: "int = 0",
      conflicts: "int = 0",
      version: "int = 1",
    },
    key: ["id"],
    unique: [["space_id", "number"]],
    refers: { created_by: "users set null", space_id: "spaces cascade" },
    indexes: {
      change_requests_of_creator: ["created_by"],
      change_requests_by_status: ["space_id", "status", "number"],
    },
  },
  {
    name: "conflicts",
    of: "organization",
    columns: {
      id: "text",
      change_request_id: "text",
      position: "int",
      kind: "text",
      source: "text",
      detail: "text",
      resolution: "text?",
      created_at: "int",
      resolved_at: "int?",
    },
    key: ["id"],
    unique: [["change_request_id", "position"]],
    refers: { change_request_id: "change_requests cascade" },
  },
  {
    name: "conflicting_bodies",
    of: "organization",
    columns: {
      change_request_id: "text",
      source: "text",
      parts: "text",
    },
    key: ["change_request_id", "source"],
    refers: { change_request_id: "change_requests cascade" },
  },
];
