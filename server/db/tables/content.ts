/** Revisions, and what they are made of. */
import type { Generated } from "kysely";

export interface RevisionRow {
  id: string;
  space_id: string;
  type: "edits" | "merge" | "rollback" | "update" | "computed";
  /** Hash of the root node. */
  root: string;
  /** JSON: revision ids */
  parents: Generated<string>;
  created_at: number;
  created_by: string | null;
  change_request_id: string | null;
  merged_from: string | null;
  message: string | null;
  /** JSON */
  git: string | null;
}

export interface NodeRow {
  hash: string;
  data: Buffer;
  touched_at: number;
}

export interface BodyRow {
  hash: string;
  text: string;
  touched_at: number;
}

export interface BlobRow {
  hash: string;
  /** bytes */
  size: number;
  touched_at: number;
}

export interface ContentTables {
  revisions: RevisionRow;
  nodes: NodeRow;
  bodies: BodyRow;
  blobs: BlobRow;
}
