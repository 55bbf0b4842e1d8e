/**
 * What tokens can be narrowed to. A narrowed token opens an operation when the operation names one of its scopes; no
 * other operation. The rights of whoever stands behind the token are looked up after that, as always, so a scope never
 * adds any.
 */

import type { EventType } from "./events.ts";

/** What integrations ask for. */
export const INTEGRATION_SCOPES = [
  "space:views:read",
  "space:content:read",
  "space:content:write",
  "space:metadata:read",
  "space:metadata:write",
  "space:script:inject",
  "space:script:cookies",
  "space:git:sync",
  "space:visitor:auth",
  "page:feedback:read",
  "site:metadata:read",
  "site:views:read",
  "site:script:inject",
  "site:script:cookies",
  "site:visitor:auth",
  "site:visitor:claims",
  "site:adaptive:read",
  "site:adaptive:write",
  "site:ai:ask",
  "openapi:read",
  "openapi:write",
  "conversations:ingest",
] as const;

/** What people narrow their own tokens to. */
export const TOKEN_SCOPES = [
  "user:read",
  "organization:read",
  "organization:write",
  "organization:members:read",
  "organization:members:write",
  "organization:search",
  "space:read",
  "space:write",
  "space:permissions:read",
  "space:permissions:write",
  "change-request:merge",
  "site:read",
  "site:write",
  "site:publish",
  "site:permissions:read",
  "site:permissions:write",
  "site:preview",
  "site:auth:read",
  "site:auth:write",
  "openapi:read",
  "openapi:write",
  "integration:read",
  "integration:update",
  "integration:installation:read",
  "integration:installation:update",
] as const;

/** The types of events that a scope brings to an installation; see events.ts. */
export const SCOPE_EVENTS: Readonly<
  Partial<Record<(typeof INTEGRATION_SCOPES)[number], readonly EventType[]>>
> = {
  "space:content:read": ["space_content_updated"],
  "space:content:write": ["space_content_updated"],
  "space:git:sync": ["space_gitsync_started", "space_gitsync_completed"],
  "site:views:read": ["page_feedback"],
  "page:feedback:read": ["page_feedback"],
};

/** By which OpenAPI specifications are read: published integrations that read them ask for writing alone. */
export const READING_SPECS = ["openapi:read", "openapi:write"] as const;

/** What every installation may do with itself. It is in nobody's list of scopes. */
export const OWN_INSTALLATION = "installation";

/** What every integration may do with its installations, while its script runs for none. It is in nobody's list either. */
export const OWN_INTEGRATION = "integration";

/** What the token of a published site opens: what rendering that site takes. It is in nobody's list of scopes. */
export const SITE_READER = "site:reader";

/** What an operation names as opening it. No scope is both a person's and an integration's with another meaning. */
export type Scope =
  | (typeof INTEGRATION_SCOPES)[number]
  | (typeof TOKEN_SCOPES)[number]
  | typeof OWN_INSTALLATION
  | typeof OWN_INTEGRATION
  | typeof SITE_READER;
