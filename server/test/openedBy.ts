/**
 * Which scopes open what, written by hand for the kinds of things and asked of the operations: neither is made of the
 * other. A row is for a resource of the client libraries, for a part of one, or for one call; the longest that fits
 * counts. What no row is about is closed.
 */
import type { Operation } from "../http/operation.ts";

interface Row {
  readonly read?: readonly string[];
  readonly write?: readonly string[];
}

const CLOSED: Row = {};
const ORGANIZATION: Row = { read: ["organization:read"], write: ["organization:write"] };
const PEOPLE: Row = { read: ["organization:members:read"], write: ["organization:members:write"] };
const ROLES: Row = { read: ["space:permissions:read"], write: ["space:permissions:write"] };
const SPACE: Row = { read: ["space:read"], write: ["space:write"] };
/** The token of a published site. */
const READER = "site:reader";
const read = (...scopes: readonly string[]): Row => ({ read: [...scopes, READER].toSorted() });
const SHOWN_CONTENT: Row = read("space:content:read", "space:read");
const CONTENT: Row = {
  read: ["space:content:read", "space:read"],
  write: ["space:content:write", "space:write"],
};
const SITE: Row = { read: ["site:read"], write: ["site:write"] };
const SITE_SHAPE: Row = { read: ["site:metadata:read", "site:read"], write: ["site:write"] };
const SITE_PEOPLE: Row = { read: ["site:permissions:read"], write: ["site:permissions:write"] };
const INTEGRATION: Row = { read: ["integration:read"], write: ["integration:update"] };
const INSTALLATION: Row = {
  read: ["integration:installation:read"],
  write: ["integration:installation:update"],
};
const OWN_INSTALLATION: Row = {
  read: ["installation", "integration:installation:read"],
  write: ["installation", "integration:installation:update"],
};

