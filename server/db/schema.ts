/**
 * The row types of every table, as both databases return them: text, numbers, bytes and nothing else.
 * Times (`*_at`, `at`) are integer milliseconds since 1970; yes and no are 1 and 0; JSON is text that the
 * reader parses; ids are opaque strings.
 */
import type { Generated, GeneratedAlways, Selectable } from "kysely";
import type { AddressTables } from "./schema-addresses.ts";
import type { ChangeTables } from "./schema-changes.ts";
import type { CollectionTables } from "./schema-collections.ts";
import type { EventTables } from "./schema-events.ts";
import type { CommentTables } from "./schema-comments.ts";
import type { FontTables } from "./schema-fonts.ts";
import type { IntegrationTables } from "./schema-integrations.ts";
import type { OpenAPITables } from "./schema-openapi.ts";
import type { PeopleTables } from "./schema-people.ts";
import type { PrintTables } from "./schema-prints.ts";
import type { ReaderTables } from "./schema-readers.ts";
import type { ReferenceTables } from "./schema-references.ts";
import type { SamlTables } from "./schema-saml.ts";
import type { SessionTables } from "./schema-sessions.ts";
import type { ReviewTables } from "./schema-reviews.ts";
import type { SitePartTables } from "./schema-sites.ts";
import type { VisitorTables } from "./schema-visitors.ts";
import type { SearchTables } from "./schema-search.ts";
import type { TranslationTables } from "./schema-translations.ts";

/** 1 for yes, 0 for no. */
export type Flag = 0 | 1;

export interface MigrationRow {
  name: string;
  applied_at: number;
}

export interface MetaRow {
  key: string;
  value: string;
}

export interface UserRow {
  id: string;
  email: string;
  /** The address as compared: case-folded in JavaScript, unique. */
  email_folded: string;
  email_verified: Generated<Flag>;
  display_name: string;
  /** The name as searches compare it. */
  name_folded: Generated<string>;
  photo_url: string | null;
  password_hash: string | null;
  /** Since when they may do nothing at all. */
  disabled_at: number | null;
  created_at: number;
  version: Generated<number>;
}

export interface TokenRow {
  id: string;
  user_id: string;
  label: string;
  /** SHA-256 of the token, lower-case hex. */
  hash: string;
  /** JSON; null: everything its user may do. */
  scopes: string | null;
  /** The organization in whose single sign-on it was made: it works while its user belongs to no other. */
  through: Generated<string | null>;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
  revoked_at: number | null;
}

export interface OrganizationRow {
  id: string;
  title: string;
  hostname: string;
  type: string;
  use_case: string | null;
  community_type: string | null;
  /** JSON: string[] */
  email_domains: Generated<string>;
  default_role: string | null;
  /** JSON */
  default_content: string | null;
  sso: Generated<Flag>;
  ai: Generated<Flag>;
  invite_links: Generated<Flag>;
  logo: string | null;
  /** JSON; null: none. */
  merge_rules: Generated<string | null>;
  plan: string;
  created_at: number;
  version: Generated<number>;
}

export interface MemberRow {
  organization_id: string;
  user_id: string;
  /** null: a guest. */
  role: string | null;
  disabled: Generated<Flag>;
  sso: Generated<Flag>;
  joined_at: number;
  last_seen_at: number | null;
  version: Generated<number>;
}

/** A resolved permission policy, stored once per distinct body; `acl` columns point here. */
export interface PolicyRow {
  id: string;
  organization_id: string;
  /** JSON */
  body: string;
  /** Since when nothing carries it: kept a day for requests that have read it already. */
  unused_at: number | null;
}

