/** Single sign-on by SAML. */
import type { Generated } from "kysely";
import type { Role } from "./role.ts";

/** An identity provider that an organization trusts. It is active once nothing of address, id and certificate lacks. */
interface SamlProviderRow {
  id: string;
  organization_id: string;
  label: string;
  entity_id: string | null;
  sso_url: string | null;
  /** As it was given: PEM or bare base64. */
  certificate: string | null;
  default_team_id: string | null;
  /** null: a guest. */
  default_role: Role | null;
  created_at: number;
  version: Generated<number>;
}

/** Who somebody is for a provider. */
interface SamlIdentityRow {
  provider_id: string;
  /** The e-mail address that the provider names them by, folded. */
  name_id: string;
  organization_id: string;
  user_id: string;
  created_at: number;
}

/** A sign-in under way: from the way to the provider until the browser that began it is let in. */
interface SamlRequestRow {
  organization_id: string;
  /** SHA-256 of what travels as RelayState. */
  relay_hash: string;
  provider_id: string;
  /** The id of the request, which the assertion has to answer. */
  request_id: string;
  /** SHA-256 of the cookie of the browser that began it. */
  browser_hash: string;
  /** The path it leads to. */
  next: string | null;
  created_at: number;
  expires_at: number;
  /** Set with what the provider said, once. */
  answered_at: number | null;
  name_id: string | null;
  display_name: string | null;
}

/** An assertion that was used, kept until it is too old to be used again. */
interface SamlAssertionRow {
  organization_id: string;
  provider_id: string;
  assertion_id: string;
  expires_at: number;
}

/** Which provider opened a session. */
interface SamlSessionRow {
  session_id: string;
  provider_id: string;
  organization_id: string;
}

export interface SingleSignOnTables {
  saml_providers: SamlProviderRow;
  saml_identities: SamlIdentityRow;
  saml_requests: SamlRequestRow;
  saml_assertions: SamlAssertionRow;
  saml_sessions: SamlSessionRow;
}
