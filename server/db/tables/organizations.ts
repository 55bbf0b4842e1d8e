/** Organizations, their members, teams and invitations, and who may do what. */
import type { Generated } from "kysely";
import type { Flag } from "./flag.ts";
import type { Role } from "./role.ts";

interface OrganizationRow {
  id: string;
  title: string;
  hostname: string;
  type: "business" | "community";
  use_case: string | null;
  community_type: string | null;
  /** JSON: string[] */
  email_domains: Generated<string>;
  default_role: Role | null;
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

interface MemberRow {
  organization_id: string;
  user_id: string;
  /** null: a guest. */
  role: Role | null;
  disabled: Generated<Flag>;
  sso: Generated<Flag>;
  joined_at: number;
  last_seen_at: number | null;
  version: Generated<number>;
}

/** A resolved permission policy, stored once per distinct body; `acl` columns point here. */
interface PolicyRow {
  id: string;
  organization_id: string;
  /** JSON */
  body: string;
  /** Since when nothing carries it: kept a day for requests that have read it already. */
  unused_at: number | null;
}

interface TeamRow {
  id: string;
  organization_id: string;
  title: string;
  /** The title as filters compare it. */
  title_folded: string;
  created_at: number;
  version: Generated<number>;
}

interface TeamMemberRow {
  team_id: string;
  organization_id: string;
  user_id: string;
  role: "owner" | "member";
  added_at: number;
}

/** A link that lets people join. Its secret is kept as a hash, to find it by, and sealed, to show it by. */
interface InviteLinkRow {
  id: string;
  organization_id: string;
  hash: string;
  sealed: string;
  target_kind: "organization" | "space" | "collection";
  target_id: string;
  /** null: a guest. */
  role: Role | null;
  created_by: string | null;
  created_at: number;
  expires_at: number;
  version: Generated<number>;
}

/** Who may not use a link (again): they joined by it, or lost rights since it was made. */
interface InviteUseRow {
  organization_id: string;
  invite_id: string;
  user_id: string;
  used_at: number;
}

export interface OrganizationsTables {
  organizations: OrganizationRow;
  members: MemberRow;
  policies: PolicyRow;
  teams: TeamRow;
  team_members: TeamMemberRow;
  invite_links: InviteLinkRow;
  invite_uses: InviteUseRow;
}
