/** Single sign-on by SAML. */
import type { TableDescription } from "../table.ts";
import { ROLE } from "./role.ts";

export const singleSignOn = [
  /** An identity provider that an organization trusts. It is active once nothing of address, id and certificate lacks. */
  {
    name: "saml_providers",
    of: "organization",
    columns: {
      id: "text",
      label: "text",
      entity_id: "text?",
      sso_url: "text?",
      /** As it was given: PEM or bare base64. */
      certificate: "text?",
      default_team_id: "text?",
      /** null: a guest. */
      default_role: `text?: ${ROLE}`,
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
  /** Who somebody is for a provider. */
  {
    name: "saml_identities",
    of: "organization",
    columns: {
      provider_id: "text",
      /** The e-mail address that the provider names them by, folded. */
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
  /** A sign-in under way: from the way to the provider until the browser that began it is let in. */
  {
    name: "saml_requests",
    of: "organization",
    columns: {
      /** SHA-256 of what travels as RelayState. */
      relay_hash: "text",
      provider_id: "text",
      /** The id of the request, which the assertion has to answer. */
      request_id: "text",
      /** SHA-256 of the cookie of the browser that began it. */
      browser_hash: "text",
      /** The path it leads to. */
      next: "text?",
      /** JSON: what is tried in place of what the provider has. With it, nobody is signed in by the answer. */
      tried: "text?",
      created_at: "int",
      expires_at: "int",
      /** Set with what the provider said, once. */
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
  /** An assertion that was used, kept until it is too old to be used again. */
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
  /** Which provider opened a session. */
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
] as const satisfies readonly TableDescription[];
