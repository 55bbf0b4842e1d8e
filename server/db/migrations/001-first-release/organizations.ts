/** Organizations, their members, teams and invitations, and who may do what. */
import type { TableDescription } from "../table.ts";

export const organizations: readonly TableDescription[] = [
  {
    name: "organizations",
    columns: {
      id: "text",
      title: "text",
      hostname: "text",
      type: "text",
      use_case: "text?",
      community_type: "text?",
      email_domains: "text = []",
      default_role: "text?",
      default_content: "text?",
      sso: "int = 0",
      ai: "int = 0",
      invite_links: "int = 0",
      logo: "text?",
      plan: "text",
      created_at: "int",
      version: "int = 1",
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
      role: "text?",
      disabled: "int = 0",
      sso: "int = 0",
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
  {
    name: "policies",
    columns: {
      id: "text",
      organization_id: "text",
      body: "text",
      unused_at: "int?",
    },
    key: ["id"],
    refers: { organization_id: "organizations cascade" },
    indexes: {
      policies_of_organization: ["organization_id"],
    },
  },
  {
    name: "teams",
    of: "organization",
    columns: {
      id: "text",
      title: "text",
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
      role: "text",
      added_at: "int",
    },
    key: ["team_id", "user_id"],
    refers: { team_id: "teams cascade", user_id: "members cascade" },
    indexes: {
      teams_of_member: ["organization_id", "user_id", "team_id"],
      team_members_in_order: ["organization_id", "team_id", "added_at", "user_id"],
    },
  },
  {
    name: "invite_links",
    of: "organization",
    columns: {
      id: "text",
      hash: "text",
      sealed: "text",
      target_kind: "text",
      target_id: "text",
      role: "text?",
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
];
