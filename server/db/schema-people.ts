/** Rows of teams and invite links. */
import type { Generated } from "kysely";

export interface TeamRow {
  id: string;
  organization_id: string;
  title: string;
  /** The title as filters compare it. */
  title_folded: string;
  created_at: number;
  version: Generated<number>;
}

export interface TeamMemberRow {
  team_id: string;
  organization_id: string;
  user_id: string;
  /** "owner" or "member". */
  role: string;
  added_at: number;
}

/** A link that lets people join. Its secret is kept as a hash, to find it by, and sealed, to show it by. */
export interface InviteLinkRow {
  id: string;
  organization_id: string;
  hash: string;
  sealed: string;
  target_kind: "organization" | "space" | "collection";
  target_id: string;
  /** null: a guest. */
  role: string | null;
  created_by: string | null;
  created_at: number;
  expires_at: number;
  version: Generated<number>;
}

/** Who may not use a link (again): they joined by it, or lost rights since it was made. */
export interface InviteUseRow {
  invite_id: string;
  user_id: string;
  used_at: number;
}

export interface PeopleTables {
  teams: TeamRow;
  team_members: TeamMemberRow;
  invite_links: InviteLinkRow;
  invite_uses: InviteUseRow;
}