const ROWS: Readonly<Record<string, Row>> = {
  users: { read: ["user:read"] },
  "users.get": read("user:read"),
  organizations: ORGANIZATION,
  "organizations.listForEmailDomain": CLOSED,
  "organizations.search": { read: ["organization:search"] },
  "organizations.join": PEOPLE,
  "organizations.find": { read: ["organization:search"] },
  "organizations.integrations": INSTALLATION,
  "organizations.listInstallations": INSTALLATION,
  storage: ORGANIZATION,
  uploads: CONTENT,
  fonts: ORGANIZATION,
  collections: ORGANIZATION,
  "collections.permissions": ROLES,
  members: PEOPLE,
  // It tells of spaces, which is more than who belongs to the organization.
  "members.listSpaces": CLOSED,
  "members.ping": CLOSED,
  "members.resetSecondFactor": CLOSED,
  teams: ORGANIZATION,
  "teams.members": PEOPLE,
  "members.listTeams": PEOPLE,
  invites: PEOPLE,
  inviteLinks: PEOPLE,
  spaces: SPACE,
  "spaces.list": ORGANIZATION,
  "spaces.create": ORGANIZATION,
  "spaces.get": read("space:metadata:read", "space:read"),
  "spaces.update": { write: ["space:metadata:write", "space:write"] },
  "spaces.permissions": ROLES,
  "spaces.content": CONTENT,
  "spaces.pages": CONTENT,
  "spaces.files": CONTENT,
  "spaces.reusableContents": CONTENT,
  // Who reads a site reads what it shows, by the space and by the revision that it shows; lists they have no need of.
  "spaces.content.get": SHOWN_CONTENT,
  "spaces.pages.list": SHOWN_CONTENT,
  "spaces.pages.get": SHOWN_CONTENT,
  "spaces.pages.getByPath": SHOWN_CONTENT,
  "spaces.files.get": SHOWN_CONTENT,
  "spaces.reusableContents.get": SHOWN_CONTENT,
  "spaces.documents.get": read("space:read"),
  "spaces.getEmbed": SHOWN_CONTENT,
  "spaces.variables": CONTENT,
  "spaces.tags": CONTENT,
  // Of a description for those who may read these; of an integration's source for those who may read content.
  "spaces.computed": { read: ["openapi:read", "openapi:write", "space:content:read", "space:read"] },
  "spaces.computed.getDocument": read("openapi:read", "openapi:write", "space:content:read", "space:read"),
  // Those of integrations are content.
  "spaces.computed.list": CONTENT,
  "spaces.computed.refresh": CONTENT,
  "spaces.integrations": { read: ["integration:installation:read", "space:read"] },
  revisions: CONTENT,
  "revisions.get": SHOWN_CONTENT,
  "revisions.pages": SHOWN_CONTENT,
  "revisions.files.get": SHOWN_CONTENT,
  "revisions.reusableContents.get": SHOWN_CONTENT,
  "revisions.reusableContents.getDocument": SHOWN_CONTENT,
  changeRequests: CONTENT,
  // It tells of all spaces, whichever the token is for.
  "changeRequests.listInOrganization": CLOSED,
  "changeRequests.merge": { write: ["change-request:merge"] },
  "changeRequests.comments": SPACE,
  "changeRequests.commentReplies": SPACE,
  "changeRequests.reviews": SPACE,
  "changeRequests.reviewers": SPACE,
  "changeRequests.links": SPACE,
  jobs: SPACE,
  importRuns: SPACE,
  "sites.listGitInstallations": CLOSED,
  "spaces.importGitRepository": { write: ["space:git:sync"] },
  "spaces.exportToGitRepository": { write: ["space:git:sync"] },
  "spaces.deleteLegacyGitInstallation": CLOSED,
  "spaces.getGitInfo": { read: ["space:git:sync", "space:read"] },
  openAPISpecs: { read: ["openapi:read", "openapi:write"], write: ["openapi:write"] },
  "openAPISpecs.latestVersion": read("openapi:read", "openapi:write"),
  sites: SITE,
  "sites.getPublished": read("site:read"),
  "sites.search": read("site:read"),
  "sites.redirects.getBySource": read("site:read"),
  "sites.get": SITE_SHAPE,
  "sites.publish": { write: ["site:publish"] },
  "sites.unpublish": { write: ["site:publish"] },
  "sites.structure": SITE_SHAPE,
  "sites.sections": SITE_SHAPE,
  "sites.sectionGroups": SITE_SHAPE,
  "sites.externalLinks": SITE_SHAPE,
  "sites.siteSpaces": SITE_SHAPE,
  "sites.siteSpaces.getCustomization": SITE,
  // It makes a space, which no scope of a site opens.
  "sites.siteSpaces.duplicate": CLOSED,
  "sites.adaptiveSchema": {
    read: ["site:adaptive:read", "site:read"],
    write: ["site:adaptive:write", "site:write"],
  },
  "sites.pageFeedback": { read: ["page:feedback:read", "site:read", "site:views:read"] },
  // What a renderer tells of its readers.
  "sites.insights.track": { write: [READER, "site:write"] },
  "sites.insights.aggregate": { read: ["site:read", "site:views:read"] },
  "sites.permissions": SITE_PEOPLE,
  "sites.shareLinks": SITE_PEOPLE,
  // With the key that visitors' tokens are signed with: signing them in is what the integrations' scope is for.
  "sites.visitorAuth": { read: ["site:auth:read", "site:visitor:auth"], write: ["site:auth:write"] },
  // A program that shows previews need not have that key.
  "sites.getPreview": { read: ["site:auth:read", "site:preview"] },
  "sites.createPreview": { write: ["site:auth:write", "site:preview"] },
  "sites.integrations": INSTALLATION,
  integrations: INTEGRATION,
  "integrations.listSpaces": { read: ["integration", "integration:installation:read"] },
  "integrations.listSites": { read: ["integration", "integration:installation:read"] },
  // What a page of a site has an integration draw.
  "integrations.render": { write: [READER] },
  "integrations.queueTask": { write: ["installation", "integration"] },
  installations: OWN_INSTALLATION,
  "installations.list": { read: ["integration", "integration:installation:read"] },
  "installations.create": INSTALLATION,
  "installations.delete": INSTALLATION,
  "installations.createToken": { write: ["integration"] },
  "installations.events": INSTALLATION,
  "installations.spaces.add": INSTALLATION,
  "installations.spaces.remove": INSTALLATION,
  "installations.sites.add": INSTALLATION,
  "installations.sites.remove": INSTALLATION,
};

/** What reads although it is a POST, since what is asked is too long for an address. */
const READING: ReadonlySet<string> = new Set([
  "sites.search",
  "sites.insights.aggregate",
  "spaces.computed.getRevision",
  "spaces.computed.getDocument",
]);

/** Integrations may not ask what links where. */
const LINKS = /\.(listLinks|listBacklinks|listMetaLinks)$/;

/** The scopes that are to open an operation, in their alphabetical order. */
export function openedBy({ call, method }: Pick<Operation, "call" | "method">): readonly string[] {
  const row = LINKS.test(call) ? SPACE : rowOf(call);
  return (method === "GET" || READING.has(call) ? row.read : row.write) ?? [];
}

function rowOf(call: string): Row {
  const parts = call.split(".");
  for (let length = parts.length; length > 0; length--) {
    const row = ROWS[parts.slice(0, length).join(".")];
    if (row !== undefined) return row;
  }
  return CLOSED;
}
