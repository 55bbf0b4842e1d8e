/**
 * What tokens that are narrowed may be used for: the one table. A narrowed token opens an operation when one of its
 * scopes is named here beside the operation's address; no other operation. The rights of whoever stands behind the token
 * are looked up after that, as always, so a scope never adds any.
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
  "site:metadata:read",
  "site:views:read",
  "site:script:inject",
  "site:script:cookies",
  "site:visitor:auth",
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
  "site:views:read": ["page_feedback"],
};

/** What every installation may do with itself. It is in nobody's list of scopes. */
export const OWN_INSTALLATION = "installation";

const CONTENT =
  /^\/spaces\/:spaceId\/(content|revisions|change-requests)(\/(?!.*(links|merge|comments|review)).*)?$/;
const SITE = /^\/orgs\/:organizationId\/sites\/:siteId(\/(structure|site-spaces|sections|section-groups))?$/;
const ADAPTIVE = /^\/orgs\/:organizationId\/sites\/:siteId\/adaptive-schema/;
const OPENAPI = /^\/orgs\/:organizationId\/openapi/;
const FEEDBACK = /^\/orgs\/:organizationId\/sites\/:siteId\/page-feedback$/;
const VISITORS = /^\/orgs\/:organizationId\/sites\/:siteId\/publishing\/auth$/;
const OWN = /^\/integrations\/:integrationName\/installations\/:installationId(\/(spaces|sites)(\/:\w+)?)?$/;

/** A scope, the methods and the addresses that it opens. */
type Row = readonly [scope: string, methods: "GET" | "PATCH" | "POST" | "PUT" | "writes", url: RegExp];

const OF_INTEGRATIONS: readonly Row[] = [
  ["space:metadata:read", "GET", /^\/spaces\/:spaceId$/],
  ["space:metadata:write", "PATCH", /^\/spaces\/:spaceId$/],
  ["space:content:read", "GET", CONTENT],
  ["space:content:write", "writes", CONTENT],
  ["site:metadata:read", "GET", SITE],
  ["site:views:read", "GET", FEEDBACK],
  // With the key that visitors' tokens are signed with: signing them in is what the scope is for.
  ["site:visitor:auth", "GET", VISITORS],
  ["site:adaptive:read", "GET", ADAPTIVE],
  ["site:adaptive:write", "PUT", ADAPTIVE],
  ["openapi:read", "GET", OPENAPI],
  ["openapi:write", "writes", OPENAPI],
  [OWN_INSTALLATION, "GET", OWN],
  [OWN_INSTALLATION, "PATCH", OWN],
];

const ORGANIZATION =
  /^\/(orgs|collections\/:collectionId(\/(?!permissions).*)?|orgs\/:organizationId(\/(collections|spaces|fonts|storage|teams(?!\/:teamId\/members)).*)?)$/;
const PEOPLE = /^\/orgs\/:organizationId\/(members|invites|link-invites|teams\/:teamId\/members)/;
const SPACE = /^\/(spaces\/:spaceId(\/(?!permissions|.*\/merge$).*)?|jobs\/:jobId.*)$/;
const PERMISSIONS = /^\/(spaces\/:spaceId|collections\/:collectionId)\/permissions/;
const SITES =
  /^\/orgs\/:organizationId\/sites(\/:siteId(\/(?!publish$|publishing\/|unpublish$|permissions|share-links|integration).*)?)?$/;
const SITE_PEOPLE = /^\/orgs\/:organizationId\/sites\/:siteId\/(permissions|share-links)/;
const SITE_AUTH = /^\/orgs\/:organizationId\/sites\/:siteId\/publishing\//;
const INTEGRATION = /^\/integrations(\/:integrationName(\/(dev|events.*))?)?$/;
const INSTALLATION =
  /^\/(integrations\/:integrationName\/(installations|spaces|sites)(?!.*\/tokens$).*|orgs\/:organizationId\/(integrations|installations).*|orgs\/:organizationId\/sites\/:siteId\/integration.*|spaces\/:spaceId\/integration.*)$/;

const OF_TOKENS: readonly Row[] = [
  ["user:read", "GET", /^\/(user|users\/:userId)$/],
  ["organization:read", "GET", ORGANIZATION],
  ["organization:write", "writes", ORGANIZATION],
  ["organization:members:read", "GET", PEOPLE],
  ["organization:members:write", "writes", PEOPLE],
  ["organization:search", "GET", /^\/orgs\/:organizationId\/search$/],
  ["space:read", "GET", SPACE],
  ["space:write", "writes", SPACE],
  ["space:permissions:read", "GET", PERMISSIONS],
  ["space:permissions:write", "writes", PERMISSIONS],
  ["change-request:merge", "POST", /^\/spaces\/:spaceId\/change-requests\/:changeRequestId\/merge$/],
  ["site:read", "GET", SITES],
  ["site:write", "writes", SITES],
  ["site:publish", "POST", /^\/orgs\/:organizationId\/sites\/:siteId\/(publish|unpublish)$/],
  ["site:permissions:read", "GET", SITE_PEOPLE],
  ["site:permissions:write", "writes", SITE_PEOPLE],
  ["site:auth:read", "GET", SITE_AUTH],
  ["site:auth:write", "writes", SITE_AUTH],
  ["openapi:read", "GET", OPENAPI],
  ["openapi:write", "writes", OPENAPI],
  ["integration:read", "GET", INTEGRATION],
  ["integration:update", "writes", INTEGRATION],
  ["integration:installation:read", "GET", INSTALLATION],
  ["integration:installation:update", "writes", INSTALLATION],
];

/** The scopes that open one operation; with none of them it stays closed. */
export interface Opening {
  /** For the tokens of installations. */
  readonly integration: ReadonlySet<string>;
  /** For the tokens of people. */
  readonly user: ReadonlySet<string>;
}

/** The scopes that open the operation at this address: its pattern, as the route table has it. */
export function scopesOpening({ method, url }: { readonly method: string; readonly url: string }): Opening {
  const naming = (rows: readonly Row[]): Set<string> =>
    new Set(
      rows
        .filter(([, methods, at]) => {
          const isMethod = methods === "writes" ? method !== "GET" : methods === method;
          return isMethod && at.test(url);
        })
        .map(([scope]) => scope),
    );
  return { integration: naming(OF_INTEGRATIONS), user: naming(OF_TOKENS) };
}
