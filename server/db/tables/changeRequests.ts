/** Change requests, what their merging could not decide, and their reviews. */
import type { Generated } from "kysely";

export type ChangeRequestStatus = "draft" | "open" | "archived" | "merged";

interface ChangeRequestRow {
  organization_id: string;
  id: string;
  space_id: string;
  /** Counts up within the space, without gaps. */
  number: number;
  status: ChangeRequestStatus;
  subject: string;
  description: string | null;
  agent_task_id: string | null;
  /** null once that user is gone. */
  created_by: string | null;
  created_at: number;
  updated_at: number;
  /** Id of the revision with its content. */
  head: string;
  /** The revision of the space that it began from. */
  revision_initial: string;
  /** The last revision of the space that was taken in; null: none since it began. */
  merged_ancestor: string | null;
  /** What its merge made of the space; null until then. */
  revision_merged: string | null;
  comments: Generated<number>;
  /** How many of its conflicts nobody has decided. */
  conflicts: Generated<number>;
  version: Generated<number>;
}

/** What names a change request to the database. */
export type RequestKey = Pick<ChangeRequestRow, "organization_id" | "id">;

/** What both sides changed. */
export type ConflictKind =
  | "body"
  | "page-field"
  | "page-position"
  | "page-removed"
  | "file"
  | "variable"
  | "reusable";

interface ConflictRow {
  organization_id: string;
  id: string;
  change_request_id: string;
  position: number;
  kind: ConflictKind;
  /** What it is about: a page's id, "reusable:<id>", or the key of a file, variable or reusable content. */
  source: string;
  /** JSON: the versions, and where in the source. */
  detail: string;
  /** JSON; null: undecided. */
  resolution: string | null;
  created_at: number;
  resolved_at: number | null;
}

/** A body that was merged with conflicts: its certain parts, and the conflicts between them. */
interface ConflictingBodyRow {
  organization_id: string;
  change_request_id: string;
  source: string;
  /** JSON: MergedPart[] */
  parts: string;
}

export interface ChangeRequestsTables {
  change_requests: ChangeRequestRow;
  conflicts: ConflictRow;
  conflicting_bodies: ConflictingBodyRow;
}
