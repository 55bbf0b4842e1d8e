/** Single sign-on by SAML. */
import type { TableDescription } from "../table.ts";

export const singleSignOn: readonly TableDescription[] = [
  {
    name: "saml_providers",
    of: "organization",
    columns: {
      id: "text",
      label: "text",
      entity_id: "text?",
      sso_url: "text?",
      certificate: "text?",
      default_team_id: "text?",
      default_role: "text?",
      created_at: "int",
      version: "int = 1",
    },
    key: ["id"],
    refers: { default_team_id: "teams set null" },
    indexes: {
      saml_providers_of_team: ["organization_id", "default_team_id"],
      saml_providers_in_order: ["organization_id", "created_at", "id"],
    },
  },
  {
    name: "saml_identities",
    of: "organization",
    columns: {
      provider_id: "text",
      name_id: "text",
      user_id: "text",
      created_at: "int",
    },
    key: ["provider_id", "name_id"],
    refers: { user_id: "users cascade", provider_id: "saml_providers cascade" },
    indexes: {
      saml_identities_of_user: ["user_id"],
    },
  },
  {
    name: "saml_requests",
    of: "organization",
    columns: {
      relay_hash: "text",
      provider_id: "text",
      request_id: "text",
      browser_hash: "text",
      next: "text?",
      created_at: "int",
      expires_at: "int",
      answered_at: "int?",
      name_id: "text?",
      display_name: "text?",
    },
    key: ["relay_hash"],
    unique: [["request_id"]],
    refers: { provider_id: "saml_providers cascade" },
    indexes: {
      saml_requests_of_provider: ["organization_id", "provider_id"],
      saml_requests_to_forget: ["expires_at"],
    },
  },
  {
    name: "saml_assertions",
    of: "organization",
    columns: {
      provider_id: "text",
      assertion_id: "text",
      expires_at: "int",
    },
    key: ["provider_id", "assertion_id"],
    refers: { provider_id: "saml_providers cascade" },
    indexes: {
      saml_assertions_to_forget: ["expires_at"],
    },
  },
  {
    name: "saml_sessions",
    columns: {
      session_id: "text",
      provider_id: "text",
      organization_id: "text",
    },
    key: ["session_id"],
    refers: { "organization_id, provider_id": "saml_providers cascade", session_id: "sessions cascade" },
    indexes: {
      saml_sessions_of_provider: ["organization_id", "provider_id"],
    },
  },
];