export interface SpaceRow {
  id: string;
  organization_id: string;
  parent_id: string | null;
  position: string;
  title: string;
  emoji: string | null;
  edit_mode: string;
  /** 'inherit', a role, or null (no access). */
  default_level: string | null;
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

export interface RevisionRow {
  id: string;
  space_id: string;
  type: string;
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

export interface FormerSlugRow {
  space_id: string;
  /** '' is the root. */
  parent_id: string;
  slug: string;
  page_id: string;
  at: number;
}

export interface SiteRow {
  id: string;
  organization_id: string;
  type: string;
  title: string;
  /** The title as filters compare it. */
  title_folded: string;
  basename: string;
  hostname: string | null;
  /** JSON */
  proxy: string | null;
  visibility: string;
  published: Generated<Flag>;
  /** JSON */
  icon: string | null;
  adaptive_content: Generated<Flag>;
  agents_context: string | null;
  default_site_space_id: string | null;
  default_site_section_id: string | null;
  /** JSON */
  customization: string | null;
  created_at: number;
  version: Generated<number>;
}

export interface SiteSpaceRow {
  id: string;
  site_id: string;
  section_id: string | null;
  space_id: string;
  path: string;
  title: string | null;
  condition: string | null;
  /** JSON: how it looks otherwise than its site; null: in nothing. */
  customization: Generated<string | null>;
  position: string;
  created_at: number;
  version: Generated<number>;
}

export type JobState = "queued" | "running" | "done" | "failed" | "cancelled";

export interface JobRow {
  id: string;
  kind: string;
  /** At most one queued or running job has a given key. */
  key: string | null;
  /** JSON */
  payload: string;
  state: Generated<JobState>;
  /** JSON */
  progress: string | null;
  /** JSON */
  report: string | null;
  attempts: Generated<number>;
  due_at: number;
  lease_until: number | null;
  /** Grows with every claim: a worker whose claim was taken over can't write any more. */
  fence: Generated<number>;
  created_by: string | null;
  organization_id: string | null;
  space_id: string | null;
  created_at: number;
  finished_at: number | null;
  error: string | null;
}

export interface OutboxRow {
  seq: GeneratedAlways<number>;
  id: string;
  kind: string;
  organization_id: string | null;
  space_id: string | null;
  /** JSON */
  payload: string;
  created_at: number;
  /** When its deliveries were made; null while there is nobody to tell. */
  taken_at: number | null;
}

export interface IdempotencyRow {
  user_id: string;
  key: string;
  operation: string;
  request_hash: string;
  state: string;
  status: number | null;
  /** JSON */
  headers: string | null;
  body: string | null;
  created_at: number;
}

export interface AuditRow {
  seq: GeneratedAlways<number>;
  id: string;
  /** null: a change of the installation itself, or of a person. It outlives the organization. */
  organization_id: string | null;
  occurred_at: number;
  action: string;
  actor_type: string;
  actor_id: string;
  actor_label: string | null;
  token_id: string | null;
  ip: string | null;
  source: string;
  target_type: string;
  target_id: string;
  target_label: string | null;
  /** JSON */
  before: string | null;
  /** JSON */
  after: string | null;
  /** Chained over the organization's entries, by the job that seals them. */
  hash: string | null;
}

/** A row of a table as it is read. */
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

export interface Schema
  extends
    SearchTables,
    AddressTables,
    CollectionTables,
    EventTables,
    FontTables,
    PeopleTables,
    PrintTables,
    ReaderTables,
    ReferenceTables,
    TranslationTables,
    OpenAPITables,
    IntegrationTables,
    ChangeTables,
    ReviewTables,
    CommentTables,
    SitePartTables,
    VisitorTables,
    SessionTables,
    SamlTables {
  migrations: MigrationRow;
  meta: MetaRow;
  users: UserRow;
  tokens: TokenRow;
  organizations: OrganizationRow;
  members: MemberRow;
  policies: PolicyRow;
  spaces: SpaceRow;
  revisions: RevisionRow;
  nodes: NodeRow;
  bodies: BodyRow;
  blobs: BlobRow;
  former_slugs: FormerSlugRow;
  sites: SiteRow;
  site_spaces: SiteSpaceRow;
  jobs: JobRow;
  outbox: OutboxRow;
  idempotency: IdempotencyRow;
  audit: AuditRow;
}
