/** Rows of collections and of the roles granted on content. */
import type { Generated } from "kysely";

export interface CollectionRow {
  id: string;
  organization_id: string;
  parent_id: string | null;
  position: string;
  title: string;
  description: string | null;
  /** 'inherit', a role, or null (no access). */
  default_level: string | null;
  /** Who keeps access when the default level is null; null: the creator. */
  level_owner: string | null;
  /** null once that user is gone. */
  created_by: string | null;
  created_at: number;
  acl: string;
  version: Generated<number>;
}

/** A role that a user or a team was given directly on a space or a collection. */
export interface GrantRow {
  content_id: string;
  content_kind: "space" | "collection";
  organization_id: string;
  grantee_kind: "user" | "team";
  grantee_id: string;
  role: string;
  created_at: number;
}

export interface CollectionTables {
  collections: CollectionRow;
  grants: GrantRow;
}
