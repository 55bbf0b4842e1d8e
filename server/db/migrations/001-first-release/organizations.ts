/** Organizations, their members, teams and invitations, and who may do what. */
import type { TableDescription } from "../table.ts";
import { ROLE } from "./role.ts";

export const organizations = [
  {
    name: "organizations",
    columns: {
      id: "text",
      title: "text",
      hostname: "text",
      type: "text: business | community",
      use_case: "text?",
      community_type: "text?",
      /** JSON: string[] */
      email_domains: "text = []",
      default_role: `text?: ${ROLE}`,
      /** JSON */
      default_content: "text?",
      sso: "flag = 0",
      /** From when on members need a second factor; null: they need none. */
      factor_from: "int?",
      /** Whether those who come by its single sign-on need none here. */
      factor_by_sso: "flag = 1",
      ai: "flag = 0",
      invite_links: "flag = 0",
      logo: "text?",
      plan: "text",
      created_at: "int",
      /** Since when it is deleted: a job removes what is left of it, then this row. */
      ended_at: "int?",
      version: "int = 1",
      /** JSON; null: none. */
      merge_rules: "text?",
    },
    key: ["id"],
    unique: [["hostname"]],
  },
  {
    name: "members",
    of: "organization",
    columns: {
      user_id: "text",
      /** null: a guest. */
      role: `text?: ${ROLE}`,
      disabled: "flag = 0",
      sso: "flag = 0",
      joined_at: "int",
      last_seen_at: "int?",
      version: "int = 1",
    },
    key: ["user_id"],
    refers: { user_id: "users cascade" },
    indexes: {
      members_by_last_seen: ["organization_id", "last_seen_at", "user_id"],
      members_by_joining: ["organization_id", "joined_at", "user_id"],
      members_of_user: ["user_id", "organization_id"],
    },
  },
  /** A resolved permission policy, stored once per distinct body; `acl` columns point here. */
  {
    name: "policies",
    of: "organization",
    columns: {
      id: "text",
      /** JSON */
      body: "text",
      /** Since when nothing carries it: kept a day for requests that have read it already. */
      unused_at: "int?",
    },
    key: ["id"],
  },
  {
    name: "teams",
    of: "organization",
    columns: {
      id: "text",
      title: "text",
      /** The title as filters compare it. */
      title_folded: "text",
      created_at: "int",
      version: "int = 1",
    },
    key: ["id"],
    indexes: {
      teams_in_order: ["organization_id", "created_at", "id"],
    },
  },
  {
    name: "team_members",
    of: "organization",
    columns: {
      team_id: "text",
      user_id: "text",
      role: "text: owner | member",
      added_at: "int",
    },
    key: ["team_id", "user_id"],
    refers: { team_id: "teams cascade", user_id: "members cascade" },
    indexes: {
      teams_of_member: ["organization_id", "user_id", "team_id"],
      team_members_in_order: ["organization_id", "team_id", "added_at", "user_id"],
    },
  },
  /** A link that lets people join. Its secret is kept as a hash, to find it by, and sealed, to show it by. */
  {
    name: "invite_links",
    of: "organization",
    columns: {
      id: "text",
      hash: "text",
      sealed: "text",
      target_kind: "text: organization | space | collection",
      target_id: "text",
      /** null: a guest. */
      role: `text?: ${ROLE}`,
      created_by: "text?",
      created_at: "int",
      expires_at: "int",
      version: "int = 1",
    },
    key: ["id"],
    unique: [["hash"]],
    refers: { created_by: "users set null" },
    indexes: {
      // Who opens a link's page has nothing but its secret.
      invite_links_by_hash: ["hash"],
      invite_links_of_creator: ["created_by"],
      invite_links_in_order: ["organization_id", "created_at", "id"],
    },
  },
  /** Who may not use a link (again): they joined by it, or lost rights since it was made. */
  {
    name: "invite_uses",
    of: "organization",
    columns: {
      invite_id: "text",
      user_id: "text",
      used_at: "int",
    },
    key: ["invite_id", "user_id"],
    refers: { user_id: "users cascade", invite_id: "invite_links cascade" },
    indexes: {
      invite_uses_of_user: ["user_id"],
    },
  },
  /** Somebody whom an administrator removed, or who left with less than the default role: the domain of their address brings them back no more. */
  {
    name: "removed_members",
    of: "organization",
    columns: {
      user_id: "text",
      removed_at: "int",
    },
    key: ["user_id"],
    refers: { user_id: "users cascade" },
    indexes: {
      removed_members_of_user: ["user_id"],
    },
  },
] as const satisfies readonly TableDescription[];
