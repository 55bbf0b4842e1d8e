/**
 * What a member of each role may do with the things of somebody else, written by hand for the kinds of things: by which
 * role on it is the first to have a right, of guest < read < comment < edit < review < create < admin. The program has a
 * table of its own (`access/table.ts`); neither is made of the other.
 */
import { ROLES, type Role } from "../access/roles.ts";
import type { Operation } from "../http/operation.ts";

/** "nobody": whatever the role, since the right is its maker's alone. */
type Least = Role | "guest" | "nobody";
type Row = Readonly<Record<string, Least>>;

const ORGANIZATION: Row = {
  view: "guest",
  // Guests see nobody beside themselves.
  listMembers: "read",
  listTeams: "read",
  listIntegrations: "read",
  // Who may install sees what is installed.
  listInstallations: "create",
  createContent: "create",
  createOpenAPISpec: "create",
  createSite: "create",
  admin: "admin",
};
const SPACE: Row = {
  view: "read",
  comment: "comment",
  edit: "edit",
  // Who reviews merges, also what others began.
  review: "review",
  merge: "review",
  triggerGitSync: "create",
  admin: "create",
};
const COLLECTION: Row = { view: "read", create: "create", admin: "create" };
/** Readers of an organization see its sites; who may make sites changes them. */
const SITE: Row = {
  view: "read",
  edit: "create",
  publish: "create",
  admin: "create",
  claimHostname: "admin",
};
const SPECIFICATION: Row = { view: "read", edit: "create" };
const TRANSLATIONS: Row = { view: "read", edit: "admin" };
/** What hangs on a space, and tells of its text what only those see who may change it. */
const WORK: Row = { view: "edit", cancel: "edit" };
const REMARK: Row = { view: "read", reply: "comment", edit: "nobody", delete: "review" };
const ADMINISTRATORS: Row = { view: "admin", admin: "admin" };
const GIT: Row = { view: "create", admin: "create" };
const OWN: Row = { view: "nobody" };

/** By what a refusal calls the thing. */
const THINGS: Readonly<Record<string, Row>> = {
  "The member": { view: "read", admin: "admin", remove: "admin" },
  "The team": { view: "read", admin: "admin", manageMembers: "admin" },
  "The invite link": ADMINISTRATORS,
  "The SAML provider": ADMINISTRATORS,
  "The webhook": ADMINISTRATORS,
  "The delivery": ADMINISTRATORS,
  "The integration": { view: "guest", admin: "admin" },
  "The installation": { view: "create", install: "create", token: "admin" },
  "The installation on the space": { view: "create", install: "create" },
  "The installation on the site": { view: "create", install: "create" },
  "The event of the installation": { view: "create", install: "create" },
  "The event": { view: "read", admin: "admin" },
  "The OpenAPI specification": SPECIFICATION,
  "The version of the OpenAPI specification": SPECIFICATION,
  "The translation settings": TRANSLATIONS,
  "The glossary entry": TRANSLATIONS,
  "The translation": { view: "read", edit: "edit", admin: "admin" },
  "The subdomain": ORGANIZATION,
  "The custom hostname": SITE,
  "The font": { view: "guest", edit: "create" },
  // Everybody has their own.
  "Your settings": { view: "guest", edit: "guest" },
  "The user": { view: "read", edit: "nobody" },
  "The comment": REMARK,
  "The reply": REMARK,
  "The job": WORK,
  "The import run": WORK,
  "The Git connection": { view: "create", edit: "admin" },
  "The Git installation": GIT,
  "The Git run": GIT,
  "The token": OWN,
  "The upload": OWN,
};

/** Everything else has the rights of what it lies in, by its address. */
const PLACES: readonly (readonly [prefix: string, row: Row])[] = [
  ["/orgs/:organizationId/sites/:siteId", SITE],
  ["/orgs/:organizationId", ORGANIZATION],
  ["/org/:organizationId", ORGANIZATION],
  ["/collections/:collectionId", COLLECTION],
  ["/spaces/:spaceId", SPACE],
];

/**
 * Whether a role has a right on what an operation is about.
 * @param role null for guests
 * @throws when no row says who has it
 */
export function isGranted(
  { url, operationId }: Pick<Operation, "url" | "operationId">,
  { noun, verb }: { readonly noun: string; readonly verb: string },
  role: Role | null,
): boolean {
  const row = THINGS[noun] ?? PLACES.find(([prefix]) => url.startsWith(prefix))?.[1];
  const least = row?.[verb];
  if (least === undefined)
    throw new Error(`rights.ts doesn't know who has "${verb}" on ${noun} (${operationId}); declare it.`);
  if (least === "nobody") return false;
  return least === "guest" || (role !== null && ROLES.indexOf(role) >= ROLES.indexOf(least));
}
