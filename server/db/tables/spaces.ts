/** Collections, spaces, the roles granted on both, and what spaces name of each other. */
import type { Generated } from "kysely";
import type { Role } from "./role.ts";

interface CollectionRow {
  id: string;
  organization_id: string;
  parent_id: string | null;
  position: string;
  title: string;
  description: string | null;
  /** null: no access. */
  default_level: Role | "inherit" | null;
  /** Who keeps access when the default level is null; null: the creator. */
  level_owner: string | null;
  /** null once that user is gone. */
  created_by: string | null;
  created_at: number;
  acl: string;
  version: Generated<number>;
}

interface SpaceRow {
  id: string;
  organization_id: string;
  parent_id: string | null;
  position: string;
  title: string;
  emoji: string | null;
  edit_mode: "live" | "locked";
  /** null: no access. */
  default_level: Role | "inherit" | null;
  /** Who keeps access when the default level is null; null: the creator. */
  level_owner: string | null;
  /** null once that user is gone. */
  created_by: string | null;
  created_at: number;
  updated_at: number;
  deleted_at: number | null;
  acl: string;
  /** Id of the revision readers see. */
  head: string;
  language: string | null;
  /** JSON; null: those of the organization. */
  merge_rules: Generated<string | null>;
  comments: Generated<number>;
  change_requests: Generated<number>;
  change_requests_open: Generated<number>;
  change_requests_draft: Generated<number>;
  next_change_request: Generated<number>;
  version: Generated<number>;
}

/** What names a space to the database. */
export type SpaceKey = Pick<SpaceRow, "organization_id" | "id">;

/** A role that a user or a team was given directly on a space or a collection. */
interface GrantRow {
  content_id: string;
  content_kind: "space" | "collection";
  organization_id: string;
  grantee_kind: "user" | "team";
  grantee_id: string;
  role: Role;
  created_at: number;
}

interface FormerSlugRow {
  space_id: string;
  /** '' is the root. */
  parent_id: string;
  slug: string;
  page_id: string;
  at: number;
}

/** A thing of a space that another space names. */
interface SpaceReferenceRow {
  /** The space that is named; it need not be there. */
  space_id: string;
  /** "page:<id>", "file:<id>" or "reusable:<id>", without the place in it. */
  target: string;
  /** The space that names it. */
  source_id: string;
  /** How many pages and reusable contents do, each counted for every place in the thing that it names. */
  sources: number;
}

export interface SpacesTables {
  collections: CollectionRow;
  spaces: SpaceRow;
  grants: GrantRow;
  former_slugs: FormerSlugRow;
  space_references: SpaceReferenceRow;
}
