/** Revisions, and what they are made of. */
import type { Generated } from "kysely";

interface RevisionRow {
  organization_id: string;
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

interface NodeRow {
  organization_id: string;
  hash: string;
  data: Buffer;
  touched_at: number;
}

interface BodyRow {
  organization_id: string;
  hash: string;
  text: string;
  touched_at: number;
}

interface BlobRow {
  organization_id: string;
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
